// A driver after ADBC 1.0 for tests: the tables of a SQLite database in memory, asked in as much of the SQL of PostgreSQL and
// DuckDB as the grid's statement needs.
//
// DRIVER_TABLES names a file of SQL that fills the database; DRIVER_LOG one that statements are appended to. An address with
// `refuse` in it is refused in words that quote it.

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CDrivers.h"
#include "functions.h"

struct adbc_error {
  char *message;
  int32_t vendor_code;
  char sqlstate[5];
  void (*release)(struct adbc_error *);
};

typedef struct {
  void *data;
  void *driver;
} object;

// The functions of version 1.0, each a pointer, in the interface's order.
enum {
  driver_release = 0, database_init, database_new, database_set_option, database_release, connection_init = 10,
  connection_new, connection_release = 14, statement_execute = 18, statement_new = 21, statement_release = 23,
  statement_set_query = 25, function_count = 27,
};

struct driver {
  void *private_data, *private_manager;
  void (*functions[function_count])(void);
};

typedef struct {
  char *address;
  sqlite3 *tables;
} database;

typedef struct {
  sqlite3 *tables;
  char *text;
} statement;

static void release_error(struct adbc_error *error) {
  free(error->message);
  error->message = NULL;
  error->release = NULL;
}

static uint8_t fail(struct adbc_error *error, const char *words, const char *more) {
  size_t size = strlen(words) + strlen(more) + 1;
  error->message = malloc(size);
  snprintf(error->message, size, "%s%s", words, more);
  error->release = release_error;
  return 10;
}

// MARK: Arrow batches

typedef struct {
  char letter;  // of its format: l, g, u, z or b
  char *name, *metadata;
  uint8_t *valid, *values;
  int32_t *ends;
  size_t size;
} column;

typedef struct {
  column *columns;
  int count, rows;
  bool is_given;
} answer;

static void set_bit(uint8_t *bits, int place) { bits[place / 8] |= (uint8_t)(1 << place % 8); }

static void free_answer(answer *all) {
  for (int i = 0; i < all->count; i++) {
    column *one = &all->columns[i];
    free(one->name);
    free(one->metadata);
    free(one->valid);
    free(one->values);
    free(one->ends);
  }
  free(all->columns);
  free(all);
}

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    struct ArrowSchema *child = schema->children[i];
    if (child->release) child->release(child);
    free(child);
  }
  free(schema->children);
  free(schema->private_data);
  schema->release = NULL;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  static const char *const formats[128] = {['l'] = "l", ['g'] = "g", ['u'] = "u", ['z'] = "z", ['b'] = "b"};
  answer *all = stream->private_data;
  *schema = (struct ArrowSchema){.format = "+s", .n_children = all->count, .release = release_schema};
  schema->children = calloc((size_t)all->count + 1, sizeof *schema->children);
  for (int i = 0; i < all->count; i++) {
    struct ArrowSchema *child = schema->children[i] = calloc(1, sizeof *child);
    column *one = &all->columns[i];
    child->format = formats[(int)one->letter];
    child->name = child->private_data = strdup(one->name);
    child->metadata = one->metadata;
    child->flags = 2;
    child->release = release_schema;
  }
  return 0;
}

static void release_batch(struct ArrowArray *batch) {
  for (int64_t i = 0; i < batch->n_children; i++) {
    free(batch->children[i]->buffers);
    free(batch->children[i]);
  }
  free(batch->children);
  free(batch->buffers);
  batch->release = NULL;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *batch) {
  answer *all = stream->private_data;
  *batch = (struct ArrowArray){0};
  if (all->is_given || all->rows == 0) return 0;
  all->is_given = true;
  *batch = (struct ArrowArray){
      .length = all->rows, .n_buffers = 1, .n_children = all->count, .release = release_batch};
  batch->buffers = calloc(1, sizeof *batch->buffers);
  batch->children = calloc((size_t)all->count, sizeof *batch->children);
  for (int i = 0; i < all->count; i++) {
    struct ArrowArray *child = batch->children[i] = calloc(1, sizeof *child);
    column *one = &all->columns[i];
    child->length = all->rows;
    child->null_count = -1;
    child->n_buffers = one->ends ? 3 : 2;
    child->buffers = calloc(3, sizeof *child->buffers);
    child->buffers[0] = one->valid;
    child->buffers[1] = one->ends ? (void *)one->ends : one->values;
    child->buffers[2] = one->values;
    child->release = release_batch;
  }
  return 0;
}

static void release_stream(struct ArrowArrayStream *stream) {
  free_answer(stream->private_data);
  stream->release = NULL;
}

