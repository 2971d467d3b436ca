#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

// The interface of libavif (avif/avif.h), whose structures grow: 0.11, and 1.0 and on. The beginning of an image, and the pixels.
typedef struct {
  uint32_t width, height, depth;
} avif_image;

typedef struct {
  uint32_t width, height, depth;
  int format, settings[6];
  union {
    struct {
      uint8_t *pixels;
      uint32_t pitch;
    } old;
    struct {
      int threads;
      uint8_t *pixels;
      uint32_t pitch;
    } now;
  } end;
  uint64_t rest[16];
} avif_pixels;

static struct {
  const char *(*version)(void);
  avif_image *(*create_image)(void);
  void (*free_image)(avif_image *);
  void *(*create_decoder)(void);
  int (*read)(void *, avif_image *, const uint8_t *, size_t);
  void (*free_decoder)(void *);
  void (*set_defaults)(avif_pixels *, const avif_image *);
  int (*convert)(const avif_image *, avif_pixels *);
} avif;

static void load_avif(void) {
  void *library = library_open(library_avif);
  if (!library) return;
  *(void **)&avif.version = library_function(library, "avifVersion");
  *(void **)&avif.create_image = library_function(library, "avifImageCreateEmpty");
  *(void **)&avif.free_image = library_function(library, "avifImageDestroy");
  *(void **)&avif.create_decoder = library_function(library, "avifDecoderCreate");
  *(void **)&avif.read = library_function(library, "avifDecoderReadMemory");
  *(void **)&avif.free_decoder = library_function(library, "avifDecoderDestroy");
  *(void **)&avif.set_defaults = library_function(library, "avifRGBImageSetDefaults");
  *(void **)&avif.convert = library_function(library, "avifImageYUVToRGB");
}

static void load_jpeg(void) {
  void *library = library_open(library_jpeg);
  if (!library) return;
  *(void **)&jpeg.begin = library_function(library, "tjInitDecompress");
  *(void **)&jpeg.end = library_function(library, "tjDestroy");
  *(void **)&jpeg.decompress = library_function(library, "tjDecompress2");
}

static void load_webp(void) {
  void *library = library_open(library_webp);
  if (library) *(void **)&webp.decode = library_function(library, "WebPDecodeRGBAInto");
}

// Fresh memory for the pixels of a size that is known; too large ones get none.
static graphics_lossy_status make_room(graphics_pixels *result, uint32_t side, uint64_t area) {
  if (result->width > side || result->height > side || (uint64_t)result->width * result->height > area) {
    return graphics_lossy_too_large;
  }
  if (!result->width || !result->height) return graphics_lossy_damaged;
  result->pixels.count = (size_t)result->width * result->height * 4;
  result->pixels.bytes = malloc(result->pixels.count);
  return result->pixels.bytes ? graphics_lossy_done : graphics_lossy_no_memory;
}

// What was made of the pixels; the memory is given back where they are no picture.
static graphics_lossy_status finished(graphics_pixels *result, bool is_whole) {
  if (is_whole) return graphics_lossy_done;
  free(result->pixels.bytes);
  return graphics_lossy_damaged;
}

graphics_lossy_status graphics_jpeg_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, bool is_cmyk, graphics_pixels *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_jpeg);
  if (!jpeg.begin || !jpeg.end || !jpeg.decompress) return graphics_lossy_no_library;
  *result = (graphics_pixels){.width = width, .height = height, .pages = 1};
  graphics_lossy_status status = make_room(result, UINT32_MAX, UINT64_MAX);
  if (status != graphics_lossy_done) return status;
  void *handle = jpeg.begin();
  if (!handle) {
    free(result->pixels.bytes);
    return graphics_lossy_no_memory;
  }
  int failed = jpeg.decompress(
      handle, file, count, result->pixels.bytes, (int)width, (int)width * 4, (int)height, is_cmyk ? pixels_cmyk : pixels_rgba,
      flag_accurate_dct | flag_stop_on_warning | flag_limit_scans);
  jpeg.end(handle);
  if (!failed && is_cmyk) {
    // As everybody writes it, 255 stands for no ink.
    for (size_t i = 0; i < (size_t)width * height; i++) {
      uint8_t *pixel = result->pixels.bytes + 4 * i;
      unsigned black = pixel[3];
      for (int j = 0; j < 3; j++) pixel[j] = (uint8_t)((pixel[j] * black + 127) / 255);
      pixel[3] = 255;
    }
  }
  return finished(result, !failed);
}

graphics_lossy_status graphics_webp_read(
    const uint8_t *file, size_t count, uint32_t width, uint32_t height, graphics_pixels *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_webp);
  if (!webp.decode) return graphics_lossy_no_library;
  *result = (graphics_pixels){.width = width, .height = height, .pages = 1};
  graphics_lossy_status status = make_room(result, UINT32_MAX, UINT64_MAX);
  if (status != graphics_lossy_done) return status;
  return finished(result, webp.decode(file, count, result->pixels.bytes, result->pixels.count, (int)width * 4));
}

