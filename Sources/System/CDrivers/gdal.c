#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "gdal_files.h"
#include "loading.h"

// GDAL's C functions under types of their own: no header of it is needed, and all of them are the same since GDAL 3.6.
typedef void *handle;

typedef struct {
  void (*register_all)(void);
  handle (*open)(const char *, unsigned, const char *const *drivers, const char *const *options, const char *const *);
  void (*close)(handle dataset);
  int (*layer_count)(handle dataset);
  handle (*layer)(handle dataset, int);
  handle (*execute)(handle dataset, const char *, handle, const char *);
  handle (*driver)(handle dataset);
  const char *(*driver_name)(handle driver);
  const char *(*layer_name)(handle layer);
  handle (*layer_system)(handle layer);
  void (*reset)(handle layer);
  handle (*next_feature)(handle layer);
  long long (*feature_count)(handle layer, int force);
  void (*free_feature)(handle feature);
  bool (*stream)(handle layer, struct ArrowArrayStream *, char **options);
  handle (*new_system)(const char *);
  int (*import_epsg)(handle system, int);
  void (*set_axes)(handle system, int strategy);
  int (*is_same)(handle system, handle other);
  void (*free_system)(handle system);
  handle (*new_transformation)(handle from, handle to);
  int (*transform)(handle transformation, int count, double *x, double *y, double *z);
  void (*free_transformation)(handle transformation);
  void (*set_error_handler)(void (*)(int, int, const char *));
  const char *(*error)(void);
  void (*reset_error)(void);
  void (*set_option)(const char *, const char *);
  void (*set_thread_option)(const char *, const char *);
  const char *(*version)(const char *);
} library;

static library gdal;
static bool is_complete;
static void *loaded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void be_quiet(int kind, int number, const char *words) {
  (void)kind;
  (void)number;
  (void)words;
}

static bool find(void *from) {
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"GDALAllRegister", &gdal.register_all},
      {"GDALOpenEx", &gdal.open},
      {"GDALClose", &gdal.close},
      {"GDALDatasetGetLayerCount", &gdal.layer_count},
      {"GDALDatasetGetLayer", &gdal.layer},
      {"GDALDatasetExecuteSQL", &gdal.execute},
      {"GDALGetDatasetDriver", &gdal.driver},
      {"GDALGetDriverShortName", &gdal.driver_name},
      {"OGR_L_GetName", &gdal.layer_name},
      {"OGR_L_GetSpatialRef", &gdal.layer_system},
      {"OGR_L_ResetReading", &gdal.reset},
      {"OGR_L_GetNextFeature", &gdal.next_feature},
      {"OGR_L_GetFeatureCount", &gdal.feature_count},
      {"OGR_F_Destroy", &gdal.free_feature},
      {"OGR_L_GetArrowStream", &gdal.stream},
      {"OSRNewSpatialReference", &gdal.new_system},
      {"OSRImportFromEPSG", &gdal.import_epsg},
      {"OSRSetAxisMappingStrategy", &gdal.set_axes},
      {"OSRIsSame", &gdal.is_same},
      {"OSRDestroySpatialReference", &gdal.free_system},
      {"OCTNewCoordinateTransformation", &gdal.new_transformation},
      {"OCTTransform", &gdal.transform},
      {"OCTDestroyCoordinateTransformation", &gdal.free_transformation},
      {"CPLSetErrorHandler", &gdal.set_error_handler},
      {"CPLGetLastErrorMsg", &gdal.error},
      {"CPLErrorReset", &gdal.reset_error},
      {"CPLSetConfigOption", &gdal.set_option},
      {"CPLSetThreadLocalConfigOption", &gdal.set_thread_option},
      {"GDALVersionInfo", &gdal.version},
  };
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    void *function = dlsym(from, functions[i].name);
    if (!function) return false;
    memcpy(functions[i].place, &function, sizeof function);
  }
  return true;
}

static void *library_in_use;

static void *function_named(const char *name) { return dlsym(library_in_use, name); }

driver_outcome gdal_load(const char *name, driver_fault *fault) {
  pthread_mutex_lock(&lock);
  driver_outcome outcome = driver_done;
  fault->text[0] = 0;
  if (!loaded) {
    void *opened = driver_load(name, &outcome, fault);
    if (opened) {
      library_in_use = opened;
      is_complete = find(opened) && gate_install(function_named);
      if (is_complete) {
        loaded = opened;
        gdal.set_error_handler(be_quiet);
        // Nothing that a file names is fetched.
        gdal.set_option("GML_DOWNLOAD_SCHEMA", "NO");
        gdal.set_option("GML_SKIP_RESOLVE_ELEMS", "ALL");
        gdal.set_option("GDAL_HTTP_MAX_RETRY", "0");
        // Nothing is written: files are read through a gate that cannot, and what is kept meanwhile is kept in memory.
        gdal.set_option("CPL_TMPDIR", "/vsimem");
        gdal.register_all();
      } else {
        outcome = driver_no_entry;
      }
    }
  }
  pthread_mutex_unlock(&lock);
  return outcome;
}

