#include "CZstd.h"

#include <CLibraries.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if __has_include(<zstd.h>)
#include <zstd.h>
#else
// The header's own declarations, which do not change (it stands outside the searched folders with Homebrew).
typedef struct ZSTD_DCtx_s ZSTD_DStream;
typedef struct {
  const void *src;
  size_t size, pos;
} ZSTD_inBuffer;
typedef struct {
  void *dst;
  size_t size, pos;
} ZSTD_outBuffer;
enum { ZSTD_d_windowLogMax = 100 };
ZSTD_DStream *ZSTD_createDStream(void);
size_t ZSTD_freeDStream(ZSTD_DStream *);
size_t ZSTD_DCtx_setParameter(ZSTD_DStream *, int, int);
size_t ZSTD_decompressStream(ZSTD_DStream *, ZSTD_outBuffer *, ZSTD_inBuffer *);
unsigned ZSTD_isError(size_t);
const char *ZSTD_getErrorName(size_t);
#endif

// The types are those of the header, so that a wrong call does not compile; the functions come from library_function.
typedef struct {
  __typeof__(ZSTD_createDStream) *create;
  __typeof__(ZSTD_freeDStream) *destroy;
  __typeof__(ZSTD_DCtx_setParameter) *set_parameter;
  __typeof__(ZSTD_decompressStream) *decompress;
  __typeof__(ZSTD_isError) *is_error;
  __typeof__(ZSTD_getErrorName) *error_name;
} library;

struct zstd_stream {
  ZSTD_DStream *stream;
};

static library zstd;
static atomic_bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = library_open(library_zstd);
  if (!handle) return;
  *(void **)&zstd.create = library_function(handle, "ZSTD_createDStream");
  *(void **)&zstd.destroy = library_function(handle, "ZSTD_freeDStream");
  *(void **)&zstd.set_parameter = library_function(handle, "ZSTD_DCtx_setParameter");
  *(void **)&zstd.decompress = library_function(handle, "ZSTD_decompressStream");
  *(void **)&zstd.is_error = library_function(handle, "ZSTD_isError");
  *(void **)&zstd.error_name = library_function(handle, "ZSTD_getErrorName");
  if (zstd.create && zstd.destroy && zstd.set_parameter && zstd.decompress && zstd.is_error && zstd.error_name) {
    atomic_store(&loaded, true);
  }
}

bool zstd_is_loaded(void) { return atomic_load(&loaded); }

zstd_open_outcome zstd_open(zstd_stream **stream, int window_log) {
  *stream = NULL;
  pthread_once(&once, load);
  if (!atomic_load(&loaded)) return zstd_open_no_library;
  zstd_stream *opened = malloc(sizeof *opened);
  if (!opened) return zstd_open_no_memory;
  opened->stream = zstd.create();
  if (!opened->stream ||
      zstd.is_error(zstd.set_parameter(opened->stream, ZSTD_d_windowLogMax, window_log))) {
    zstd_close(opened);
    return zstd_open_no_memory;
  }
  *stream = opened;
  return zstd_open_done;
}

zstd_step_result zstd_step(zstd_stream *stream, const void *input, size_t count, void *output, size_t room) {
  ZSTD_inBuffer in = {input, count, 0};
  ZSTD_outBuffer out = {output, room, 0};
  size_t status = zstd.decompress(stream->stream, &out, &in);
  zstd_step_result result = {.taken = in.pos, .written = out.pos, .is_frame_done = status == 0};
  if (zstd.is_error(status)) result.fault = zstd.error_name(status);
  return result;
}

void zstd_close(zstd_stream *stream) {
  if (!stream) return;
  zstd.destroy(stream->stream);
  free(stream);
}
