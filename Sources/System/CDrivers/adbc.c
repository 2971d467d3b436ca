#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "loading.h"

// The interface of drivers, version 1.1, of which those of version 1.0 fill the functions before `error_detail_count`. A function
// whose types do not matter here is a plain pointer.
typedef uint8_t status;
enum { status_done = 0, version_1_0 = 1000000, version_1_1 = 1001000 };

struct adbc_error {
  char *message;
  int32_t vendor_code;
  char sqlstate[5];
  void (*release)(struct adbc_error *);
  void *private_data;
  void *private_driver;
};

// A database, a connection, a statement: all three look alike.
typedef struct {
  void *private_data;
  void *private_driver;
} object;

typedef void (*unused)(void);

struct adbc_driver {
  void *private_data;
  void *private_manager;
  status (*release)(struct adbc_driver *, struct adbc_error *);
  status (*database_init)(object *, struct adbc_error *);
  status (*database_new)(object *, struct adbc_error *);
  status (*database_set_option)(object *, const char *, const char *, struct adbc_error *);
  status (*database_release)(object *, struct adbc_error *);
  unused connection_commit, connection_get_info, connection_get_objects, connection_get_table_schema;
  unused connection_get_table_types;
  status (*connection_init)(object *, object *database, struct adbc_error *);
  status (*connection_new)(object *, struct adbc_error *);
  unused connection_set_option, connection_read_partition;
  status (*connection_release)(object *, struct adbc_error *);
  unused connection_rollback;
  unused statement_bind, statement_bind_stream;
  status (*statement_execute)(object *, struct ArrowArrayStream *, int64_t *, struct adbc_error *);
  unused statement_execute_partitions, statement_get_parameter_schema;
  status (*statement_new)(object *connection, object *, struct adbc_error *);
  unused statement_prepare;
  status (*statement_release)(object *, struct adbc_error *);
  unused statement_set_option;
  status (*statement_set_query)(object *, const char *, struct adbc_error *);
  unused statement_set_plan;
  // Here version 1.0 ends.
  unused error_detail_count, error_detail, error_from_stream;
  unused database_get_option[4], database_set_options[3];
  status (*connection_cancel)(object *, struct adbc_error *);
  unused connection_get_option[4], connection_statistics, connection_statistic_names, connection_set_options[3];
  status (*statement_cancel)(object *, struct adbc_error *);
  unused statement_schema, statement_get_option[4], statement_set_options[3];
};

typedef status (*entry_point)(int, void *driver, struct adbc_error *);

struct adbc_session {
  struct adbc_driver driver;
  object database, connection, statement;
  bool has_driver, has_database, has_connection, has_statement;
  pthread_mutex_t lock;  // of `has_statement`, between those who run statements and those who cancel them
};

// Takes an error's words, and gives the error back.
static driver_outcome refused(driver_fault *fault, struct adbc_error *error) {
  driver_words(fault, error->message ? error->message : "the driver gives no reason");
  if (error->release) error->release(error);
  return driver_refused;
}

static void drop(struct adbc_error *error) {
  if (error->release) error->release(error);
}

// An error without words yet, marked as one with room for details beside them.
static struct adbc_error no_error(const adbc_session *session) {
  return (struct adbc_error){.vendor_code = INT32_MIN, .private_driver = (void *)&session->driver};
}

static driver_outcome start(adbc_session *session, void *handle, const char *entry, driver_fault *fault) {
  entry_point initialize;
  *(void **)&initialize = dlsym(handle, entry);
  if (!initialize) return driver_no_entry;
  struct adbc_error error = no_error(session);
  if (initialize(version_1_1, &session->driver, &error) != status_done) {
    drop(&error);
    memset(&session->driver, 0, sizeof session->driver);
    error = no_error(session);
    if (initialize(version_1_0, &session->driver, &error) != status_done) return refused(fault, &error);
  }
  session->has_driver = true;
  struct adbc_driver *driver = &session->driver;
  bool is_whole = driver->database_new && driver->database_set_option && driver->database_init &&
                  driver->database_release && driver->connection_new && driver->connection_init &&
                  driver->connection_release && driver->statement_new && driver->statement_set_query &&
                  driver->statement_execute && driver->statement_release;
  return is_whole ? driver_done : driver_no_entry;
}

