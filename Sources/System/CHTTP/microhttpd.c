#include "microhttpd.h"

#include <CLibraries.h>
#include <pthread.h>
#include <string.h>

microhttpd mhd;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = library_open(library_microhttpd);
  if (!handle) return;
  static const struct {
    const char *name;
    void *function;
  } functions[] = {
      {"MHD_start_daemon", &mhd.start}, {"MHD_stop_daemon", &mhd.stop}, {"MHD_quiesce_daemon", &mhd.quiesce},
      {"MHD_suspend_connection", &mhd.suspend}, {"MHD_resume_connection", &mhd.resume},
      {"MHD_queue_response", &mhd.queue}, {"MHD_add_response_header", &mhd.add_header},
      {"MHD_create_response_from_buffer_with_free_callback_cls", &mhd.make},
      {"MHD_destroy_response", &mhd.destroy}, {"MHD_get_connection_values", &mhd.values},
      {"MHD_get_connection_info", &mhd.info},
  };
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    void *found = library_function(handle, functions[i].name);
    if (!found) return;
    memcpy(functions[i].function, &found, sizeof found);
  }
  loaded = true;
}

bool microhttpd_load(void) {
  pthread_once(&once, load);
  return loaded;
}
