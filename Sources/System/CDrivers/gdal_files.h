#pragma once
#include "CDrivers.h"

// The files beside one that GDAL opens, and the rule that they come under.
typedef struct file_gate file_gate;

// Installs its file system in GDAL; `find` looks up a function of the library. False where a function is missing.
bool gate_install(void *(*find)(const char *name));

// A gate for one file; `root`, with its links resolved, is the folder that all files must lie below, NULL for no such rule.
file_gate *gate_open(const char *root);
void gate_close(file_gate *gate);

// The name by which GDAL opens a path behind a gate; the caller frees it.
char *gate_name(const file_gate *gate, const char *path);

// The first file that was asked for and must not be opened; driver_done where there was none.
driver_outcome gate_refusal(const file_gate *gate, driver_fault *fault);

// Takes the names of gates out of words.
void gate_clean(char *words);
