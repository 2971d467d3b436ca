/// The styles in `Styles/`, the recipes, texts and the world, as they were when this was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A style and the name it goes by.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} built_in_style;

/// How many styles there are.
size_t style_count(void);

/// One of them; `index` is below `style_count()`.
built_in_style style_at(size_t index);

/// How many styles draw vector tiles; the others have no place for tiles.
size_t street_style_count(void);

/// One of them; `index` is below `street_style_count()`.
built_in_style street_style_at(size_t index);

/// The commit this was built from, as git abbreviates it; NULL where the build does not set it.
const char *built_commit(void);

/// The tiles of the world, a PMTiles archive; its length in bytes goes to `count`.
const uint8_t *world_tiles(size_t *count);

/// Countries and cities, CSV in UTF-8; the length in bytes goes to `count`.
const uint8_t *country_table(size_t *count);
const uint8_t *city_table(size_t *count);

/// The page of recipes, Markdown in UTF-8; its length in bytes goes to `count`.
const uint8_t *recipe_page(size_t *count);

/// A text in UTF-8.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} built_in_text;

/// One of the texts, by its number in `BuiltInText`.
built_in_text text_at(size_t index);
