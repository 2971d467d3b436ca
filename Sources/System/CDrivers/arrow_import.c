#include <stdlib.h>
#include <string.h>

#include "arrow_import.h"

static const char cut[] = "its stream ends in the middle of a message";

static void let_go(import *from) {
  if (__atomic_sub_fetch(&from->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
  for (block *next, *one = from->blocks; one; one = next) {
    next = one->next;
    free(one);
  }
  free((void *)from->bytes);
  free(from);
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
  if (from->buffers-- <= 0) return import_fault(of->from, import_damaged);
  int64_t offset = (int64_t)import_number(of, from->buffer, 8);
  *length = (int64_t)import_number(of, from->buffer + 8, 8);
  from->buffer += 16;
  if (offset < 0 || *length < 0 || offset > from->size || *length > from->size - offset) return import_fault(of->from, import_damaged);
  // Buffers lie side by side, so that to look at all of them takes no longer than the stream is.
  from->left -= *length;
  if (from->left < 0) return import_fault(of->from, import_damaged);
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
    if (from->variadics-- <= 0) return import_fault(own, import_damaged);
    variadic = (int64_t)import_number(from->of, from->variadic, 8);
    from->variadic += 8;
    if (variadic < 0 || variadic > from->buffers) return import_fault(own, import_damaged);
  }
  array->n_buffers = as->buffers + (as->layout == views ? variadic + 1 : 0);
  array->buffers = import_room(own, (size_t)array->n_buffers * sizeof(void *));
  if (!array->buffers) return false;
  if (as->has_bits) array->buffers[0] = bits;
  for (int index = as->has_bits; index < as->buffers; index++) {
    array->buffers[index] = next_buffer(from, &size);
    if (own->fault) return false;
    if (rows == 0 || as->layout == untold) continue;
    const uint8_t *first = array->buffers[1];
    if (index == 1 && (as->layout == plain || as->layout == views) && size < (rows * as->width + 7) / 8) {
      return import_fault(own, import_damaged);
    }
    if (index == 1 && as->layout == lengths && size < (rows + 1) * as->width) return import_fault(own, import_damaged);
    if (index == 2 && as->layout == lengths && !are_ends(first, rows, as->width, size)) return import_fault(own, import_damaged);
  }
  if (as->layout != views) return true;
  int64_t *sizes = import_room(own, (size_t)variadic * 8);
  for (int64_t index = 0; index < variadic && sizes; index++) {
    array->buffers[2 + index] = next_buffer(from, &sizes[index]);
    if (own->fault) return false;
  }
  if (!sizes) return false;
  array->buffers[2 + variadic] = sizes;
  return are_views(array->buffers[1], bits, rows, sizes, variadic) || import_fault(own, import_damaged);
}

static void release_part(struct ArrowArray *array) { array->release = NULL; }

// Reads a column of at least so many rows; what it points to lies in the stream's own bytes.
static struct ArrowArray *read_array(batch *from, const column *as, int64_t least) {
  import *own = from->of->from;
  struct ArrowArray *array = import_room(own, sizeof *array);
  if (!array || from->nodes-- <= 0) return import_fault(own, import_damaged);
  array->release = release_part;
  array->length = (int64_t)import_number(from->of, from->node, 8);
  array->null_count = (int64_t)import_number(from->of, from->node + 8, 8);
  from->node += 16;
  // Booleans are the smallest values. What is nested in columns that are not read may have no bytes at all.
  if (array->length < least || array->length > 8 * from->size || array->null_count < 0) return import_fault(own, import_damaged);
  if (!as->has_bits) array->null_count = 0;
  const uint8_t *bits = NULL;
  if (as->has_bits) {
    int64_t size;
    bits = next_buffer(from, &size);
    if (own->fault) return NULL;
    if (array->null_count == 0) bits = NULL;
    if (bits && size < (array->length + 7) / 8) return import_fault(own, import_damaged);
  }
  if (!read_values(from, as, array, bits)) return NULL;
  array->n_children = as->children;
  array->children = import_room(own, (size_t)as->children * sizeof(void *));
  if (!array->children) return NULL;
  int64_t needed = as->layout == structure ? array->length : 0;
  if (as->layout == list_of_size && __builtin_mul_overflow(array->length, as->width, &needed)) return import_fault(own, import_damaged);
  for (int64_t index = 0; index < as->children; index++) {
    array->children[index] = read_array(from, &as->child[index], needed);
    if (!array->children[index]) return NULL;
  }
  if (as->values && !(array->dictionary = as->listed)) return import_fault(own, "a list of values that its columns name is missing");
  return array;
}

static struct ArrowArray *read_batch(const table *of, const column *as, const uint8_t *body, int64_t size) {
  import *own = of->from;
  table packed;
  if (import_has_table(of, 3, &packed)) return import_fault(own, "its columns are packed; write them without compression");
  batch from = {.of = of, .body = body, .size = size, .left = size};
  from.node = import_items(of, 1, 16, &from.nodes);
  from.buffer = import_items(of, 2, 16, &from.buffers);
  from.variadic = import_items(of, 4, 8, &from.variadics);
  int64_t rows = import_whole(of, 0, 8, 0);
  if (own->fault || rows < 0 || rows > 8 * size) return import_fault(own, import_damaged);
  if (as != &own->root) return read_array(&from, as, rows);
  // The columns stand side by side, without a column around them.
  struct ArrowArray *array = import_room(own, sizeof *array);
  if (!array) return NULL;
  array->length = rows;
  array->n_buffers = 1;
  array->buffers = import_room(own, sizeof(void *));
  array->n_children = as->children;
  array->children = import_room(own, (size_t)as->children * sizeof(void *));
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
  const column *as = column_of(&own->root, import_whole(of, 0, 8, 0));
  if (!as || !import_has_table(of, 1, &data)) return import_fault(own, import_damaged);
  if (import_whole(of, 2, 1, 0)) return import_fault(own, "a list of its values is continued; write each list whole");
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
    if (from->count - from->place < 4) return import_fault(from, cut), at_fault;
    memcpy(&length, from->bytes + from->place, 4);
    from->place += 4;
    if (length != UINT32_MAX || mark) break;
  }
  if (length == 0) return at_end;
  if (length > from->count - from->place) return import_fault(from, cut), at_fault;
  table message = {from, from->bytes + from->place, length, 0, 0, 0};
  from->place += length;
  message = import_table(&message, import_target(&message, 0));
  int64_t version = import_whole(&message, 0, 2, 0);
  if (!from->fault && version < 3) import_fault(from, "its stream is of a version before 0.8 of Arrow; write it anew");
  from->is_version_4 = version == 3;
  *size = import_whole(&message, 3, 8, 0);
  if (from->fault || *size < 0) return import_fault(from, import_damaged), at_fault;
  if ((uint64_t)*size > from->count - from->place) return import_fault(from, cut), at_fault;
  *body = from->bytes + from->place;
  from->place += (size_t)*size;
  if (!import_has_table(&message, 2, header)) return import_fault(from, import_damaged), at_fault;
  return (int)import_whole(&message, 1, 1, 0);
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
    if (kind != 1) return import_fault(from, "its stream begins without a schema"), 1;
    if (import_whole(&schema, 0, 2, 0)) return import_fault(from, "its numbers are big-endian; write them little-endian"), 1;
    column *root = &from->root;
    size_t first = import_items(&schema, 1, 4, &root->children);
    root->child = import_room(from, (size_t)root->children * sizeof *root->child);
    root->name = "";
    for (int64_t index = 0; index < root->children && !from->fault; index++) {
      table one = import_table(&schema, import_target(&schema, first + 4 * (size_t)index));
      if (!from->fault) import_column(&one, &root->child[index], 1);
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
      import_fault(from, import_damaged);
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
