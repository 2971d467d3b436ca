#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CGraphics.h"
#include "CLibraries.h"

// The interface of TurboJPEG, as in lossy_read.c.
enum { jpeg_pixels_rgba = 7, jpeg_samples_444 = 0, jpeg_accurate_dct = 4096 };

static struct {
  void *(*begin)(void);
  int (*compress)(
      void *, const unsigned char *, int width, int pitch, int height, int pixels, unsigned char **, unsigned long *,
      int samples, int quality, int flags);
  int (*end)(void *);
  void (*free)(unsigned char *);
} jpeg;

// The interface of libwebp's encoder (webp/encode.h), whose layout is the same in all versions with the number 2 before
// the point of its interface: 0.4 to 1.5 and on. Of settings and picture only what is set here is spelled out.
enum { webp_interface = 0x020f };

typedef struct {
  int lossless;
  float quality;
  int method, hint;
  int rest[60];  // 25 numbers in version 1.5
} webp_config;

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
  uint32_t padding[8];
} webp_memory;

typedef struct webp_picture {
  int use_argb, colorspace, width, height;
  uint8_t *planes[3];
  int plane_strides[2];
  uint8_t *alpha;
  int alpha_stride;
  uint32_t padding[2];
  uint32_t *argb;
  int argb_stride;
  uint32_t more_padding[3];
  int (*writer)(const uint8_t *, size_t, const struct webp_picture *);
  void *writer_memory;
  uint64_t rest[64];  // 25 words in version 1.5
} webp_picture;

static struct {
  int (*init_config)(webp_config *, int preset, float quality, int version);
  int (*init_picture)(webp_picture *, int version);
  int (*import)(webp_picture *, const uint8_t *, int stride);
  int (*encode)(const webp_config *, webp_picture *);
  void (*free_picture)(webp_picture *);
  void (*init_memory)(webp_memory *);
  int (*write_memory)(const uint8_t *, size_t, const webp_picture *);
  void (*free)(void *);
} webp;

// The interface of libavif (avif/avif.h), whose structures grow: those of 0.11 and of 1.0 and on are known here.
enum { avif_444 = 1 };

typedef struct {
  uint32_t width, height, depth;
  int format, settings[6];
  union {
    struct {
      const uint8_t *pixels;
      uint32_t pitch;
    } old;
    struct {
      int threads;
      const uint8_t *pixels;
      uint32_t pitch;
    } now;
  } end;
  uint64_t rest[16];
} avif_pixels;

// The beginning of an encoder that the library makes. The numbers of 0.11 begin with the least and the greatest quantizer of
// colors and of alpha; those of 1.0 are repetitions, layers, and the quality of colors and of alpha.
typedef struct {
  int codec, threads, speed, keyframes;
  uint64_t timescale;
  int numbers[4];
} avif_encoder;

static struct {
  const char *(*version)(void);
  void *(*create_image)(uint32_t width, uint32_t height, uint32_t depth, int format);
  void (*free_image)(void *);
  void (*set_defaults)(avif_pixels *, const void *image);
  int (*import)(void *image, const avif_pixels *);
  avif_encoder *(*create_encoder)(void);
  int (*encode)(avif_encoder *, const void *image, graphics_bytes *);
  void (*free_encoder)(avif_encoder *);
  void (*free)(graphics_bytes *);
} avif;

static void load_avif(void) {
  void *library = library_open(library_avif);
  if (!library) return;
  *(void **)&avif.version = library_function(library, "avifVersion");
  *(void **)&avif.create_image = library_function(library, "avifImageCreate");
  *(void **)&avif.free_image = library_function(library, "avifImageDestroy");
  *(void **)&avif.set_defaults = library_function(library, "avifRGBImageSetDefaults");
  *(void **)&avif.import = library_function(library, "avifImageRGBToYUV");
  *(void **)&avif.create_encoder = library_function(library, "avifEncoderCreate");
  *(void **)&avif.encode = library_function(library, "avifEncoderWrite");
  *(void **)&avif.free_encoder = library_function(library, "avifEncoderDestroy");
  *(void **)&avif.free = library_function(library, "avifRWDataFree");
}

static void load_jpeg(void) {
  void *library = library_open(library_jpeg);
  if (!library) return;
  *(void **)&jpeg.begin = library_function(library, "tjInitCompress");
  *(void **)&jpeg.end = library_function(library, "tjDestroy");
  *(void **)&jpeg.compress = library_function(library, "tjCompress2");
  *(void **)&jpeg.free = library_function(library, "tjFree");
}

