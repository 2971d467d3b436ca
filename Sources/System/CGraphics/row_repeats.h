#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What packing one picture needs; not shared by threads.
typedef struct row_packer row_packer;

/// The farthest that deflate copies from.
static const size_t row_packer_longest_row = 32768;

/// A packer, to be given back with `graphics_scratch_return`; NULL where memory gives out.
row_packer *row_packer_create(void);

/// Room that suffices for so many bytes.
size_t row_packer_bound(size_t count);

/// Packs some rows of a picture as a part of a deflate stream.
///
/// - bytes: rows, each with its filter's byte: `lead` bytes of other parts, which this one may repeat, and `count` of its own.
/// - row: bytes from one row to the next, at most `row_packer_longest_row`.
/// - pixel: bytes of a pixel, at least 1.
/// - is_end: whether no other part follows.
/// - Returns: the part's bytes; 0 where room gives out.
size_t row_packer_pack(
    row_packer *packer, const uint8_t *bytes, size_t lead, size_t count, size_t row, size_t pixel, bool is_end,
    uint8_t *to, size_t room);
