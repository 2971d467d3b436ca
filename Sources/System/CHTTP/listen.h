// The socket that a server listens on.

#pragma once

#include "CHTTP.h"

// Listens at the address and port of the options, or on a file where the address has a slash.
http_outcome http_listen(const http_options *options, int *listening, uint16_t *port);
