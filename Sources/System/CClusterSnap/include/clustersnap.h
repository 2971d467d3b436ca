#pragma once
// The C interface of ClusterSnap: tables in, pictures and markers out. `libclustersnap` exports these functions and nothing else.
//
//   cs_session session = cs_open(NULL, NULL, 0);
//   cs_request request = cs_new(session, "{\"sources\": {\"shops\": \"shops\"}, \"basemap\": \"world\"}");
//   cs_add_table(request, "shops", &stream);       // an Arrow C stream, taken over
//   cs_start(request, "png", NULL);                // on a thread of the library
//   while (cs_wait(request, 100) == cs_pending) {} // or cs_cancel(request)
//   size_t count;
//   const void *png = cs_bytes(request, 0, NULL, &count);
//   cs_free(request);
//   cs_close(session);
//
// Rules:
// - Every function may be called on any thread at any time, also with a number of what was freed: then it fails.
// - Nothing of the process is changed: no signal, no environment, no working directory. Nothing is printed.
// - Texts are UTF-8 that ends with a zero byte. What is returned belongs to the request, and lives until cs_free.
// - After fork() a child opens sessions of its own; it must not use those of its parent.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ArrowArrayStream;

// The version of this interface: 1. A later one has every function of an earlier one.
int cs_version(void);

// A session: what requests read is kept for the next one. 0 is no session.
typedef uint64_t cs_session;
// A request, its tables and what came of it. 0 is no request.
typedef uint64_t cs_request;

typedef enum {
  cs_unstarted,
  cs_pending,
  cs_done,
  cs_failed,     // cs_report has the error
  cs_cancelled,
  cs_invalid,    // there is no such request
} cs_state;

// Opens a session. `options` is NULL or JSON: "threads" of one request (1), "budget" in bytes (512 MB) of what is kept, "root"
// (none), the folder that files must lie below, "network" (true), whether tiles may be fetched, "ownsFonts" (false), whether nobody
// else in the process uses this fontconfig, so that it need not look for the system's configuration and report that there is none.
// Returns 0 for options that cannot be used, with the reason in `error` as far as `room` goes.
cs_session cs_open(const char *options, char *error, size_t room);

// Closes a session: no request of it can be started any more, and those that run are cancelled.
void cs_close(cs_session session);

// Makes a request from JSON as `clustersnap schema request` describes it; a scenario for "film". Files are relative to the
// working directory. Returns 0 where the session is closed; what is wrong with the JSON is an error of the request.
cs_request cs_new(cs_session session, const char *json);

// Gives a request a table, to be read where the JSON names a file of this name. The stream is taken over, read to its end at
// once and released, whatever is returned; its batches are released with the request. Columns may be of any type of the Arrow C
// data interface; nested ones are left out, but points of GeoArrow and well-known binary, which place the rows.
// Returns cs_failed where the stream fails or its geometries are in a reference system that is not known.
cs_state cs_add_table(cs_request request, const char *name, struct ArrowArrayStream *stream);

// Gives a request a table by its columns, which are copied. `kinds` has a letter for each as Arrow has it: g for double, l for
// int64_t, u for texts, one after the other with a zero byte behind each, and b for a byte each, 0 or 1.
cs_state cs_add_columns(
    cs_request request, const char *name, int64_t rows, int count, const char *const *names, const char *kinds,
    const void *const *values);

// Gives a request the content of a file, to be read where the JSON names a file of this name. The bytes are copied.
cs_state cs_add_bytes(cs_request request, const char *name, const void *bytes, size_t count);

// Starts a request, once. `what` is "png", "svg", "pdf", "webp", "avif", "jpeg" or "html" for all pictures, NULL for the format that each
// view sets, "scene" for pictures that cs_bytes writes in any of them, "markers" for markers alone, or "film". `film` is NULL or
// JSON with a film's settings, and "time", "every", "timeFormat" and "cumulative" for a film by a column of times of the
// request's sources.
cs_state cs_start(cs_request request, const char *what, const char *film);

// Waits for the end of a request, for some milliseconds at most; 0 looks at it.
cs_state cs_wait(cs_request request, int milliseconds);

// Ends a request; cs_wait returns cs_cancelled at once.
void cs_cancel(cs_request request);

// Returns what is known of a request as JSON: "state", "error" (kind, message, place, text), "notes" (severity, message, place,
// text), "pictures" (name, format, width and height in pixels, title, view), "progress" (stage, name, rows, share). Each call may give
// another text; all live until cs_free. NULL for no request.
const char *cs_report(cs_request request);

// Returns the bytes of a picture by its number from 0: as it was started with NULL, or in another format of `what`; its
// markers where `format` is "geojson", "csv" or "json". NULL where there are none.
const void *cs_bytes(cs_request request, size_t number, const char *format, size_t *count);

// Gives the markers of a picture as an Arrow stream of one batch: the columns of the CSV, numbers and truth values as such. The
// stream is the caller's and outlives the request.
cs_state cs_markers(cs_request request, size_t number, struct ArrowArrayStream *stream);

// Frees a request; one that runs is cancelled first.
void cs_free(cs_request request);

// Runs the command `clustersnap` with the words of a `main` function, and ends the process with its exit status: for a program that
// does nothing else. It alone changes the process: signals, the number of open files, and passwords in the words.
int cs_main(int count, char **words);

#ifdef __cplusplus
}
#endif
