#pragma once

#include "CGraphics.h"

/// Unpacks RGB or RGBA of 8 bits a channel, not interlaced, at once, and unfilters the rows where the pixels stand in the end;
/// `false` for any other file, and where something is wrong with it. Packed rows lie at the end of the same memory, so that no
/// pixel is written over one that is still to be read: `capacity` bytes of `pixels`, at least those of the packed rows and
/// `width * height * 4`.
bool png_unpack(
    const uint8_t *file, const graphics_range *ranges, size_t range_count, uint32_t width, uint32_t height,
    uint8_t *pixels, size_t capacity);