// A pair of metadata: what an extension is called.
static char *metadata_of(const char *key, const char *value) {
  int32_t one = 1, key_size = (int32_t)strlen(key), size = (int32_t)strlen(value);
  char *bytes = malloc(12 + (size_t)key_size + (size_t)size), *end = bytes;
  memcpy(end, &one, 4), end += 4;
  memcpy(end, &key_size, 4), end += 4;
  memcpy(end, key, (size_t)key_size), end += key_size;
  memcpy(end, &size, 4), end += 4;
  memcpy(end, value, (size_t)size);
  return bytes;
}

static char letter_of_type(const char *type) {
  if (!type) return 0;
  if (strstr(type, "GEOMETRY") || strstr(type, "BLOB")) return 'z';
  if (strstr(type, "TEXT") || strstr(type, "NUMERIC")) return 'u';
  return strstr(type, "BOOL") ? 'b' : strstr(type, "REAL") ? 'g' : strstr(type, "INT") ? 'l' : 0;
}

static char letter_of_value(int type) {
  return type == SQLITE_FLOAT ? 'g' : type == SQLITE_TEXT ? 'u' : type == SQLITE_BLOB ? 'z' : 0;
}

static void take(column *one, sqlite3_stmt *row, int place, int number) {
  size_t capacity = (size_t)number + 1;
  one->valid = realloc(one->valid, capacity / 8 + 1);
  if (number % 8 == 0) one->valid[number / 8] = 0;
  int type = sqlite3_column_type(row, place);
  if (type != SQLITE_NULL) set_bit(one->valid, number);
  if (one->letter == 'u' || one->letter == 'z') {
    const void *bytes = one->letter == 'z' ? sqlite3_column_blob(row, place) : sqlite3_column_text(row, place);
    size_t count = bytes ? (size_t)sqlite3_column_bytes(row, place) : 0;
    one->ends = realloc(one->ends, (capacity + 1) * sizeof *one->ends);
    if (number == 0) one->ends[0] = 0;
    one->values = realloc(one->values, one->size + count + 1);
    if (count) memcpy(one->values + one->size, bytes, count);
    one->size += count;
    one->ends[number + 1] = (int32_t)one->size;
  } else if (one->letter == 'b') {
    one->values = realloc(one->values, capacity / 8 + 1);
    if (number % 8 == 0) one->values[number / 8] = 0;
    if (sqlite3_column_int(row, place)) set_bit(one->values, number);
  } else {
    one->values = realloc(one->values, capacity * 8);
    int64_t whole = sqlite3_column_int64(row, place);
    double real = sqlite3_column_double(row, place);
    memcpy(one->values + number * 8, one->letter == 'l' ? (void *)&whole : (void *)&real, 8);
  }
}

// Runs a statement to its end, twice: what columns hold is seen from their types, else from their values.
static int run(sqlite3 *tables, const char *text, answer **result) {
  sqlite3_stmt *row = NULL;
  int status = sqlite3_prepare_v2(tables, text, -1, &row, NULL);
  if (status != SQLITE_OK) return status;
  answer *all = calloc(1, sizeof *all);
  all->count = sqlite3_column_count(row);
  all->columns = calloc((size_t)all->count + 1, sizeof *all->columns);
  for (int i = 0; i < all->count; i++) {
    const char *type = sqlite3_column_decltype(row, i);
    column *one = &all->columns[i];
    one->name = strdup(sqlite3_column_name(row, i));
    one->letter = letter_of_type(type);
    if (type && strstr(type, "GEOMETRY")) one->metadata = metadata_of("ARROW:extension:name", "geoarrow.wkb");
    if (type && strstr(type, "NUMERIC")) {
      one->metadata = metadata_of("ARROW:extension:metadata", "{\"type_name\": \"numeric\"}");
    }
  }
  while (sqlite3_step(row) == SQLITE_ROW) {
    for (int i = 0; i < all->count; i++) {
      column *one = &all->columns[i];
      if (!one->letter) one->letter = letter_of_value(sqlite3_column_type(row, i));
    }
  }
  for (int i = 0; i < all->count; i++) all->columns[i].letter = all->columns[i].letter ? all->columns[i].letter : 'l';
  sqlite3_reset(row);
  while ((status = sqlite3_step(row)) == SQLITE_ROW) {
    for (int i = 0; i < all->count; i++) take(&all->columns[i], row, i, all->rows);
    all->rows++;
  }
  sqlite3_finalize(row);
  if (status == SQLITE_DONE) {
    *result = all;
    return SQLITE_OK;
  }
  free_answer(all);
  return status;
}

// MARK: The driver

