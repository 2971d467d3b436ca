#include <stdlib.h>
#include <string.h>

#include "CDrivers.h"

// A stream of Arrow's IPC format, as Schema.fbs and Message.fbs of its specification lay it out. The bytes are anybody's: every
// offset and every length is looked at before it is used, and what all names, columns and batches take is bounded by the stream's
// own length, since tables of FlatBuffers may be named again and again.

typedef struct block {
  struct block *next;
} block;

// A column of the schema: what the format of the C data interface says of it, and what its batches need.
typedef struct column {
  const char *name, *format, *metadata;
  int64_t flags;
  enum { plain, lengths, views, structure, list_of_size, untold } layout;
  // Bits of a value, bytes of an end of a text, or items of a list of a fixed size.
  int64_t width;
  int buffers;
  bool has_bits;  // of nulls, in the first buffer
  int64_t children;
  struct column *child;
  // Of a column whose values are listed once: the number of the list, the column of its values, and those read last.
  struct column *values;
  int64_t list;
  struct ArrowArray *listed;
} column;

typedef struct {
  const uint8_t *bytes;
  size_t count, place;
  block *blocks;
  size_t room_left;
  int holders;  // the stream and its batches
  column root;
  int columns;
  const char *fault;
  bool is_version_4;
} import;

// A table of FlatBuffers within a message.
typedef struct {
  import *from;
  const uint8_t *bytes;
  size_t count, place, fields, end_of_fields;
} table;

static const char damaged[] = "its stream is damaged";
static const char cut[] = "its stream ends in the middle of a message";

static void *no(import *from, const char *fault) {
  if (!from->fault) from->fault = fault;
  return NULL;
}

static void *room(import *from, size_t size) {
  size = (size + 15) / 8 * 8;
  if (size > from->room_left) return no(from, "its stream names more than it holds");
  from->room_left -= size;
  block *found = calloc(1, sizeof(block) + 8 + size);
  if (!found) return no(from, "there is no memory for its stream");
  found->next = from->blocks;
  from->blocks = found;
  return (char *)found + 16;
}

