#include "listen.h"
#include "peers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static void enter(http_request *request, phase phase) {
  if (!request->peer) return;
  pthread_mutex_lock(&request->server->lock);
  request->peer->phase = phase;
  request->peer->since = http_now();
  request->peer->ended = 0;
  pthread_mutex_unlock(&request->server->lock);
}

// Makes room for bytes of a body, as far as those of all bodies are within their limit.
static bool grow_body(http_request *request, size_t count) {
  http_server *server = request->server;
  size_t needed = request->count + count, capacity = request->capacity * 2;
  if (needed <= request->capacity) return true;
  if (capacity > server->options.body_limit) capacity = server->options.body_limit;
  if (capacity < needed) capacity = needed;
  pthread_mutex_lock(&server->lock);
  size_t held = server->held - request->capacity + capacity;
  bool fits = held <= server->options.bodies_limit;
  if (fits) server->held = held;
  pthread_mutex_unlock(&server->lock);
  if (!fits) return false;
  request->capacity = capacity;
  uint8_t *grown = realloc(request->body, capacity);
  if (grown) request->body = grown;
  return grown;
}

static void release_body(http_request *request) {
  if (request->capacity == 0) return;
  pthread_mutex_lock(&request->server->lock);
  request->server->held -= request->capacity;
  pthread_mutex_unlock(&request->server->lock);
  free(request->body);
  request->body = NULL;
  request->count = request->capacity = 0;
}

// Addresses stay as they came: we decode them.
static size_t unescape(void *context, connection *of, char *text) {
  return (void)context, (void)of, strlen(text);
}

// Called when the request line is there, before anything else.
static void *log_target(void *context, const char *target, connection *of) {
  http_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->server = context;
  request->connection = of;
  request->target = strdup(target);
  request->end = target + strlen(target);
  // The library would list the parameters of a query. A long list takes the memory that its answer needs: a request with 900
  // parameters was never answered. The text is in the connection's own buffer.
  for (char *byte = (char *)(uintptr_t)target; *byte; byte++)
    if (*byte == '?' || *byte == '&') *byte = '_';
  request->began = http_now();
  return request;
}

static void on_connection(void *context, connection *of, void **slot, int code) {
  http_server *server = context;
  if (code == 0) {
    peer *one = calloc(1, sizeof *one);
    const union connection_info *info = mhd.info(of, info_connection_fd);
    if (!one) return;
    one->server = server;
    one->descriptor = info ? info->number : -1;
    one->since = http_now();
    pthread_mutex_lock(&server->lock);
    one->next = server->peers;
    one->link = &server->peers;
    if (one->next) one->next->link = &one->next;
    server->peers = one;
    server->peer_count++;
    pthread_mutex_unlock(&server->lock);
    *slot = one;
    return;
  }
  peer *one = *slot;
  if (!one) return;
  pthread_mutex_lock(&server->lock);
  *one->link = one->next;
  if (one->next) one->next->link = one->link;
  server->peer_count--;
  if (one->request) one->request->peer = NULL;
  pthread_mutex_unlock(&server->lock);
  free(one);
}

static void on_completed(void *context, connection *of, void **slot, int code) {
  http_server *server = ((void)of, context);
  http_request *request = *slot;
  if (!request) return;
  *slot = NULL;
  pthread_mutex_lock(&server->lock);
  if (request->peer) {
    request->peer->request = NULL;
    request->peer->phase = phase_head;
    request->peer->since = http_now();
    request->peer->was_answered = true;
    request->peer->has_left = request->peer->was_probed = false;
    request->peer->ended = 0;
  }
  pthread_mutex_unlock(&server->lock);
  // Owners exist from `received` on, and end here alone.
  if (request->is_received) {
    server->options.ended(server->options.context, request->owner, code == 0, http_now() - request->began);
  }
  release_body(request);
  free(request->target);
  free(request->headers);
  free(request);
}

