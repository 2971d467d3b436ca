#include "CDrivers.h"

#include <string.h>

bool arrow_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  memset(schema, 0, sizeof *schema);
  return stream->get_schema(stream, schema) == 0;
}

bool arrow_next(struct ArrowArrayStream *stream, struct ArrowArray *batch) {
  memset(batch, 0, sizeof *batch);
  return stream->get_next(stream, batch) == 0;
}

const char *arrow_error(struct ArrowArrayStream *stream) {
  return stream->release && stream->get_last_error ? stream->get_last_error(stream) : NULL;
}

void arrow_release_schema(struct ArrowSchema *schema) {
  if (schema->release) schema->release(schema);
}

void arrow_release_batch(struct ArrowArray *batch) {
  if (batch->release) batch->release(batch);
}

void arrow_release_stream(struct ArrowArrayStream *stream) {
  if (stream->release) stream->release(stream);
}