static void let_go(import *from) {
  if (__atomic_sub_fetch(&from->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
  for (block *next, *one = from->blocks; one; one = next) {
    next = one->next;
    free(one);
  }
  free((void *)from->bytes);
  free(from);
}

// MARK: FlatBuffers

static bool holds(const table *of, size_t place, size_t size) {
  if (place <= of->count && size <= of->count - place) return true;
  no(of->from, damaged);
  return false;
}

static uint64_t number(const table *of, size_t place, int size) {
  uint64_t found = 0;
  if (holds(of, place, (size_t)size)) memcpy(&found, of->bytes + place, (size_t)size);
  return found;
}

// The place that a reference leads to.
static size_t target(const table *of, size_t place) { return place + number(of, place, 4); }

static table table_at(const table *of, size_t place) {
  table found = {of->from, of->bytes, of->count, place, 0, 0};
  int32_t back = (int32_t)number(of, place, 4);
  int64_t fields = (int64_t)place - back;
  if (fields < 0) {
    no(of->from, damaged);
    return found;
  }
  size_t size = number(of, (size_t)fields, 2);
  if (size >= 4 && holds(of, (size_t)fields, size)) {
    found.fields = (size_t)fields + 4;
    found.end_of_fields = (size_t)fields + size;
  }
  return found;
}

// The place of a field; 0 where it is not there.
static size_t field(const table *of, int slot) {
  size_t place = of->fields + 2 * (size_t)slot;
  if (!of->fields || place + 2 > of->end_of_fields) return 0;
  uint64_t offset = number(of, place, 2);
  return offset ? of->place + offset : 0;
}

static int64_t whole(const table *of, int slot, int size, int64_t standard) {
  size_t place = field(of, slot);
  if (!place) return standard;
  uint64_t found = number(of, place, size);
  return size == 8 ? (int64_t)found : size == 4 ? (int32_t)found : size == 2 ? (int16_t)found : (int64_t)found;
}

static bool has_table(const table *of, int slot, table *found) {
  size_t place = field(of, slot);
  if (!place) return false;
  *found = table_at(of, target(of, place));
  return !of->from->fault;
}

// The first item of a list; its length is 0 where it is not there.
static size_t items(const table *of, int slot, size_t size, int64_t *count) {
  *count = 0;
  size_t place = field(of, slot);
  if (!place) return 0;
  place = target(of, place);
  uint64_t length = number(of, place, 4);
  if (of->from->fault || !holds(of, place + 4, length * size)) return 0;
  *count = (int64_t)length;
  return place + 4;
}

static const char *text(const table *of, int slot, size_t *length) {
  int64_t count;
  size_t place = items(of, slot, 1, &count);
  *length = (size_t)count;
  char *copy = room(of->from, (size_t)count + 1);
  if (copy && count) memcpy(copy, of->bytes + place, (size_t)count);
  return copy;
}

// MARK: Schema

// Keys and values: a count, then texts with their lengths before them.
static const char *metadata(const table *of, int slot) {
  int64_t count;
  size_t place = items(of, slot, 4, &count), size = 4;
  if (!count || of->from->fault) return NULL;
  for (int pass = 0;; pass++) {
    char *found = pass ? room(of->from, size) : NULL, *end = found;
    if (pass && !found) return NULL;
    if (pass) {
      int32_t all = (int32_t)count;
      memcpy(end, &all, 4);
      end += 4;
    }
    for (int64_t index = 0; index < count; index++) {
      table pair = table_at(of, target(of, place + 4 * (size_t)index));
      for (int slot = 0; slot < 2; slot++) {
        int64_t length;
        size_t start = items(&pair, slot, 1, &length);
        if (of->from->fault) return NULL;
        if (!pass) {
          size += 4 + (size_t)length;
          if (size > of->from->room_left) return no(of->from, "its stream names more than it holds");
          continue;
        }
        int32_t short_length = (int32_t)length;
        memcpy(end, &short_length, 4);
        if (length) memcpy(end + 4, of->bytes + start, (size_t)length);
        end += 4 + length;
      }
    }
    if (pass) return found;
  }
}

static void set(column *to, const char *format, int layout, int64_t width, int buffers) {
  to->format = format;
  to->layout = layout;
  to->width = width;
  to->buffers = buffers;
}

static const char *of_width(int64_t bits, bool is_signed) {
  switch (bits) {
    case 8: return is_signed ? "c" : "C";
    case 16: return is_signed ? "s" : "S";
    case 32: return is_signed ? "i" : "I";
    case 64: return is_signed ? "l" : "L";
    default: return NULL;
  }
}

// Writes a format: a word, and numbers or a text behind it.
static const char *written(import *from, const char *word, int64_t number, const char *more) {
  char *found = room(from, strlen(word) + 24 + (more ? strlen(more) : 0));
  if (!found) return NULL;
  char *end = stpcpy(found, word);
  if (more) {
    strcpy(end, more);
    return found;
  }
  char digits[24];
  int count = 0;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  if (number < 0) *end++ = '-';
  do digits[count++] = (char)('0' + rest % 10); while (rest /= 10);
  while (count) *end++ = digits[--count];
  return found;
}

static void set_type(column *to, int kind, const table *type) {
  static const char *const times[] = {"tss:", "tsm:", "tsu:", "tsn:"};
  static const char *const clocks[] = {"tts", "ttm", "ttu", "ttn"};
  import *from = type->from;
  to->has_bits = true;
  set(to, "tiM", untold, 0, 2);  // intervals, durations, lists and whatever else is not read
  int64_t unit;
  size_t length;
  switch (kind) {
    case 1: case 22:  // nulls, and runs
      set(to, kind == 1 ? "n" : "+r", untold, 0, 0);
      to->has_bits = false;
      break;
    case 2: {
      int64_t bits = whole(type, 0, 4, 0);
      set(to, of_width(bits, whole(type, 1, 1, 0)), plain, bits, 2);
      break;
    }
    case 3:
      unit = whole(type, 0, 2, 0);
      set(to, unit == 0 ? "e" : unit == 1 ? "f" : unit == 2 ? "g" : NULL, plain, 16 << (unit & 3), 2);
      break;
    case 4: set(to, "z", lengths, 4, 3); break;
    case 5: set(to, "u", lengths, 4, 3); break;
    case 6: set(to, "b", plain, 1, 2); break;
    case 7: {
      int64_t bits = whole(type, 2, 4, 128);
      if (bits != 32 && bits != 64 && bits != 128 && bits != 256) return set(to, NULL, plain, 0, 2);
      const char *precision = written(from, "d:", whole(type, 0, 4, 0), NULL);
      const char *scale = precision ? written(from, ",", whole(type, 1, 4, 0), NULL) : NULL;
      const char *digits = scale ? written(from, precision, 0, scale) : NULL;
      const char *end = digits ? written(from, ",", bits, NULL) : NULL;
      set(to, end ? written(from, digits, 0, end) : NULL, plain, bits, 2);
      break;
    }
    case 8: unit = whole(type, 0, 2, 1); set(to, unit ? "tdm" : "tdD", plain, unit ? 64 : 32, 2); break;
    case 9:
      unit = whole(type, 0, 2, 1);
      set(to, unit >= 0 && unit < 4 ? clocks[unit] : NULL, plain, unit < 2 ? 32 : 64, 2);
      break;
    case 10: {
      unit = whole(type, 0, 2, 0);
      const char *zone = text(type, 1, &length);
      set(to, zone && unit >= 0 && unit < 4 ? written(from, times[unit], 0, zone) : NULL, plain, 64, 2);
      break;
    }
    case 13: set(to, "+s", structure, 0, 1); break;
    case 14: {
      bool is_dense = whole(type, 0, 2, 0) == 1;
      set(to, is_dense ? "+ud:" : "+us:", untold, 0, (is_dense ? 2 : 1) + from->is_version_4);
      to->has_bits = from->is_version_4;
      break;
    }
    case 16: {
      int64_t size = whole(type, 0, 4, 0);
      set(to, written(from, "+w:", size, NULL), list_of_size, size < 0 ? 0 : size, 1);
      break;
    }
    case 19: set(to, "Z", lengths, 8, 3); break;
    case 20: set(to, "U", lengths, 8, 3); break;
    case 23: set(to, "vz", views, 128, 2); break;
    case 24: set(to, "vu", views, 128, 2); break;
    case 25: case 26: set(to, "+vl", untold, 0, 3); break;
    default: break;
  }
}

static bool read_column(const table *of, column *to, int depth) {
  import *from = of->from;
  size_t length;
  if (depth > 32 || ++from->columns > 4096) return no(from, "it has more than 4096 columns, or columns nested 32 deep");
  to->name = text(of, 0, &length);
  to->flags = whole(of, 1, 1, 0) ? 2 : 0;
  to->metadata = metadata(of, 6);
  table type = {from, of->bytes, of->count, 0, 0, 0}, listed;
  if (field(of, 3)) has_table(of, 3, &type);
  set_type(to, (int)whole(of, 2, 1, 0), &type);
  if (!to->name || !to->format || from->fault) return no(from, damaged);
  size_t first = items(of, 5, 4, &to->children);
  to->child = room(from, (size_t)to->children * sizeof *to->child);
  for (int64_t index = 0; index < to->children; index++) {
    if (from->fault) return false;
    table child = table_at(of, target(of, first + 4 * (size_t)index));
    if (!read_column(&child, &to->child[index], depth + 1)) return false;
  }
  if ((to->layout == list_of_size) > to->children) return no(from, damaged);
  if (has_table(of, 4, &listed)) {
    // The column's type is that of its values, which are listed once.
    column *values = room(from, sizeof *values);
    if (!values) return false;
    *values = *to;
    values->name = "";
    values->metadata = NULL;
    table index = type;
    int64_t bits = 32;
    bool is_signed = true;
    if (has_table(&listed, 1, &index)) {
      bits = whole(&index, 0, 4, 0);
      is_signed = whole(&index, 1, 1, 0);
    }
    set(to, of_width(bits, is_signed), plain, bits, 2);
    if (!to->format) return no(from, damaged);
    to->has_bits = true;
    to->children = 0;
    to->values = values;
    to->list = whole(&listed, 0, 8, 0);
  }
  return !from->fault;
}

// MARK: Batches

typedef struct {
  const table *of;
  const uint8_t *body;
  int64_t size, left;
  size_t node, buffer, variadic;
  int64_t nodes, buffers, variadics;
} batch;

static struct ArrowArray *read_array(batch *from, const column *as, int64_t least);

static const uint8_t *next_buffer(batch *from, int64_t *length) {
  const table *of = from->of;
  if (from->buffers-- <= 0) return no(of->from, damaged);
  int64_t offset = (int64_t)number(of, from->buffer, 8);
  *length = (int64_t)number(of, from->buffer + 8, 8);
  from->buffer += 16;
  if (offset < 0 || *length < 0 || offset > from->size || *length > from->size - offset) return no(of->from, damaged);
  // Buffers lie side by side, so that to look at all of them takes no longer than the stream is.
  from->left -= *length;
  if (from->left < 0) return no(of->from, damaged);
  return from->body + offset;
}

static bool is_null(const uint8_t *bits, int64_t row) { return bits && !(bits[row >> 3] >> (row & 7) & 1); }

static int64_t end_at(const uint8_t *ends, int64_t index, int64_t width) {
  int64_t wide;
  int32_t narrow;
  if (width == 8) return memcpy(&wide, ends + index * 8, 8), wide;
  return memcpy(&narrow, ends + index * 4, 4), narrow;
}

// Whether all texts of a column lie within its bytes.
static bool are_ends(const uint8_t *ends, int64_t rows, int64_t width, int64_t size) {
  int64_t last = end_at(ends, 0, width);
  if (last < 0) return false;
  for (int64_t row = 1; row <= rows; row++) {
    int64_t end = end_at(ends, row, width);
    if (end < last) return false;
    last = end;
  }
  return last <= size;
}

static bool are_views(const uint8_t *views, const uint8_t *bits, int64_t rows, const int64_t *sizes, int64_t count) {
  for (int64_t row = 0; row < rows; row++) {
    int32_t part[4];
    memcpy(part, views + row * 16, 16);
    if (is_null(bits, row) || part[0] >= 0 && part[0] <= 12) continue;
    if (part[0] < 0 || part[2] < 0 || part[2] >= count || part[3] < 0) return false;
    if (part[3] > sizes[part[2]] || part[0] > sizes[part[2]] - part[3]) return false;
  }
  return true;
}

// Reads what the second buffer on holds, and whether it holds all rows.
static bool read_values(batch *from, const column *as, struct ArrowArray *array, const uint8_t *bits) {
  import *own = from->of->from;
  int64_t size, rows = array->length, variadic = 0;
  if (as->layout == views) {
    if (from->variadics-- <= 0) return no(own, damaged);
    variadic = (int64_t)number(from->of, from->variadic, 8);
    from->variadic += 8;
    if (variadic < 0 || variadic > from->buffers) return no(own, damaged);
  }
  array->n_buffers = as->buffers + (as->layout == views ? variadic + 1 : 0);
  array->buffers = room(own, (size_t)array->n_buffers * sizeof(void *));
  if (!array->buffers) return false;
  if (as->has_bits) array->buffers[0] = bits;
  for (int index = as->has_bits; index < as->buffers; index++) {
    array->buffers[index] = next_buffer(from, &size);
    if (own->fault) return false;
    if (rows == 0 || as->layout == untold) continue;
    const uint8_t *first = array->buffers[1];
    if (index == 1 && (as->layout == plain || as->layout == views) && size < (rows * as->width + 7) / 8) {
      return no(own, damaged);
    }
    if (index == 1 && as->layout == lengths && size < (rows + 1) * as->width) return no(own, damaged);
    if (index == 2 && as->layout == lengths && !are_ends(first, rows, as->width, size)) return no(own, damaged);
  }
  if (as->layout != views) return true;
  int64_t *sizes = room(own, (size_t)variadic * 8);
  for (int64_t index = 0; index < variadic && sizes; index++) {
    array->buffers[2 + index] = next_buffer(from, &sizes[index]);
    if (own->fault) return false;
  }
  if (!sizes) return false;
  array->buffers[2 + variadic] = sizes;
  return are_views(array->buffers[1], bits, rows, sizes, variadic) || no(own, damaged);
}

static void release_part(struct ArrowArray *array) { array->release = NULL; }

// Reads a column of at least so many rows; what it points to lies in the stream's own bytes.
static struct ArrowArray *read_array(batch *from, const column *as, int64_t least) {
  import *own = from->of->from;
  struct ArrowArray *array = room(own, sizeof *array);
  if (!array || from->nodes-- <= 0) return no(own, damaged);
  array->release = release_part;
  array->length = (int64_t)number(from->of, from->node, 8);
  array->null_count = (int64_t)number(from->of, from->node + 8, 8);
  from->node += 16;
  // Booleans are the smallest values. What is nested in columns that are not read may have no bytes at all.
  if (array->length < least || array->length > 8 * from->size || array->null_count < 0) return no(own, damaged);
  if (!as->has_bits) array->null_count = 0;
  const uint8_t *bits = NULL;
  if (as->has_bits) {
    int64_t size;
    bits = next_buffer(from, &size);
    if (own->fault) return NULL;
    if (array->null_count == 0) bits = NULL;
    if (bits && size < (array->length + 7) / 8) return no(own, damaged);
  }
  if (!read_values(from, as, array, bits)) return NULL;
  array->n_children = as->children;
  array->children = room(own, (size_t)as->children * sizeof(void *));
  if (!array->children) return NULL;
  int64_t needed = as->layout == structure ? array->length : 0;
  if (as->layout == list_of_size && __builtin_mul_overflow(array->length, as->width, &needed)) return no(own, damaged);
  for (int64_t index = 0; index < as->children; index++) {
    array->children[index] = read_array(from, &as->child[index], needed);
    if (!array->children[index]) return NULL;
  }
  if (as->values && !(array->dictionary = as->listed)) return no(own, "a list of values that its columns name is missing");
  return array;
}

static struct ArrowArray *read_batch(const table *of, const column *as, const uint8_t *body, int64_t size) {
  import *own = of->from;
  table packed;
  if (has_table(of, 3, &packed)) return no(own, "its columns are packed; write them without compression");
  batch from = {.of = of, .body = body, .size = size, .left = size};
  from.node = items(of, 1, 16, &from.nodes);
  from.buffer = items(of, 2, 16, &from.buffers);
  from.variadic = items(of, 4, 8, &from.variadics);
  int64_t rows = whole(of, 0, 8, 0);
  if (own->fault || rows < 0 || rows > 8 * size) return no(own, damaged);
  if (as != &own->root) return read_array(&from, as, rows);
  // The columns stand side by side, without a column around them.
  struct ArrowArray *array = room(own, sizeof *array);
  if (!array) return NULL;
  array->length = rows;
  array->n_buffers = 1;
  array->buffers = room(own, sizeof(void *));
  array->n_children = as->children;
  array->children = room(own, (size_t)as->children * sizeof(void *));
  for (int64_t index = 0; index < as->children && !own->fault; index++) {
    array->children[index] = read_array(&from, &as->child[index], rows);
  }
  return own->fault ? NULL : array;
}

// A column whose values a list holds.
static column *column_of(column *in, int64_t number) {
  if (in->values && in->list == number) return in;
  column *found = NULL;
  for (int64_t index = 0; index < in->children && !found; index++) found = column_of(&in->child[index], number);
  return found;
}

// Hands a list to all columns that name it and hold values of its kind.
static void give_list(column *to, const column *of, struct ArrowArray *array) {
  if (to == of || to->values && to->list == of->list && !to->values->children && !of->values->children
                      && !strcmp(to->values->format, of->values->format)) {
    to->listed = array;
  }
  for (int64_t index = 0; index < to->children; index++) give_list(&to->child[index], of, array);
}

static bool read_list(const table *of, const uint8_t *body, int64_t size) {
  import *own = of->from;
  table data;
  const column *as = column_of(&own->root, whole(of, 0, 8, 0));
  if (!as || !has_table(of, 1, &data)) return no(own, damaged);
  if (whole(of, 2, 1, 0)) return no(own, "a list of its values is continued; write each list whole");
  // Batches before keep the list that they had.
  struct ArrowArray *array = read_batch(&data, as->values, body, size);
  if (array) give_list(&own->root, as, array);
  return array;
}

// MARK: Messages

enum { at_end = -1, at_fault = -2 };

// Goes on to the next message; its kind, or one of the two above.
static int next_message(import *from, table *header, const uint8_t **body, int64_t *size) {
  uint32_t length;
  for (int mark = 0;; mark++) {
    if (from->place == from->count && !mark) return at_end;
    if (from->count - from->place < 4) return no(from, cut), at_fault;
    memcpy(&length, from->bytes + from->place, 4);
    from->place += 4;
    if (length != UINT32_MAX || mark) break;
  }
  if (length == 0) return at_end;
  if (length > from->count - from->place) return no(from, cut), at_fault;
  table message = {from, from->bytes + from->place, length, 0, 0, 0};
  from->place += length;
  message = table_at(&message, target(&message, 0));
  int64_t version = whole(&message, 0, 2, 0);
  if (!from->fault && version < 3) no(from, "its stream is of a version before 0.8 of Arrow; write it anew");
  from->is_version_4 = version == 3;
  *size = whole(&message, 3, 8, 0);
  if (from->fault || *size < 0) return no(from, damaged), at_fault;
  if ((uint64_t)*size > from->count - from->place) return no(from, cut), at_fault;
  *body = from->bytes + from->place;
  from->place += (size_t)*size;
  if (!has_table(&message, 2, header)) return no(from, damaged), at_fault;
  return (int)whole(&message, 1, 1, 0);
}

// MARK: The stream of the C data interface

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t index = 0; index < schema->n_children; index++) {
    if (schema->children[index]->release) schema->children[index]->release(schema->children[index]);
    free(schema->children[index]);
  }
  free(schema->children);
  if (schema->dictionary) {
    if (schema->dictionary->release) schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  schema->release = NULL;
}

// Names stay those of the stream, which outlives its schema.
static void give_column(const column *own, struct ArrowSchema *out) {
  *out = (struct ArrowSchema){own->format, own->name, own->metadata, own->flags, own->children, NULL, NULL, release_schema, NULL};
  out->children = calloc((size_t)own->children + 1, sizeof(void *));
  if (!out->children) abort();
  for (int64_t index = 0; index < own->children; index++) {
    if (!(out->children[index] = calloc(1, sizeof *out))) abort();
    give_column(&own->child[index], out->children[index]);
  }
  if (!own->values) return;
  if (!(out->dictionary = calloc(1, sizeof *out))) abort();
  give_column(own->values, out->dictionary);
}

static int give_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  import *from = stream->private_data;
  table schema;
  const uint8_t *body;
  int64_t size;
  if (!from->root.format) {
    int kind = next_message(from, &schema, &body, &size);
    if (kind != 1) return no(from, "its stream begins without a schema"), 1;
    if (whole(&schema, 0, 2, 0)) return no(from, "its numbers are big-endian; write them little-endian"), 1;
    column *root = &from->root;
    size_t first = items(&schema, 1, 4, &root->children);
    root->child = room(from, (size_t)root->children * sizeof *root->child);
    root->name = "";
    for (int64_t index = 0; index < root->children && !from->fault; index++) {
      table one = table_at(&schema, target(&schema, first + 4 * (size_t)index));
      if (!from->fault) read_column(&one, &root->child[index], 1);
    }
    if (from->fault) return 1;
    root->format = "+s";
  }
  give_column(&from->root, out);
  return 0;
}

