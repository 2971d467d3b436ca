#include "png_bands.h"

#include <libdeflate.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "CGraphics.h"
#include "row_repeats.h"

enum { most_threads = 64 };

/// Rows of a picture are divided into bands of about so many bytes.
static const size_t band_bytes = 1u << 19;

/// Bands that threads pack, whoever comes first the next one.
typedef struct {
  png_row_maker make;
  const void *context;
  uint32_t width, height;
  size_t row_bytes, pixel;
  uint32_t rows;
  png_bands *result;
  atomic_uint next;
  atomic_bool is_refused;
  atomic_bool is_out_of_memory;
} band_work;

/// Packs bands until none is left; a thread's work.
static void *pack_bands(void *argument) {
  band_work *work = argument;
  size_t row_bytes = work->row_bytes, bound = row_packer_bound(work->rows * row_bytes);
  row_packer *packer = row_packer_create();
  uint8_t *rows = graphics_scratch((work->rows + 1) * row_bytes, false);
  uint8_t *packed = graphics_scratch(bound, false), *row = malloc((size_t)work->width * 4);
  bool has_memory = packer && rows && packed && row;
  for (uint32_t i; has_memory && !work->is_refused && (i = work->next++) < work->result->count;) {
    png_band *band = &work->result->bands[i];
    uint32_t first = i * work->rows, end = i + 1 == work->result->count ? work->height : first + work->rows;
    // The row before may be repeated.
    size_t lead = i > 0 ? row_bytes : 0;
    work->make(work->context, i > 0 ? first - 1 : 0, end, row, rows);
    band->plain = (end - first) * row_bytes;
    band->adler = libdeflate_adler32(1, rows + lead, band->plain);
    bool is_end = end == work->height;
    band->count = row_packer_pack(packer, rows, lead, band->plain, row_bytes, work->pixel, is_end, packed, bound);
    if (band->count == 0) {
      work->is_refused = true;
    } else if ((band->bytes = malloc(band->count))) {
      memcpy(band->bytes, packed, band->count);
    } else {
      has_memory = false;
    }
  }
  if (!has_memory) work->is_out_of_memory = true;
  graphics_scratch_return(packer);
  graphics_scratch_return(rows);
  graphics_scratch_return(packed);
  free(row);
  return NULL;
}

png_bands *png_bands_pack(
    png_row_maker make, const void *context, uint32_t width, uint32_t height, size_t row_bytes, size_t pixel, uint32_t threads) {
  size_t parts = (row_bytes * height + band_bytes - 1) / band_bytes;
  band_work work = {.make = make, .context = context, .width = width, .height = height, .row_bytes = row_bytes, .pixel = pixel};
  work.rows = (uint32_t)((height + parts - 1) / parts);
  png_bands *result = work.result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->count = (height + work.rows - 1) / work.rows;
  result->bands = calloc(result->count, sizeof *result->bands);
  if (result->bands) {
    pthread_t started[most_threads];
    uint32_t most = threads < most_threads ? threads : most_threads, count = 0;
    if (most > result->count) most = result->count;
    // Where no thread is to be had, those that are there do all.
    while (count + 1 < most && pthread_create(&started[count], NULL, pack_bands, &work) == 0) count++;
    pack_bands(&work);
    while (count > 0) pthread_join(started[--count], NULL);
  }
  if (!result->bands || work.is_out_of_memory) {
    png_bands_free(result);
    return NULL;
  }
  result->is_refused = work.is_refused;
  // Deflate that repeats what lies up to 32 kB back, packed fast.
  result->head[0] = 0x78, result->head[1] = 0x01;
  result->packed = sizeof result->head + sizeof result->sum;
  uint32_t adler = 1;
  for (uint32_t i = 0; i < result->count; i++) {
    result->packed += result->bands[i].count;
    adler = (uint32_t)adler32_combine(adler, result->bands[i].adler, (z_off_t)result->bands[i].plain);
  }
  for (int byte = 0; byte < 4; byte++) result->sum[byte] = (uint8_t)(adler >> (24 - 8 * byte));
  return result;
}

void png_bands_free(png_bands *bands) {
  for (uint32_t i = 0; bands && bands->bands && i < bands->count; i++) free(bands->bands[i].bytes);
  if (bands) free(bands->bands);
  free(bands);
}
