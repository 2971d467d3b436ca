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

// Opens the first of those places where there is a library; NULL where there is none.
void *library_open(optional_library library);
