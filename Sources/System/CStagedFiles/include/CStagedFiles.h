/// Half-written files, and the signals that remove them: a process has one set of handlers, so this exists once in it.
///
/// The handlers are plain C and touch nothing but atomics and `unlink`, so that they may run at any moment and need no
/// thread of their own.
#ifndef CSTAGEDFILES_H
#define CSTAGEDFILES_H

/// Handles SIGINT, SIGTERM and SIGHUP, except those that are ignored: removes what is staged, then ends the process by the
/// signal's own status.
void staged_handle_endings(void);

/// Handles SIGBUS, which an access to a mapped file that was cut short raises: removes what is staged, writes a message
/// to standard error and ends the process with a status. The message must stay valid.
void staged_handle_cut_files(const char *message, int status);

/// Removes what is staged, writes a message to standard error and ends the process with a status, from whatever depth.
_Noreturn void staged_end(const char *message, int status);

/// Begins a step that signals wait for. Steps may nest and overlap.
void staged_hold(void);

/// Ends such a step; does what a signal meanwhile asked for.
void staged_release(void);

/// Names a file to be removed by a signal; NULL where memory gives out. To be called within a step.
void *staged_add(const char *path);

/// Takes a file back that is in its place or removed. NULL does nothing.
void staged_remove(void *file);

#endif
