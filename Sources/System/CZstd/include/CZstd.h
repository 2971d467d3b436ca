#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Inflates Zstandard frames (RFC 8878) with libzstd, which is loaded when the first frame is inflated and never
// otherwise: few inputs are packed so, and what is not loaded costs no start-up time.

typedef struct zstd_stream zstd_stream;

typedef enum {
  zstd_open_done,
  zstd_open_no_library,  // libzstd is not installed
  zstd_open_no_memory,
} zstd_open_outcome;

typedef struct {
  size_t taken;        // bytes of the input
  size_t written;      // bytes of the output
  bool is_frame_done;  // a frame came to its end with this step
  const char *fault;   // what is wrong with the data, in libzstd's words; NULL if nothing
} zstd_step_result;

// Opens a stream; frames whose window has more than 2^window_log bytes are a fault.
zstd_open_outcome zstd_open(zstd_stream **stream, int window_log);
zstd_step_result zstd_step(zstd_stream *stream, const void *input, size_t count, void *output, size_t room);
void zstd_close(zstd_stream *stream);

// Whether libzstd has been loaded into this process by the functions above.
bool zstd_is_loaded(void);
