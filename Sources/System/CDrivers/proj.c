// For dladdr.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "loading.h"

// PROJ's C functions under types of their own: no header of it is needed, and all of them are the same since PROJ 8.
typedef void *handle;

typedef struct {
  handle (*new_context)(void);
  void (*free_context)(handle context);
  void (*log_level)(handle context, int level);
  int (*set_network)(handle context, int enabled);
  void (*set_finder)(handle context, const char *(*finder)(handle, const char *, void *), void *data);
  int (*set_database)(handle context, const char *path, const char *const *others, const char *const *options);
  void (*set_folders)(handle context, int count, const char *const *folders);
  handle (*create)(handle context, const char *definition);
  handle (*between)(handle context, handle from, handle to, handle area, const char *const *options);
  handle (*normalized)(handle context, handle operation);
  handle (*part)(handle context, handle system, int number);
  handle (*source)(handle context, handle system);
  handle (*geodetic)(handle context, handle system);
  handle (*axes)(handle context, handle system);
  int (*axis)(
      handle context, handle axes, int number, const char **name, const char **abbreviation, const char **direction,
      double *factor, const char **unit, const char **authority, const char **code);
  handle (*ellipsoid)(handle context, handle system);
  int (*parameters)(handle context, handle ellipsoid, double *major, double *minor, int *computed, double *inverse);
  int (*area)(
      handle context, handle object, double *west, double *south, double *east, double *north, const char **name);
  const char *(*text)(handle context, handle object, int type, const char *const *options);
  int (*type)(handle object);
  size_t (*move)(
      handle operation, int direction, double *x, size_t sx, size_t nx, double *y, size_t sy, size_t ny, double *z,
      size_t sz, size_t nz, double *t, size_t st, size_t nt);
  int (*fault)(handle context);
  const char *(*words)(handle context, int fault);
  void (*free)(handle object);
} library;

static library proj;
static bool is_complete;
static char folder[4096];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct proj_system {
  handle context, operation;
  // Coordinates times this are radii of the ellipsoid.
  double scale;
  pthread_mutex_t lock;
};

// Object types of proj.h.
enum { is_geographic_2d = 12, is_geographic_3d = 13, is_projected = 15, is_compound = 16, is_bound = 19 };

static bool find(void *from) {
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"proj_context_create", &proj.new_context},
      {"proj_context_destroy", &proj.free_context},
      {"proj_log_level", &proj.log_level},
      {"proj_context_set_enable_network", &proj.set_network},
      {"proj_context_set_file_finder", &proj.set_finder},
      {"proj_context_set_database_path", &proj.set_database},
      {"proj_context_set_search_paths", &proj.set_folders},
      {"proj_create", &proj.create},
      {"proj_create_crs_to_crs_from_pj", &proj.between},
      {"proj_normalize_for_visualization", &proj.normalized},
      {"proj_crs_get_sub_crs", &proj.part},
      {"proj_get_source_crs", &proj.source},
      {"proj_crs_get_geodetic_crs", &proj.geodetic},
      {"proj_crs_get_coordinate_system", &proj.axes},
      {"proj_cs_get_axis_info", &proj.axis},
      {"proj_get_ellipsoid", &proj.ellipsoid},
      {"proj_ellipsoid_get_parameters", &proj.parameters},
      {"proj_get_area_of_use", &proj.area},
      {"proj_as_proj_string", &proj.text},
      {"proj_get_type", &proj.type},
      {"proj_trans_generic", &proj.move},
      {"proj_context_errno", &proj.fault},
      {"proj_context_errno_string", &proj.words},
      {"proj_destroy", &proj.free},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(from, functions[i].name);
    if (!function) return false;
    memcpy(functions[i].place, &function, sizeof function);
  }
  // Its own folder alone, wherever it lies: no variable and no home decides.
  Dl_info info;
  static const char *const ways[] = {"/../share/proj", "/../../share/proj"};
  if (dladdr(*(void **)&proj.create, &info) && info.dli_fname) {
    const char *end = strrchr(info.dli_fname, '/');
    for (size_t i = 0; end && i < 2; i++) {
      snprintf(
          folder, sizeof folder, "%.*s%s/proj.db", (int)(end - info.dli_fname), info.dli_fname, ways[i]);
      if (access(folder, R_OK) == 0) {
        *strrchr(folder, '/') = 0;
        return true;
      }
    }
  }
  strcpy(folder, "/usr/share/proj");
  return true;
}

driver_outcome proj_load(const char *name, driver_fault *fault) {
  driver_outcome outcome = driver_done;
  pthread_mutex_lock(&lock);
  if (!is_complete) {
    void *handle = driver_load(name, &outcome, fault);
    if (handle && !(is_complete = find(handle))) outcome = driver_no_entry;
  }
  pthread_mutex_unlock(&lock);
  return outcome;
}

