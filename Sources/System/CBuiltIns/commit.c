#include "CBuiltIns.h"

#include <stddef.h>

// Set for this target alone (see Package.swift), so that another commit compiles it and BuiltIns, and links: six seconds.
const char *built_commit(void) {
#ifdef CLUSTERSNAP_COMMIT
  return CLUSTERSNAP_COMMIT;
#else
  return NULL;
#endif
}
