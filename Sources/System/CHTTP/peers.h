#pragma once
#include "CHTTP.h"

#include "microhttpd.h"

#include <poll.h>
#include <pthread.h>

// `phase_begun`: our own code looks at the request, on the connection's thread.
typedef enum { phase_head, phase_body, phase_begun, phase_drawing, phase_sending } phase;

// A connection from accepting to closing, in the server's list.
typedef struct peer {
  struct peer *next, **link;
  http_server *server;
  int descriptor;
  phase phase;
  uint64_t since;
  // Since when the client sends nothing more and all that it sent is read; 0 while it may send.
  uint64_t ended;
  http_request *request;
  bool was_answered, has_left, was_probed;
} peer;

struct http_server {
  http_options options;
  daemon_handle *daemon;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_t watcher;
  peer *peers;
  struct pollfd *polled;
  size_t peer_count, polled_capacity, held;
  int listening;
  uint16_t port;
  _Atomic bool ends;
  bool stops;
};

typedef struct {
  const char *name, *value;
} header;

struct http_request {
  http_server *server;
  peer *peer;
  connection *connection;
  char *target;
  const char *end;  // of the target where it came, until the head is there
  const char *method;
  uint8_t *body;
  size_t count, capacity;
  header *headers;
  size_t header_count, header_capacity;
  http_refusal refused;
  bool keeps_body, is_modern, is_received, is_suspended, is_answered;
  uint64_t began;
  void *owner;
  // The answer, until it is queued by the connection's own thread.
  response *response;
  int status;
};

// Nanoseconds on a clock that never jumps.
uint64_t http_now(void);

// Ends connections that exceed their time, and finds clients that have left; the body of the watching thread, which is given the
// server.
void *http_watch(void *server);
