#include "loading.h"

#include <CLibraries.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)
#include <elf.h>

// Whether a file is a library of this system for another kind of processor: the loader reports such a one as absent.
static bool is_foreign(const char *path) {
  unsigned char head[20];
  FILE *file = fopen(path, "rbe");
  if (!file) return false;
  size_t count = fread(head, 1, sizeof head, file);
  fclose(file);
  if (count < sizeof head || memcmp(head, ELFMAG, SELFMAG) != 0) return false;
  static const uint16_t one = 1;
  bool is_little = *(const unsigned char *)&one == 1;
  if ((head[EI_DATA] == ELFDATA2LSB) != is_little) return true;
  if (head[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)) return true;
  uint16_t machine;
  memcpy(&machine, head + 18, sizeof machine);
#if defined(__x86_64__)
  return machine != EM_X86_64;
#elif defined(__aarch64__)
  return machine != EM_AARCH64;
#else
  return false;
#endif
}

// Whether a library ends before the table of its sections, which stands at its end: the loader would read beyond it, which
// ends the process.
static bool is_cut(const char *path) {
  Elf64_Ehdr head = {0};
  FILE *file = fopen(path, "rbe");
  if (!file) return false;
  bool is_whole = fread(&head, sizeof head, 1, file) == 1;
  bool is_elf = memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64;
  uint64_t length = fseek(file, 0, SEEK_END) == 0 ? (uint64_t)ftell(file) : UINT64_MAX;
  fclose(file);
  return is_whole && is_elf && head.e_shoff > length;
}
#else
static bool is_foreign(const char *path) {
  (void)path;
  return false;
}

static bool is_cut(const char *path) {
  (void)path;
  return false;
}
#endif

void driver_words(driver_fault *fault, const char *words) {
  snprintf(fault->text, sizeof fault->text, "%s", words ? words : "");
}

static bool is_there(const char *path) {
  FILE *file = fopen(path, "rbe");
  if (file) fclose(file);
  return file;
}

void *driver_load(const char *library, driver_outcome *outcome, driver_fault *fault) {
  if (strchr(library, '/') && !is_foreign(library) && is_cut(library)) {
    driver_words(fault, "the file is cut short");
    *outcome = driver_unloadable;
    return NULL;
  }
  void *handle = library_open_at(library);
  if (handle) return handle;
  const char *words = dlerror();
  driver_words(fault, words);
  bool is_path = strchr(library, '/');
  // Of a name that is found, the loader complains of something else than its absence.
  bool is_found = is_path ? is_there(library) : words && strncmp(words, library, strlen(library)) != 0;
  *outcome = is_path && is_foreign(library) ? driver_foreign : is_found ? driver_unloadable : driver_absent;
  return NULL;
}
