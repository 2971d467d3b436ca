#include "gdal_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loading.h"

// A file system of its own in GDAL, `/vsiclustersnap/NUMBER/PATH`: whatever a driver opens beside the file that is named is
// requested here. There are no functions that write, make or remove. A file is opened without waiting, and only if it is a
// regular one, below the root where there is one.

static const char prefix[] = "/vsiclustersnap/";

struct file_gate {
  unsigned number;
  char *root;
  driver_outcome outcome;
  char refused[1024];
  file_gate *next;
};

static file_gate *gates;
static unsigned last_number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// As cpl_vsi.h has it since GDAL 3.2; members are only added at its end, and GDAL allocates it.
typedef struct {
  void *user_data;
  int (*stat)(void *, const char *name, void *status, int flags);
  void *unlink, *rename, *mkdir, *rmdir;
  char **(*read_dir)(void *, const char *name, int most);
  void *(*open)(void *, const char *name, const char *access);
  uint64_t (*position)(void *file);
  int (*seek)(void *file, uint64_t offset, int whence);
  size_t (*read)(void *file, void *buffer, size_t size, size_t count);
  void *read_ranges, *range_status;
  int (*is_at_end)(void *file);
  void *write, *flush, *truncate;
  int (*close)(void *file);
} file_functions;

// GDAL frees the list and its names by its own function.
static void *(*reallocate)(void *, size_t);
static char *(*copied)(const char *);

file_gate *gate_open(const char *root) {
  file_gate *gate = calloc(1, sizeof *gate);
  if (!gate) return NULL;
  gate->root = root ? strdup(root) : NULL;
  if (root && !gate->root) {
    free(gate);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  gate->number = ++last_number;
  gate->next = gates;
  gates = gate;
  pthread_mutex_unlock(&lock);
  return gate;
}

void gate_close(file_gate *gate) {
  if (!gate) return;
  pthread_mutex_lock(&lock);
  for (file_gate **link = &gates; *link; link = &(*link)->next) {
    if (*link != gate) continue;
    *link = gate->next;
    break;
  }
  pthread_mutex_unlock(&lock);
  free(gate->root);
  free(gate);
}

char *gate_name(const file_gate *gate, const char *path) {
  size_t length = sizeof prefix + 16 + strlen(path);
  char *name = malloc(length);
  if (name) snprintf(name, length, "%s%u/%s", prefix, gate->number, path);
  return name;
}

driver_outcome gate_refusal(const file_gate *gate, driver_fault *fault) {
  pthread_mutex_lock(&lock);
  driver_outcome outcome = gate->outcome;
  if (outcome != driver_done) driver_words(fault, gate->refused);
  pthread_mutex_unlock(&lock);
  return outcome;
}

void gate_clean(char *words) {
  for (char *begin = words; (begin = strstr(begin, prefix));) {
    char *end = begin + strlen(prefix);
    while (*end >= '0' && *end <= '9') end++;
    if (*end == '/') end++;
    memmove(begin, end, strlen(end) + 1);
  }
}

static bool lies_below(const char *path, const char *root) {
  size_t length = strlen(root);
  if (length > 0 && root[length - 1] == '/') length--;
  return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// Finds the path behind a name, and what is there; NULL for what is missing or must not be opened.
static const char *look(const char *name, struct stat *status) {
  char *rest = NULL;
  unsigned long number = strtoul(name, &rest, 10);
  const char *path = *rest == '/' ? rest + 1 : rest;
  if (!*path) path = ".";
  struct stat link;
  if (lstat(path, &link) != 0) return NULL;
  char resolved[PATH_MAX];
  bool is_found = realpath(path, resolved) && stat(resolved, status) == 0;
  bool is_open = false;
  pthread_mutex_lock(&lock);
  file_gate *gate = gates;
  while (gate && gate->number != number) gate = gate->next;
  if (gate) {
    driver_outcome outcome = driver_done;
    if (gate->root && (!is_found || !lies_below(resolved, gate->root))) {
      // A link that leads nowhere is treated as one that leads outside, which does not show what exists there.
      outcome = driver_outside;
    } else if (is_found && !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode)) {
      outcome = driver_irregular;
    }
    is_open = is_found && outcome == driver_done;
    if (outcome != driver_done && gate->outcome == driver_done) {
      gate->outcome = outcome;
      snprintf(gate->refused, sizeof gate->refused, "%s", path);
    }
  }
  pthread_mutex_unlock(&lock);
  if (!is_open) errno = EACCES;
  return is_open ? path : NULL;
}

static int status_of(void *data, const char *name, void *buffer, int flags) {
  (void)data;
  (void)flags;
  struct stat status;
  if (!look(name, &status)) return -1;
  memcpy(buffer, &status, sizeof status);
  return 0;
}

// Whether a schema includes others, from anywhere, servers among them: GDAL opens those by itself. Its reader knows no way to
// write the word but by its letters.
static bool has_includes(FILE *schema) {
  static const char word[] = "include";
  size_t matched = 0;
  int byte;
  while (word[matched] && (byte = getc(schema)) != EOF) {
    byte = byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
    matched = byte == word[matched] ? matched + 1 : byte == word[0];
  }
  rewind(schema);
  return !word[matched];
}

static void *open_file(void *data, const char *name, const char *access) {
  (void)data;
  struct stat status;
  if (access[0] != 'r' || strchr(access, '+')) {
    errno = EROFS;
    return NULL;
  }
  const char *path = look(name, &status);
  if (!path) return NULL;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  FILE *file = NULL;
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    file = fdopen(descriptor, "rb");
  }
  if (!file && descriptor >= 0) close(descriptor);
  const char *ending = strrchr(path, '.');
  if (file && ending && strcasecmp(ending, ".xsd") == 0 && has_includes(file)) {
    fclose(file);
    return NULL;
  }
  return file;
}

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char **names_in(void *data, const char *name, int most) {
  (void)data;
  struct stat status;
  const char *path = look(name, &status);
  DIR *folder = path ? opendir(path) : NULL;
  if (!folder) return NULL;
  char **names = NULL;
  size_t count = 0, room = 0;
  for (struct dirent *entry; (entry = readdir(folder)) && (most <= 0 || count <= (size_t)most);) {
    if (count + 1 >= room) {
      room = room * 2 + 64;
      char **larger = reallocate(names, room * sizeof *names);
      if (!larger) break;
      names = larger;
    }
    names[count++] = copied(entry->d_name);
    names[count] = NULL;
  }
  closedir(folder);
  if (names) qsort(names, count, sizeof *names, by_bytes);
  return names;
}

