#include "HiddenLibraries.h"

#include <stdlib.h>
#include <string.h>

// What the environment brings in beside libraries: caches and settings of a user, proxies, locales.
static const char *const strays[] = {
    "HOME",       "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LANG",        "LANGUAGE",
    "LC_ALL",     "LC_NUMERIC",     "TZ",              "http_proxy",    "https_proxy", "HTTP_PROXY",
    "HTTPS_PROXY", "all_proxy",     "ALL_PROXY",       "no_proxy",      "NO_PROXY",    "NO_COLOR",
    "LD_PRELOAD", "CLUSTERSNAP_INPUT_TIMEOUT",
};

enum { most_places = 64 };
static char *places[library_count][most_places + 1];

// Hides every optional library before the process that runs the tests reads its environment for the first time. As a part
// of that process it needs no call, so none can be forgotten. A process that was started for tests that want some libraries
// is left as it was started.
__attribute__((constructor)) static void hide_libraries(void) {
  char room[library_room];
  for (int library = 0; library < library_count; library++) {
    const char *place;
    for (int number = 0; number < most_places && (place = library_place(library, number, room)); number++) {
      places[library][number] = strdup(place);
    }
    if (!getenv("CLUSTERSNAP_TESTS_WANT")) setenv(library_variable(library), "", 1);
  }
  for (size_t i = 0; i < sizeof strays / sizeof strays[0]; i++) unsetenv(strays[i]);
  setenv("FONTCONFIG_FILE", NO_FONTS, 1);
}

const char *hidden_place(optional_library library, int number) {
  return number < most_places ? places[library][number] : NULL;
}
