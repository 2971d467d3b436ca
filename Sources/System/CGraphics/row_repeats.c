// Deflate for pictures of flat areas (RFC 1950 and 1951). Nine tenths of a map's bytes equal those of the pixel above: the
// row above is compared first, then the pixel to the left, then the place where the same four bytes stood last.
#include <string.h>

#include "CGraphics.h"
#include "row_repeats.h"

enum {
  shortest = 3, longest = 258, farthest = 32768,
  literal_codes = 286, distance_codes = 30, end_of_block = 256, order_codes = 19, longest_code = 15,
  hash_bits = 14,
  /// So many copies or literals end a block, so that codes fit what stands near.
  copies_in_block = 1 << 12,
  literals_in_block = 1 << 16,
};

/// Some bytes as they are, and then a copy of what stands before them; a length of 0 is no copy.
typedef struct {
  uint32_t literals;
  uint16_t length, distance;
} step;

typedef struct {
  uint16_t code[literal_codes];
  uint8_t length[literal_codes];
} code_table;

typedef struct {
  uint8_t *next;
  uint8_t *end;
  uint64_t bits;
  unsigned count;
} bit_writer;

struct row_packer {
  step steps[copies_in_block + 1];
  uint32_t latest[1 << hash_bits];
  uint32_t literal_counts[literal_codes];
  uint32_t distance_counts[distance_codes];
  uint8_t length_symbol[longest + 1];
};

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint8_t code_order[order_codes] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static uint64_t word64(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

static uint32_t word32(const uint8_t *p) {
  uint32_t word;
  memcpy(&word, p, 4);
  return word;
}

/// Bytes from `p` on that repeat those `distance` before.
static size_t repeats(const uint8_t *p, const uint8_t *end, size_t distance) {
  const uint8_t *q = p;
  while (end - q >= 8) {
    uint64_t difference = word64(q) ^ word64(q - distance);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (difference) return (size_t)(q - p) + (size_t)(__builtin_ctzll(difference) / 8);
#else
    if (difference) return (size_t)(q - p) + (size_t)(__builtin_clzll(difference) / 8);
#endif
    q += 8;
  }
  while (q < end && *q == *(q - distance)) q++;
  return (size_t)(q - p);
}

/// The code of a distance; its extra bits count from the lowest distance of that code.
static unsigned distance_symbol(unsigned distance, unsigned *extra_bits, unsigned *extra) {
  unsigned rest = distance - 1;
  if (rest < 4) {
    *extra_bits = *extra = 0;
    return rest;
  }
  unsigned top = 31 - (unsigned)__builtin_clz(rest);
  *extra_bits = top - 1;
  *extra = rest & ((1u << (top - 1)) - 1);
  return 2 * top + (rest >> (top - 1) & 1);
}

// Codes

/// Lengths of an optimal prefix code, none longer than `limit`; 0 for symbols that do not occur.
static void find_lengths(const uint32_t *counts, int symbols, int limit, uint8_t *lengths) {
  uint32_t weight[2 * literal_codes];
  uint16_t parent[2 * literal_codes], order[literal_codes];
  uint8_t depth[2 * literal_codes];
  int used = 0;
  memset(lengths, 0, (size_t)symbols);
  for (int s = 0; s < symbols; s++) {
    if (counts[s] > 0) order[used++] = (uint16_t)s;
  }
  // A code of one symbol is given a second: not every reader takes an incomplete code.
  for (int s = 0; used < 2; s++) {
    if (counts[s] == 0) order[used++] = (uint16_t)s;
  }
  for (int gap = used / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < used; i++) {
      uint16_t symbol = order[i];
      int j = i;
      for (; j >= gap && (counts[order[j - gap]] > counts[symbol] ||
                          (counts[order[j - gap]] == counts[symbol] && order[j - gap] > symbol)); j -= gap) {
        order[j] = order[j - gap];
      }
      order[j] = symbol;
    }
  }
  for (int i = 0; i < used; i++) weight[i] = counts[order[i]];
  int leaf = 0, node = used, made = used;
  while (made < 2 * used - 1) {
    int two[2];
    for (int k = 0; k < 2; k++) {
      bool takes_leaf = leaf < used && (node >= made || weight[leaf] <= weight[node]);
      two[k] = takes_leaf ? leaf++ : node++;
    }
    weight[made] = weight[two[0]] + weight[two[1]];
    parent[two[0]] = parent[two[1]] = (uint16_t)made++;
  }
  uint32_t of_length[longest_code + 1] = {0};
  depth[made - 1] = 0;
  for (int i = made - 2; i >= 0; i--) {
    depth[i] = (uint8_t)(depth[parent[i]] + 1);
    if (i < used) of_length[depth[i] < limit ? depth[i] : limit]++;
  }
  // Codes cut to the limit take more than there is: longer codes for others make room (Kraft's sum becomes 1).
  uint32_t sum = 0;
  for (int length = 1; length <= limit; length++) sum += of_length[length] << (limit - length);
  while (sum > 1u << limit) {
    int length = limit - 1;
    while (of_length[length] == 0) length--;
    of_length[length]--;
    of_length[length + 1] += 2;
    of_length[limit]--;
    sum--;
  }
  int next = 0;
  for (int length = limit; length > 0; length--) {
    for (uint32_t i = 0; i < of_length[length]; i++) lengths[order[next++]] = (uint8_t)length;
  }
}

