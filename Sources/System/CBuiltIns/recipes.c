#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t recipes[] = {
#embed "../../../Documentation/recipes.md"
};

const uint8_t *recipe_page(size_t *count) {
  *count = sizeof recipes;
  return recipes;
}
