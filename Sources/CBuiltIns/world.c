#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A byte with the number of parts, the length of each in four bytes, lowest first, and the parts.
static const uint8_t world[] = {
#embed "world.bin"
};

world_part world_part_at(size_t index) {
  size_t count = world[0], offset = 1 + 4 * count;
  world_part part = {world, 0};
  if (index >= count) return part;
  for (size_t i = 0;; i++) {
    const uint8_t *length = world + 1 + 4 * i;
    part.bytes = world + offset;
    part.count = (size_t)length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (i == index) return part;
    offset += part.count;
  }
}