static int add_header(void *context, int kind, const char *name, const char *value) {
  (void)kind;
  http_request *request = context;
  if (request->header_count == request->header_capacity) {
    size_t capacity = request->header_capacity * 2 + 16;
    header *grown = realloc(request->headers, capacity * sizeof *grown);
    if (!grown) return 0;
    request->headers = grown;
    request->header_capacity = capacity;
  }
  request->headers[request->header_count++] = (header){name, value ? value : ""};
  return 1;
}

static int send_answer(http_request *request, connection *of) {
  response *answer = request->response;
  request->response = NULL;
  enter(request, phase_sending);
  int result = mhd.queue(of, (unsigned)request->status, answer);
  mhd.destroy(answer);
  return result;
}

static int on_request(
    void *context, connection *of, const char *url, const char *method, const char *version, const char *data,
    size_t *count, void **slot) {
  http_server *server = ((void)url, context);
  http_request *request = *slot;
  if (!request || !request->target) return 0;
  if (!request->method) {
    // The first call: the head is there.
    request->method = method;
    // A zero byte cuts the target off, and the rest of it stands before the version: our parser refuses a target without a slash.
    const char *rest = request->end;
    while (rest < version && (!*rest || *rest == ' ' || *rest == '\t')) rest++;
    if (rest < version && version - rest < 65536) request->target[0] = 0x7F;
    const union connection_info *info = mhd.info(of, info_socket_context);
    request->peer = info ? info->context : NULL;
    if (request->peer) {
      pthread_mutex_lock(&server->lock);
      request->peer->request = request;
      pthread_mutex_unlock(&server->lock);
    }
    mhd.values(of, header_kind, add_header, request);
    request->is_modern = strcmp(version, "HTTP/1.0") != 0;
    // Refused before its body is read: one that is too large, and a request of HTTP/1.1 that names no host, or two.
    http_refusal refused = server->ends ? http_ending : http_welcome;
    int hosts = 0;
    bool has_body = false;
    for (size_t i = 0; i < request->header_count; i++) {
      const header *one = &request->headers[i];
      size_t length = strcasecmp(one->name, "Content-Length") == 0 ? strtoull(one->value, NULL, 10) : 0;
      if (length > server->options.body_limit) refused = http_too_large;
      has_body = has_body || length > 0 || strcasecmp(one->name, "Transfer-Encoding") == 0;
      hosts += strcasecmp(one->name, "Host") == 0;
    }
    if (hosts > 1 || (hosts == 0 && request->is_modern)) refused = http_not_one_host;
    if (!refused) {
      // What will be refused, and what has no use for a body, is read to its end, so that the connection goes on.
      enter(request, phase_body);
      request->keeps_body = has_body && server->options.keeps_body(server->options.context, request);
      return 1;
    }
    request->is_received = true;
    server->options.received(server->options.context, request, refused);
    return request->response ? send_answer(request, of) : 0;
  }
  if (*count > 0) {
    if (!request->refused && *count > server->options.body_limit - request->count) request->refused = http_too_large;
    if (!request->refused && request->keeps_body) {
      if (grow_body(request, *count)) {
        memcpy(request->body + request->count, data, *count);
      } else {
        request->refused = http_full;
      }
    }
    if (request->refused) {
      release_body(request);
    } else {
      request->count += *count;
    }
    *count = 0;
    return 1;
  }
  if (request->response) return send_answer(request, of);
  if (request->is_answered) return 0;
  if (request->is_received && !request->is_suspended) {
    // Another thread may answer before `suspended` returns: a resumed connection calls this function again, on this thread.
    request->is_suspended = true;
    mhd.suspend(of);
    server->options.suspended(server->options.context, request);
    enter(request, phase_drawing);
  }
  if (request->is_received) return 1;
  request->is_received = true;
  enter(request, phase_begun);
  if (!request->refused && server->ends) request->refused = http_ending;
  bool is_answered = server->options.received(server->options.context, request, request->refused);
  // Whoever draws has bytes of its own, which count until the answer is sent.
  free(request->body);
  request->body = NULL;
  if (is_answered) return request->response ? send_answer(request, of) : 0;
  // Put aside when it is called again: a connection that is put aside here reads once more when it is resumed, and closes where the
  // client has ended its half.
  return 1;
}

