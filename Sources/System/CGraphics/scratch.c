// Memory that one picture after another uses. Blocks of megabytes come from the kernel and go back to it: a picture of
// 1024×768 touched 1,700 pages for the first time, which the kernel clears one by one.
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "CGraphics.h"

enum {
  /// Smaller blocks are malloc's own business.
  smallest_kept = 1 << 17,
  most_blocks = 32,
  most_bytes = 64 << 20,
  small_page = 1 << 12,
  /// Such a page is cleared in a fourteenth of the time that its 512 small ones take.
  large_page = 1 << 21,
};

/// What stands before the bytes that are handed out; as long as a line of the cache.
typedef union {
  struct {
    size_t size;
    /// Bytes that came from the kernel; 0 where malloc gave the block.
    size_t mapped;
  };
  char line[64];
} head;

static size_t up(size_t size, size_t step) { return (size + step - 1) / step * step; }

/// A block from the kernel, all zero, whose first pages are large ones where the system has them; NULL without memory.
static head *map_pages(size_t whole, size_t large) {
  size_t mapped = large > whole ? large : up(whole, small_page);
  char *found = mmap(NULL, mapped + large_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return NULL;
  char *begin = (char *)up((uintptr_t)found, large_page);
  if (begin > found) munmap(found, (size_t)(begin - found));
  munmap(begin + mapped, (size_t)(found + large_page - begin));
#ifdef MADV_HUGEPAGE
  madvise(begin, large, MADV_HUGEPAGE);
#endif
  ((head *)begin)->mapped = mapped;
  return (head *)begin;
}

static head *make(size_t size, bool is_zeroed) {
  size_t whole = sizeof(head) + size;
  // The last one is worth its memory where three quarters of it are used.
  size_t large = (whole + large_page / 4) / large_page * large_page;
  head *block = large > 0 ? map_pages(whole, large) : is_zeroed ? calloc(1, whole) : malloc(whole);
  if (!block) return NULL;
  if (large == 0) block->mapped = 0;
  block->size = size;
  return block;
}

static void dispose(head *block) {
  if (block->mapped > 0) munmap(block, block->mapped);
  else free(block);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// Those that nobody uses, the one given back last at the end.
static head *idle[most_blocks];
static size_t idle_count, idle_bytes;

/// Takes a block out of those that are idle, so that the others keep their order.
static head *remove_at(size_t index) {
  head *block = idle[index];
  idle_bytes -= block->size;
  idle_count -= 1;
  memmove(idle + index, idle + index + 1, (idle_count - index) * sizeof *idle);
  return block;
}

/// The smallest idle block that is large enough, and not more than twice as large; NULL without one.
static head *find(size_t size) {
  size_t best = most_blocks;
  for (size_t i = 0; i < idle_count; i++) {
    bool fits = idle[i]->size >= size && idle[i]->size / 2 <= size;
    if (fits && (best == most_blocks || idle[i]->size < idle[best]->size)) best = i;
  }
  return best == most_blocks ? NULL : remove_at(best);
}

static void free_idle(void) {
  pthread_mutex_lock(&lock);
  while (idle_count > 0) dispose(remove_at(0));
  pthread_mutex_unlock(&lock);
}

void *graphics_scratch(size_t size, bool is_zeroed) {
  if (size > SIZE_MAX / 2) return NULL;
  head *block = NULL;
  if (size >= smallest_kept) {
    pthread_mutex_lock(&lock);
    block = find(size);
    pthread_mutex_unlock(&lock);
    if (block && is_zeroed) memset(block + 1, 0, size);
  }
  for (int attempt = 0; !block && attempt < 2; attempt++) {
    if (attempt) free_idle();
    block = make(size, is_zeroed);
  }
  return block ? block + 1 : NULL;
}

void graphics_scratch_return(void *memory) {
  if (!memory) return;
  head *block = (head *)memory - 1;
  if (block->size < smallest_kept || block->size > most_bytes) {
    dispose(block);
    return;
  }
  pthread_mutex_lock(&lock);
  while (idle_count == most_blocks || idle_bytes + block->size > most_bytes) dispose(remove_at(0));
  idle[idle_count++] = block;
  idle_bytes += block->size;
  pthread_mutex_unlock(&lock);
}
