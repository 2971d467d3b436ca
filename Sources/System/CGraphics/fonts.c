#define _GNU_SOURCE
#include "CGraphics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/mman.h>
#else
#include <limits.h>
#include <string.h>
#endif

#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
static const uint8_t noto_face[] = {
#embed "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
};
static const graphics_constant noto = {noto_face, sizeof noto_face};
#else
static const graphics_constant noto = {NULL, 0};
#endif

#if __has_embed("/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf")
static const uint8_t noto_bold_face[] = {
#embed "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"
};
static const graphics_constant noto_bold = {noto_bold_face, sizeof noto_bold_face};
#else
static const graphics_constant noto_bold = {NULL, 0};
#endif

#if __has_embed("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
static const uint8_t dejavu_face[] = {
#embed "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
};
static const graphics_constant dejavu = {dejavu_face, sizeof dejavu_face};
#else
static const graphics_constant dejavu = {NULL, 0};
#endif

#if __has_embed("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
static const uint8_t dejavu_bold_face[] = {
#embed "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
};
static const graphics_constant dejavu_bold = {dejavu_bold_face, sizeof dejavu_bold_face};
#else
static const graphics_constant dejavu_bold = {NULL, 0};
#endif

graphics_constant graphics_built_in_font(graphics_face face) {
  switch (face) {
    case graphics_noto: return noto;
    case graphics_noto_bold: return noto_bold;
    case graphics_dejavu: return dejavu;
    case graphics_dejavu_bold: return dejavu_bold;
  }
}

static uint32_t number_at(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

double graphics_font_revision(graphics_constant font) {
  enum { header = 12, entry = 16, tag_head = 0x68656164 };
  if (font.count < header) return 0;
  unsigned tables = (unsigned)font.bytes[4] << 8 | font.bytes[5];
  for (size_t i = 0; i < tables && header + (i + 1) * entry <= font.count; i++) {
    const uint8_t *table = font.bytes + header + i * entry;
    uint32_t offset = number_at(table + 8);
    if (number_at(table) == tag_head && font.count >= 8 && offset <= font.count - 8) {
      return number_at(font.bytes + offset + 4) / 65536.0;
    }
  }
  return 0;
}

/// An open file that no folder lists.
static int nameless_file(void) {
#if defined(__linux__)
  return memfd_create("font", MFD_CLOEXEC);
#else
  char path[PATH_MAX];
  size_t length = confstr(_CS_DARWIN_USER_TEMP_DIR, path, sizeof path);
  if (length == 0 || length + sizeof "font.XXXXXX" > sizeof path) strcpy(path, "/tmp/");
  strcat(path, "font.XXXXXX");
  int file = mkstemp(path);
  if (file >= 0) {
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
  }
  return file;
#endif
}

int graphics_anonymous_file(const uint8_t *bytes, size_t count) {
  int file = nameless_file();
  if (file < 0) return -1;
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      int reason = errno;
      close(file);
      errno = reason;
      return -1;
    }
    bytes += written;
    count -= (size_t)written;
  }
  return file;
}

bool graphics_is_regular_file(const char *path, size_t *count) {
  struct stat facts;
  if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  *count = (size_t)facts.st_size;
  return true;
}
