#include "LibraryCalls.h"

#include <CDrivers.h>
#include <clustersnap.h>
#include <stdio.h>
#include <string.h>

#define WORD(x) #x
#define TEXT(x) WORD(x)
#define CHECK(condition) \
  if (!(condition)) return "line " TEXT(__LINE__) ": " #condition

static const double longitudes[] = {13.4, 13.41, 2.35, -0.1}, latitudes[] = {52.5, 52.51, 48.85, 51.5};
static const char names[] = "a\0b\0c\0d", days[] = "2024-01-05\0" "2024-01-20\0" "2024-02-03\0" "2024-02-04";
static const char csv[] = "lon,lat,name,day\n13.4,52.5,a,2024-01-05\n13.41,52.51,b,2024-01-20\n2.35,48.85,c,2024-02-03\n-0.1,51.5,d,2024-02-04\n";
static const char *const columns[] = {"lon", "lat", "name", "day"};
static const void *const values[] = {longitudes, latitudes, names, days};
static const char request_text[] = "{\"sources\": {\"towns\": \"towns\"}, \"size\": [200, 150], \"basemap\": \"none\", \"radius\": 20}";

static struct ArrowArrayStream stream_of_columns(void) {
  struct arrow_column described[4];
  for (int index = 0; index < 4; index++) {
    described[index] = (struct arrow_column){columns[index], "gguu"[index], values[index], NULL};
  }
  struct ArrowArrayStream stream;
  arrow_export(4, 4, described, &stream);
  return stream;
}

static cs_state answer(cs_request request, const char *what, const char *film) {
  if (cs_start(request, what, film) != cs_pending) return cs_failed;
  cs_state state;
  while ((state = cs_wait(request, 1000)) == cs_pending) {}
  return state;
}

static int breaks(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  (void)stream, (void)out;
  return 5;
}

static const char *reason(struct ArrowArrayStream *stream) {
  (void)stream;
  return "the cable is cut";
}

static const char *opening(cs_session *session) {
  char error[200] = "";
  CHECK(cs_version() == 1);
  CHECK(cs_main(0, NULL) == 2);
  CHECK(cs_open("{\"thread\": 2}", error, sizeof error) == 0);
  CHECK(strstr(error, "no option \"thread\"") || strstr(error, "no option thread"));
  CHECK(cs_open("{", error, sizeof error) == 0);
  CHECK(strstr(error, "options:1:2"));
  CHECK(cs_open("{\"threads\": 0}", NULL, 0) == 0);
  // Options of another type would open a session without what they set.
  CHECK(cs_open("{\"root\": 5}", error, sizeof error) == 0);
  CHECK(strstr(error, "root: expected the path of a folder, found number; correct it"));
  CHECK(cs_open("{\"root\": \"\"}", error, sizeof error) == 0);
  CHECK(strstr(error, "root: expected the path of a folder"));
  CHECK(cs_open("{\"network\": \"no\"}", error, sizeof error) == 0);
  CHECK(strstr(error, "network: expected true or false, found string; correct it"));
  CHECK(cs_open("{\"ownsFonts\": 1}", error, sizeof error) == 0);
  CHECK(strstr(error, "ownsFonts: expected true or false"));
  CHECK(cs_open("[]", error, sizeof error) == 0);
  CHECK(strstr(error, "options: expected an object, found array; correct it"));
  CHECK(cs_open("{\"root\": \"\xC3\"}", error, sizeof error) == 0);
  *session = cs_open("{\"threads\": 2, \"network\": false}", error, sizeof error);
  CHECK(*session != 0);
  return NULL;
}