struct gdal_file {
  handle dataset, layer, transformation;
  file_gate *gate;
};

// What GDAL complains of.
static void gdal_words(driver_fault *fault) {
  driver_words(fault, gdal.error());
  gate_clean(fault->text);
}

// Formats whose files hold features and name no other files, servers or programs. The last of them is left out for files
// that it must not open.
static const char *const drivers[] = {
    "FlatGeobuf",   "ESRI Shapefile", "GPX",         "KML",      "LIBKML",  "OSM",   "XLSX", "ODS",
    "MapInfo File", "DXF",            "OpenFileGDB", "TopoJSON", "OGR_GMT", "Arrow", "GML",  NULL,
};

// Whether GDAL reads a file as GML by Expat, which opens nothing: for all but two encodings it takes Xerces, which opens the
// files and addresses of entities. It unpacks what is packed first, and takes a part of some names for that of a schema.
static bool is_safe_gml(const char *path) {
  char head[16384 + 1] = "";
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t count = descriptor < 0 ? -1 : read(descriptor, head, sizeof head - 1);
  if (descriptor >= 0) close(descriptor);
  if (count <= 0 || strstr(path, ",xsd=") || head[0] == 0x1F || strlen(head) != (size_t)count) return false;
  for (char *next = head; (next = strstr(next, "encoding="));) {
    next += strlen("encoding=");
    size_t length = strcspn(next + (*next != 0), "'\"");
    bool is_known = (length == 5 && strncasecmp(next + 1, "UTF-8", 5) == 0) ||
        (length == 10 && strncasecmp(next + 1, "ISO-8859-1", 10) == 0) ||
        (length == 11 && strncasecmp(next + 1, "ISO-8859-15", 11) == 0);
    if ((*next != '"' && *next != '\'') || !is_known) return false;
  }
  return true;
}

driver_outcome gdal_open(const char *path, const char *root, gdal_file **file, driver_fault *fault) {
  *file = NULL;
  gdal_file *opened = calloc(1, sizeof *opened);
  if (!opened) return driver_no_memory;
  opened->gate = gate_open(root);
  char *name = opened->gate ? gate_name(opened->gate, path) : NULL;
  driver_outcome outcome = name ? driver_done : driver_no_memory;
  if (name) {
    gdal.reset_error();
    const unsigned reading_vectors_with_words = 0x04 | 0x40;
    const char *allowed[sizeof drivers / sizeof drivers[0]];
    memcpy(allowed, drivers, sizeof drivers);
    if (!is_safe_gml(path)) allowed[sizeof drivers / sizeof drivers[0] - 2] = NULL;
    opened->dataset = gdal.open(name, reading_vectors_with_words, allowed, NULL, NULL);
    free(name);
    outcome = gate_refusal(opened->gate, fault);
    if (outcome == driver_done && !opened->dataset) {
      gdal_words(fault);
      outcome = driver_refused;
    }
  }
  if (outcome == driver_done) {
    *file = opened;
  } else {
    gdal_close(opened);
  }
  return outcome;
}

driver_outcome gdal_refusal(gdal_file *file, driver_fault *fault) { return gate_refusal(file->gate, fault); }

int gdal_layer_count(gdal_file *file) { return gdal.layer_count(file->dataset); }

const char *gdal_layer_name(gdal_file *file, int number) {
  handle layer = gdal.layer(file->dataset, number);
  return layer ? gdal.layer_name(layer) : NULL;
}

bool gdal_is_map(gdal_file *file) {
  handle driver = gdal.driver(file->dataset);
  return driver && strcmp(gdal.driver_name(driver), "OSM") == 0;
}

bool gdal_has_rows(gdal_file *file, int number) {
  handle layer = gdal.layer(file->dataset, number);
  if (!layer) return false;
  gdal.reset(layer);
  handle feature = gdal.next_feature(layer);
  if (feature) gdal.free_feature(feature);
  gdal.reset(layer);
  return feature;
}

long long gdal_counted_rows(gdal_file *file, int number) {
  handle driver = gdal.driver(file->dataset);
  if (!driver || strcmp(gdal.driver_name(driver), "FlatGeobuf") != 0) return -1;
  handle layer = number < 0 ? file->layer : gdal.layer(file->dataset, number);
  return layer ? gdal.feature_count(layer, 0) : -1;
}

bool gdal_has_failed(driver_fault *fault) {
  const char *words = gdal.error();
  if (!words || !*words) return false;
  gdal_words(fault);
  return true;
}