/// The codes of lengths, their bits reversed as deflate writes them.
static void find_codes(code_table *table, int symbols) {
  uint16_t next[longest_code + 2] = {0};
  uint16_t of_length[longest_code + 1] = {0};
  for (int s = 0; s < symbols; s++) of_length[table->length[s]]++;
  of_length[0] = 0;
  for (int length = 1; length <= longest_code; length++) {
    next[length + 1] = (uint16_t)((next[length] + of_length[length]) << 1);
  }
  for (int s = 0; s < symbols; s++) {
    unsigned code = table->length[s] ? next[table->length[s]]++ : 0, reversed = 0;
    for (int bit = 0; bit < table->length[s]; bit++) reversed |= (code >> bit & 1) << (table->length[s] - 1 - bit);
    table->code[s] = (uint16_t)reversed;
  }
}

// Bits

/// Adds at most 16 bits; 48 and fewer must be waiting.
static void put(bit_writer *w, unsigned bits, unsigned count) {
  w->bits |= (uint64_t)bits << w->count;
  w->count += count;
}

/// Writes what is whole; afterwards at most 7 bits wait. Eight bytes beyond the last are there.
static void flush(bit_writer *w) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(w->next, &w->bits, 8);
#else
  uint64_t swapped = __builtin_bswap64(w->bits);
  memcpy(w->next, &swapped, 8);
#endif
  unsigned bytes = w->count / 8;
  w->next += bytes;
  w->bits = bytes == 8 ? 0 : w->bits >> (8 * bytes);
  w->count &= 7;
}

/// Writes the lengths of both codes, run by run.
static void put_lengths(bit_writer *w, const code_table *literals, const code_table *distances) {
  uint8_t lengths[literal_codes + distance_codes], symbols[literal_codes + distance_codes], extras[sizeof symbols];
  int literal_count = literal_codes, distance_count = distance_codes, made = 0;
  while (literals->length[literal_count - 1] == 0) literal_count--;
  while (distance_count > 1 && distances->length[distance_count - 1] == 0) distance_count--;
  memcpy(lengths, literals->length, (size_t)literal_count);
  memcpy(lengths + literal_count, distances->length, (size_t)distance_count);
  uint32_t counts[order_codes] = {0};
  for (int i = 0; i < literal_count + distance_count;) {
    int run = 1;
    while (i + run < literal_count + distance_count && lengths[i + run] == lengths[i]) run++;
    if (lengths[i] == 0 && run >= 3) {
      run = run > 138 ? 138 : run;
      symbols[made] = run > 10 ? 18 : 17;
      extras[made] = (uint8_t)(run > 10 ? run - 11 : run - 3);
    } else if (run >= 4) {
      // The length itself, and then how often it comes again.
      counts[lengths[i]]++;
      extras[made] = 0;
      symbols[made++] = lengths[i];
      run = run - 1 > 6 ? 6 : run - 1;
      symbols[made] = 16;
      extras[made] = (uint8_t)(run - 3);
      i++;
    } else {
      run = 1;
      symbols[made] = lengths[i];
      extras[made] = 0;
    }
    counts[symbols[made++]]++;
    i += run;
  }
  code_table codes;
  find_lengths(counts, order_codes, 7, codes.length);
  find_codes(&codes, order_codes);
  int ordered = order_codes;
  while (ordered > 4 && codes.length[code_order[ordered - 1]] == 0) ordered--;
  put(w, (unsigned)literal_count - 257, 5);
  put(w, (unsigned)distance_count - 1, 5);
  put(w, (unsigned)ordered - 4, 4);
  for (int i = 0; i < ordered; i++) {
    flush(w);
    put(w, codes.length[code_order[i]], 3);
  }
  static const uint8_t extra_bits[3] = {2, 3, 7};
  for (int i = 0; i < made; i++) {
    flush(w);
    put(w, codes.code[symbols[i]], codes.length[symbols[i]]);
    if (symbols[i] >= 16) put(w, extras[i], extra_bits[symbols[i] - 16]);
  }
  flush(w);
}

