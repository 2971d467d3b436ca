#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "CGraphics.h"
#include "png_unpack.h"

// Four channels of a pixel, as bytes and as numbers.
typedef uint8_t pixel __attribute__((vector_size(4)));
typedef int16_t channels __attribute__((vector_size(8)));

static inline pixel load(const uint8_t *bytes) {
  pixel p;
  memcpy(&p, bytes, sizeof p);
  return p;
}

static inline void store(uint8_t *bytes, pixel p) { memcpy(bytes, &p, sizeof p); }

static inline channels wide(pixel p) { return __builtin_convertvector(p, channels); }

static inline pixel narrow(channels c) { return __builtin_convertvector(c, pixel); }

static inline channels magnitude(channels c) {
  channels sign = c >> 15;
  return (c ^ sign) - sign;
}

/// Whichever of left, above and corner is nearest to left + above - corner, the first of equals (PNG specification, 9.4).
static inline channels paeth(channels left, channels above, channels corner) {
  channels a = above - corner, b = left - corner;
  channels c = magnitude(a + b);
  a = magnitude(a), b = magnitude(b);
  channels takes_left = (a <= b) & (a <= c), takes_above = ~takes_left & (b <= c);
  return (takes_left & left) | (takes_above & above) | (~(takes_left | takes_above) & corner);
}

static const pixel opaque = {0, 0, 0, 255};

/// Spreads a row to four bytes a pixel, from the left. A pixel never ends behind the next one to be read.
static void spread(uint8_t *row, const uint8_t *packed, size_t width, size_t bytes) {
  if (bytes == 4) {
    memmove(row, packed, width * 4);
    return;
  }
  // Four bytes are read for three, but for the last ones, behind which there may be none.
  size_t last = width - 1;
  for (size_t x = 0; x < last; x++) store(row + 4 * x, load(packed + 3 * x) | opaque);
  store(row + 4 * last, (pixel){packed[3 * last], packed[3 * last + 1], packed[3 * last + 2], 255});
}

/// Adds to a row what its filter predicts; `above` is the finished row before it, or zeros.
static bool unfilter(int filter, uint8_t *row, const uint8_t *above, size_t width) {
  pixel left = {0, 0, 0, 0};
  channels corner = {0, 0, 0, 0};
  switch (filter) {
    case 0: return true;
    case 1:
      for (size_t x = 0; x < width; x++) store(row + 4 * x, left += load(row + 4 * x));
      return true;
    case 2:
      for (size_t i = 0; i < width * 4; i++) row[i] = (uint8_t)(row[i] + above[i]);
      return true;
    case 3:
      for (size_t x = 0; x < width; x++) {
        left = load(row + 4 * x) + narrow((wide(left) + wide(load(above + 4 * x))) >> 1);
        store(row + 4 * x, left);
      }
      return true;
    case 4:
      for (size_t x = 0; x < width; x++) {
        channels over = wide(load(above + 4 * x));
        left = load(row + 4 * x) + narrow(paeth(wide(left), over, corner));
        corner = over;
        store(row + 4 * x, left);
      }
      return true;
    default: return false;
  }
}

static void make_opaque(uint8_t *row, size_t width) {
  for (size_t x = 0; x < width; x++) store(row + 4 * x, load(row + 4 * x) | opaque);
}

/// The compressed pixels as one stretch: of the file itself, or `copy`, which the caller gives back.
static const uint8_t *gather(
    const uint8_t *file, const graphics_range *ranges, size_t range_count, size_t *count, uint8_t **copy) {
  size_t parts = 0;
  const uint8_t *first = NULL;
  *count = 0;
  for (size_t i = 0; i < range_count; i++) {
    const uint8_t *chunk = file + ranges[i].offset;
    if (memcmp(chunk + 4, "IDAT", 4)) continue;
    if (!parts++) first = chunk + 8;
    *count += ranges[i].count - 12;
  }
  if (parts < 2) return first;
  uint8_t *end = *copy = malloc(*count ? *count : 1);
  if (!end) return NULL;
  for (size_t i = 0; i < range_count; i++) {
    const uint8_t *chunk = file + ranges[i].offset;
    if (memcmp(chunk + 4, "IDAT", 4)) continue;
    memcpy(end, chunk + 8, ranges[i].count - 12);
    end += ranges[i].count - 12;
  }
  return *copy;
}

bool png_unpack(
    const uint8_t *file, const graphics_range *ranges, size_t range_count, uint32_t width, uint32_t height,
    uint8_t *pixels, size_t capacity) {
  // The header is the first stretch: length, type, width, height, bits, color type, ways of packing.
  const uint8_t *header = file + ranges[0].offset;
  size_t bytes = header[17] == 6 ? 4 : 3;
  if (header[16] != 8 || (header[17] != 2 && header[17] != 6) || header[20] != 0) return false;
  for (size_t i = 0; i < range_count; i++) {
    if (!memcmp(file + ranges[i].offset + 4, "tRNS", 4)) return false;
  }
  size_t stride = (size_t)width * bytes + 1, row_bytes = (size_t)width * 4, packed_count = stride * height;
  if (capacity < packed_count || capacity < row_bytes * height) return false;

  size_t count = 0, unpacked = 0;
  uint8_t *copy = NULL, *packed = pixels + (capacity - packed_count), *zeros = calloc(1, row_bytes);
  const uint8_t *compressed = zeros ? gather(file, ranges, range_count, &count, &copy) : NULL;
  struct libdeflate_decompressor *decompressor = compressed ? libdeflate_alloc_decompressor() : NULL;
  bool is_done = decompressor
      && libdeflate_zlib_decompress_ex(decompressor, compressed, count, packed, packed_count, NULL, &unpacked)
          == LIBDEFLATE_SUCCESS
      && unpacked == packed_count;
  const uint8_t *above = zeros;
  for (uint32_t y = 0; is_done && y < height; y++) {
    const uint8_t *source = packed + stride * y;
    uint8_t *row = pixels + row_bytes * y;
    int filter = source[0];
    spread(row, source + 1, width, bytes);
    is_done = unfilter(filter, row, above, width);
    if (bytes == 3 && filter != 0) make_opaque(row, width);
    above = row;
  }
  libdeflate_free_decompressor(decompressor);
  free(copy);
  free(zeros);
  return is_done;
}
