#pragma once
#include "CDrivers.h"

// A stream of Arrow's IPC format, as Schema.fbs and Message.fbs of its specification lay it out. The bytes are anybody's: every
// offset and every length is looked at before it is used, and what all names, columns and batches take is bounded by the stream's
// own length, since tables of FlatBuffers may be named again and again.

typedef struct block {
  struct block *next;
} block;

// A column of the schema: its format in the C data interface, and what its batches need.
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

extern const char import_damaged[];

// Notes a fault, unless there is one already. NULL, for whoever returns it.
void *import_fault(import *from, const char *fault);
// Memory that lives as long as the stream and its batches; NULL where there is a fault.
void *import_room(import *from, size_t size);

// Reads of FlatBuffers; what lies outside of the message is a fault, and 0.
uint64_t import_number(const table *of, size_t place, int size);
size_t import_target(const table *of, size_t place);
table import_table(const table *of, size_t place);
int64_t import_whole(const table *of, int slot, int size, int64_t standard);
bool import_has_table(const table *of, int slot, table *found);
// The first item of a list; its length is 0 where it is not there.
size_t import_items(const table *of, int slot, size_t size, int64_t *count);

// Reads a column of the schema, and what is nested in it.
bool import_column(const table *of, column *to, int depth);
