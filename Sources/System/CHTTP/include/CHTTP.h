#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An HTTP/1.1 server with libmicrohttpd, which is loaded when the first server is started and never otherwise. Its header is
// not needed: what is used of its interface is declared here, as it has been since 0.9.73.

typedef struct http_server http_server;
// A request from its first byte until its answer is sent; not to be used after `ended`.
typedef struct http_request http_request;

// Why a request is refused before anything looks at it.
typedef enum { http_welcome, http_not_one_host, http_too_large, http_full, http_ending } http_refusal;

typedef struct {
  const char *address;  // IPv4 or IPv6, in digits
  uint16_t port;        // 0 for a free one
  unsigned threads;
  unsigned connection_limit;
  size_t body_limit, bodies_limit;  // bytes of one body, and of all whose requests are not answered yet
  unsigned seconds;     // for the body and the answer, each; idle connections end after as many, and the first head has 5
  void *context;
  // The head of a request with a body is there. Returns false for a body that is dropped while it is read.
  bool (*keeps_body)(void *context, http_request *request);
  // The whole request is there, or as much of it as it was refused for. Returns true if it was answered by http_answer; else the
  // connection is put aside.
  bool (*received)(void *context, http_request *request, http_refusal refused);
  // The connection is put aside until any thread calls http_answer.
  void (*suspended)(void *context, http_request *request);
  // The answer was sent, or the client has left: http_answer must not be called any more. The pointer is that of http_set_owner.
  void (*ended)(void *context, void *owner, bool was_sent, uint64_t nanoseconds);
  // The client of a request that waits for its answer has left.
  void (*left)(void *context, void *owner);
} http_options;

typedef enum { http_started, http_no_library, http_no_address, http_in_use, http_failed } http_outcome;

http_outcome http_start(const http_options *options, http_server **server);
uint16_t http_port(const http_server *server);
// Accepts no more connections and no more requests.
void http_quiesce(http_server *server);
// No connection may be aside.
void http_stop(http_server *server);

const char *http_method(const http_request *request);
// As it came: path and query, not decoded.
const char *http_target(const http_request *request);
const uint8_t *http_body(const http_request *request, size_t *count);
// Numbers headers from 0; false behind the last one.
bool http_header(const http_request *request, size_t number, const char **name, const char **value);
// The client's address in digits, into room of 46 bytes.
void http_client(const http_request *request, char room[46]);
void http_set_owner(http_request *request, void *owner);
void *http_owner(const http_request *request);

typedef struct {
  const char *name, *value;
} http_field;

// Answers. `release` is called with `owner` when the bytes are no longer needed.
void http_answer(
    http_request *request, int status, const http_field *fields, size_t field_count, const void *bytes, size_t count,
    void (*release)(void *owner), void *owner);
