#pragma once

// Calls every function of the C interface as a program in C does. Returns NULL, or the first check that does not hold.
const char *library_calls(void);
