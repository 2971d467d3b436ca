#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

// libmicrohttpd's interface, as far as it is used: numbers and types of microhttpd.h 0.9.73 and later.
typedef struct daemon daemon_handle;
typedef struct connection connection;
typedef struct response response;
typedef int (*each_value)(void *context, int kind, const char *name, const char *value);
typedef int (*handler)(
    void *context, connection *, const char *url, const char *method, const char *version, const char *data,
    size_t *count, void **slot);
union connection_info {
  int number;
  struct sockaddr *address;
  void *context;
};
enum {
  use_polling_thread = 8, use_poll = 64, use_epoll = 512, allow_suspend = 8192 | 1024,
  option_end = 0, option_memory_limit = 1, option_connection_limit = 2, option_timeout = 3,
  option_completed = 4, option_uri_log = 7, option_pool = 14, option_unescape = 16, option_memory_increment = 21,
  option_notify_connection = 27,
  option_listen_socket = 12, info_client_address = 2, info_connection_fd = 6, info_socket_context = 7, header_kind = 1,
};

typedef struct {
  daemon_handle *(*start)(unsigned flags, uint16_t port, void *accept, void *accept_context, handler, void *, ...);
  void (*stop)(daemon_handle *);
  int (*quiesce)(daemon_handle *);
  void (*suspend)(connection *);
  void (*resume)(connection *);
  int (*queue)(connection *, unsigned status, response *);
  response *(*make)(size_t, void *, void (*)(void *), void *);
  int (*add_header)(response *, const char *, const char *);
  void (*destroy)(response *);
  int (*values)(connection *, int kind, each_value, void *);
  const union connection_info *(*info)(connection *, int kind, ...);
} microhttpd;

// Its functions; valid after microhttpd_load has returned true.
extern microhttpd mhd;

// Loads the library once; false where it is not installed.
bool microhttpd_load(void);
