// Shares of pixels that shapes cover: added up edge by edge, then laid down row by row. CoverageRaster.swift holds the rest.
#include <string.h>

#include "CGraphics.h"

/// Inlined at any size: a call costs as much as the work.
#define ALWAYS __attribute__((always_inline))

enum {
  step_bits = 8, steps = 1 << step_bits, unit = 2 * steps * steps,
  /// So many columns are looked through before what was found is laid down.
  look_ahead = 64,
};

/// A row of pixels, to which pieces of edges are added.
typedef struct {
  int32_t *changes;
  uint64_t *blocks;
  uint32_t block_shift;
} row;

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }

/// Adds a number; more layers than a number counts begin anew.
static inline void add(int32_t *change, int value) { *change = (int32_t)((uint32_t)*change + (uint32_t)value); }

/// Adds a rise to a column: covered is what lies right of it, on average half of `twice` steps into the column.
static inline void cover(const row *r, int column, int rise, int twice) {
  int beyond = rise * twice;
  add(r->changes + column, rise * 2 * steps - beyond);
  add(r->changes + column + 1, beyond);
}

static inline uint64_t block(const row *r, int column) { return (uint64_t)1 << ((uint32_t)column >> r->block_shift); }

/// How far a piece of an edge has risen so many steps from its left end; `steepness` is the edge's rise per step aside.
static inline int risen_after(int aside, double steepness, int rise) {
  int risen = smaller((int)((double)aside * steepness), rise < 0 ? -rise : rise);
  return rise < 0 ? -risen : risen;
}

/// Adds a piece that crosses columns up to the last one: each gets its share of the rise.
static void add_flat(row r, int left, int right, int rise, double steepness, int last) {
  int x = left, risen = 0;
  if (left < 0) {
    risen = risen_after(-left, steepness, rise);
    cover(&r, 0, risen, 0);
    *r.blocks |= 1;
    x = 0;
  }
  for (int column = x >> step_bits; column <= last; column++) {
    int start = column << step_bits, next_x = smaller(right, start + steps);
    int next = next_x == right ? rise : risen_after(next_x - left, steepness, rise);
    cover(&r, column, next - risen, x - start + next_x - start);
    *r.blocks |= block(&r, column);
    x = next_x;
    risen = next;
  }
}

/// Adds the piece of an edge within a row; `rise` is its height in steps, negative where the edge leads up.
static inline ALWAYS void add_piece(
    const row *r, int from, int to, int rise, double steepness, int width) {
  int left = smaller(from, to), right = larger(from, to);
  int first = left >> step_bits, last = right >> step_bits;
  if (first >= 0 && last < width && last - first < 2) {
    // Whether one or two columns share the rise cannot be foreseen: both are done alike.
    int end = (first + 1) << step_bits, start = end - steps, cut = smaller(right, end);
    int risen = risen_after(cut - left, steepness, rise);
    risen = cut == right ? rise : risen;
    cover(r, first, risen, left - start + cut - start);
    cover(r, first + 1, rise - risen, right - cut);
    *r->blocks |= block(r, first) | block(r, last);
  } else if (last < 0) {
    cover(r, 0, rise, 0);
    *r->blocks |= 1;
  } else if (first < width) {
    add_flat(*r, left, right, rise, steepness, smaller(last, width - 1));
  }
}

void graphics_coverage_add(graphics_coverage *c, graphics_place a, graphics_place b) {
  a.x -= c->x << step_bits, a.y -= c->y << step_bits;
  b.x -= c->x << step_bits, b.y -= c->y << step_bits;
  int sign = a.y < b.y ? 1 : -1;
  graphics_place upper = a.y < b.y ? a : b, lower = a.y < b.y ? b : a;
  int width = c->width, top = larger(0, upper.y), bottom = smaller(c->height << step_bits, lower.y);
  // Right of the last pixel there is nothing to cover.
  if (top >= bottom || smaller(a.x, b.x) >= width << step_bits) return;
  int first = top >> step_bits, last = (bottom - 1) >> step_bits;
  c->first_row = smaller(first, c->first_row);
  c->last_row = larger(last, c->last_row);
  ptrdiff_t stride = c->stride;
  row r = {c->changes + first * stride, c->blocks + first, c->block_shift};
  double right = (double)lower.x - (double)upper.x, down = (double)lower.y - (double)upper.y;
  // An upright edge never shares its rise among columns.
  double slope = right / down, steepness = right == 0 ? 0 : down / (right < 0 ? -right : right);
  int x = upper.x + (int)((double)(top - upper.y) * slope), y = top, end = (first + 1) << step_bits;
  for (;;) {
    int next_y = smaller(bottom, end);
    int next_x = upper.x + (int)((double)(next_y - upper.y) * slope);
    next_x = next_y == lower.y ? lower.x : next_x;
    add_piece(&r, x, next_x, sign * (next_y - y), steepness, width);
    if (next_y == bottom) return;
    x = next_x;
    y = next_y;
    end += steps;
    r.changes += stride;
    r.blocks++;
  }
}

// Laying down