static void load_webp(void) {
  void *library = library_open(library_webp);
  if (!library) return;
  *(void **)&webp.init_config = library_function(library, "WebPConfigInitInternal");
  *(void **)&webp.init_picture = library_function(library, "WebPPictureInitInternal");
  *(void **)&webp.import = library_function(library, "WebPPictureImportRGBA");
  *(void **)&webp.encode = library_function(library, "WebPEncode");
  *(void **)&webp.free_picture = library_function(library, "WebPPictureFree");
  *(void **)&webp.init_memory = library_function(library, "WebPMemoryWriterInit");
  *(void **)&webp.write_memory = library_function(library, "WebPMemoryWrite");
  *(void **)&webp.free = library_function(library, "WebPFree");
}

static graphics_lossy_status copy(const uint8_t *bytes, size_t count, graphics_bytes *result) {
  result->bytes = malloc(count);
  if (!result->bytes) return graphics_lossy_no_memory;
  memcpy(result->bytes, bytes, count);
  result->count = count;
  return graphics_lossy_done;
}

graphics_lossy_status graphics_jpeg_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_jpeg);
  if (!jpeg.begin || !jpeg.end || !jpeg.compress || !jpeg.free) return graphics_lossy_no_library;
  void *handle = jpeg.begin();
  if (!handle) return graphics_lossy_no_memory;
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  int failed = jpeg.compress(
      handle, pixels, (int)width, (int)width * 4, (int)height, jpeg_pixels_rgba, &bytes, &count, jpeg_samples_444,
      quality, jpeg_accurate_dct);
  graphics_lossy_status status = failed ? graphics_lossy_damaged : copy(bytes, count, result);
  jpeg.free(bytes);
  jpeg.end(handle);
  return status;
}

graphics_lossy_status graphics_webp_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_webp);
  if (!webp.init_config || !webp.init_picture || !webp.import || !webp.encode || !webp.free_picture ||
      !webp.init_memory || !webp.write_memory || !webp.free) {
    return graphics_lossy_no_library;
  }
  webp_config config;
  webp_picture picture;
  webp_memory memory;
  memset(&config, 0, sizeof config);
  memset(&picture, 0, sizeof picture);
  memset(&memory, 0, sizeof memory);
  bool is_lossless = quality < 0;
  if (!webp.init_config(&config, 0, is_lossless ? 75 : (float)quality, webp_interface) ||
      !webp.init_picture(&picture, webp_interface)) {
    return graphics_lossy_no_library;
  }
  if (is_lossless) {
    // The world of 1024×768 takes 13 ms and 92 kB, dense streets 49 ms and 513 kB. The next method takes 17 and 66 ms, and 90 and
    // 504 kB; from quality 26 on, which looks back over more rows, 30 and 119 ms, and 72 and 413 kB; least effort 233 and 605 kB.
    config.lossless = 1;
    config.method = 1;
    config.quality = 15;
  }
  webp.init_memory(&memory);
  picture.use_argb = is_lossless;
  picture.width = (int)width;
  picture.height = (int)height;
  picture.writer = webp.write_memory;
  picture.writer_memory = &memory;
  graphics_lossy_status status = graphics_lossy_no_memory;
  if (webp.import(&picture, pixels, (int)width * 4)) {
    status = webp.encode(&config, &picture) ? copy(memory.bytes, memory.count, result) : graphics_lossy_damaged;
  }
  webp.free_picture(&picture);
  webp.free(memory.bytes);
  return status;
}

graphics_lossy_status graphics_avif_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, graphics_bytes *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_avif);
  if (!avif.version || !avif.create_image || !avif.free_image || !avif.set_defaults || !avif.import ||
      !avif.create_encoder || !avif.encode || !avif.free_encoder || !avif.free) {
    return graphics_lossy_no_library;
  }
  const char *version = avif.version();
  bool is_old = !strncmp(version, "0.11", 4);
  if (!is_old && version[0] != '1') return graphics_lossy_no_library;
  void *image = avif.create_image(width, height, 8, avif_444);
  avif_encoder *encoder = avif.create_encoder();
  graphics_bytes file = {NULL, 0};
  graphics_lossy_status status = graphics_lossy_no_memory;
  if (image && encoder) {
    avif_pixels source;
    memset(&source, 0, sizeof source);
    avif.set_defaults(&source, image);
    if (is_old) {
      source.end.old.pixels = pixels;
      source.end.old.pitch = width * 4;
      for (int i = 0; i < 4; i++) encoder->numbers[i] = ((100 - quality) * 63 + 50) / 100;
    } else {
      source.end.now.pixels = pixels;
      source.end.now.pitch = width * 4;
      encoder->numbers[2] = encoder->numbers[3] = quality;
    }
    // One thread: the same bytes everywhere. Of 0, slowest, to 10.
    encoder->threads = 1;
    encoder->speed = 8;
    if (!avif.import(image, &source)) {
      status = avif.encode(encoder, image, &file) ? graphics_lossy_damaged : copy(file.bytes, file.count, result);
    }
  }
  avif.free(&file);
  if (encoder) avif.free_encoder(encoder);
  if (image) avif.free_image(image);
  return status;
}
