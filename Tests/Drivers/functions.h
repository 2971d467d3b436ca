// What the grid's statement calls of PostgreSQL with PostGIS, and of DuckDB with its extension spatial, as functions of SQLite.

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Whether the driver stands for DuckDB, whose words for types of geometries are others.
static bool is_duckdb = false;

// LEAST and GREATEST, which SQLite calls MIN and MAX.
static void extreme(sqlite3_context *context, int count, sqlite3_value **values) {
  bool is_least = sqlite3_user_data(context) == NULL;
  int best = -1;
  for (int i = 0; i < count; i++) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) continue;
    double value = sqlite3_value_double(values[i]), held = best < 0 ? 0 : sqlite3_value_double(values[best]);
    if (best < 0 || (is_least ? value < held : value > held)) best = i;
  }
  if (best >= 0) sqlite3_result_value(context, values[best]);
}

// BOOL_AND of the one value that is asked for.
static void conjunction(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int *all = sqlite3_aggregate_context(context, sizeof *all);
  if (all) *all = sqlite3_value_int(values[0]);
}

static void conjunction_end(sqlite3_context *context) {
  int *all = sqlite3_aggregate_context(context, sizeof *all);
  if (all) sqlite3_result_int(context, *all);
}

// The kind of a geometry as well-known binary with the lower bytes first, 1 for a point; 0 for none.
static uint32_t kind_of(sqlite3_value *value) {
  uint32_t kind = 0;
  if (sqlite3_value_bytes(value) >= 5) memcpy(&kind, (const char *)sqlite3_value_blob(value) + 1, 4);
  return kind;
}

static void kind(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  uint32_t kind = kind_of(values[0]);
  if (kind == 0) return;
  const char *point = is_duckdb ? "POINT" : "ST_Point";
  sqlite3_result_text(context, kind == 1 ? point : "another", -1, SQLITE_STATIC);
}

// ST_X and ST_Y, which refuse what is no point; an empty one has no place.
static void ordinate(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  uint32_t kind = kind_of(values[0]);
  if (kind == 0) return;
  if (kind != 1) return sqlite3_result_error(context, "argument must have type POINT", -1);
  double number;
  memcpy(&number, (const char *)sqlite3_value_blob(values[0]) + (sqlite3_user_data(context) ? 13 : 5), 8);
  if (number == number) sqlite3_result_double(context, number);
}

static void srid(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) != SQLITE_NULL) sqlite3_result_int(context, 4326);
}

// ST_Transform and ST_AsBinary of what is in place already.
static void same(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  sqlite3_result_value(context, values[0]);
}

static void add_functions(sqlite3 *tables) {
  sqlite3_create_function(tables, "LEAST", -1, SQLITE_UTF8, NULL, extreme, NULL, NULL);
  sqlite3_create_function(tables, "GREATEST", -1, SQLITE_UTF8, (void *)1, extreme, NULL, NULL);
  sqlite3_create_function(tables, "BOOL_AND", 1, SQLITE_UTF8, NULL, NULL, conjunction, conjunction_end);
  sqlite3_create_function(tables, "ST_GeometryType", 1, SQLITE_UTF8, NULL, kind, NULL, NULL);
  sqlite3_create_function(tables, "ST_X", 1, SQLITE_UTF8, NULL, ordinate, NULL, NULL);
  sqlite3_create_function(tables, "ST_Y", 1, SQLITE_UTF8, (void *)1, ordinate, NULL, NULL);
  sqlite3_create_function(tables, "ST_SRID", 1, SQLITE_UTF8, NULL, srid, NULL, NULL);
  sqlite3_create_function(tables, "ST_Transform", 2, SQLITE_UTF8, NULL, same, NULL, NULL);
  sqlite3_create_function(tables, "ST_AsBinary", 1, SQLITE_UTF8, NULL, same, NULL, NULL);
}
