#include "CTransfer.h"

// CURLOPT_PROTOCOLS is deprecated since 7.85, but older libraries know nothing else, and newer ones still take it.
#define CURL_DISABLE_DEPRECATION
#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
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
  __typeof__(curl_slist_append) *slist_append;
  __typeof__(curl_slist_free_all) *slist_free_all;
} library;

static library curl;
static atomic_bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {
      "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
  };
  void *handle = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !handle; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!handle) return;
  *(void **)&curl.global_init = dlsym(handle, "curl_global_init");
  *(void **)&curl.easy_init = dlsym(handle, "curl_easy_init");
  *(void **)&curl.setopt = dlsym(handle, "curl_easy_setopt");
  *(void **)&curl.perform = dlsym(handle, "curl_easy_perform");
  *(void **)&curl.getinfo = dlsym(handle, "curl_easy_getinfo");
  *(void **)&curl.cleanup = dlsym(handle, "curl_easy_cleanup");
  *(void **)&curl.slist_append = dlsym(handle, "curl_slist_append");
  *(void **)&curl.slist_free_all = dlsym(handle, "curl_slist_free_all");
  if (curl.global_init && curl.easy_init && curl.setopt && curl.perform && curl.getinfo && curl.cleanup &&
      curl.slist_append && curl.slist_free_all && curl.global_init(CURL_GLOBAL_ALL) == CURLE_OK) {
    atomic_store(&loaded, true);
  }
}

bool transfer_is_loaded(void) { return atomic_load(&loaded); }

static bool is_refused_v4(uint32_t address) {
  if (address >> 16 == 0xA9FE) return true;  // 169.254/16
  return address == 0x646464C8               // 100.100.100.200
         || address == 0xA83F8110;           // 168.63.129.16
}

bool transfer_is_refused(const void *address, size_t count) {
  const struct sockaddr *any = address;
  if (count >= sizeof(struct sockaddr_in) && any->sa_family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, address, sizeof v4);
    return is_refused_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (count >= sizeof(struct sockaddr_in6) && any->sa_family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, address, sizeof v6);
    const uint8_t *b = v6.sin6_addr.s6_addr;
    if (b[0] == 0xFE && (b[1] & 0xC0) == 0x80) return true;  // fe80::/10
    static const uint8_t metadata[16] = {0xFD, 0x00, 0x0E, 0xC2, [14] = 0x02, [15] = 0x54};
    if (memcmp(b, metadata, 16) == 0) return true;  // fd00:ec2::254
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B};
    if (memcmp(b, mapped, 12) == 0 || memcmp(b, nat64, 12) == 0) {
      return is_refused_v4((uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15]);
    }
    return false;
  }
  // Neither kind of address: a socket of the file system, say.
  return true;
}

typedef struct {
  uint8_t *bytes;
  size_t count, capacity, limit;
  bool is_too_large, is_out_of_memory, is_refused;
} answer_buffer;

static size_t receive(char *bytes, size_t size, size_t count, void *data) {
  answer_buffer *buffer = data;
  size_t added = size * count;
  if (added > buffer->limit - buffer->count) {
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

// Called for every connection, so also for those that redirects and names lead to.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  answer_buffer *buffer = data;
  if (transfer_is_refused(&address->addr, address->addrlen)) {
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
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return transfer_too_slow;
    case CURLE_TOO_MANY_REDIRECTS:
    case CURLE_UNSUPPORTED_PROTOCOL: return transfer_redirected;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION: return transfer_unreachable;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR: return transfer_cut;
    default: return transfer_failed;
  }
}

transfer_answer transfer_fetch(const transfer_request *request) {
  transfer_answer answer = {.outcome = transfer_no_library};
  pthread_once(&once, load);
  if (!atomic_load(&loaded)) return answer;
  answer.outcome = transfer_no_memory;
  CURL *handle = curl.easy_init();
  if (!handle) return answer;
  answer_buffer buffer = {.limit = request->byte_limit};
  long protocol = strncmp(request->url, "https:", 6) == 0 ? CURLPROTO_HTTPS : CURLPROTO_HTTP;
  struct curl_slist *headers = curl.slist_append(NULL, "Accept: image/png,*/*;q=0.1");
  curl.setopt(handle, CURLOPT_URL, request->url);
  curl.setopt(handle, CURLOPT_USERAGENT, request->user_agent);
  curl.setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl.setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl.setopt(handle, CURLOPT_PROTOCOLS, protocol);
  curl.setopt(handle, CURLOPT_REDIR_PROTOCOLS, protocol);
  curl.setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl.setopt(handle, CURLOPT_MAXREDIRS, request->redirects);
  curl.setopt(handle, CURLOPT_TIMEOUT_MS, request->milliseconds);
  curl.setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, request->milliseconds / 2);
  curl.setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  curl.setopt(handle, CURLOPT_WRITEDATA, &buffer);
  curl.setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl.setopt(handle, CURLOPT_OPENSOCKETDATA, &buffer);
  CURLcode code = curl.perform(handle);
  answer.code = code;
  curl.getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
  answer.outcome = outcome(code, &buffer);
  curl.cleanup(handle);
  curl.slist_free_all(headers);
  if (answer.outcome == transfer_done) {
    answer.bytes = buffer.bytes;
    answer.count = buffer.count;
  } else {
    free(buffer.bytes);
  }
  return answer;
}

void transfer_free(uint8_t *bytes) { free(bytes); }
