/// The styles in `Styles/`, as they were when this was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A style and the name it goes by.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} look;

/// How many styles there are.
size_t look_count(void);

/// One of them; `index` is below `look_count()`.
look look_at(size_t index);