static const char *pictures(cs_session session) {
  size_t sizes[3];
  const void *bytes[3];
  cs_request requests[3];
  for (int way = 0; way < 3; way++) {
    cs_request request = requests[way] = cs_new(session, request_text);
    CHECK(request != 0);
    struct ArrowArrayStream stream = stream_of_columns();
    cs_state added = way == 0 ? cs_add_table(request, "towns", &stream)
                   : way == 1 ? cs_add_columns(request, "towns", 4, 4, columns, "gguu", values)
                              : cs_add_bytes(request, "towns", csv, sizeof csv - 1);
    CHECK(added == cs_done);
    if (way > 0) stream.release(&stream);
    CHECK(stream.release == NULL);
    CHECK(answer(request, "png", NULL) == cs_done);
    CHECK(cs_start(request, "png", NULL) == cs_failed);
    bytes[way] = cs_bytes(request, 0, NULL, &sizes[way]);
    CHECK(bytes[way] && memcmp(bytes[way], "\x89PNG", 4) == 0);
    CHECK(cs_bytes(request, 1, NULL, &sizes[way]) == NULL);
    bytes[way] = cs_bytes(request, 0, NULL, &sizes[way]);
  }
  // The same picture, however the table comes in.
  CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
  CHECK(sizes[0] == sizes[2] && memcmp(bytes[0], bytes[2], sizes[0]) == 0);
  CHECK(strstr(cs_report(requests[0]), "\"width\":200"));
  size_t count;
  CHECK(strstr(cs_bytes(requests[0], 0, "geojson", &count), "\"FeatureCollection\""));
  CHECK(cs_bytes(requests[0], 0, "xml", &count) == NULL);
  cs_request scene = cs_new(session, request_text);
  CHECK(cs_add_bytes(scene, "towns", csv, sizeof csv - 1) == cs_done);
  CHECK(answer(scene, "scene", NULL) == cs_done);
  CHECK(memcmp(cs_bytes(scene, 0, "pdf", &count), "%PDF", 4) == 0);
  const void *later = cs_bytes(scene, 0, "png", &count);
  CHECK(count == sizes[0] && memcmp(later, bytes[0], count) == 0);
  cs_free(scene);
  for (int way = 0; way < 3; way++) cs_free(requests[way]);
  return NULL;
}

static const char *markers(cs_session session) {
  cs_request request = cs_new(session, request_text);
  CHECK(cs_add_columns(request, "towns", 4, 4, columns, "gguu", values) == cs_done);
  CHECK(answer(request, "markers", NULL) == cs_done);
  struct ArrowArrayStream stream;
  CHECK(cs_markers(request, 7, &stream) == cs_failed);
  CHECK(cs_markers(request, 0, &stream) == cs_done);
  cs_free(request);
  struct ArrowSchema schema;
  struct ArrowArray batch, end;
  CHECK(arrow_schema(&stream, &schema));
  CHECK(arrow_next(&stream, &batch));
  CHECK(arrow_next(&stream, &end));
  CHECK(end.release == NULL);
  arrow_release_stream(&stream);
  // The two towns of Berlin are one marker: three in all.
  CHECK(batch.length == 3);
  CHECK(strcmp(schema.children[1]->name, "longitude") == 0);
  CHECK(strcmp(schema.children[1]->format, "g") == 0);
  double sum = 0;
  for (int row = 0; row < 3; row++) sum += ((const double *)batch.children[4]->buffers[1])[row];
  CHECK(strcmp(schema.children[4]->name, "point_count") == 0);
  // A single point counts 1.
  CHECK(sum == 4);
  arrow_release_batch(&batch);
  arrow_release_schema(&schema);
  return NULL;
}

