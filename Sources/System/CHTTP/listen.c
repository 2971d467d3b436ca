#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// Removes the file of a socket on which nobody listens: a server that was killed leaves it.
static void remove_unused_socket(const struct sockaddr *place, socklen_t size, const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
  int probe = socket(AF_UNIX, SOCK_STREAM, 0);
  if (probe < 0) return;
  if (connect(probe, place, size) != 0 && errno == ECONNREFUSED) unlink(path);
  close(probe);
}

http_outcome http_listen(const http_options *options, int *listening, uint16_t *port) {
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un file;
  } place = {0};
  socklen_t size;
  if (inet_pton(AF_INET, options->address, &place.v4.sin_addr) == 1) {
    place.v4.sin_family = AF_INET;
    place.v4.sin_port = htons(options->port);
    size = sizeof place.v4;
  } else if (inet_pton(AF_INET6, options->address, &place.v6.sin6_addr) == 1) {
    place.v6.sin6_family = AF_INET6;
    place.v6.sin6_port = htons(options->port);
    size = sizeof place.v6;
  } else if (strchr(options->address, '/') && strlen(options->address) < sizeof place.file.sun_path) {
    place.file.sun_family = AF_UNIX;
    strcpy(place.file.sun_path, options->address);
    size = sizeof place.file;
    remove_unused_socket(&place.any, size, options->address);
  } else {
    return http_no_address;
  }
  *listening = socket(place.any.sa_family, SOCK_STREAM, 0);
  if (*listening < 0) return http_no_address;
  int yes = 1;
  setsockopt(*listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(*listening, &place.any, size) != 0 || listen(*listening, 1024) != 0) {
    int error = errno;
    close(*listening);
    return error == EADDRINUSE ? http_in_use : http_no_address;
  }
  getsockname(*listening, &place.any, &size);
  if (place.any.sa_family == AF_INET) *port = ntohs(place.v4.sin_port);
  if (place.any.sa_family == AF_INET6) *port = ntohs(place.v6.sin6_port);
  return http_started;
}
