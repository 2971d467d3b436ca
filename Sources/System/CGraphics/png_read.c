#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "CGraphics.h"
#include "png_unpack.h"

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};

/// Everything a jump must find unharmed.
typedef struct {
  png_structp png;
  png_infop info;
  const uint8_t *file;
  const graphics_range *ranges;
  size_t range_count;
  /// The stretch being read and the place in it; the signature comes before the first.
  size_t range;
  size_t place;
  size_t signature_place;
  graphics_png_status status;
} reader;

static void failed(png_structp png, png_const_charp message) {
  reader *r = png_get_error_ptr(png);
  if (strstr(message, "memory")) r->status = graphics_png_no_memory;
  png_longjmp(png, 1);
}

static void ignored(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void take(png_structp png, png_bytep bytes, size_t count) {
  reader *r = png_get_io_ptr(png);
  while (count > 0 && r->signature_place < sizeof signature) {
    *bytes++ = signature[r->signature_place++];
    count--;
  }
  while (count > 0) {
    if (r->range == r->range_count) {
      r->status = graphics_png_short;
      png_longjmp(png, 1);
    }
    const graphics_range *range = &r->ranges[r->range];
    size_t some = range->count - r->place < count ? range->count - r->place : count;
    memcpy(bytes, r->file + range->offset + r->place, some);
    bytes += some;
    count -= some;
    r->place += some;
    if (r->place == range->count) {
      r->range++;
      r->place = 0;
    }
  }
}

/// Turns the indices at the beginning of every row into colors, from the right, in place.
static bool look_up(png_structp png, png_infop info, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_colorp colors = NULL;
  png_bytep alphas = NULL;
  int color_count = 0, alpha_count = 0;
  png_get_PLTE(png, info, &colors, &color_count);
  png_get_tRNS(png, info, &alphas, &alpha_count, NULL);
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *row = pixels + (size_t)y * width * 4;
    for (size_t x = width; x-- > 0;) {
      int index = row[x];
      if (index >= color_count) return false;
      uint8_t *pixel = row + 4 * x;
      pixel[0] = colors[index].red, pixel[1] = colors[index].green, pixel[2] = colors[index].blue;
      pixel[3] = index < alpha_count ? alphas[index] : 255;
    }
  }
  return true;
}

/// Reads; jumps on failure.
static void read_all(reader *r, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_structp png = r->png;
  png_set_read_fn(png, r, take);
  png_set_user_limits(png, width, height);
  png_set_chunk_malloc_max(png, 8 << 20);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_read_info(png, r->info);
  if (png_get_image_width(png, r->info) != width || png_get_image_height(png, r->info) != height) {
    png_longjmp(png, 1);
  }
  // libpng would take an index beyond the palette for black, so indices are looked up here.
  bool has_palette = png_get_color_type(png, r->info) == PNG_COLOR_TYPE_PALETTE;
  if (has_palette) {
    png_set_packing(png);
  } else {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, r->info);
  size_t stride = (size_t)width * 4;
  if (png_get_rowbytes(png, r->info) != (has_palette ? width : stride)) png_longjmp(png, 1);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) png_read_row(png, pixels + y * stride, NULL);
  }
  png_read_end(png, NULL);
  if (has_palette && !look_up(png, r->info, width, height, pixels)) {
    r->status = graphics_png_palette_index;
    png_longjmp(png, 1);
  }
}

/// False when it came back by a jump.
static bool attempt(reader *r, uint32_t width, uint32_t height, uint8_t *pixels) {
  if (setjmp(png_jmpbuf(r->png))) return false;
  read_all(r, width, height, pixels);
  return true;
}

graphics_png_status graphics_png_read(
    const uint8_t *file, const graphics_range *ranges, size_t range_count, uint32_t width, uint32_t height,
    uint8_t *pixels, size_t capacity) {
  if (png_unpack(file, ranges, range_count, width, height, pixels, capacity)) return graphics_png_done;
  reader r = {.file = file, .ranges = ranges, .range_count = range_count, .status = graphics_png_damaged};
  graphics_png_status status = graphics_png_no_memory;
  r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, failed, ignored);
  if (r.png) r.info = png_create_info_struct(r.png);
  if (r.info) status = attempt(&r, width, height, pixels) ? graphics_png_done : r.status;
  png_destroy_read_struct(&r.png, &r.info, NULL);
  return status;
}

uint32_t graphics_crc32(const uint8_t *bytes, size_t count) {
  uLong crc = crc32(0, NULL, 0);
  while (count > 0) {
    uInt some = count > (1u << 30) ? 1u << 30 : (uInt)count;
    crc = crc32(crc, bytes, some);
    bytes += some;
    count -= some;
  }
  return (uint32_t)crc;
}

void graphics_free(uint8_t *bytes) { free(bytes); }
