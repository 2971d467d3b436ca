#define _GNU_SOURCE
#include "CStagedFiles.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file is never freed: a handler may be reading the list at any moment. A name is some hundred bytes, and a process
// has as many as it writes outputs.
typedef struct staged_file {
  struct staged_file *next;
  atomic_bool is_there;
  char path[];
} staged_file;

static _Atomic(staged_file *) files;
static atomic_int held;
static atomic_int is_ending;
static atomic_int pending;
static const char *cut_message;
static int cut_status;

static void remove_files(void) {
  for (staged_file *file = atomic_load(&files); file; file = file->next)
    if (atomic_load(&file->is_there)) unlink(file->path);
}

static void end_by(int number) {
  remove_files();
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
  _exit(128 + number);  // process 1 of a container outlives its own signal
}

static void ending(int number) {
  atomic_store(&is_ending, 1);
  if (atomic_load(&held) > 0) {
    atomic_store(&pending, number);
    // Where the step ended in between nobody has seen what is pending.
    if (atomic_load(&held) > 0) {
      atomic_store(&is_ending, 0);
      return;
    }
  }
  end_by(number);
}

void staged_end(const char *message, int status) {
  remove_files();
  if (write(STDERR_FILENO, message, strlen(message)) < 0) {}
  _exit(status);
}

static void cut(int number) {
  (void)number;
  staged_end(cut_message, cut_status);
}

void staged_handle_endings(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (int index = 0; index < 3; index++) {
    struct sigaction former;
    if (sigaction(numbers[index], NULL, &former) == 0 && former.sa_handler == SIG_IGN) continue;
    signal(numbers[index], ending);
  }
}

void staged_handle_cut_files(const char *message, int status) {
  cut_message = message;
  cut_status = status;
  signal(SIGBUS, cut);
}

void staged_hold(void) {
  atomic_fetch_add(&held, 1);
  // A handler on another thread is about to end the process, or sees this step and withdraws.
  while (atomic_load(&is_ending)) {
    atomic_fetch_sub(&held, 1);
    usleep(1000);
    atomic_fetch_add(&held, 1);
  }
}

void staged_release(void) {
  if (atomic_fetch_sub(&held, 1) > 1) return;
  int number = atomic_load(&pending);
  if (number) end_by(number);
}

void *staged_add(const char *path) {
  size_t length = strlen(path) + 1;
  staged_file *file = malloc(sizeof *file + length);
  if (!file) return NULL;
  memcpy(file->path, path, length);
  atomic_init(&file->is_there, 1);
  file->next = atomic_load(&files);
  while (!atomic_compare_exchange_weak(&files, &file->next, file)) {}
  return file;
}

void staged_remove(void *file) {
  if (file) atomic_store(&((staged_file *)file)->is_there, 0);
}
