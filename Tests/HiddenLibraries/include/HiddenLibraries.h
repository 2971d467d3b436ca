#pragma once
#include <CLibraries.h>

// A place where a library is looked for outside of these tests, by its number from 0; NULL behind the last one.
const char *hidden_place(optional_library library, int number);
