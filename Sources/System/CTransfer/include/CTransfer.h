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
  transfer_untrusted,    // its certificate is of nobody who is trusted, of another name or out of date
  transfer_no_bundle,    // the certificates of those who are trusted cannot be read
  transfer_cut,          // the answer ended early
  transfer_not_a_part,   // a part was requested, and the server answers with the whole
  transfer_failed,
} transfer_outcome;

typedef struct {
  const char *url;         // redirects are not followed: the caller checks where they lead
  const char *user_agent;
  const char *accept;
  const char *range;       // such as 0-16383; NULL for the whole
  const char *if_match;    // an entity tag; NULL for none
  const char *proxy;       // empty for none; the environment is not consulted
  const char *bundle;         // a file of the certificates that are trusted; NULL for libcurl's own
  const char *bundle_folder;  // a folder of them; NULL for libcurl's own
  size_t byte_limit;
  long milliseconds;
  bool refuses_private;    // refuses to connect to private addresses as well
  bool allows_segment;     // connects to what transfer_is_refused refuses, but for metadata services
} transfer_request;

typedef struct {
  transfer_outcome outcome;
  long status;               // of HTTP; 0 without an answer
  int code;                  // libcurl's own number of the failure
  bool is_from_private;      // the connection led to a private address
  uint8_t *bytes;            // these and the texts are to be given to transfer_free
  size_t count;
  char *redirect;            // where a redirect leads, absolute; NULL for none
  char etag[256];            // with its quotation marks; empty where there is none or it is longer
  char encoding[32];         // Content-Encoding
  char content_range[96];
} transfer_answer;

// A connection that is kept open between requests. To be used by one thread at a time.
typedef struct transfer_session transfer_session;

// NULL without libcurl or memory.
transfer_session *transfer_open(void);
void transfer_close(transfer_session *session);
transfer_answer transfer_fetch(transfer_session *session, const transfer_request *request);
void transfer_free(transfer_answer *answer);

// Whether libcurl has been loaded into this process.
bool transfer_is_loaded(void);

// Whether an address (a sockaddr) is one of a machine's own network segment or of a cloud's metadata service.
bool transfer_is_refused(const void *address, size_t count);

// Whether an address (a sockaddr) is one of a cloud's metadata service.
bool transfer_is_metadata(const void *address, size_t count);

// Whether an address (a sockaddr) is not one of the public network: of this machine, a private network, a segment.
bool transfer_is_private(const void *address, size_t count);
