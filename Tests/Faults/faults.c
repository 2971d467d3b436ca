// A library to be loaded before others (LD_PRELOAD) that lets calls of the system fail, to see what a command makes of it.
//
// FAULT_CALL names the call, FAULT_NUMBER which one of them fails, from 1; with FAULT_FROM all later ones fail as well.
// FAULT_COUNTS names a file that gets how often each was called, a line each.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { call_open, call_read, call_write, call_fsync, call_close, call_rename, call_mmap, call_mkstemp, call_pthread_create, call_malloc, calls };
static const char *const names[calls] = {"open", "read", "write", "fsync", "close", "rename", "mmap", "mkstemp", "pthread_create", "malloc"};
static const int reasons[calls] = {EIO, EIO, ENOSPC, EIO, EIO, EIO, ENOMEM, ENOSPC, EAGAIN, ENOMEM};
static atomic_long counts[calls];
static int chosen = -1;
static long number;
static int all_later;

__attribute__((constructor)) static void set_up(void) {
  const char *name = getenv("FAULT_CALL"), *text = getenv("FAULT_NUMBER");
  for (int call = 0; name && call < calls; call++)
    if (!strcmp(name, names[call])) chosen = call;
  number = text ? atol(text) : 0;
  all_later = getenv("FAULT_FROM") != NULL;
}

__attribute__((destructor)) static void write_counts(void) {
  const char *path = getenv("FAULT_COUNTS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int call = 0; call < calls; call++) fprintf(file, "%s %ld\n", names[call], atomic_load(&counts[call]));
  fclose(file);
}

static int fails(int call) {
  long count = atomic_fetch_add(&counts[call], 1) + 1;
  if (call != chosen || number == 0 || (all_later ? count < number : count != number)) return 0;
  errno = reasons[call];
  return 1;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
    va_end(rest); \
    return fails(call_open) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

ssize_t read(int descriptor, void *buffer, size_t count) {
  REAL(ssize_t, read, int, void *, size_t);
  return fails(call_read) ? -1 : real(descriptor, buffer, count);
}

ssize_t write(int descriptor, const void *buffer, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  // Messages must arrive: they are what is looked at.
  if (descriptor == STDERR_FILENO) return real(descriptor, buffer, count);
  return fails(call_write) ? -1 : real(descriptor, buffer, count);
}

int fsync(int descriptor) {
  REAL(int, fsync, int);
  return fails(call_fsync) ? -1 : real(descriptor);
}

int close(int descriptor) {
  REAL(int, close, int);
  int failed = fails(call_close);
  int result = real(descriptor);
  if (failed) errno = EIO;
  return failed ? -1 : result;
}

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  return fails(call_rename) ? -1 : real(from, to);
}

#define MMAP(name) \
  void *name(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) { \
    REAL(void *, name, void *, size_t, int, int, int, off_t); \
    return fails(call_mmap) ? MAP_FAILED : real(address, length, protection, flags, descriptor, offset); \
  }
MMAP(mmap)
MMAP(mmap64)

#define MKSTEMP(name) \
  int name(char *template) { \
    REAL(int, name, char *); \
    return fails(call_mkstemp) ? -1 : real(template); \
  }
MKSTEMP(mkstemp)
MKSTEMP(mkstemp64)

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  return fails(call_pthread_create) ? EAGAIN : real(thread, attributes, body, argument);
}

// Whatever allocates memory, as one call. The C library's own names, because looking the next ones up may allocate.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return fails(call_malloc) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(call_malloc) ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails(call_malloc) ? NULL : __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { return fails(call_malloc) ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = memalign(alignment, size);
  if (found) *block = found;
  return found ? 0 : ENOMEM;
}
