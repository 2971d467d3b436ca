/// What Swift cannot say: libpng's error handling lives on `setjmp`, and a font enters a binary by `#embed`.
///
/// No function here calls back into Swift, and none lets a jump leave it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Bytes

/// Bytes owned by whoever holds this; given back with `graphics_free`.
typedef struct {
  uint8_t *bytes;
  size_t count;
} graphics_bytes;

/// Gives memory back. `NULL` is fine.
void graphics_free(uint8_t *bytes);

/// Memory for the time of a picture, to be given back with `graphics_scratch_return`; `NULL` where there is none.
///
/// Large blocks are kept for the pictures that follow, on any thread: at most 32 of together 64 MB.
void *graphics_scratch(size_t size, bool is_zeroed);

/// Gives back what `graphics_scratch` handed out. `NULL` is fine.
void graphics_scratch_return(void *memory);

/// The CRC-32 that guards a chunk of a PNG, over `count` bytes.
uint32_t graphics_crc32(const uint8_t *bytes, size_t count);

// MARK: PNG

/// How a pixel lies in memory.
typedef enum {
  /// Four bytes: red, green, blue, straight alpha.
  graphics_pixel_rgba,
  /// A word in the machine's order: alpha, red, green, blue, from the top; premultiplied.
  graphics_pixel_argb32,
  /// The same without alpha: the top byte means nothing.
  graphics_pixel_rgb24,
} graphics_pixel;

/// A picture to be written.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  uint32_t width;
  uint32_t height;
  graphics_pixel format;
  /// zlib's level, 0...9.
  int compression;
  /// Pixels per meter, 0 to leave it out.
  uint32_t pixels_per_meter;
  /// Write a palette where at most 256 colors occur.
  bool may_use_palette;
  /// Write alpha also where nothing shines through, as frames of one animation must be of one kind.
  bool keeps_alpha;
  /// Of a picture that comes in bands: their rows, of which the last has fewer; 0 where `pixels` holds all.
  uint32_t band_rows;
  /// Gives the rows of a band from a row on, valid until the next call; NULL ends the writing. Such a picture has no palette, and
  /// alpha where its format has it.
  const uint8_t *(*band)(void *context, uint32_t first);
  void *context;
  /// The greatest number of threads that pack; the file has the same bytes with any number.
  uint32_t threads;
} graphics_png_source;

/// How reading or writing ended.
typedef enum {
  graphics_png_done,
  graphics_png_no_memory,
  /// The data ended early.
  graphics_png_short,
  /// Anything else libpng objected to.
  graphics_png_damaged,
  /// A pixel names a palette entry that is not there.
  graphics_png_palette_index,
} graphics_png_status;

/// Writes a picture into fresh memory. `result` is to be given back only when the status is `done`.
graphics_png_status graphics_png_write(const graphics_png_source *source, graphics_bytes *result);

/// A stretch of the file.
typedef struct {
  size_t offset;
  size_t count;
} graphics_range;

/// Reads a picture as RGBA into the first `width * height * 4` of `capacity` bytes.
///
/// libpng sees the signature and the given stretches of the file, one after another, and nothing else.
/// Their CRCs must have been checked before. Where `capacity` holds the packed rows, RGB and RGBA of 8 bits a channel are
/// unpacked at once by libdeflate; libpng then sees what that refuses.
graphics_png_status graphics_png_read(
    const uint8_t *file, const graphics_range *ranges, size_t range_count, uint32_t width, uint32_t height,
    uint8_t *pixels, size_t capacity);

// MARK: Coverage

/// A place in a picture, in steps of 1/256 pixel.
typedef struct {
  int32_t x;
  int32_t y;
} graphics_place;

/// The nearest place to a point in pixels, which is finite and within a million.
static inline graphics_place graphics_place_at(double x, double y) {
  // Conversion cuts off towards 0; above 0 that is rounding down.
  static const double far = 1 << 30;
  return (graphics_place){
      (int32_t)((int64_t)(x * 256 + 0.5 + far) - (1 << 30)), (int32_t)((int64_t)(y * 256 + 0.5 + far) - (1 << 30))};
}