/// Every channel times a number of 255, rounded as Pixman rounds.
static inline uint32_t times(uint32_t word, uint32_t factor) {
  uint32_t low = (word & 0x00ff00ff) * factor + 0x00800080;
  low = ((low + (low >> 8 & 0x00ff00ff)) >> 8) & 0x00ff00ff;
  uint32_t high = (word >> 8 & 0x00ff00ff) * factor + 0x00800080;
  high = (high + (high >> 8 & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}

/// The share of a pixel that is covered, of 255, rounded.
static inline uint32_t coverage_of(int32_t sum, bool is_even_odd) {
  uint32_t size = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
  if (is_even_odd) {
    // Up to one layer covers, a second one uncovers.
    size &= 2 * unit - 1;
    if (size > unit) size = 2 * unit - size;
  } else if (size > unit) {
    size = unit;
  }
  return (size * 255 + unit / 2) >> (2 * step_bits + 1);
}

/// A color over one pixel after the other.
static void blend(uint32_t *pixel, int count, uint32_t source) {
  uint32_t rest = 255 - (source >> 24);
  if (rest == 0) {
    for (int i = 0; i < count; i++) pixel[i] = source;
  } else {
    for (int i = 0; i < count; i++) pixel[i] = source + times(pixel[i], rest);
  }
}

/// Changes that were found in a row, from left to right.
typedef struct {
  int count;
  int32_t column[look_ahead + 1], change[look_ahead + 1];
} found;

/// A row of pixels that is covered from left to right.
typedef struct {
  uint32_t *pixels;
  int first, end;
  uint32_t color;
  /// What is covered has this share from `start` on.
  int32_t sum;
  int start;
} line;

/// Covers the pixels up to a column.
static inline ALWAYS void cover_to(line *l, int end, bool is_even_odd) {
  uint32_t coverage = coverage_of(l->sum, is_even_odd);
  int from = larger(l->start, l->first), count = smaller(end, l->end) - from;
  l->start = end;
  if (coverage == 0 || count <= 0) return;
  uint32_t source = coverage == 255 ? l->color : times(l->color, coverage), *pixel = l->pixels + from;
  // Most stretches along an edge are one pixel long.
  if (count == 1) {
    *pixel = source + times(*pixel, 255 - (source >> 24));
  } else {
    blend(pixel, count, source);
  }
}

/// Takes the changes out of some columns, a multiple of 4.
static inline ALWAYS void take(found *f, int32_t *changes, int column, int end) {
  int count = 0;
  // Most of a block does not change: four columns at a time.
  for (; column < end; column += 4) {
    int32_t *four = changes + column;
    uint64_t pair[2];
    memcpy(pair, four, sizeof pair);
    if ((pair[0] | pair[1]) == 0) continue;
    for (int i = 0; i < 4; i++) {
      int32_t change = four[i];
      f->column[count] = column + i;
      f->change[count] = change;
      count += change != 0;
    }
    memset(four, 0, sizeof pair);
  }
  f->count = count;
}

static inline ALWAYS void lay(graphics_coverage *c, const graphics_coverage_target *t, uint32_t color, bool is_even_odd) {
  int columns = 1 << c->block_shift;
  found f;
  for (int y = c->first_row; y <= c->last_row; y++) {
    uint64_t blocks = c->blocks[y];
    if (blocks == 0) continue;
    c->blocks[y] = 0;
    char *pixels = (char *)t->pixels + (c->y + y) * t->stride + c->x * (ptrdiff_t)sizeof *t->pixels;
    // Edges lead across rows, which no processor foresees.
    if (y + 2 <= c->last_row && c->blocks[y + 2] != 0) {
      __builtin_prefetch(pixels + 2 * t->stride + (__builtin_ctzll(c->blocks[y + 2]) << c->block_shift) * 4, 1);
    }
    bool shows = c->y + y >= t->first_row && c->y + y < t->end_row;
    line l = {
        (uint32_t *)(void *)pixels, t->first_column - c->x, (shows ? t->end_column : t->first_column) - c->x, color, 0,
        0};
    int32_t *changes = c->changes + y * c->stride;
    for (; blocks != 0; blocks &= blocks - 1) {
      int column = __builtin_ctzll(blocks) << c->block_shift, end = column + columns;
      for (; column < end; column += look_ahead) {
        int stop = smaller(end, column + look_ahead);
        take(&f, changes, column, stop);
        // A change that begins in a block may end in the next column.
        if (stop == end && changes[end] != 0) {
          f.column[f.count] = end;
          f.change[f.count++] = changes[end];
          changes[end] = 0;
        }
        for (int i = 0; i < f.count; i++) {
          cover_to(&l, f.column[i], is_even_odd);
          add(&l.sum, f.change[i]);
        }
      }
    }
    // Where a shape reaches beyond the last pixel, it covers all of the rest.
    cover_to(&l, c->width, is_even_odd);
  }
}

void graphics_coverage_lay(
    graphics_coverage *c, const graphics_coverage_target *target, uint32_t color, bool is_even_odd) {
  if (is_even_odd) {
    lay(c, target, color, true);
  } else {
    lay(c, target, color, false);
  }
  c->first_row = INT32_MAX;
  c->last_row = -1;
}
