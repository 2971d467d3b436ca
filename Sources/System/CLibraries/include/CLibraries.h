#pragma once

// Libraries that need not be installed: each is opened when it is first needed, and never otherwise.
//
// A variable of the environment names a library's file. Where it is empty, there is no such library; where it is not set, the
// system's loader looks for the library under its usual names.
typedef enum {
  library_adbc_postgresql,
  library_avif,
  library_curl,
  library_duckdb,
  library_gdal,
  library_icu,
  library_jpeg,
  library_microhttpd,
  library_poppler,
  library_proj,
  library_webp,
  library_zstd,
  library_count,
} optional_library;

// The library's variable, such as CLUSTERSNAP_GDAL.
const char *library_variable(optional_library library);

// The first of the library's usual names.
const char *library_name(optional_library library);

// A path or name to try, by its number from 0; NULL behind the last one. It may be written to `room`.
enum { library_room = 4096 };
const char *library_place(optional_library library, int number, char room[library_room]);

// Opens one of those places; NULL where the loader finds nothing there, for the reason in `dlerror`.
void *library_open_at(const char *place);

// Opens the library that is linked in or, where none is or the variable names another one, the first of those places where there
// is one; NULL where there is none.
void *library_open(optional_library library);

// The function of a library that `library_open` opened, by its name; NULL where it has none.
void *library_function(void *handle, const char *name);

// The functions of such libraries that are linked in, an entry without a name behind the last one. A program may define the table;
// the library in the package for Python does (Packaging/python/linked.c).
typedef struct {
  optional_library library;
  const char *name;
  void *function;
} library_linked_function;
extern const library_linked_function library_linked[];