/// What edges cover of a picture's pixels, or of a rectangle of them; between shapes all is 0.
typedef struct {
  /// Changes of coverage from pixel to pixel, 2^17 being a whole one; two more columns than those of blocks.
  int32_t *changes;
  /// Numbers from one row to the next.
  ptrdiff_t stride;
  /// Of each row, the blocks of columns in which a change begins; it may end one column behind its block.
  uint64_t *blocks;
  /// A block has two to this power of columns; a row has at most 64 blocks.
  uint32_t block_shift;
  /// The rectangle of pixels that these are for; what edges cover elsewhere is left out.
  int32_t x;
  int32_t y;
  int32_t width;
  int32_t height;
  /// The rows that edges have touched: from INT32_MAX to -1 where none was.
  int32_t first_row;
  int32_t last_row;
} graphics_coverage;

/// The pixels that may be covered: words of premultiplied alpha, red, green and blue from the top.
typedef struct {
  uint32_t *pixels;
  /// Bytes from one row to the next.
  ptrdiff_t stride;
  int32_t first_column;
  int32_t end_column;
  int32_t first_row;
  int32_t end_row;
} graphics_coverage_target;

/// Adds an edge; what is right of it becomes covered where it leads down, uncovered where it leads up.
void graphics_coverage_add(graphics_coverage *coverage, graphics_place from, graphics_place to);

/// Covers the pixels within all edges that were added with a premultiplied color, and forgets the edges.
void graphics_coverage_lay(
    graphics_coverage *coverage, const graphics_coverage_target *target, uint32_t color, bool is_even_odd);

// MARK: JPEG and WebP

/// How reading ended.
typedef enum {
  graphics_lossy_done,
  /// The library that reads it is not installed.
  graphics_lossy_no_library,
  graphics_lossy_no_memory,
  /// The file is cut off or broken.
  graphics_lossy_damaged,
  /// It has more pixels than are allowed.
  graphics_lossy_too_large,
} graphics_lossy_status;

/// A picture in fresh memory, and the number of pages of its document.
typedef struct {
  uint32_t width, height, pages;
  graphics_bytes pixels;
} graphics_pixels;

/// Reads a JPEG as RGBA, with libjpeg-turbo, which is loaded when the first is read. The size and whether it is of four inks must
/// have been read from the file before. `result` is to be given back where it is done.
graphics_lossy_status graphics_jpeg_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, bool is_cmyk, graphics_pixels *result);

/// Reads a WebP that is no animation, likewise, with libwebp.
graphics_lossy_status graphics_webp_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, graphics_pixels *result);

/// Reads an AVIF, likewise, with libavif; beyond the limits only its size is set.
graphics_lossy_status graphics_avif_read(
    const uint8_t *file, size_t count, uint32_t side, uint64_t area, graphics_pixels *result);

/// Draws a page of a PDF over white, likewise, with poppler: `scale` pixels per point.
graphics_lossy_status graphics_pdf_read(
    const uint8_t *file, size_t count, uint32_t page, double scale, uint32_t side, uint64_t area, graphics_pixels *result);

/// Writes RGBA as a JPEG, alpha left out, of a quality of 1 to 100. `result` is to be given back where it is done.
graphics_lossy_status graphics_jpeg_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result);

/// Writes RGBA as a WebP, likewise; a quality below 0 loses nothing.
graphics_lossy_status graphics_webp_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result);

/// Writes RGBA as an AVIF of a quality of 1 to 100, likewise, with libavif.
graphics_lossy_status graphics_avif_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result);

// MARK: Fonts

/// Bytes that live as long as the process.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} graphics_constant;

/// The faces that are built in: those that text is set in, and those that have letters these lack.
typedef enum { graphics_noto, graphics_noto_bold, graphics_dejavu, graphics_dejavu_bold } graphics_face;

/// A face as its file lay on the machine that built this; `NULL` and 0 where it did not.
graphics_constant graphics_built_in_font(graphics_face face);

/// The revision that a font has in its header (OpenType, `head`), such as 2.37; 0 where there is none.
double graphics_font_revision(graphics_constant font);

// Keeps Pango from writing its warnings to standard error: what they are about is found and reported, in a line.
void graphics_silence_pango(void);

// Does what Pango leaves to a thread when the first font map is made, where none could be started for it. To be called
// after each font map is made.
void graphics_finish_starting(void);

/// Puts bytes into a file without a name that lives as long as the returned descriptor.
///
/// Returns -1 where that fails; `errno` is the reason.
int graphics_anonymous_file(const uint8_t *bytes, size_t count);

/// Whether a path leads to a regular file, and how long that is.
bool graphics_is_regular_file(const char *path, size_t *count);
