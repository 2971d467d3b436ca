// Memory that one picture after another uses. Blocks of megabytes come from the kernel and go back to it: a picture of
// 1024×768 touched 1,000 pages for the first time, which the kernel clears one by one.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CGraphics.h"

enum {
  /// Smaller blocks are malloc's own business.
  smallest_kept = 1 << 17,
  most_blocks = 32,
  most_bytes = 64 << 20,
};

/// What stands before the bytes that are handed out; as long as a line of the cache.
typedef union {
  size_t size;
  char line[64];
} head;

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
  while (idle_count > 0) free(remove_at(0));
  pthread_mutex_unlock(&lock);
}

void *graphics_scratch(size_t size, bool is_zeroed) {
  if (size > SIZE_MAX - sizeof(head)) return NULL;
  head *block = NULL;
  if (size >= smallest_kept) {
    pthread_mutex_lock(&lock);
    block = find(size);
    pthread_mutex_unlock(&lock);
    if (block && is_zeroed) memset(block + 1, 0, size);
  }
  for (int attempt = 0; !block && attempt < 2; attempt++) {
    if (attempt) free_idle();
    block = is_zeroed ? calloc(1, sizeof *block + size) : malloc(sizeof *block + size);
    if (block) block->size = size;
  }
  return block ? block + 1 : NULL;
}

void graphics_scratch_return(void *memory) {
  if (!memory) return;
  head *block = (head *)memory - 1;
  if (block->size < smallest_kept || block->size > most_bytes) {
    free(block);
    return;
  }
  pthread_mutex_lock(&lock);
  while (idle_count == most_blocks || idle_bytes + block->size > most_bytes) free(remove_at(0));
  idle[idle_count++] = block;
  idle_bytes += block->size;
  pthread_mutex_unlock(&lock);
}
