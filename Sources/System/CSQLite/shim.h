#include <sqlite3.h>

// Keeps the log of a database as it is when its last connection is closed; Swift calls no functions of varying arguments.
static inline void keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
