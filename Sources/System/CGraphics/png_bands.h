#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Some rows of a picture, packed.
typedef struct {
  uint8_t *bytes;
  size_t count;
  /// Of the rows as they are: their number of bytes and check sum.
  size_t plain;
  uint32_t adler;
} png_band;

/// The rows of a picture as a zlib stream: a head, bands, and the check sum of all.
typedef struct {
  png_band *bands;
  uint32_t count;
  /// The bytes of all parts.
  size_t packed;
  uint8_t head[2], sum[4];
  /// Some band would come out larger than it is; nothing else then means anything.
  bool is_refused;
} png_bands;

/// Makes rows, each behind its filter's byte; `row` has room for four bytes a pixel. Called on several threads.
typedef void (*png_row_maker)(const void *context, uint32_t first, uint32_t end, uint8_t *row, uint8_t *to);

/// Packs a picture in bands, whose number follows from the picture alone; NULL where memory gives out.
///
/// - row_bytes: bytes of a row with its filter's, at most `row_packer_longest_row`.
/// - pixel: bytes of a pixel, at least 1.
/// - threads: how many pack at most.
png_bands *png_bands_pack(
    png_row_maker make, const void *context, uint32_t width, uint32_t height, size_t row_bytes, size_t pixel, uint32_t threads);

/// Gives bands back. NULL is fine.
void png_bands_free(png_bands *bands);
