#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Libraries of others that deliver tables, each loaded when a table of its kind is opened and never otherwise: drivers after
// the interface ADBC (Apache Arrow Database Connectivity 1.0), and GDAL. All of them hand out batches of columns in the form
// of the Arrow C data interface.

// The Arrow C data interface and its stream, as its specification lays them out.
struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

// Ask a stream, and give back what it gave; nothing happens to what was given back already.
// Both return whether there is an answer; at a stream's end the array's `release` is NULL.
bool arrow_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema);
bool arrow_next(struct ArrowArrayStream *stream, struct ArrowArray *batch);
const char *arrow_error(struct ArrowArrayStream *stream);
void arrow_release_schema(struct ArrowSchema *schema);
void arrow_release_batch(struct ArrowArray *batch);
void arrow_release_stream(struct ArrowArrayStream *stream);

// A column of arrow_export: g for numbers of 8 bytes, l for whole ones, b for a byte each, u for texts, one after the other with a
// zero byte behind each. `valid` has a byte a row, or is NULL where there is no null.
struct arrow_column {
  const char *name;
  char kind;
  const void *values;
  const uint8_t *valid;
};

// Makes the stream of a table of one batch, which is copied; the caller releases the stream.
void arrow_export(int64_t rows, int count, const struct arrow_column *columns, struct ArrowArrayStream *stream);

// Makes a stream of what Arrow's IPC format holds, without compression; the bytes are copied, and may be anybody's. Faults are
// those of its schema and its batches. False without memory; else the caller releases the stream.
bool arrow_import(const void *bytes, size_t count, struct ArrowArrayStream *stream);

typedef enum {
  driver_done,
  driver_absent,       // no library of these names
  driver_unloadable,   // there is one, and it cannot be loaded; the loader's words
  driver_foreign,      // there is one, for another kind of processor
  driver_no_entry,     // it has no entry point of this name, or offers too little
  driver_refused,      // the driver's words
  driver_no_memory,
  driver_outside,      // a file leads out of the root; its path
  driver_irregular,    // a file is no regular one; its path
} driver_outcome;

// Words of a driver or of the loader.
typedef struct {
  char text[2048];
} driver_fault;

// A database and a connection to it.
typedef struct adbc_session adbc_session;

// Connects. `library` is a path, or a name that the loader looks for; `options` are keys and values in turn, NULL at the end.
driver_outcome adbc_open(
    const char *library, const char *entry, const char *const *options, adbc_session **session, driver_fault *fault);

// Runs a statement, and opens the stream of its rows, to be released before the session is closed.
driver_outcome adbc_run(
    adbc_session *session, const char *statement, struct ArrowArrayStream *rows, driver_fault *fault);

// Ends the statement that runs; on any thread, while the session is open. Drivers of version 1.0 cannot.
void adbc_cancel(adbc_session *session);

void adbc_close(adbc_session *session);

// GDAL, of which version 3.6 is needed at least.
typedef struct gdal_file gdal_file;

// Loads GDAL under a path or a name, once in a process; nothing happens where it is loaded already.
driver_outcome gdal_load(const char *name, driver_fault *fault);

// Opens a file of features after gdal_load, in one of the formats that name no other files, servers or programs. Nothing is
// written. The file and what its driver opens beside it must be regular files, below `root` unless that is NULL.
driver_outcome gdal_open(const char *path, const char *root, gdal_file **file, driver_fault *fault);

// The first file since then that was needed and must not be opened; driver_done where there was none.
driver_outcome gdal_refusal(gdal_file *file, driver_fault *fault);

int gdal_layer_count(gdal_file *file);
const char *gdal_layer_name(gdal_file *file, int number);
bool gdal_has_rows(gdal_file *file, int number);
// How many rows a layer, or the chosen one with a number below 0, has by the count in the file's own header: those of a file
// that is cut short are fewer. Below 0 where a format has no such count.
long long gdal_counted_rows(gdal_file *file, int number);
// Whether the library has complained since the file was opened, and its words.
bool gdal_has_failed(driver_fault *fault);

// Whether the file is one of OpenStreetMap, whose layers cannot be looked at one by one.
bool gdal_is_map(gdal_file *file);

// Chooses the layer that is read, and how its places become longitude and latitude of WGS 84.
driver_outcome gdal_choose(gdal_file *file, int number, driver_fault *fault);

// Whether places must be moved, and moves one; false where it lies outside of what the reference system is for.
bool gdal_moves(gdal_file *file);
bool gdal_move(gdal_file *file, double *x, double *y);

// Opens the stream of the layer's rows, to be released before the file is closed.
driver_outcome gdal_rows(gdal_file *file, struct ArrowArrayStream *rows, driver_fault *fault);

void gdal_close(gdal_file *file);

// PROJ, of which version 8 is needed at least: systems of coordinates by a code or a string.
typedef struct proj_system proj_system;

// Loads PROJ under a path or a name, once in a process.
driver_outcome proj_load(const char *name, driver_fault *fault);

// Opens a system after proj_load: without a network, a variable of the environment or a user's folder. NULL for what is none, with
// the reason in `fault`. Systems of longitude and latitude have no plane. The facts are in degrees: the area of use, if the
// database has one, and the central meridian and the latitude of the origin, 0 where there are none.
typedef struct {
  bool is_geographic, has_area;
  double west, south, east, north, longitude, latitude;
} proj_facts;
proj_system *proj_open(const char *definition, proj_facts *facts, driver_fault *fault);

// Takes degrees, longitude first, to radii of the ellipsoid, east first, or back; false where there is no such point.
bool proj_move(proj_system *system, bool forward, double *x, double *y);

void proj_close(proj_system *system);
