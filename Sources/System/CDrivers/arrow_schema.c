#include <string.h>
#include <stdlib.h>

#include "arrow_import.h"

const char import_damaged[] = "its stream is damaged";

void *import_fault(import *from, const char *fault) {
  if (!from->fault) from->fault = fault;
  return NULL;
}

void *import_room(import *from, size_t size) {
  size = (size + 15) / 8 * 8;
  if (size > from->room_left) return import_fault(from, "its stream names more than it holds");
  from->room_left -= size;
  block *found = calloc(1, sizeof(block) + 8 + size);
  if (!found) return import_fault(from, "there is no memory for its stream");
  found->next = from->blocks;
  from->blocks = found;
  return (char *)found + 16;
}

// MARK: FlatBuffers

static bool holds(const table *of, size_t place, size_t size) {
  if (place <= of->count && size <= of->count - place) return true;
  import_fault(of->from, import_damaged);
  return false;
}

uint64_t import_number(const table *of, size_t place, int size) {
  uint64_t found = 0;
  if (holds(of, place, (size_t)size)) memcpy(&found, of->bytes + place, (size_t)size);
  return found;
}

// The place that a reference leads to.
size_t import_target(const table *of, size_t place) { return place + import_number(of, place, 4); }

table import_table(const table *of, size_t place) {
  table found = {of->from, of->bytes, of->count, place, 0, 0};
  int32_t back = (int32_t)import_number(of, place, 4);
  int64_t fields = (int64_t)place - back;
  if (fields < 0) {
    import_fault(of->from, import_damaged);
    return found;
  }
  size_t size = import_number(of, (size_t)fields, 2);
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
  uint64_t offset = import_number(of, place, 2);
  return offset ? of->place + offset : 0;
}

int64_t import_whole(const table *of, int slot, int size, int64_t standard) {
  size_t place = field(of, slot);
  if (!place) return standard;
  uint64_t found = import_number(of, place, size);
  return size == 8 ? (int64_t)found : size == 4 ? (int32_t)found : size == 2 ? (int16_t)found : (int64_t)found;
}

bool import_has_table(const table *of, int slot, table *found) {
  size_t place = field(of, slot);
  if (!place) return false;
  *found = import_table(of, import_target(of, place));
  return !of->from->fault;
}

// The first item of a list; its length is 0 where it is not there.
size_t import_items(const table *of, int slot, size_t size, int64_t *count) {
  *count = 0;
  size_t place = field(of, slot);
  if (!place) return 0;
  place = import_target(of, place);
  uint64_t length = import_number(of, place, 4);
  if (of->from->fault || !holds(of, place + 4, length * size)) return 0;
  *count = (int64_t)length;
  return place + 4;
}

static const char *text(const table *of, int slot, size_t *length) {
  int64_t count;
  size_t place = import_items(of, slot, 1, &count);
  *length = (size_t)count;
  char *copy = import_room(of->from, (size_t)count + 1);
  if (copy && count) memcpy(copy, of->bytes + place, (size_t)count);
  return copy;
}

// MARK: Schema

