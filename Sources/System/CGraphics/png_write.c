#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <tmmintrin.h>
#endif

#include "CGraphics.h"
#include "png_bands.h"
#include "row_repeats.h"

enum { max_colors = 256, slots = 1024 };

/// Level 1 packs repeats of rows in bands, in half of libdeflate's time with 7 to 10 % more bytes. At others so many bytes are
/// packed at once by libdeflate, in two thirds to half of zlib's time; more go through zlib row by row, and take no memory.
static const size_t packed_at_once = 64u << 20;

/// The colors of a picture as long as there are at most 256, found by open addressing.
typedef struct {
  uint32_t color[slots];
  int16_t index[slots];
  png_color entries[max_colors];
  png_byte alphas[max_colors];
  int count;
  int alpha_count;
} palette;

/// Everything a jump must find unharmed, so none of it is a local variable.
typedef struct {
  png_structp png;
  png_infop info;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  palette *palette;
  uint8_t *row;
  uint8_t *rows;
  uint8_t *packed;
  struct libdeflate_compressor *compressor;
  png_bands *bands;
  bool out_of_memory;
} writer;

/// The kind of rows that a picture is written in.
typedef struct {
  bool has_palette;
  bool has_alpha;
  int bits;
  /// Bytes of a row with its filter's.
  size_t row_bytes;
} row_kind;

static size_t slot_of(uint32_t color) { return (color * 0x9e3779b1u) >> 22; }

/// The color's index, adding it first if need be; -1 when it would be the 257th.
static int palette_index(palette *p, uint32_t color) {
  size_t slot = slot_of(color);
  while (p->index[slot] >= 0) {
    if (p->color[slot] == color) return p->index[slot];
    slot = (slot + 1) % slots;
  }
  if (p->count == max_colors) return -1;
  p->color[slot] = color;
  p->index[slot] = (int16_t)p->count;
  return p->count++;
}

static uint32_t word_at(const uint8_t *row, size_t x) {
  uint32_t word;
  memcpy(&word, row + 4 * x, 4);
  return word;
}

static uint8_t straight(uint32_t channel, uint32_t alpha) {
  uint32_t value = (channel * 255 + alpha / 2) / alpha;
  return value > 255 ? 255 : (uint8_t)value;
}

/// One pixel as straight RGBA.
static void unpack(uint32_t word, graphics_pixel format, uint8_t rgba[4]) {
  if (format == graphics_pixel_rgba) {
    memcpy(rgba, &word, 4);
    return;
  }
  uint32_t alpha = format == graphics_pixel_rgb24 ? 255 : word >> 24;
  uint32_t red = word >> 16 & 255, green = word >> 8 & 255, blue = word & 255;
  rgba[3] = (uint8_t)alpha;
  if (alpha == 255) {
    rgba[0] = (uint8_t)red, rgba[1] = (uint8_t)green, rgba[2] = (uint8_t)blue;
  } else if (alpha == 0) {
    rgba[0] = rgba[1] = rgba[2] = 0;
  } else {
    rgba[0] = straight(red, alpha), rgba[1] = straight(green, alpha), rgba[2] = straight(blue, alpha);
  }
}

/// The bits of a word that distinguish colors.
static uint32_t mask_of(graphics_pixel format) { return format == graphics_pixel_rgb24 ? 0x00ffffffu : 0xffffffffu; }

static uint32_t alpha_mask_of(graphics_pixel format) {
  uint32_t mask = 0;
  static const uint8_t alpha_byte[4] = {0, 0, 0, 255};
  if (format == graphics_pixel_rgba) memcpy(&mask, alpha_byte, 4);
  if (format == graphics_pixel_argb32) mask = 0xff000000u;
  return mask;
}

static bool is_opaque(const graphics_png_source *s) {
  uint32_t mask = alpha_mask_of(s->format), all = mask;
  for (uint32_t y = 0; y < s->height && all == mask; y++) {
    const uint8_t *row = s->pixels + y * s->stride;
    for (uint32_t x = 0; x < s->width; x++) all &= word_at(row, x);
    all &= mask;
  }
  return all == mask;
}

