#include "CGraphics.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Pango 1.50 reads font configuration and finds fonts on threads of its own, and GLib ends the process where one cannot
// be started, as under a container's limit of processes. On Linux `g_thread_new` below stands before GLib's own: where no
// thread is to be had, the calling thread does such work itself. Declared here, since no header of GLib is included.
typedef struct _GThread GThread;
typedef struct _GError GError;
typedef void *(*thread_body)(void *);
GThread *g_thread_try_new(const char *name, thread_body body, void *data, GError **error);
GThread *g_thread_self(void);
GThread *g_thread_ref(GThread *thread);
void g_error_free(GError *error);

typedef struct {
  const char *key;
  const void *value;
  ssize_t length;
} log_field;
typedef int (*log_writer)(int level, const log_field *fields, size_t count, void *data);
void g_log_set_writer_func(log_writer writer, void *data, void (*free_data)(void *));
int g_log_writer_default(int level, const log_field *fields, size_t count, void *data);

static int write_others(int level, const log_field *fields, size_t count, void *data) {
  for (size_t index = 0; index < count; index++)
    if (!strcmp(fields[index].key, "GLIB_DOMAIN") && !strcmp(fields[index].value, "Pango")) return 1;  // handled
  return g_log_writer_default(level, fields, count, data);
}

// Pango writes structured messages, which go past the handlers of domains.
void graphics_silence_pango(void) { g_log_set_writer_func(write_others, NULL, NULL); }

// Whose thread could not be started while its caller held a lock that it needs. Pango asks for it once in a process.
static _Atomic(thread_body) postponed;

void graphics_finish_starting(void) {
  thread_body body = atomic_exchange(&postponed, NULL);
  if (body) body(NULL);
}

#if defined(__linux__)
__attribute__((visibility("default")))
GThread *g_thread_new(const char *name, thread_body body, void *data) {
  for (int turn = 0;; turn++) {
    GError *error = NULL;
    GThread *thread = g_thread_try_new(name, body, data, &error);
    if (thread) return thread;
    if (error) g_error_free(error);
    if (name && (!strcmp(name, "[pango] FcFontSetMatch") || !strcmp(name, "[pango] FcFontSetSort"))) {
      body(data);
      return g_thread_ref(g_thread_self());
    }
    if (name && !strcmp(name, "[pango] FcInit") && !data) {
      atomic_store(&postponed, body);
      return g_thread_ref(g_thread_self());
    }
    // Others may never end: they must get a thread. GLib would end the process at once, with a core dump.
    if (turn == 2000) {
      static const char text[] = "clustersnap: error: no thread can be started; allow more processes\n";
      if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {}
      _exit(3);
    }
    usleep(1000);
  }
}
#endif