driver_outcome gdal_choose(gdal_file *file, int number, driver_fault *fault) {
  file->layer = gdal.layer(file->dataset, number);
  if (!file->layer) return driver_refused;
  if (gdal_is_map(file)) {
    // Else the features of all other layers are kept until somebody reads them.
    char words[256];
    snprintf(words, sizeof words, "SET interest_layers = %s", gdal.layer_name(file->layer));
    gdal.execute(file->dataset, words, NULL, NULL);
  }
  handle system = gdal.layer_system(file->layer);
  if (!system) return driver_done;
  handle degrees = gdal.new_system(NULL);
  if (!degrees) return driver_no_memory;
  driver_outcome outcome = driver_done;
  const int longitude_first = 0;
  gdal.reset_error();
  gdal.set_axes(degrees, longitude_first);
  if (gdal.import_epsg(degrees, 4326) != 0) {
    outcome = driver_refused;
  } else if (!gdal.is_same(system, degrees)) {
    file->transformation = gdal.new_transformation(system, degrees);
    if (!file->transformation) outcome = driver_refused;
  }
  if (outcome == driver_refused) gdal_words(fault);
  gdal.free_system(degrees);
  return outcome;
}

bool gdal_moves(gdal_file *file) { return file->transformation; }

bool gdal_move(gdal_file *file, double *x, double *y) {
  double z = 0;
  return gdal.transform(file->transformation, 1, x, y, &z);
}

static bool open_stream(gdal_file *file, struct ArrowArrayStream *rows) {
  memset(rows, 0, sizeof *rows);
  char no_numbers[] = "INCLUDE_FID=NO";
  char *options[] = {no_numbers, NULL};
  gdal.reset(file->layer);
  gdal.reset_error();
  return gdal.stream(file->layer, rows, options);
}

// GDAL's own reader of FlatGeobuf mixes up columns of booleans before 3.8.3 (OSGeo/gdal#8998). Its reader of all formats
// does not, and is slower; the option that chooses it is looked at whenever rows are asked for, and is this thread's alone.
static const char *const slow_reader = "OGR_FLATGEOBUF_STREAM_BASE_IMPL";

static int slow_schema(struct ArrowArrayStream *rows, struct ArrowSchema *schema) {
  struct ArrowArrayStream *inner = rows->private_data;
  gdal.set_thread_option(slow_reader, "YES");
  int result = inner->get_schema(inner, schema);
  gdal.set_thread_option(slow_reader, NULL);
  return result;
}

static int slow_next(struct ArrowArrayStream *rows, struct ArrowArray *batch) {
  struct ArrowArrayStream *inner = rows->private_data;
  gdal.set_thread_option(slow_reader, "YES");
  int result = inner->get_next(inner, batch);
  gdal.set_thread_option(slow_reader, NULL);
  return result;
}

static const char *slow_error(struct ArrowArrayStream *rows) { return arrow_error(rows->private_data); }

static void slow_release(struct ArrowArrayStream *rows) {
  arrow_release_stream(rows->private_data);
  free(rows->private_data);
  rows->release = NULL;
}

static bool needs_slow_reader(gdal_file *file, struct ArrowArrayStream *rows) {
  handle driver = gdal.driver(file->dataset);
  const char *version = gdal.version("VERSION_NUM");
  if (!driver || strcmp(gdal.driver_name(driver), "FlatGeobuf") != 0) return false;
  if (version && atol(version) >= 3080300) return false;
  struct ArrowSchema schema;
  bool has_booleans = false;
  if (arrow_schema(rows, &schema)) {
    for (int64_t i = 0; i < schema.n_children; i++) {
      const char *format = schema.children[i]->format;
      has_booleans = has_booleans || (format && strcmp(format, "b") == 0);
    }
  }
  arrow_release_schema(&schema);
  return has_booleans;
}

driver_outcome gdal_rows(gdal_file *file, struct ArrowArrayStream *rows, driver_fault *fault) {
  bool is_open = open_stream(file, rows);
  if (is_open && needs_slow_reader(file, rows)) {
    arrow_release_stream(rows);
    struct ArrowArrayStream *inner = calloc(1, sizeof *inner);
    if (!inner) return driver_no_memory;
    gdal.set_thread_option(slow_reader, "YES");
    is_open = open_stream(file, inner);
    gdal.set_thread_option(slow_reader, NULL);
    if (is_open) {
      *rows = (struct ArrowArrayStream){slow_schema, slow_next, slow_error, slow_release, inner};
    } else {
      free(inner);
    }
  }
  if (is_open) return driver_done;
  gdal_words(fault);
  return driver_refused;
}

void gdal_close(gdal_file *file) {
  if (!file) return;
  if (file->transformation) gdal.free_transformation(file->transformation);
  if (file->dataset) gdal.close(file->dataset);
  gate_close(file->gate);
  free(file);
}