static driver_outcome connect_database(adbc_session *session, const char *const *options, driver_fault *fault) {
  struct adbc_driver *driver = &session->driver;
  struct adbc_error error = no_error(session);
  session->database.private_driver = session->connection.private_driver = driver;
  if (driver->database_new(&session->database, &error) != status_done) return refused(fault, &error);
  session->has_database = true;
  for (; *options; options += 2) {
    if (driver->database_set_option(&session->database, options[0], options[1], &error) != status_done) {
      return refused(fault, &error);
    }
  }
  if (driver->database_init(&session->database, &error) != status_done) return refused(fault, &error);
  if (driver->connection_new(&session->connection, &error) != status_done) return refused(fault, &error);
  session->has_connection = true;
  if (driver->connection_init(&session->connection, &session->database, &error) != status_done) {
    return refused(fault, &error);
  }
  return driver_done;
}

driver_outcome adbc_open(
    const char *library, const char *entry, const char *const *options, adbc_session **session,
    driver_fault *fault) {
  *session = NULL;
  fault->text[0] = 0;
  driver_outcome outcome = driver_done;
  void *handle = driver_load(library, &outcome, fault);
  if (!handle) return outcome;
  adbc_session *opened = calloc(1, sizeof *opened);
  if (!opened) return driver_no_memory;
  pthread_mutex_init(&opened->lock, NULL);
  outcome = start(opened, handle, entry, fault);
  if (outcome == driver_done) outcome = connect_database(opened, options, fault);
  if (outcome == driver_done) {
    *session = opened;
  } else {
    adbc_close(opened);
  }
  return outcome;
}

static void set_running(adbc_session *session, bool is_running) {
  pthread_mutex_lock(&session->lock);
  session->has_statement = is_running;
  pthread_mutex_unlock(&session->lock);
}

static void end_statement(adbc_session *session) {
  if (!session->has_statement) return;
  set_running(session, false);
  struct adbc_error error = no_error(session);
  session->driver.statement_release(&session->statement, &error);
  drop(&error);
}

driver_outcome adbc_run(
    adbc_session *session, const char *statement, struct ArrowArrayStream *rows, driver_fault *fault) {
  memset(rows, 0, sizeof *rows);
  fault->text[0] = 0;
  // Rows of the statement before it were read or given up.
  end_statement(session);
  struct adbc_driver *driver = &session->driver;
  struct adbc_error error = no_error(session);
  memset(&session->statement, 0, sizeof session->statement);
  session->statement.private_driver = driver;
  if (driver->statement_new(&session->connection, &session->statement, &error) != status_done) {
    return refused(fault, &error);
  }
  set_running(session, true);
  int64_t changed = -1;
  if (driver->statement_set_query(&session->statement, statement, &error) != status_done ||
      driver->statement_execute(&session->statement, rows, &changed, &error) != status_done) {
    return refused(fault, &error);
  }
  return driver_done;
}

void adbc_cancel(adbc_session *session) {
  if (!session->driver.statement_cancel) return;
  pthread_mutex_lock(&session->lock);
  if (session->has_statement) {
    struct adbc_error error = no_error(session);
    session->driver.statement_cancel(&session->statement, &error);
    drop(&error);
  }
  pthread_mutex_unlock(&session->lock);
}

// The library stays loaded: drivers leave threads and memory behind that are gone only with the process.
void adbc_close(adbc_session *session) {
  if (!session) return;
  end_statement(session);
  struct adbc_error error = no_error(session);
  if (session->has_connection) session->driver.connection_release(&session->connection, &error);
  drop(&error);
  error = no_error(session);
  if (session->has_database) session->driver.database_release(&session->database, &error);
  drop(&error);
  error = no_error(session);
  if (session->has_driver && session->driver.release) session->driver.release(&session->driver, &error);
  drop(&error);
  pthread_mutex_destroy(&session->lock);
  free(session);
}