static void release_batch(struct ArrowArray *array) {
  array->release = NULL;
  let_go(array->private_data);
}

static int give_batch(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  import *from = stream->private_data;
  table header;
  const uint8_t *body;
  int64_t size;
  while (!from->fault) {
    int kind = next_message(from, &header, &body, &size);
    if (kind == at_end) return 0;
    if (kind == 2) {
      if (!read_list(&header, body, size)) break;
    } else if (kind == 3) {
      struct ArrowArray *array = read_batch(&header, &from->root, body, size);
      if (!array) break;
      *out = *array;
      out->release = release_batch;
      out->private_data = from;
      __atomic_add_fetch(&from->holders, 1, __ATOMIC_RELAXED);
      return 0;
    } else {
      no(from, damaged);
    }
  }
  return 1;
}

static const char *give_error(struct ArrowArrayStream *stream) { return ((import *)stream->private_data)->fault; }

static void release_stream(struct ArrowArrayStream *stream) {
  stream->release = NULL;
  let_go(stream->private_data);
}

bool arrow_import(const void *bytes, size_t count, struct ArrowArrayStream *stream) {
  import *from = calloc(1, sizeof *from);
  void *copy = from ? malloc(count ? count : 1) : NULL;
  if (!copy) return free(from), false;
  *from = (import){.bytes = memcpy(copy, bytes, count), .count = count, .holders = 1};
  // Twice what ordinary names, columns and batches take.
  from->room_left = ((size_t)1 << 20) + 8 * count;
  *stream = (struct ArrowArrayStream){give_schema, give_batch, give_error, release_stream, from};
  return true;
}