/// Fills the palette; false as soon as a 257th color is met.
static bool find_colors(const graphics_png_source *s, palette *p) {
  uint32_t mask = mask_of(s->format);
  uint32_t last = ~word_at(s->pixels, 0);
  memset(p->index, -1, sizeof p->index);
  p->count = p->alpha_count = 0;
  for (uint32_t y = 0; y < s->height; y++) {
    const uint8_t *row = s->pixels + y * s->stride;
    for (uint32_t x = 0; x < s->width; x++) {
      uint32_t word = word_at(row, x);
      if (word == last) continue;
      last = word;
      if (palette_index(p, word & mask) < 0) return false;
    }
  }
  for (size_t slot = 0; slot < slots; slot++) {
    if (p->index[slot] < 0) continue;
    uint8_t rgba[4];
    unpack(p->color[slot], s->format, rgba);
    int i = p->index[slot];
    p->entries[i] = (png_color){.red = rgba[0], .green = rgba[1], .blue = rgba[2]};
    p->alphas[i] = rgba[3];
    if (rgba[3] != 255 && i >= p->alpha_count) p->alpha_count = i + 1;
  }
  return true;
}

static void row_of_indices(const graphics_png_source *s, palette *p, const uint8_t *from, uint8_t *to) {
  uint32_t mask = mask_of(s->format), last = 0;
  int index = -1;
  for (uint32_t x = 0; x < s->width; x++) {
    uint32_t word = word_at(from, x) & mask;
    if (index < 0 || word != last) {
      last = word;
      index = palette_index(p, word);
    }
    to[x] = (uint8_t)index;
  }
}

/// A word of the machine's order, red in its second byte from the top, as bytes red, green, blue and one more.
static uint32_t in_file_order(uint32_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return __builtin_bswap32(word << 8);
#else
  return word << 8;
#endif
}

#if defined(__x86_64__)
/// Converts a row's pixels four at a time, and returns how many it did: all but the last few.
__attribute__((target("ssse3"))) static uint32_t rgb_by_fours(
    const graphics_png_source *s, const uint8_t *from, uint8_t *to) {
  __m128i order = s->format == graphics_pixel_rgba
      ? _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)
      : _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  uint32_t x = 0;
  // Sixteen bytes are stored for twelve, and the next ones overwrite the rest.
  for (; x + 6 <= s->width; x += 4, from += 16, to += 12) {
    __m128i four = _mm_loadu_si128((const __m128i *)(const void *)from);
    _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(four, order));
  }
  return x;
}
#endif

static void row_of_rgb(const graphics_png_source *s, const uint8_t *from, uint8_t *to) {
  // Four bytes are stored for each pixel but the last, and the next overwrites the fourth: a third of the stores.
  uint32_t last = s->width - 1, x = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("ssse3")) x = rgb_by_fours(s, from, to);
#endif
  to += 3 * (size_t)x;
  if (s->format == graphics_pixel_rgba) {
    for (from += 4 * (size_t)x; x < last; x++, from += 4, to += 3) memcpy(to, from, 4);
    memcpy(to, from, 3);
    return;
  }
  for (; x < last; x++, to += 3) {
    uint32_t word = in_file_order(word_at(from, x));
    memcpy(to, &word, 4);
  }
  uint32_t word = in_file_order(word_at(from, last));
  memcpy(to, &word, 3);
}

static void row_of_rgba(const graphics_png_source *s, const uint8_t *from, uint8_t *to) {
  for (uint32_t x = 0; x < s->width; x++, to += 4) unpack(word_at(from, x), s->format, to);
}