/// Writes a block of `from` and forgets its counts. False where room gives out.
static bool put_block(bit_writer *w, row_packer *p, const uint8_t *from, size_t steps, bool is_last) {
  code_table literals, distances;
  p->literal_counts[end_of_block] = 1;
  find_lengths(p->literal_counts, literal_codes, longest_code, literals.length);
  find_lengths(p->distance_counts, distance_codes, longest_code, distances.length);
  uint64_t bits = 8 * 1024;
  for (int s = 0; s < literal_codes; s++) {
    bits += (uint64_t)p->literal_counts[s] * (literals.length[s] + (s > 256 ? length_extra[s - 257] : 0u));
  }
  for (int s = 0; s < distance_codes; s++) {
    bits += (uint64_t)p->distance_counts[s] * (distances.length[s] + (s > 3 ? (unsigned)s / 2 - 1 : 0u));
  }
  if ((uint64_t)(w->end - w->next) < bits / 8) return false;
  find_codes(&literals, literal_codes);
  find_codes(&distances, distance_codes);
  put(w, is_last, 1);
  put(w, 2, 2);
  put_lengths(w, &literals, &distances);
  for (size_t i = 0; i < steps; i++) {
    const step *s = &p->steps[i];
    uint32_t left = s->literals;
    for (; left >= 3; left -= 3, from += 3) {
      put(w, literals.code[from[0]], literals.length[from[0]]);
      put(w, literals.code[from[1]], literals.length[from[1]]);
      put(w, literals.code[from[2]], literals.length[from[2]]);
      flush(w);
    }
    for (; left > 0; left--, from++) put(w, literals.code[*from], literals.length[*from]);
    if (s->length > 0) {
      unsigned symbol = p->length_symbol[s->length], extra_bits, extra;
      put(w, literals.code[257 + symbol], literals.length[257 + symbol]);
      flush(w);
      put(w, (unsigned)s->length - length_base[symbol], length_extra[symbol]);
      symbol = distance_symbol(s->distance, &extra_bits, &extra);
      put(w, distances.code[symbol], distances.length[symbol]);
      put(w, extra, extra_bits);
      from += s->length;
    }
    flush(w);
  }
  put(w, literals.code[end_of_block], literals.length[end_of_block]);
  flush(w);
  memset(p->literal_counts, 0, sizeof p->literal_counts);
  memset(p->distance_counts, 0, sizeof p->distance_counts);
  return true;
}

row_packer *row_packer_create(void) {
  row_packer *p = graphics_scratch(sizeof *p, false);
  if (!p) return NULL;
  for (int symbol = 0, length = 3; length <= longest; length++) {
    while (symbol < 28 && length_base[symbol + 1] <= length) symbol++;
    p->length_symbol[length] = (uint8_t)symbol;
  }
  return p;
}

size_t row_packer_bound(size_t count) { return count + count / 4 + 4096; }

size_t row_packer_pack(
    row_packer *p, const uint8_t *bytes, size_t lead, size_t count, size_t row, size_t pixel, bool is_end, uint8_t *to,
    size_t room) {
  if (room < row_packer_bound(0)) return 0;
  bit_writer w = {.next = to, .end = to + room - 64};
  memset(p->literal_counts, 0, sizeof p->literal_counts);
  memset(p->distance_counts, 0, sizeof p->distance_counts);
  memset(p->latest, 0, sizeof p->latest);
  const uint8_t *at = bytes + lead, *end = at + count, *block = at, *run = at;
  size_t steps = 0;
  while (at < end) {
    size_t length = 0, distance = 0, offset = (size_t)(at - bytes);
    if (offset >= row) {
      length = repeats(at, end, row);
      distance = row;
    }
    if (length < 8 * pixel && offset >= pixel) {
      size_t left = repeats(at, end, pixel);
      if (left > length) length = left, distance = pixel;
    }
    if (end - at >= 8) {
      uint32_t *slot = &p->latest[word32(at) * 0x9e3779b1u >> (32 - hash_bits)];
      size_t back = offset + 1 - *slot;
      if (*slot > 0 && back <= farthest && word32(at - back) == word32(at)) {
        size_t found = repeats(at, end, back);
        if (found > length + 1) length = found, distance = back;
      }
      *slot = (uint32_t)(offset + 1);
    }
    if (length < shortest) {
      size_t some = (size_t)(end - at) < pixel ? (size_t)(end - at) : pixel;
      for (size_t i = 0; i < some; i++) p->literal_counts[at[i]]++;
      at += some;
      if ((size_t)(at - run) < literals_in_block) continue;
      length = 0;
    }
    uint32_t literals = (uint32_t)(at - run);
    at += length;
    run = at;
    do {
      size_t part = length <= longest ? length : length - longest >= 3 ? longest : length - 3;
      p->steps[steps++] = (step){literals, (uint16_t)part, (uint16_t)distance};
      literals = 0;
      if (part > 0) {
        unsigned extra_bits, extra;
        p->literal_counts[257 + p->length_symbol[part]]++;
        p->distance_counts[distance_symbol((unsigned)distance, &extra_bits, &extra)]++;
      }
      length -= part;
      if (steps == copies_in_block || part == 0) {
        const uint8_t *stop = at - length;
        if (!put_block(&w, p, block, steps, is_end && stop == end)) return 0;
        block = stop;
        steps = 0;
      }
    } while (length > 0);
  }
  if (block < end || count == 0) {
    if (run < end) p->steps[steps++] = (step){(uint32_t)(end - run), 0, 0};
    if (!put_block(&w, p, block, steps, is_end)) return 0;
  }
  // What follows begins with a byte of its own, behind an empty block of bytes as they are.
  if (!is_end) put(&w, 0, 3), flush(&w);
  if (w.count > 0) {
    w.count = 8;
    flush(&w);
  }
  if (!is_end) memcpy(w.next, "\0\0\377\377", 4), w.next += 4;
  return (size_t)(w.next - to);
}
