// The parts of the library of the package for Python that are not ClusterSnap's: the table of functions of libraries that are
// otherwise opened when first needed, and functions that the archives need and glibc 2.34 lacks.
#define _GNU_SOURCE
#include <CLibraries.h>
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#define FUNCTIONS(entry) \
  entry(curl, curl_global_init) entry(curl, curl_easy_init) entry(curl, curl_easy_setopt) entry(curl, curl_easy_perform) \
  entry(curl, curl_easy_getinfo) entry(curl, curl_easy_cleanup) entry(curl, curl_easy_reset) entry(curl, curl_slist_append) \
  entry(curl, curl_slist_free_all) \
  entry(microhttpd, MHD_start_daemon) entry(microhttpd, MHD_stop_daemon) entry(microhttpd, MHD_quiesce_daemon) \
  entry(microhttpd, MHD_suspend_connection) entry(microhttpd, MHD_resume_connection) entry(microhttpd, MHD_queue_response) \
  entry(microhttpd, MHD_add_response_header) entry(microhttpd, MHD_create_response_from_buffer_with_free_callback_cls) \
  entry(microhttpd, MHD_destroy_response) entry(microhttpd, MHD_get_connection_values) entry(microhttpd, MHD_get_connection_info) \
  entry(webp, WebPDecodeRGBAInto) entry(webp, WebPConfigInitInternal) entry(webp, WebPPictureInitInternal) \
  entry(webp, WebPPictureImportRGBA) entry(webp, WebPEncode) entry(webp, WebPPictureFree) entry(webp, WebPMemoryWriterInit) \
  entry(webp, WebPMemoryWrite) entry(webp, WebPFree) \
  entry(zstd, ZSTD_createDStream) entry(zstd, ZSTD_freeDStream) entry(zstd, ZSTD_DCtx_setParameter) \
  entry(zstd, ZSTD_decompressStream) entry(zstd, ZSTD_isError) entry(zstd, ZSTD_getErrorName)

#define DECLARED(library, name) extern void name(void);
#define LISTED(library, name) {library_##library, #name, (void *)name},
FUNCTIONS(DECLARED)
const library_linked_function library_linked[] = {FUNCTIONS(LISTED){0, NULL, NULL}};

// glibc 2.35 has newer versions of these, which differ in errno alone. The linker binds calls to the wrappers (--wrap).
#if defined(__aarch64__)
#define OLDEST "GLIBC_2.17"
#else
#define OLDEST "GLIBC_2.2.5"
#endif
double oldest_hypot(double, double);
__asm__(".symver oldest_hypot, hypot@" OLDEST);
double __wrap_hypot(double x, double y) { return oldest_hypot(x, y); }
float oldest_hypotf(float, float);
__asm__(".symver oldest_hypotf, hypotf@" OLDEST);
float __wrap_hypotf(float x, float y) { return oldest_hypotf(x, y); }

// Of glibc 2.36, for expat.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t filled = 0; filled < count;) {
    ssize_t got = getrandom((char *)bytes + filled, count - filled, 0);
    if (got < 0 && errno != EINTR) abort();
    if (got > 0) filled += (size_t)got;
  }
}

// Debian's archives are compiled for programs, which have copies of these variables; a library cannot have such copies.
FILE *stderr, *stdout;
__attribute__((constructor(101))) static void copy_streams(void) {
  stderr = *(FILE **)dlsym(RTLD_DEFAULT, "stderr");
  stdout = *(FILE **)dlsym(RTLD_DEFAULT, "stdout");
}