static void failed(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void ignored(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void give_up(writer *w) {
  w->out_of_memory = true;
  png_longjmp(w->png, 1);
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  writer *w = png_get_io_ptr(png);
  if (count > w->capacity - w->count) {
    size_t capacity = w->capacity + (w->capacity / 2 > count ? w->capacity / 2 : count);
    uint8_t *grown = realloc(w->bytes, capacity);
    if (!grown) give_up(w);
    w->bytes = grown;
    w->capacity = capacity;
  }
  memcpy(w->bytes + w->count, bytes, count);
  w->count += count;
}

static void flushed(png_structp png) { (void)png; }

static int bits_for(int colors) { return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8; }

/// Packs indices of a byte each into fewer bits, the first into the highest; `to` may be `from`.
static void pack_indices(uint8_t *to, const uint8_t *from, uint32_t width, int bits) {
  if (bits == 8 && to != from) memcpy(to, from, width);
  if (bits == 8) return;
  uint32_t per_byte = 8 / (uint32_t)bits;
  for (uint32_t x = 0; x < width; x += per_byte) {
    uint8_t byte = 0;
    for (uint32_t i = 0; i < per_byte; i++) {
      byte = (uint8_t)(byte << bits | (x + i < width ? from[x + i] : 0));
    }
    to[x / per_byte] = byte;
  }
}

static void *memory(writer *w, size_t size) {
  void *bytes = graphics_scratch(size, false);
  if (!bytes) give_up(w);
  return bytes;
}

/// Makes a row; `row` has room for a byte a pixel, and `to` may be `row`.
static void make_row(
    const graphics_png_source *s, palette *p, const row_kind *kind, const uint8_t *from, uint8_t *row, uint8_t *to) {
  if (kind->has_palette) {
    row_of_indices(s, p, from, row);
    pack_indices(to, row, s->width, kind->bits);
  } else if (kind->has_alpha) {
    row_of_rgba(s, from, to);
  } else {
    row_of_rgb(s, from, to);
  }
}

/// The maker of the rows of bands.
typedef struct {
  const graphics_png_source *source;
  palette *palette;
  row_kind kind;
} row_source;

static void make_band(const void *context, uint32_t first, uint32_t end, uint8_t *row, uint8_t *to) {
  const row_source *rows = context;
  const graphics_png_source *s = rows->source;
  for (uint32_t y = first; y < end; y++, to += rows->kind.row_bytes) {
    // Rows are not filtered: that makes maps larger.
    *to = PNG_FILTER_VALUE_NONE;
    make_row(s, rows->palette, &rows->kind, s->pixels + y * s->stride, row, to + 1);
  }
}

/// Writes the pixels as one chunk of bands; false, with nothing written, where they would come out larger than they are.
static bool write_in_parts(writer *w, const graphics_png_source *s, row_kind kind) {
  row_source rows = {s, w->palette, kind};
  w->bands = png_bands_pack(
      make_band, &rows, s->width, s->height, kind.row_bytes, kind.has_palette ? 1 : kind.has_alpha ? 4 : 3, s->threads);
  if (!w->bands) give_up(w);
  if (w->bands->is_refused) return false;
  const png_bands *all = w->bands;
  png_write_chunk_start(w->png, (png_const_bytep) "IDAT", (png_uint_32)all->packed);
  png_write_chunk_data(w->png, all->head, sizeof all->head);
  for (uint32_t i = 0; i < all->count; i++) png_write_chunk_data(w->png, all->bands[i].bytes, all->bands[i].count);
  png_write_chunk_data(w->png, all->sum, sizeof all->sum);
  png_write_chunk_end(w->png);
  return true;
}

/// Writes the pixels as one chunk by libdeflate.
static void write_at_once(writer *w, const graphics_png_source *s, row_kind kind) {
  size_t count = kind.row_bytes * s->height;
  w->rows = memory(w, count);
  row_source rows = {s, w->palette, kind};
  make_band(&rows, 0, s->height, w->row, w->rows);
  w->compressor = libdeflate_alloc_compressor(s->compression);
  if (!w->compressor) give_up(w);
  size_t bound = libdeflate_zlib_compress_bound(w->compressor, count);
  w->packed = memory(w, bound);
  size_t packed = libdeflate_zlib_compress(w->compressor, w->rows, count, w->packed, bound);
  if (packed == 0) png_error(w->png, "pixels cannot be packed");
  png_write_chunk(w->png, (png_const_bytep) "IDAT", w->packed, packed);
}

/// Writes with everything allocated; jumps on failure.
static void write_all(writer *w, const graphics_png_source *s) {
  bool in_bands = s->band_rows > 0;
  bool has_palette = !in_bands && s->may_use_palette && find_colors(s, w->palette);
  bool has_alpha =
      !has_palette && s->format != graphics_pixel_rgb24 && (in_bands || s->keeps_alpha || !is_opaque(s));
  int bits = has_palette ? bits_for(w->palette->count) : 8;
  int kind = has_palette ? PNG_COLOR_TYPE_PALETTE : has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;

  png_set_write_fn(w->png, w, append, flushed);
  png_set_compression_level(w->png, s->compression);
  png_set_compression_buffer_size(w->png, 1 << 18);
  png_set_filter(w->png, 0, PNG_FILTER_NONE);
  png_set_IHDR(
      w->png, w->info, s->width, s->height, bits, kind, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  if (s->pixels_per_meter > 0) {
    png_set_pHYs(w->png, w->info, s->pixels_per_meter, s->pixels_per_meter, PNG_RESOLUTION_METER);
  }
  if (has_palette) {
    png_set_PLTE(w->png, w->info, w->palette->entries, w->palette->count);
    int count = w->palette->alpha_count;
    if (count > 0) png_set_tRNS(w->png, w->info, w->palette->alphas, count, NULL);
  }
  png_write_info(w->png, w->info);
  size_t width = s->width, bytes = has_palette ? (width * (size_t)bits + 7) / 8 : width * (has_alpha ? 4 : 3);
  row_kind rows = {has_palette, has_alpha, bits, 1 + bytes};
  bool is_whole = !in_bands && s->compression == 1 && rows.row_bytes <= row_packer_longest_row && write_in_parts(w, s, rows);
  if (!in_bands && !is_whole && width * s->height * 4 <= packed_at_once) {
    write_at_once(w, s, rows);
    is_whole = true;
  }
  if (is_whole) {
    png_write_chunk(w->png, (png_const_bytep) "IEND", NULL, 0);
    return;
  }
  const uint8_t *band = s->pixels;
  for (uint32_t y = 0; y < s->height; y++) {
    uint32_t row = in_bands ? y % s->band_rows : y;
    if (in_bands && row == 0) band = s->band(s->context, y);
    if (!band) png_error(w->png, "a band is missing");
    make_row(s, w->palette, &rows, band + row * s->stride, w->row, w->row);
    png_write_row(w->png, w->row);
  }
  png_write_end(w->png, w->info);
}

/// False when it came back by a jump.
static bool attempt(writer *w, const graphics_png_source *s) {
  if (setjmp(png_jmpbuf(w->png))) return false;
  write_all(w, s);
  return true;
}

graphics_png_status graphics_png_write(const graphics_png_source *source, graphics_bytes *result) {
  writer w = {0};
  graphics_png_status status = graphics_png_no_memory;
  w.capacity = 1 << 16;
  w.bytes = malloc(w.capacity);
  w.palette = malloc(sizeof *w.palette);
  w.row = malloc((size_t)source->width * 4);
  w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, failed, ignored);
  if (w.png) w.info = png_create_info_struct(w.png);
  if (w.bytes && w.palette && w.row && w.info) {
    bool done = attempt(&w, source);
    status = done ? graphics_png_done : w.out_of_memory ? graphics_png_no_memory : graphics_png_damaged;
  }
  png_destroy_write_struct(&w.png, &w.info);
  free(w.palette), free(w.row);
  graphics_scratch_return(w.rows);
  graphics_scratch_return(w.packed);
  png_bands_free(w.bands);
  libdeflate_free_compressor(w.compressor);
  if (status == graphics_png_done) {
    *result = (graphics_bytes){.bytes = w.bytes, .count = w.count};
  } else {
    free(w.bytes);
  }
  return status;
}