// Keys and values: a count, then texts with their lengths before them.
static const char *metadata(const table *of, int slot) {
  int64_t count;
  size_t place = import_items(of, slot, 4, &count), size = 4;
  if (!count || of->from->fault) return NULL;
  for (int pass = 0;; pass++) {
    char *found = pass ? import_room(of->from, size) : NULL, *end = found;
    if (pass && !found) return NULL;
    if (pass) {
      int32_t all = (int32_t)count;
      memcpy(end, &all, 4);
      end += 4;
    }
    for (int64_t index = 0; index < count; index++) {
      table pair = import_table(of, import_target(of, place + 4 * (size_t)index));
      for (int slot = 0; slot < 2; slot++) {
        int64_t length;
        size_t start = import_items(&pair, slot, 1, &length);
        if (of->from->fault) return NULL;
        if (!pass) {
          size += 4 + (size_t)length;
          if (size > of->from->room_left) return import_fault(of->from, "its stream names more than it holds");
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
  char *found = import_room(from, strlen(word) + 24 + (more ? strlen(more) : 0));
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
      int64_t bits = import_whole(type, 0, 4, 0);
      set(to, of_width(bits, import_whole(type, 1, 1, 0)), plain, bits, 2);
      break;
    }
    case 3:
      unit = import_whole(type, 0, 2, 0);
      set(to, unit == 0 ? "e" : unit == 1 ? "f" : unit == 2 ? "g" : NULL, plain, 16 << (unit & 3), 2);
      break;
    case 4: set(to, "z", lengths, 4, 3); break;
    case 5: set(to, "u", lengths, 4, 3); break;
    case 6: set(to, "b", plain, 1, 2); break;
    case 7: {
      int64_t bits = import_whole(type, 2, 4, 128);
      if (bits != 32 && bits != 64 && bits != 128 && bits != 256) return set(to, NULL, plain, 0, 2);
      const char *precision = written(from, "d:", import_whole(type, 0, 4, 0), NULL);
      const char *scale = precision ? written(from, ",", import_whole(type, 1, 4, 0), NULL) : NULL;
      const char *digits = scale ? written(from, precision, 0, scale) : NULL;
      const char *end = digits ? written(from, ",", bits, NULL) : NULL;
      set(to, end ? written(from, digits, 0, end) : NULL, plain, bits, 2);
      break;
    }
    case 8: unit = import_whole(type, 0, 2, 1); set(to, unit ? "tdm" : "tdD", plain, unit ? 64 : 32, 2); break;
    case 9:
      unit = import_whole(type, 0, 2, 1);
      set(to, unit >= 0 && unit < 4 ? clocks[unit] : NULL, plain, unit < 2 ? 32 : 64, 2);
      break;
    case 10: {
      unit = import_whole(type, 0, 2, 0);
      const char *zone = text(type, 1, &length);
      set(to, zone && unit >= 0 && unit < 4 ? written(from, times[unit], 0, zone) : NULL, plain, 64, 2);
      break;
    }
    case 13: set(to, "+s", structure, 0, 1); break;
    case 14: {
      bool is_dense = import_whole(type, 0, 2, 0) == 1;
      set(to, is_dense ? "+ud:" : "+us:", untold, 0, (is_dense ? 2 : 1) + from->is_version_4);
      to->has_bits = from->is_version_4;
      break;
    }
    case 16: {
      int64_t size = import_whole(type, 0, 4, 0);
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

bool import_column(const table *of, column *to, int depth) {
  import *from = of->from;
  size_t length;
  if (depth > 32 || ++from->columns > 4096) return import_fault(from, "it has more than 4096 columns, or columns nested 32 deep");
  to->name = text(of, 0, &length);
  to->flags = import_whole(of, 1, 1, 0) ? 2 : 0;
  to->metadata = metadata(of, 6);
  table type = {from, of->bytes, of->count, 0, 0, 0}, listed;
  if (field(of, 3)) import_has_table(of, 3, &type);
  set_type(to, (int)import_whole(of, 2, 1, 0), &type);
  if (!to->name || !to->format || from->fault) return import_fault(from, import_damaged);
  size_t first = import_items(of, 5, 4, &to->children);
  to->child = import_room(from, (size_t)to->children * sizeof *to->child);
  for (int64_t index = 0; index < to->children; index++) {
    if (from->fault) return false;
    table child = import_table(of, import_target(of, first + 4 * (size_t)index));
    if (!import_column(&child, &to->child[index], depth + 1)) return false;
  }
  if ((to->layout == list_of_size) > to->children) return import_fault(from, import_damaged);
  if (import_has_table(of, 4, &listed)) {
    // The column's type is that of its values, which are listed once.
    column *values = import_room(from, sizeof *values);
    if (!values) return false;
    *values = *to;
    values->name = "";
    values->metadata = NULL;
    table index = type;
    int64_t bits = 32;
    bool is_signed = true;
    if (import_has_table(&listed, 1, &index)) {
      bits = import_whole(&index, 0, 4, 0);
      is_signed = import_whole(&index, 1, 1, 0);
    }
    set(to, of_width(bits, is_signed), plain, bits, 2);
    if (!to->format) return import_fault(from, import_damaged);
    to->has_bits = true;
    to->children = 0;
    to->values = values;
    to->list = import_whole(&listed, 0, 8, 0);
  }
  return !from->fault;
}
