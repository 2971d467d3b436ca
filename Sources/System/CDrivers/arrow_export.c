#include <stdlib.h>
#include <string.h>

#include "CDrivers.h"

// A table of one batch that owns its memory: a block for each buffer.
typedef struct {
  struct ArrowArray array;
  struct ArrowSchema schema;
  bool is_read;
} exported;

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t child = 0; child < schema->n_children; child++) {
    struct ArrowSchema *one = schema->children[child];
    if (one->release) one->release(one);
    free(one);
  }
  free(schema->children);
  free((char *)schema->name);
  schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t child = 0; child < array->n_children; child++) {
    struct ArrowArray *one = array->children[child];
    if (one->release) one->release(one);
    free(one);
  }
  for (int64_t buffer = 0; buffer < array->n_buffers; buffer++) free((void *)array->buffers[buffer]);
  free(array->children);
  free(array->buffers);
  array->release = NULL;
}

static void *room(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory) abort();
  return memory;
}

static struct ArrowSchema named(const char *format, const char *name, int64_t children) {
  struct ArrowSchema schema = {.format = format, .flags = 2, .n_children = children, .release = release_schema};
  schema.name = strcpy(room(strlen(name) + 1), name);
  if (children) schema.children = room(children * sizeof(void *));
  return schema;
}

static void set_bit(void *bits, int64_t row) { ((uint8_t *)bits)[row >> 3] |= (uint8_t)(1 << (row & 7)); }

// Copies a column; a text is the bytes up to its zero.
static struct ArrowArray copied(const struct arrow_column *column, int64_t rows) {
  struct ArrowArray array = {.length = rows, .n_buffers = column->kind == 'u' ? 3 : 2, .release = release_array};
  array.buffers = room(array.n_buffers * sizeof(void *));
  if (column->valid) {
    void *bits = room((rows + 7) / 8);
    for (int64_t row = 0; row < rows; row++) {
      if (column->valid[row]) set_bit(bits, row);
      else array.null_count++;
    }
    array.buffers[0] = bits;
  }
  if (column->kind == 'u') {
    int64_t *ends = room((rows + 1) * sizeof *ends);
    const char *end = column->values;
    for (int64_t row = 0; row < rows; row++) {
      size_t length = strlen(end);
      ends[row + 1] = ends[row] + (int64_t)length;
      end += length + 1;
    }
    char *bytes = room(ends[rows]);
    const char *text = column->values;
    for (int64_t row = 0; row < rows; row++) {
      int64_t length = ends[row + 1] - ends[row];
      memcpy(bytes + ends[row], text, length);
      text += length + 1;
    }
    array.buffers[1] = ends;
    array.buffers[2] = bytes;
  } else if (column->kind == 'b') {
    void *bits = room((rows + 7) / 8);
    for (int64_t row = 0; row < rows; row++) {
      if (((const uint8_t *)column->values)[row]) set_bit(bits, row);
    }
    array.buffers[1] = bits;
  } else {
    array.buffers[1] = memcpy(room(rows * 8), column->values, rows * 8);
  }
  return array;
}

static int give_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  const struct ArrowSchema *own = &((exported *)stream->private_data)->schema;
  *out = named(own->format, "", own->n_children);
  for (int64_t child = 0; child < own->n_children; child++) {
    out->children[child] = room(sizeof *out);
    *out->children[child] = named(own->children[child]->format, own->children[child]->name, 0);
  }
  return 0;
}

static int give_batch(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  exported *table = stream->private_data;
  if (table->is_read) {
    memset(out, 0, sizeof *out);
  } else {
    *out = table->array;
    table->is_read = true;
  }
  return 0;
}

static const char *no_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
  exported *table = stream->private_data;
  if (!table->is_read) table->array.release(&table->array);
  table->schema.release(&table->schema);
  free(table);
  stream->release = NULL;
}

void arrow_export(int64_t rows, int count, const struct arrow_column *columns, struct ArrowArrayStream *stream) {
  exported *table = room(sizeof *table);
  table->schema = named("+s", "", count);
  table->array = (struct ArrowArray){.length = rows, .n_buffers = 1, .n_children = count, .release = release_array};
  table->array.buffers = room(sizeof(void *));
  if (count) table->array.children = room(count * sizeof(void *));
  for (int index = 0; index < count; index++) {
    const struct arrow_column *column = &columns[index];
    const char *format = column->kind == 'u' ? "U" : column->kind == 'b' ? "b" : column->kind == 'l' ? "l" : "g";
    table->schema.children[index] = room(sizeof(struct ArrowSchema));
    *table->schema.children[index] = named(format, column->name, 0);
    table->array.children[index] = room(sizeof(struct ArrowArray));
    *table->array.children[index] = copied(column, rows);
  }
  *stream = (struct ArrowArrayStream){give_schema, give_batch, no_error, release_stream, table};
}