static uint64_t position(void *file) { return (uint64_t)ftello(file); }
static int seek(void *file, uint64_t offset, int whence) { return fseeko(file, (off_t)offset, whence); }
static size_t fill(void *file, void *buffer, size_t size, size_t count) { return fread(buffer, size, count, file); }
static int is_at_end(void *file) { return feof((FILE *)file); }
// GDAL closes some files a second time, then without a file.
static int close_file(void *file) { return file ? fclose(file) : 0; }

bool gate_install(void *(*find)(const char *)) {
  file_functions *(*allocate)(void);
  int (*install)(const char *, const file_functions *);
  void (*release)(file_functions *);
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"VSIAllocFilesystemPluginCallbacksStruct", &allocate},
      {"VSIInstallPluginHandler", &install},
      {"VSIFreeFilesystemPluginCallbacksStruct", &release},
      {"VSIRealloc", &reallocate},
      {"VSIStrdup", &copied},
  };
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    void *function = find(functions[i].name);
    if (!function) return false;
    memcpy(functions[i].place, &function, sizeof function);
  }
  file_functions *ours = allocate();
  if (!ours) return false;
  ours->stat = status_of;
  ours->read_dir = names_in;
  ours->open = open_file;
  ours->position = position;
  ours->seek = seek;
  ours->read = fill;
  ours->is_at_end = is_at_end;
  ours->close = close_file;
  bool is_installed = install(prefix, ours) == 0;
  release(ours);
  return is_installed;
}
