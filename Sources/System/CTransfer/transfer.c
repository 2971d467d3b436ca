#include "CTransfer.h"

// CURLOPT_PROTOCOLS is deprecated since 7.85, but older libraries know nothing else, and newer ones still take it.
#define CURL_DISABLE_DEPRECATION

#include <CLibraries.h>
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

// libcurl's functions under their own types, found when the first document is fetched. Names in `typeof` are those of
// curl/curl.h: where they differ from what is called here, this file does not compile.
typedef struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *easy_init;
  __typeof__(curl_easy_setopt) *setopt;
  __typeof__(curl_easy_perform) *perform;
  __typeof__(curl_easy_getinfo) *getinfo;
  __typeof__(curl_easy_cleanup) *cleanup;
  __typeof__(curl_easy_reset) *reset;
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
} library;

static library curl;
static atomic_bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = library_open(library_curl);
  if (!handle) return;
  *(void **)&curl.global_init = library_function(handle, "curl_global_init");
  *(void **)&curl.easy_init = library_function(handle, "curl_easy_init");
  *(void **)&curl.setopt = library_function(handle, "curl_easy_setopt");
  *(void **)&curl.perform = library_function(handle, "curl_easy_perform");
  *(void **)&curl.getinfo = library_function(handle, "curl_easy_getinfo");
  *(void **)&curl.cleanup = library_function(handle, "curl_easy_cleanup");
  *(void **)&curl.reset = library_function(handle, "curl_easy_reset");
  *(void **)&curl.slist_append = library_function(handle, "curl_slist_append");
  *(void **)&curl.slist_free_all = library_function(handle, "curl_slist_free_all");
  if (curl.global_init && curl.easy_init && curl.setopt && curl.perform && curl.getinfo && curl.cleanup && curl.reset &&
      curl.slist_append && curl.slist_free_all && curl.global_init(CURL_GLOBAL_ALL) == CURLE_OK) {
    atomic_store(&loaded, true);
  }
}

bool transfer_is_loaded(void) { return atomic_load(&loaded); }

typedef enum { address_public, address_private, address_segment, address_metadata } address_kind;

static address_kind kind_of_v4(uint32_t address) {
  if (address == 0x646464C8 ||  // 100.100.100.200
      address == 0xA83F8110 ||  // 168.63.129.16
      address == 0xA9FEA9FE) {  // 169.254.169.254
    return address_metadata;
  }
  if (address >> 16 == 0xA9FE) return address_segment;  // 169.254/16
  static const struct {
    uint32_t prefix;
    int bits;
  } private_networks[] = {
      {0x00000000, 8},  {0x0A000000, 8},  {0x7F000000, 8},  {0x64400000, 10}, {0xAC100000, 12},
      {0xC0000000, 24}, {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 4},  {0xF0000000, 4},
  };
  for (size_t i = 0; i < sizeof private_networks / sizeof private_networks[0]; i++) {
    if ((address ^ private_networks[i].prefix) >> (32 - private_networks[i].bits) == 0) return address_private;
  }
  return address_public;
}

static address_kind kind_of_v6(const uint8_t *b) {
  static const uint8_t metadata[16] = {0xFD, 0x00, 0x0E, 0xC2, [14] = 0x02, [15] = 0x54};
  if (memcmp(b, metadata, 16) == 0) return address_metadata;  // fd00:ec2::254
  if (b[0] == 0xFE && (b[1] & 0xC0) == 0x80) return address_segment;  // fe80::/10
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B};
  static const uint8_t zeros[12] = {0};
  uint32_t last = (uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15];
  if (memcmp(b, mapped, 12) == 0 || memcmp(b, nat64, 12) == 0) return kind_of_v4(last);
  // ::, ::1 and the addresses that once stood for those of version 4; fc00::/7, fec0::/10 and many at once.
  if (memcmp(b, zeros, 12) == 0) return last > 0xFFFF ? kind_of_v4(last) : address_private;
  // 6to4 carries an address of version 4.
  if (b[0] == 0x20 && b[1] == 0x02) {
    return kind_of_v4((uint32_t)b[2] << 24 | (uint32_t)b[3] << 16 | (uint32_t)b[4] << 8 | b[5]);
  }
  if ((b[0] & 0xFE) == 0xFC || (b[0] == 0xFE && (b[1] & 0xC0) == 0xC0) || b[0] == 0xFF) return address_private;
  return address_public;
}

