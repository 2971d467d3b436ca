#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "CGraphics.h"
#include "CLibraries.h"

// The interface of TurboJPEG, which is part of libjpeg-turbo and, unlike libjpeg's, the same in all its versions since 1.2
// (turbojpeg.h): it needs no header of the version that runs, and its errors do not jump.
enum {
  pixels_rgba = 7,
  pixels_cmyk = 11,
  flag_accurate_dct = 4096,
  flag_stop_on_warning = 8192,  // a warning stands for pixels that were made up
  flag_limit_scans = 32768,     // 500 scans of a large picture would take minutes
};

static struct {
  void *(*begin)(void);
  int (*decompress)(
      void *, const unsigned char *, unsigned long, unsigned char *, int width, int pitch, int height, int pixels,
      int flags);
  int (*end)(void *);
} jpeg;

// The interface of libwebp (webp/decode.h).
static struct {
  uint8_t *(*decode)(const uint8_t *, size_t, uint8_t *, size_t, int stride);
} webp;

static void load_jpeg(void) {
  void *library = library_open(library_jpeg);
  if (!library) return;
  *(void **)&jpeg.begin = dlsym(library, "tjInitDecompress");
  *(void **)&jpeg.end = dlsym(library, "tjDestroy");
  *(void **)&jpeg.decompress = dlsym(library, "tjDecompress2");
}

static void load_webp(void) {
  void *library = library_open(library_webp);
  if (library) *(void **)&webp.decode = dlsym(library, "WebPDecodeRGBAInto");
}

graphics_lossy_status graphics_jpeg_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, bool is_cmyk, uint8_t *pixels) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_jpeg);
  if (!jpeg.begin || !jpeg.end || !jpeg.decompress) return graphics_lossy_no_library;
  void *handle = jpeg.begin();
  if (!handle) return graphics_lossy_no_memory;
  int failed = jpeg.decompress(
      handle, file, count, pixels, (int)width, (int)width * 4, (int)height, is_cmyk ? pixels_cmyk : pixels_rgba,
      flag_accurate_dct | flag_stop_on_warning | flag_limit_scans);
  jpeg.end(handle);
  if (failed) return graphics_lossy_damaged;
  if (is_cmyk) {
    // As everybody writes it, 255 stands for no ink.
    for (size_t i = 0; i < (size_t)width * height; i++) {
      uint8_t *pixel = pixels + 4 * i;
      unsigned black = pixel[3];
      for (int j = 0; j < 3; j++) pixel[j] = (uint8_t)((pixel[j] * black + 127) / 255);
      pixel[3] = 255;
    }
  }
  return graphics_lossy_done;
}

graphics_lossy_status graphics_webp_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_webp);
  if (!webp.decode) return graphics_lossy_no_library;
  size_t stride = (size_t)width * 4;
  return webp.decode(file, count, pixels, stride * height, (int)stride) ? graphics_lossy_done : graphics_lossy_damaged;
}
