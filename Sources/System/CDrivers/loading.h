#pragma once
#include "CDrivers.h"

// Opens a library by its path, or by a name that the loader looks for.
void *driver_load(const char *library, driver_outcome *outcome, driver_fault *fault);

// Copies words, cut where they are too long; NULL for none.
void driver_words(driver_fault *fault, const char *words);