static address_kind kind_of(const void *address, size_t count) {
  const struct sockaddr *any = address;
  if (count >= sizeof(struct sockaddr_in) && any->sa_family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, address, sizeof v4);
    return kind_of_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (count >= sizeof(struct sockaddr_in6) && any->sa_family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, address, sizeof v6);
    return kind_of_v6(v6.sin6_addr.s6_addr);
  }
  // Neither kind of address: a socket of the file system, say.
  return address_metadata;
}

bool transfer_is_refused(const void *address, size_t count) {
  return kind_of(address, count) >= address_segment;
}

bool transfer_is_metadata(const void *address, size_t count) {
  return kind_of(address, count) == address_metadata;
}

bool transfer_is_private(const void *address, size_t count) {
  return kind_of(address, count) != address_public;
}

typedef struct {
  const transfer_request *request;
  transfer_answer *answer;
  uint8_t *bytes;
  size_t count, capacity;
  bool is_too_large, is_out_of_memory, is_refused, is_whole;
} answer_buffer;

// Copies the value of a header into room of a fixed size; what does not fit is left out.
static void copy_value(char *room, size_t size, const char *line, size_t count, const char *name) {
  size_t length = strlen(name);
  if (count <= length || strncasecmp(line, name, length) != 0) return;
  line += length;
  count -= length;
  while (count > 0 && (*line == ' ' || *line == '\t')) line++, count--;
  while (count > 0 && (line[count - 1] == '\r' || line[count - 1] == '\n' || line[count - 1] == ' ')) count--;
  if (count >= size || memchr(line, 0, count)) count = 0;
  memcpy(room, line, count);
  room[count] = 0;
}

static size_t receive_header(char *line, size_t size, size_t count, void *data) {
  answer_buffer *buffer = data;
  transfer_answer *answer = buffer->answer;
  size_t length = size * count;
  if (length > 9 && strncmp(line, "HTTP/", 5) == 0) {
    // A new answer begins, behind one of status 100, say.
    answer->etag[0] = answer->encoding[0] = answer->content_range[0] = 0;
    const char *status = memchr(line, ' ', length);
    if (buffer->request->range && status && length - (size_t)(status - line) >= 4 &&
        memcmp(status, " 200", 4) == 0) {
      // The whole may be a hundred gigabytes: it is not waited for.
      buffer->is_whole = true;
      return 0;
    }
  }
  copy_value(answer->etag, sizeof answer->etag, line, length, "etag:");
  copy_value(answer->encoding, sizeof answer->encoding, line, length, "content-encoding:");
  copy_value(answer->content_range, sizeof answer->content_range, line, length, "content-range:");
  return length;
}

static size_t receive(char *bytes, size_t size, size_t count, void *data) {
  answer_buffer *buffer = data;
  size_t added = size * count;
  if (added > buffer->request->byte_limit - buffer->count) {
    buffer->is_too_large = true;
    return 0;
  }
  if (buffer->count + added > buffer->capacity) {
    size_t capacity = buffer->capacity ? buffer->capacity : 1 << 14;
    while (capacity < buffer->count + added) capacity *= 2;
    uint8_t *grown = realloc(buffer->bytes, capacity);
    if (!grown) {
      buffer->is_out_of_memory = true;
      return 0;
    }
    buffer->bytes = grown;
    buffer->capacity = capacity;
  }
  memcpy(buffer->bytes + buffer->count, bytes, added);
  buffer->count += added;
  return added;
}

// Called for every connection, so also for those that names lead to; behind a proxy the address is the proxy's.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  answer_buffer *buffer = data;
  const transfer_request *request = buffer->request;
  address_kind kind = kind_of(&address->addr, address->addrlen);
  bool is_through_proxy = request->proxy[0] != 0;
  if (kind == address_metadata || (kind == address_segment && !request->allows_segment) ||
      (kind != address_public && request->refuses_private && !is_through_proxy)) {
    buffer->is_refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype, address->protocol);
}

static transfer_outcome outcome(CURLcode code, const answer_buffer *buffer) {
  if (code == CURLE_OK) return transfer_done;
  if (buffer->is_too_large) return transfer_too_large;
  if (buffer->is_out_of_memory || code == CURLE_OUT_OF_MEMORY) return transfer_no_memory;
  if (buffer->is_refused) return transfer_refused;
  if (buffer->is_whole) return transfer_not_a_part;
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return transfer_too_slow;
    case CURLE_UNSUPPORTED_PROTOCOL: return transfer_redirected;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR: return transfer_unreachable;
    case CURLE_PEER_FAILED_VERIFICATION: return transfer_untrusted;
    case CURLE_SSL_CACERT_BADFILE: return transfer_no_bundle;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR: return transfer_cut;
    default: return transfer_failed;
  }
}