static const char *find_file(handle context, const char *name, void *data) {
  (void)context;
  static _Thread_local char path[sizeof folder + 256];
  (void)data;
  snprintf(path, sizeof path, "%s/%s", folder, strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
  return path;
}

// Replaces an object by one that is made of it.
static handle replaced(handle object, handle by) {
  if (object) proj.free(object);
  return by;
}

static double radius_scale(handle context, handle system) {
  double major = 0, factor = 1;
  handle ellipsoid = proj.ellipsoid(context, system);
  if (ellipsoid) {
    proj.parameters(context, ellipsoid, &major, NULL, NULL, NULL);
    proj.free(ellipsoid);
  }
  handle axes = proj.axes(context, system);
  if (axes) {
    proj.axis(context, axes, 0, NULL, NULL, NULL, &factor, NULL, NULL, NULL);
    proj.free(axes);
  }
  return major > 0 ? factor / major : 0;
}

// A number of a PROJ string, 0 where it has none.
static double parameter(const char *text, const char *name) {
  const char *found = text ? strstr(text, name) : NULL;
  return found ? strtod(found + strlen(name), NULL) : 0;
}

static void read_facts(handle context, handle system, proj_facts *facts) {
  const double none = -1000;
  facts->has_area =
      proj.area(context, system, &facts->west, &facts->south, &facts->east, &facts->north, NULL) &&
      facts->west > none && facts->south > none && facts->east > none && facts->north > none;
  const char *text = proj.text(context, system, 1, NULL);
  double zone = parameter(text, "+zone=");
  facts->longitude = zone > 0 ? 6 * zone - 183 : parameter(text, "+lon_0=") + parameter(text, "+lonc=");
  facts->latitude = parameter(text, "+lat_0=");
}

proj_system *proj_open(const char *definition, proj_facts *facts, driver_fault *fault) {
  handle context = proj.new_context();
  if (!context) return NULL;
  proj.log_level(context, 0);
  proj.set_network(context, 0);
  proj.set_finder(context, find_file, NULL);
  const char *const folders[] = {folder};
  proj.set_folders(context, 1, folders);
  char database[sizeof folder + 16];
  snprintf(database, sizeof database, "%s/proj.db", folder);
  if (access(database, R_OK) == 0) proj.set_database(context, database, NULL, NULL);
  proj_system *result = NULL;
  handle operation = NULL;
  handle system = proj.create(context, definition);
  if (system && proj.type(system) == is_compound) system = replaced(system, proj.part(context, system, 0));
  if (system && proj.type(system) == is_bound) system = replaced(system, proj.source(context, system));
  int type = system ? proj.type(system) : 0;
  *facts = (proj_facts){.is_geographic = type == is_geographic_2d || type == is_geographic_3d};
  if (system) read_facts(context, system, facts);
  double scale = 1;
  if (type == is_projected) {
    handle base = proj.geodetic(context, system);
    if (base) operation = proj.between(context, base, system, NULL, NULL);
    if (base) proj.free(base);
    if (operation) operation = replaced(operation, proj.normalized(context, operation));
    scale = radius_scale(context, system);
  }
  if ((operation && scale > 0) || facts->is_geographic) result = calloc(1, sizeof *result);
  if (result) {
    *result = (proj_system){.context = context, .operation = operation, .scale = scale};
    pthread_mutex_init(&result->lock, NULL);
  } else {
    int number = proj.fault(context);
    // 4096 is any other reason, which PROJ has no words for.
    const char *other = strncasecmp(definition, "EPSG:", 5) ? "a parameter is missing or unknown"
        : access(database, R_OK) == 0                      ? "its database has no such code"
                                                           : "its database proj.db is not installed";
    driver_words(fault, number == 4096 ? other : number ? proj.words(context, number) : "it is no projected system");
    if (operation) proj.free(operation);
  }
  if (system) proj.free(system);
  if (!result) proj.free_context(context);
  return result;
}

bool proj_move(proj_system *system, bool forward, double *x, double *y) {
  double px = forward ? *x : *x / system->scale, py = forward ? *y : *y / system->scale;
  pthread_mutex_lock(&system->lock);
  size_t count = proj.move(
      system->operation, forward ? 1 : -1, &px, sizeof px, 1, &py, sizeof py, 1, NULL, 0, 0, NULL, 0, 0);
  pthread_mutex_unlock(&system->lock);
  if (count != 1 || !isfinite(px) || !isfinite(py)) return false;
  *x = forward ? px * system->scale : px;
  *y = forward ? py * system->scale : py;
  return true;
}

void proj_close(proj_system *system) {
  if (system->operation) proj.free(system->operation);
  proj.free_context(system->context);
  pthread_mutex_destroy(&system->lock);
  free(system);
}
