#define _GNU_SOURCE
#include "CAllocation.h"

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#include <CStagedFiles.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Swift's only way to memory. It ends the process where it gets none; libraries in C report that instead.
extern void *swift_slowAlloc(size_t size, size_t alignment);

static void look(const void *block, size_t size, const void *caller) {
  // It and its sibling are half as long.
  if (block || size == 0 || (uintptr_t)caller - (uintptr_t)swift_slowAlloc > 256) return;
  static char message[160];
  snprintf(
      message, sizeof message,
      "clustersnap: error: the system gives no more memory (%zu bytes are wanted); allow more, or read less at once\n", size);
  staged_end(message, 3);
}

// The next ones by these names are those of the C library, or of what is loaded in its place.
void *malloc(size_t size) {
  static void *(*next)(size_t);
  if (!next) next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  void *block = next(size);
  look(block, size, __builtin_return_address(0));
  return block;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  static int (*next)(void **, size_t, size_t);
  if (!next) next = (int (*)(void **, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
  int fault = next(block, alignment, size);
  look(fault ? NULL : *block, size, __builtin_return_address(0));
  return fault;
}
#endif
