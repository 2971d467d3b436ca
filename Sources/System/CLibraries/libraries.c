#include "CLibraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Names of the loader; %d stands for each version from the newest to the oldest.
static const struct {
  const char *variable, *names[6];
  int newest, oldest;
} libraries[library_count] = {
    [library_adbc_postgresql] =
        {"CLUSTERSNAP_ADBC_POSTGRESQL", {"libadbc_driver_postgresql.so", "libadbc_driver_postgresql.dylib"}, 0, 0},
    // 1.0 and on, and 0.11: the number counts its interface up.
    [library_avif] =
        {"CLUSTERSNAP_AVIF",
         {"libavif.so.16", "libavif.so.15", "libavif.16.dylib", "/opt/homebrew/lib/libavif.16.dylib",
          "/usr/local/lib/libavif.16.dylib"},
         0, 0},
    [library_curl] =
        {"CLUSTERSNAP_CURL",
         {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"},
         0, 0},
    [library_duckdb] = {"CLUSTERSNAP_DUCKDB", {"libduckdb.so", "libduckdb.dylib"}, 0, 0},
    // From 3.6 on; the number counts its interface up.
    [library_gdal] = {"CLUSTERSNAP_GDAL", {"libgdal.so", "libgdal.so.%d", "libgdal.dylib"}, 50, 32},
    [library_icu] = {"CLUSTERSNAP_ICU", {"libicui18n.so.%d", "libicucore.dylib"}, 99, 50},
    [library_jpeg] =
        {"CLUSTERSNAP_JPEG",
         {"libturbojpeg.so.0", "libturbojpeg.dylib", "/opt/homebrew/lib/libturbojpeg.dylib",
          "/usr/local/lib/libturbojpeg.dylib"},
         0, 0},
    [library_microhttpd] =
        {"CLUSTERSNAP_MICROHTTPD",
         {"libmicrohttpd.so.12", "libmicrohttpd.dylib", "/opt/homebrew/lib/libmicrohttpd.dylib",
          "/usr/local/lib/libmicrohttpd.dylib"},
         0, 0},
    [library_poppler] =
        {"CLUSTERSNAP_POPPLER",
         {"libpoppler-glib.so.8", "libpoppler-glib.dylib", "/opt/homebrew/lib/libpoppler-glib.dylib",
          "/usr/local/lib/libpoppler-glib.dylib"},
         0, 0},
    // From 8 on; the number counts its interface up.
    [library_proj] =
        {"CLUSTERSNAP_PROJ",
         {"libproj.so", "libproj.so.%d", "libproj.dylib", "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib"},
         40, 22},
    [library_webp] =
        {"CLUSTERSNAP_WEBP",
         {"libwebp.so.7", "libwebp.so.6", "libwebp.dylib", "/opt/homebrew/lib/libwebp.dylib",
          "/usr/local/lib/libwebp.dylib"},
         0, 0},
    [library_zstd] =
        {"CLUSTERSNAP_ZSTD",
         {"libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib", "/usr/local/lib/libzstd.1.dylib"},
         0, 0},
};

const char *library_variable(optional_library library) { return libraries[library].variable; }

const char *library_name(optional_library library) { return libraries[library].names[0]; }

const char *library_place(optional_library library, int number, char room[library_room]) {
  const char *file = getenv(libraries[library].variable);
  if (file) {
    if (number > 0 || !*file) return NULL;
    // The loader looks for bare names in the system's folders alone.
    if (strchr(file, '/') || access(file, F_OK) != 0) return file;
    return snprintf(room, library_room, "./%s", file) < library_room ? room : file;
  }
  for (const char *const *name = libraries[library].names; *name; name++) {
    const char *version = strstr(*name, "%d");
    int count = version ? libraries[library].newest - libraries[library].oldest + 1 : 1;
    if (number >= count) {
      number -= count;
      continue;
    }
    if (!version) return *name;
    snprintf(
        room, library_room, "%.*s%d", (int)(version - *name), *name, libraries[library].newest - number);
    return room;
  }
  return NULL;
}

void *library_open_at(const char *place) { return dlopen(place, RTLD_NOW | RTLD_LOCAL); }

// None, where no other file of the program has such a table.
__attribute__((weak)) const library_linked_function library_linked[] = {{0, NULL, NULL}};

void *library_open(optional_library library) {
  if (!getenv(libraries[library].variable)) {
    for (const library_linked_function *linked = library_linked; linked->name; linked++) {
      if (linked->library == library) return (void *)library_linked;
    }
  }
  char room[library_room];
  void *handle = NULL;
  const char *place;
  for (int number = 0; !handle && (place = library_place(library, number, room)); number++) {
    handle = library_open_at(place);
  }
  return handle;
}

void *library_function(void *handle, const char *name) {
  if (handle != library_linked) return dlsym(handle, name);
  for (const library_linked_function *linked = library_linked; linked->name; linked++) {
    if (strcmp(linked->name, name) == 0) return linked->function;
  }
  return NULL;
}