static const char *faults(cs_session session) {
  cs_request request = cs_new(session, request_text);
  struct ArrowArrayStream stream = stream_of_columns(), copy = stream;
  copy.get_next = breaks;
  copy.get_last_error = reason;
  CHECK(cs_add_table(request, "towns", &copy) == cs_failed);
  CHECK(copy.release == NULL);
  CHECK(strstr(cs_report(request), "towns: error: the table cannot be read: the cable is cut"));
  CHECK(cs_start(request, NULL, NULL) == cs_failed);
  CHECK(cs_add_table(request, "towns", &copy) == cs_failed);
  CHECK(strstr(cs_report(request), "the stream was released already"));
  cs_free(request);
  request = cs_new(session, "{\"sources\": {\"towns\": \"nowhere.csv\"}}");
  CHECK(answer(request, "svg", NULL) == cs_failed);
  CHECK(strstr(cs_report(request), "nowhere.csv: error: "));
  cs_free(request);
  // A name that ends in the middle of a letter.
  request = cs_new(session, request_text);
  CHECK(cs_add_bytes(request, "towns\xC3", csv, sizeof csv - 1) == cs_failed);
  CHECK(strstr(cs_report(request), "the name of a table is no UTF-8; encode it as UTF-8"));
  CHECK(cs_start(request, NULL, NULL) == cs_failed);
  stream = stream_of_columns();
  CHECK(cs_add_table(request, "\xC3", &stream) == cs_failed);
  CHECK(stream.release == NULL);
  cs_free(request);
  request = cs_new(session, "{\"sources\": {\"towns\": \"\xC3\"}}");
  CHECK(answer(request, "svg", NULL) == cs_failed);
  CHECK(strstr(cs_report(request), "UTF-8"));
  cs_free(request);
  request = cs_new(session, request_text);
  CHECK(answer(request, "tiff", NULL) == cs_failed);
  CHECK(strstr(cs_report(request), "cannot be made; ask for scene, png"));
  cs_free(request);
  return NULL;
}

static const char *film(cs_session session) {
  cs_request request = cs_new(session, request_text);
  CHECK(cs_add_bytes(request, "towns", csv, sizeof csv - 1) == cs_done);
  CHECK(answer(request, "film", "{\"time\": \"day\", \"every\": \"month\", \"fps\": 2, \"duration\": 0.5}") == cs_done);
  size_t count = 0;
  const char *bytes = cs_bytes(request, 0, NULL, &count);
  CHECK(bytes && count > 400 && memcmp(bytes, "\x89PNG", 4) == 0);
  // The chunk of an animated PNG, before the first picture.
  int is_animated = 0;
  for (int place = 8; place < 400; place++) is_animated |= memcmp(bytes + place, "acTL", 4) == 0;
  CHECK(is_animated);
  cs_free(request);
  request = cs_new(session, request_text);
  CHECK(answer(request, "film", "{\"time\": \"day\", \"evry\": \"month\"}") == cs_failed);
  CHECK(strstr(cs_report(request), "a film has no setting"));
  cs_free(request);
  return NULL;
}

static const char *ends(cs_session session) {
  cs_request request = cs_new(session, request_text);
  cs_cancel(request);
  CHECK(cs_wait(request, 0) == cs_cancelled);
  CHECK(cs_start(request, NULL, NULL) == cs_failed);
  cs_free(request);
  cs_free(request);
  struct ArrowArrayStream stream = stream_of_columns();
  size_t count = 1;
  CHECK(cs_add_table(request, "towns", &stream) == cs_invalid);
  CHECK(stream.release == NULL);
  CHECK(cs_add_bytes(request, "towns", csv, 1) == cs_invalid);
  CHECK(cs_start(request, NULL, NULL) == cs_invalid);
  CHECK(cs_wait(request, 10) == cs_invalid);
  CHECK(cs_report(request) == NULL);
  CHECK(cs_bytes(request, 0, NULL, &count) == NULL && count == 0);
  cs_request late = cs_new(session, request_text);
  cs_close(session);
  CHECK(cs_new(session, request_text) == 0);
  CHECK(cs_start(late, NULL, NULL) == cs_failed);
  CHECK(strstr(cs_report(late), "the session is closed"));
  cs_free(late);
  cs_close(session);
  return NULL;
}

const char *library_calls(void) {
  cs_session session = 0;
  const char *fault = opening(&session);
  if (!fault) fault = pictures(session);
  if (!fault) fault = markers(session);
  if (!fault) fault = faults(session);
  if (!fault) fault = film(session);
  if (!fault) fault = ends(session);
  return fault;
}
