// The C library's functions for files, memory, threads, errors and mathematics, under one name on every system.
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// What Swift does not import: macros that cast or call, functions of any number of arguments, members of two names.

static inline int last_error(void) { return errno; }

static inline int open_file(const char *path, int flags) { return open(path, flags); }

// Reads wait for bytes from now on.
static inline int block_reads(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
}

// Makes a pipe hold so many bytes where the system can (F_SETPIPE_SZ); what is no pipe stays as it is.
static inline void widen_pipe(int descriptor, int bytes) {
#ifdef __linux__
  (void)fcntl(descriptor, 1031, bytes);
#endif
}

// `mmap`, but with NULL for MAP_FAILED.
static inline void *map_pages(size_t bytes, int protection, int flags, int descriptor) {
  void *pages = mmap(NULL, bytes, protection, flags, descriptor, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

#define MEMBER(name) __attribute__((swift_name("getter:stat." name "(self:)")))

MEMBER("isFile") static inline bool is_file(struct stat status) { return S_ISREG(status.st_mode); }
MEMBER("isFolder") static inline bool is_folder(struct stat status) { return S_ISDIR(status.st_mode); }
MEMBER("isLink") static inline bool is_link(struct stat status) { return S_ISLNK(status.st_mode); }
MEMBER("isPipe") static inline bool is_pipe(struct stat status) {
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
}

// The time of the last change of a file's bytes.
MEMBER("modified") static inline struct timespec modified(struct stat status) {
#ifdef __APPLE__
  return status.st_mtimespec;
#else
  return status.st_mtim;
#endif
}

static const int stream_sockets = SOCK_STREAM;
