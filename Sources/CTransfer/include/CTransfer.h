#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Fetches one document over HTTP with libcurl, which is loaded when the first document is fetched and never otherwise.
// In C because curl_easy_setopt takes variable arguments, which Swift cannot pass.

typedef enum {
  transfer_done,
  transfer_no_library,   // libcurl is not installed
  transfer_no_memory,
  transfer_refused,      // the address is one that must not be asked
  transfer_too_large,
  transfer_too_slow,
  transfer_redirected,   // too often, or to another scheme
  transfer_unreachable,  // no such host, nobody listens, no TLS
  transfer_cut,          // the answer ended early
  transfer_failed,
} transfer_outcome;

typedef struct {
  const char *url;
  const char *user_agent;
  size_t byte_limit;
  long milliseconds;
  long redirects;
} transfer_request;

typedef struct {
  transfer_outcome outcome;
  long status;     // of HTTP; 0 without an answer
  int code;        // libcurl's own number of the failure
  uint8_t *bytes;  // to be given to transfer_free
  size_t count;
} transfer_answer;

transfer_answer transfer_fetch(const transfer_request *request);
void transfer_free(uint8_t *bytes);

// Whether libcurl has been loaded into this process.
bool transfer_is_loaded(void);

// Whether an address (a sockaddr) is one of a machine's own network segment or of a cloud's metadata service.
bool transfer_is_refused(const void *address, size_t count);