http_outcome http_start(const http_options *options, http_server **result) {
  if (!microhttpd_load()) return http_no_library;
  unsigned flags = use_polling_thread | allow_suspend;
#ifdef __linux__
  flags |= use_epoll;
#else
  flags |= use_poll;
#endif
  int listening = -1;
  uint16_t port = 0;
  http_outcome outcome = http_listen(options, &listening, &port);
  if (outcome != http_started) return outcome;
  http_server *server = calloc(1, sizeof *server);
  if (!server) {
    close(listening);
    return http_failed;
  }
  server->options = *options;
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->wake, NULL);
  server->listening = listening;
  server->port = port;
  server->daemon = mhd.start(
      flags, 0, NULL, NULL, on_request, server, option_listen_socket, server->listening, option_memory_limit,
      (size_t)65536, option_memory_increment, (size_t)8192, option_connection_limit, options->connection_limit,
      option_timeout, options->seconds, option_uri_log, log_target, server, option_unescape, unescape, NULL,
      option_completed, on_completed, server, option_notify_connection, on_connection, server, option_pool,
      options->threads, option_end);
  if (!server->daemon) {
    close(server->listening);
    free(server);
    return http_failed;
  }
  if (pthread_create(&server->watcher, NULL, http_watch, server) != 0) {
    mhd.stop(server->daemon);
    free(server);
    return http_failed;
  }
  *result = server;
  return http_started;
}

uint16_t http_port(const http_server *server) { return server->port; }

void http_quiesce(http_server *server) {
  server->ends = true;
  int listening = mhd.quiesce(server->daemon);
  if (listening >= 0) close(listening);
}

void http_stop(http_server *server) {
  mhd.stop(server->daemon);
  pthread_mutex_lock(&server->lock);
  server->stops = true;
  pthread_cond_signal(&server->wake);
  pthread_mutex_unlock(&server->lock);
  pthread_join(server->watcher, NULL);
  pthread_cond_destroy(&server->wake);
  pthread_mutex_destroy(&server->lock);
  free(server->polled);
  free(server);
}

const char *http_method(const http_request *request) { return request->method; }
const char *http_target(const http_request *request) { return request->target; }

const uint8_t *http_body(const http_request *request, size_t *count) {
  *count = request->count;
  return request->body;
}

bool http_header(const http_request *request, size_t number, const char **name, const char **value) {
  if (number >= request->header_count) return false;
  *name = request->headers[number].name;
  *value = request->headers[number].value;
  return true;
}

void http_client(const http_request *request, char room[46]) {
  const union connection_info *info = mhd.info(request->connection, info_client_address);
  room[0] = 0;
  if (!info || !info->address) return;
  if (info->address->sa_family == AF_INET) {
    inet_ntop(AF_INET, &((struct sockaddr_in *)info->address)->sin_addr, room, 46);
  } else if (info->address->sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &((struct sockaddr_in6 *)info->address)->sin6_addr, room, 46);
  }
}

void http_set_owner(http_request *request, void *owner) {
  pthread_mutex_lock(&request->server->lock);
  request->owner = owner;
  pthread_mutex_unlock(&request->server->lock);
}

void *http_owner(const http_request *request) { return request->owner; }

void http_answer(
    http_request *request, int status, const http_field *fields, size_t field_count, const void *bytes, size_t count,
    void (*release)(void *owner), void *owner) {
  response *answer = mhd.make(count, (void *)bytes, release, owner);
  if (!answer) release(owner);
  for (size_t i = 0; answer && i < field_count; i++) mhd.add_header(answer, fields[i].name, fields[i].value);
  request->is_answered = true;
  request->response = answer;
  request->status = status;
  if (request->is_suspended) mhd.resume(request->connection);
}