graphics_lossy_status graphics_avif_read(
    const uint8_t *file, size_t count, uint32_t side, uint64_t area, graphics_pixels *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_avif);
  if (!avif.version || !avif.create_image || !avif.free_image || !avif.create_decoder || !avif.read ||
      !avif.free_decoder || !avif.set_defaults || !avif.convert) {
    return graphics_lossy_no_library;
  }
  bool is_old = !strncmp(avif.version(), "0.11", 4);
  if (!is_old && avif.version()[0] != '1') return graphics_lossy_no_library;
  avif_image *image = avif.create_image();
  void *decoder = avif.create_decoder();
  graphics_lossy_status status = graphics_lossy_no_memory;
  if (image && decoder) {
    status = avif.read(decoder, image, file, count) ? graphics_lossy_damaged : graphics_lossy_done;
  }
  if (status == graphics_lossy_done) {
    *result = (graphics_pixels){.width = image->width, .height = image->height, .pages = 1};
    status = make_room(result, side, area);
  }
  if (status == graphics_lossy_done) {
    avif_pixels pixels;
    memset(&pixels, 0, sizeof pixels);
    avif.set_defaults(&pixels, image);
    pixels.depth = 8;
    if (is_old) {
      pixels.end.old.pixels = result->pixels.bytes;
      pixels.end.old.pitch = result->width * 4;
    } else {
      pixels.end.now.pixels = result->pixels.bytes;
      pixels.end.now.pitch = result->width * 4;
    }
    status = finished(result, !avif.convert(image, &pixels));
  }
  if (decoder) avif.free_decoder(decoder);
  if (image) avif.free_image(image);
  return status;
}

// The interfaces of poppler-glib, GLib and cairo, all found through poppler, so that it draws with the cairo that it knows.
static struct {
  void *(*bytes)(const void *, size_t);
  void (*free_bytes)(void *);
  void *(*open)(void *bytes, const char *password, void **error);
  int (*page_count)(void *);
  void *(*page)(void *, int);
  void (*size)(void *page, double *width, double *height);
  void (*draw)(void *page, void *context);
  void (*release)(void *);
  void *(*surface)(unsigned char *, int format, int width, int height, int pitch);
  void *(*context)(void *surface);
  void (*scale)(void *context, double, double);
  int (*status)(void *context);
  void (*free_context)(void *);
  void (*finish)(void *surface);
  void (*free_surface)(void *);
} poppler;

static bool has_poppler;
// Its fonts and its settings are shared.
static pthread_mutex_t poppler_turn = PTHREAD_MUTEX_INITIALIZER;

static void load_poppler(void) {
  static const struct {
    void **function;
    const char *name;
  } functions[] = {
      {(void **)&poppler.bytes, "g_bytes_new_static"},
      {(void **)&poppler.free_bytes, "g_bytes_unref"},
      {(void **)&poppler.open, "poppler_document_new_from_bytes"},
      {(void **)&poppler.page_count, "poppler_document_get_n_pages"},
      {(void **)&poppler.page, "poppler_document_get_page"},
      {(void **)&poppler.size, "poppler_page_get_size"},
      {(void **)&poppler.draw, "poppler_page_render"},
      {(void **)&poppler.release, "g_object_unref"},
      {(void **)&poppler.surface, "cairo_image_surface_create_for_data"},
      {(void **)&poppler.context, "cairo_create"},
      {(void **)&poppler.scale, "cairo_scale"},
      {(void **)&poppler.status, "cairo_status"},
      {(void **)&poppler.free_context, "cairo_destroy"},
      {(void **)&poppler.finish, "cairo_surface_finish"},
      {(void **)&poppler.free_surface, "cairo_surface_destroy"},
  };
  void *library = library_open(library_poppler);
  has_poppler = library;
  for (size_t i = 0; i < sizeof functions / sizeof *functions && has_poppler; i++) {
    *functions[i].function = library_function(library, functions[i].name);
    has_poppler = *functions[i].function;
  }
}

static graphics_lossy_status draw_page(
    void *document, uint32_t page_number, double scale, uint32_t side, uint64_t area, graphics_pixels *result) {
  *result = (graphics_pixels){.pages = (uint32_t)poppler.page_count(document)};
  void *page = page_number < result->pages ? poppler.page(document, (int)page_number) : NULL;
  if (!page) return graphics_lossy_damaged;
  double width = 0, height = 0;
  poppler.size(page, &width, &height);
  graphics_lossy_status status = graphics_lossy_too_large;
  if (width * scale < side + 0.5 && height * scale < side + 0.5) {
    result->width = (uint32_t)(width * scale + 0.5);
    result->height = (uint32_t)(height * scale + 0.5);
    status = make_room(result, side, area);
  }
  if (status == graphics_lossy_done) {
    enum { argb = 0 };
    uint8_t *bytes = result->pixels.bytes;
    memset(bytes, 255, result->pixels.count);
    void *surface =
        poppler.surface(bytes, argb, (int)result->width, (int)result->height, (int)result->width * 4);
    void *context = poppler.context(surface);
    poppler.scale(context, scale, scale);
    poppler.draw(page, context);
    if (poppler.status(context)) status = graphics_lossy_damaged;
    poppler.free_context(context);
    poppler.finish(surface);
    poppler.free_surface(surface);
    // White lies below everything, so that nothing is left to see through.
    for (size_t i = 0; i < result->pixels.count; i += 4) {
      uint32_t pixel;
      memcpy(&pixel, bytes + i, 4);
      bytes[i] = (uint8_t)(pixel >> 16);
      bytes[i + 1] = (uint8_t)(pixel >> 8);
      bytes[i + 2] = (uint8_t)pixel;
      bytes[i + 3] = 255;
    }
    status = finished(result, status == graphics_lossy_done);
  }
  poppler.release(page);
  return status;
}

graphics_lossy_status graphics_pdf_read(
    const uint8_t *file, size_t count, uint32_t page, double scale, uint32_t side, uint64_t area,
    graphics_pixels *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_poppler);
  if (!has_poppler) return graphics_lossy_no_library;
  pthread_mutex_lock(&poppler_turn);
  graphics_lossy_status status = graphics_lossy_damaged;
  void *bytes = poppler.bytes(file, count);
  void *document = poppler.open(bytes, NULL, NULL);
  if (document) {
    status = draw_page(document, page, scale, side, area, result);
    poppler.release(document);
  }
  poppler.free_bytes(bytes);
  pthread_mutex_unlock(&poppler_turn);
  return status;
}
