#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t tiles[] = {
#embed "world.pmtiles"
};

const uint8_t *world_tiles(size_t *count) {
  *count = sizeof tiles;
  return tiles;
}

static const uint8_t countries[] = {
#embed "../../Elements/BuiltIns/world-countries.csv"
};

static const uint8_t cities[] = {
#embed "../../Elements/BuiltIns/world-cities.csv"
};

const uint8_t *country_table(size_t *count) {
  *count = sizeof countries;
  return countries;
}

const uint8_t *city_table(size_t *count) {
  *count = sizeof cities;
  return cities;
}
