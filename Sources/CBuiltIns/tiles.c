#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t tiles[] = {
#embed "world.pmtiles"
};

world_part world_tiles(void) {
  world_part part = {tiles, sizeof tiles};
  return part;
}