static uint8_t new_database(object *made, struct adbc_error *error) {
  (void)error;
  made->data = calloc(1, sizeof(database));
  return 0;
}

static uint8_t set_option(object *made, const char *key, const char *value, struct adbc_error *error) {
  (void)error;
  database *opened = made->data;
  if (strcmp(key, "uri") == 0 || strcmp(key, "path") == 0) {
    free(opened->address);
    opened->address = strdup(value);
  }
  return 0;
}

static uint8_t open_database(object *made, struct adbc_error *error) {
  database *opened = made->data;
  if (opened->address && strstr(opened->address, "refuse")) {
    return fail(error, "[fake] FATAL: no way to enter with ", opened->address);
  }
  sqlite3_open(":memory:", &opened->tables);
  add_functions(opened->tables);
  const char *path = getenv("DRIVER_TABLES");
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) return 0;
  static char text[1 << 20];
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  if (sqlite3_exec(opened->tables, text, NULL, NULL, NULL) == SQLITE_OK) return 0;
  return fail(error, "the tables cannot be made: ", sqlite3_errmsg(opened->tables));
}

static uint8_t release_database(object *made, struct adbc_error *error) {
  (void)error;
  database *opened = made->data;
  sqlite3_close(opened->tables);
  free(opened->address);
  free(opened);
  return 0;
}

static uint8_t open_connection(object *made, object *parent, struct adbc_error *error) {
  (void)error;
  made->data = parent->data;
  return 0;
}

static uint8_t do_nothing(object *made, struct adbc_error *error) {
  (void)made, (void)error;
  return 0;
}

static uint8_t new_statement(object *connection, object *made, struct adbc_error *error) {
  (void)error;
  statement *one = calloc(1, sizeof *one);
  one->tables = ((database *)connection->data)->tables;
  made->data = one;
  return 0;
}

static uint8_t set_query(object *made, const char *text, struct adbc_error *error) {
  (void)error;
  statement *one = made->data;
  free(one->text);
  one->text = strdup(text);
  const char *path = getenv("DRIVER_LOG");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (file) {
    fprintf(file, "%s\n--\n", text);
    fclose(file);
  }
  return 0;
}

static uint8_t execute(object *made, struct ArrowArrayStream *rows, int64_t *count, struct adbc_error *error) {
  statement *one = made->data;
  const char *text = one->text;
  if (count) *count = -1;
  // What PostgreSQL keeps in its catalogs.
  if (strstr(text, "set_config")) text = "SELECT 'on'";
  if (strstr(text, "pg_class c") || strstr(text, "duckdb_tables()")) text = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
  if (strstr(text, "pg_index")) text = "SELECT p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND p.pk = 1";
  if (strstr(text, "to_regclass")) text = "SELECT NULL";
  // SQLite knows no such type, and would make a number of it.
  for (char *cast; (cast = strstr(one->text, "AS geometry)"));) memcpy(cast, "AS BLOB)    ", 12);
  for (char *end; (end = strstr(one->text, "OFFSET 0"));) memcpy(end, "LIMIT -1", 8);
  answer *all = NULL;
  if (run(one->tables, text, &all) != SQLITE_OK) {
    return fail(error, "[fake] ERROR: ", sqlite3_errmsg(one->tables));
  }
  *rows = (struct ArrowArrayStream){get_schema, get_next, NULL, release_stream, all};
  return 0;
}

static uint8_t release_statement(object *made, struct adbc_error *error) {
  (void)error;
  statement *one = made->data;
  free(one->text);
  free(one);
  return 0;
}

uint8_t AdbcDriverInit(int version, void *place, struct adbc_error *error) {
  if (version != 1000000) return fail(error, "this driver is of version 1.0", "");
  struct driver *driver = place;
  void (**functions)(void) = driver->functions;
  functions[database_init] = (void (*)(void))open_database;
  functions[database_new] = (void (*)(void))new_database;
  functions[database_set_option] = (void (*)(void))set_option;
  functions[database_release] = (void (*)(void))release_database;
  functions[connection_init] = (void (*)(void))open_connection;
  functions[connection_new] = (void (*)(void))do_nothing;
  functions[connection_release] = (void (*)(void))do_nothing;
  functions[statement_execute] = (void (*)(void))execute;
  functions[statement_new] = (void (*)(void))new_statement;
  functions[statement_release] = (void (*)(void))release_statement;
  functions[statement_set_query] = (void (*)(void))set_query;
  return 0;
}

uint8_t duckdb_adbc_init(int version, void *place, struct adbc_error *error) {
  is_duckdb = true;
  return AdbcDriverInit(version, place, error);
}