struct transfer_session {
  void *handle;
};

static bool is_private_text(const char *text) {
  struct sockaddr_in v4 = {.sin_family = AF_INET};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
  if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) return transfer_is_private(&v4, sizeof v4);
  if (inet_pton(AF_INET6, text, &v6.sin6_addr) == 1) return transfer_is_private(&v6, sizeof v6);
  return false;
}

transfer_session *transfer_open(void) {
  pthread_once(&once, load);
  if (!atomic_load(&loaded)) return NULL;
  transfer_session *session = malloc(sizeof *session);
  if (!session) return NULL;
  session->handle = curl.easy_init();
  if (!session->handle) {
    free(session);
    return NULL;
  }
  return session;
}

void transfer_close(transfer_session *session) {
  if (!session) return;
  curl.cleanup(session->handle);
  free(session);
}

// A list of headers with one more; NULL, and nothing left of the list, when memory is short.
static void *with_header(void *headers, const char *name, const char *value) {
  size_t size = strlen(name) + strlen(value) + 3;
  char *line = malloc(size);
  if (!line) {
    curl.slist_free_all(headers);
    return NULL;
  }
  snprintf(line, size, "%s: %s", name, value);
  void *longer = curl.slist_append(headers, line);
  free(line);
  if (!longer) curl.slist_free_all(headers);
  return longer;
}

transfer_answer transfer_fetch(transfer_session *session, const transfer_request *request) {
  transfer_answer answer = {.outcome = session ? transfer_no_memory : transfer_no_library};
  if (!session && atomic_load(&loaded)) answer.outcome = transfer_no_memory;
  if (!session) return answer;
  void *headers = with_header(NULL, "Accept", request->accept);
  if (headers && request->if_match) headers = with_header(headers, "If-Match", request->if_match);
  if (!headers) return answer;
  void *handle = session->handle;
  curl.reset(handle);
  answer_buffer buffer = {.request = request, .answer = &answer};
  long protocol = strncasecmp(request->url, "https:", 6) == 0 ? CURLPROTO_HTTPS : CURLPROTO_HTTP;
  curl.setopt(handle, CURLOPT_URL, request->url);
  curl.setopt(handle, CURLOPT_USERAGENT, request->user_agent);
  curl.setopt(handle, CURLOPT_HTTPHEADER, headers);
  if (request->range) curl.setopt(handle, CURLOPT_RANGE, request->range);
  curl.setopt(handle, CURLOPT_PROXY, request->proxy);
  curl.setopt(handle, CURLOPT_NOPROXY, "");
  if (request->bundle) curl.setopt(handle, CURLOPT_CAINFO, request->bundle);
  if (request->bundle_folder) curl.setopt(handle, CURLOPT_CAPATH, request->bundle_folder);
  curl.setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl.setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl.setopt(handle, CURLOPT_PROTOCOLS, protocol);
  curl.setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl.setopt(handle, CURLOPT_TIMEOUT_MS, request->milliseconds);
  curl.setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, request->milliseconds / 2 + 1);
  curl.setopt(handle, CURLOPT_HEADERFUNCTION, receive_header);
  curl.setopt(handle, CURLOPT_HEADERDATA, &buffer);
  curl.setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  curl.setopt(handle, CURLOPT_WRITEDATA, &buffer);
  curl.setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl.setopt(handle, CURLOPT_OPENSOCKETDATA, &buffer);
  // A connection that is open already was checked by other rules.
  if (request->refuses_private) curl.setopt(handle, CURLOPT_FRESH_CONNECT, 1L);
  answer.code = curl.perform(handle);
  curl.getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
  answer.outcome = outcome(answer.code, &buffer);
  const char *redirect = NULL;
  curl.getinfo(handle, CURLINFO_REDIRECT_URL, &redirect);
  if (redirect) answer.redirect = strdup(redirect);
  const char *address = NULL;
  curl.getinfo(handle, CURLINFO_PRIMARY_IP, &address);
  answer.is_from_private = address && request->proxy[0] == 0 && is_private_text(address);
  curl.slist_free_all(headers);
  if (answer.outcome == transfer_done) {
    answer.bytes = buffer.bytes;
    answer.count = buffer.count;
  } else {
    free(buffer.bytes);
  }
  return answer;
}

void transfer_free(transfer_answer *answer) {
  free(answer->bytes);
  free(answer->redirect);
  answer->bytes = NULL;
  answer->redirect = NULL;
}
