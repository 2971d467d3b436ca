#include "CTransfer.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The numbers of libcurl's interface, which never change (curl/curl.h).
enum {
  opt_write_data = 10001,
  opt_url = 10002,
  opt_user_agent = 10018,
  opt_http_header = 10023,
  opt_write_function = 20011,
  opt_follow_location = 52,
  opt_max_redirects = 68,
  opt_no_signal = 99,
  opt_timeout_ms = 155,
  opt_connect_timeout_ms = 156,
  opt_open_socket_function = 20163,
  opt_open_socket_data = 10164,
  opt_protocols = 181,
  opt_redirect_protocols = 182,
  opt_low_speed_limit = 19,
  opt_low_speed_time = 20,
  info_response_code = 0x200002,
  protocol_http = 1,
  protocol_https = 2,
  global_all = 3,
};
enum {
  code_ok = 0,
  code_unsupported_protocol = 1,
  code_url_malformed = 3,
  code_no_proxy = 5,
  code_no_host = 6,
  code_no_connection = 7,
  code_partial_file = 18,
  code_write_error = 23,
  code_out_of_memory = 27,
  code_timed_out = 28,
  code_tls = 35,
  code_redirects = 47,
  code_empty_answer = 52,
  code_receive = 56,
  code_certificate = 60,
};

typedef struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  int (*setopt)(void *, int, ...);
  int (*perform)(void *);
  int (*getinfo)(void *, int, ...);
  void (*cleanup)(void *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
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
      curl.slist_append && curl.slist_free_all && curl.global_init(global_all) == code_ok) {
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

// struct curl_sockaddr.
typedef struct {
  int family, socktype, protocol;
  unsigned int count;
  struct sockaddr address;
} socket_address;

// Called for every connection, so also for those that redirects and names lead to.
static int open_socket(void *data, int purpose, socket_address *address) {
  (void)purpose;
  answer_buffer *buffer = data;
  if (transfer_is_refused(&address->address, address->count)) {
    buffer->is_refused = true;
    return -1;
  }
  return socket(address->family, address->socktype, address->protocol);
}

static transfer_outcome outcome(int code, const answer_buffer *buffer) {
  if (code == code_ok) return transfer_done;
  if (buffer->is_too_large) return transfer_too_large;
  if (buffer->is_out_of_memory || code == code_out_of_memory) return transfer_no_memory;
  if (buffer->is_refused) return transfer_refused;
  switch (code) {
    case code_timed_out: return transfer_too_slow;
    case code_redirects:
    case code_unsupported_protocol: return transfer_redirected;
    case code_no_proxy:
    case code_no_host:
    case code_no_connection:
    case code_tls:
    case code_certificate: return transfer_unreachable;
    case code_partial_file:
    case code_empty_answer:
    case code_receive: return transfer_cut;
    default: return transfer_failed;
  }
}

transfer_answer transfer_fetch(const transfer_request *request) {
  transfer_answer answer = {.outcome = transfer_no_library};
  pthread_once(&once, load);
  if (!atomic_load(&loaded)) return answer;
  answer.outcome = transfer_no_memory;
  void *handle = curl.easy_init();
  if (!handle) return answer;
  answer_buffer buffer = {.limit = request->byte_limit};
  long protocol = strncmp(request->url, "https:", 6) == 0 ? protocol_https : protocol_http;
  void *headers = curl.slist_append(NULL, "Accept: image/png,*/*;q=0.1");
  curl.setopt(handle, opt_url, request->url);
  curl.setopt(handle, opt_user_agent, request->user_agent);
  curl.setopt(handle, opt_http_header, headers);
  curl.setopt(handle, opt_no_signal, 1L);
  curl.setopt(handle, opt_protocols, protocol);
  curl.setopt(handle, opt_redirect_protocols, protocol);
  curl.setopt(handle, opt_follow_location, 1L);
  curl.setopt(handle, opt_max_redirects, request->redirects);
  curl.setopt(handle, opt_timeout_ms, request->milliseconds);
  curl.setopt(handle, opt_connect_timeout_ms, request->milliseconds / 2);
  curl.setopt(handle, opt_write_function, receive);
  curl.setopt(handle, opt_write_data, &buffer);
  curl.setopt(handle, opt_open_socket_function, open_socket);
  curl.setopt(handle, opt_open_socket_data, &buffer);
  answer.code = curl.perform(handle);
  curl.getinfo(handle, info_response_code, &answer.status);
  answer.outcome = outcome(answer.code, &buffer);
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
