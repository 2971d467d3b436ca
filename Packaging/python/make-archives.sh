#!/bin/bash
# make-archives.sh FOLDER: the static archives that the wheel's library is linked from, in FOLDER/lib. Most are links to those of
# Debian's -dev packages. Those that Debian lacks, and those that need more than maps do (LDAP and Kerberos of curl, GnuTLS of
# libmicrohttpd), are built from Debian's source packages, which takes some minutes. Needs root and Debian.
set -euo pipefail
umask 022
folder=$(mkdir -p "$1" && cd "$1" && pwd)
say() { echo "make wheel: $*" >&2; }
fail() { say "error: $*"; exit 1; }

# Archives of Debian, with their packages.
packaged="aom:libaom-dev brotlicommon:libbrotli-dev brotlidec:libbrotli-dev cairo:libcairo2-dev crypto:libssl-dev
  datrie:libdatrie-dev deflate:libdeflate-dev expat:libexpat1-dev ffi:libffi-dev fontconfig:libfontconfig-dev
  freetype:libfreetype-dev fribidi:libfribidi-dev gio-2.0:libglib2.0-dev glib-2.0:libglib2.0-dev gobject-2.0:libglib2.0-dev
  idn2:libidn2-dev nghttp2:libnghttp2-dev pcre2-8:libpcre2-dev png16:libpng-dev sqlite3:libsqlite3-dev ssl:libssl-dev
  thai:libthai-dev unistring:libunistring-dev webp:libwebp-dev yuv:libyuv-dev z:zlib1g-dev zstd:libzstd-dev"
tools="dpkg-dev:dpkg-source g++:g++ make:make meson:meson ninja-build:ninja patchelf:patchelf pkg-config:pkg-config"
missing=
for pair in $packaged; do
  [ -e "/usr/lib/$(uname -m)-linux-gnu/lib${pair%:*}.a" ] || missing="$missing ${pair#*:}"
done
for pair in $tools; do
  command -v "${pair#*:}" >/dev/null || missing="$missing ${pair%:*}"
done
# Libraries beside the wheel's own.
for pair in 'libavif15:libavif\.so\.1[56]' 'libturbojpeg0:libturbojpeg\.so\.0'; do
  /sbin/ldconfig -p | grep "${pair#*:} " >/dev/null || missing="$missing ${pair%:*}"
done
if [ -n "$missing" ]; then
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; } ||
    fail "apt-get could not install:$missing"
fi
mkdir -p "$folder/lib" "$folder/source" "$folder/licenses"
for pair in $packaged; do
  ln -sf "/usr/lib/$(uname -m)-linux-gnu/lib${pair%:*}.a" "$folder/lib/"
  cp "/usr/share/doc/${pair#*:}/copyright" "$folder/licenses/${pair#*:}.txt"
done

# GLib's g_thread_new ends the process where no thread can be started; that of CGraphics replaces it.
rm -f "$folder/lib/libglib-2.0.a"
objcopy --weaken-symbol=g_thread_new "/usr/lib/$(uname -m)-linux-gnu/libglib-2.0.a" "$folder/lib/libglib-2.0.a"

# The lists of source packages lie in the folder, so that those of the system do not change.
lists="$folder/lists"
options=(-o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$lists/parts" -o "Dir::State::Lists=$lists/state"
  -o "APT::Sandbox::User=root")
update() {
  [ ! -e "$lists/.made" ] || return 0
  rm -rf "$lists"
  mkdir -p "$lists/parts" "$lists/state/partial"
  release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] && grep -q "^Suites: *$release" "$file" || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" >"$lists/parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$file" ] || continue
    sed -n "s/^deb\( .* $release[a-z-]* .*\)/deb-src\1/p" "$file" >"$lists/parts/$(basename "${file%.list}").list"
  done
  apt-get "${options[@]}" update -qq || fail "the lists of source packages cannot be fetched; try again later"
  touch "$lists/.made"
}

# Fetches the newest version that the mirror has.
fetch() {
  local name=$1 version
  update
  rm -rf "$folder/source/$name"
  mkdir -p "$folder/source/$name"
  cd "$folder/source/$name"
  for version in $(apt-cache "${options[@]}" showsrc "$name" | sed -n 's/^Version: //p' | sort -Vru); do
    if apt-get "${options[@]}" source -qq "$name=$version" >log 2>&1; then break; fi
  done
  echo "$version" >version
  # Debian changes no code of pixman, so that the authors' archive is enough.
  [ "$name" != pixman ] || [ -n "$(find . -mindepth 1 -maxdepth 1 -type d)" ] || {
    apt-get "${options[@]}" source -qq --tar-only "$name" >>log 2>&1 && tar xf ./*.orig.tar.*
  }
  cd "$(find "$PWD" -mindepth 1 -maxdepth 1 -type d | head -n 1)"
  [ "$PWD" != "$folder/source/$name" ] || fail "the source package $name cannot be fetched; see $folder/source/$name/log"
  # Patches may be newer than the files that autoconf made, which are not made anew.
  find . -name aclocal.m4 -exec touch {} +
  sleep 1
  find . \( -name configure -o -name Makefile.in -o -name '*.h.in' -o -name '*hash.h' \) -exec touch {} +
}

flags="-O2 -g0 -fPIC -ffunction-sections -fdata-sections"
export CFLAGS=$flags CXXFLAGS=$flags
jobs=${JOBS:-$(nproc)}

with_meson() {
  local targets=$1
  shift
  # shellcheck disable=SC2086
  meson setup made --buildtype=plain --default-library=static --wrap-mode=nofallback "$@" && ninja -j "$jobs" -C made $targets &&
    (cd made && cp $targets "$folder/lib/")
}

with_configure() {
  local part=$1 archive=$2
  shift 2
  ./configure --disable-shared --enable-static --with-pic --disable-dependency-tracking "$@" && make -j "$jobs" -C "$part" "$archive" &&
    cp "$part/.libs/${archive%.la}.a" "$folder/lib/"
}

# Debian's archive with one file compiled anew, as its thread-local storage is that of programs.
pixman() {
  # shellcheck disable=SC2046,SC2086
  gcc $flags -DPACKAGE='"pixman-1"' -DTLS=__thread -DHAVE_PTHREADS=1 $(pkg-config --cflags pixman-1) -c pixman/pixman-implementation.c &&
    cp "/usr/lib/$(uname -m)-linux-gnu/libpixman-1.a" "$folder/lib/" && ar r "$folder/lib/libpixman-1.a" pixman-implementation.o
}
# As Debian's, but for the tracing of segments, and without the machine that calls functions, which gcc does not need.
graphite2() {
  rm src/call_machine.cpp
  # shellcheck disable=SC2086
  (cd src && printf '%s\n' ./*.cpp | xargs -P "$jobs" -n 1 g++ $flags -std=c++11 -fno-exceptions -fno-rtti -DGRAPHITE2_STATIC \
    -DGRAPHITE2_NTRACING -I../include -I. -c) && ar rcs "$folder/lib/libgraphite2.a" src/*.o
}
# The authors' source in one file.
harfbuzz() {
  # shellcheck disable=SC2046,SC2086
  g++ $flags -fno-exceptions -fno-rtti -fno-threadsafe-statics -DHAVE_FREETYPE=1 -DHAVE_GLIB=1 -DHAVE_GRAPHITE2=1 -DGRAPHITE2_STATIC \
    -DHAVE_PTHREAD=1 -DHAVE_ATEXIT=1 -DHAVE_UNISTD_H=1 -DHAVE_SYS_MMAN_H=1 -DHAVE_MMAP=1 -DHAVE_MPROTECT=1 -DHAVE_GETPAGESIZE=1 -DHAVE_SYSCONF=1 \
    $(pkg-config --cflags freetype2 glib-2.0 graphite2) -c src/harfbuzz.cc -o harfbuzz.o && ar rcs "$folder/lib/libharfbuzz.a" harfbuzz.o
}
pango() {
  with_meson "pango/libpango-1.0.a pango/libpangoft2-1.0.a pango/libpangocairo-1.0.a" -Dgtk_doc=false -Dintrospection=disabled \
    -Dinstall-tests=false -Dfontconfig=enabled -Dfreetype=enabled -Dcairo=enabled -Dlibthai=enabled -Dxft=disabled -Dsysprof=disabled
}
curl() {
  with_configure lib libcurl.la --with-openssl --with-nghttp2 --with-libidn2 --without-libssh2 --without-librtmp --without-libpsl \
    --without-gssapi --without-brotli --without-zstd --disable-ldap --disable-ldaps --disable-manual --disable-rtsp --disable-dict \
    --disable-telnet --disable-tftp --disable-pop3 --disable-imap --disable-smb --disable-smtp --disable-gopher --disable-mqtt \
    --disable-ftp --enable-threaded-resolver --with-ca-path=/etc/ssl/certs --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt
}
libmicrohttpd() { with_configure src/microhttpd libmicrohttpd.la --disable-https --disable-doc --disable-examples --disable-curl; }

: >"$folder/versions"
for name in pixman graphite2 harfbuzz pango1.0 curl libmicrohttpd; do
  if [ ! -e "$folder/.made-$name" ]; then
    say "building $name"
    fetch "$name"
    call=${name%1.?}
    "$call" >>"$folder/source/$name/log" 2>&1 || fail "$name cannot be built; see $folder/source/$name/log"
    cp debian/copyright "$folder/licenses/$name.txt" 2>/dev/null || cp COPYING "$folder/licenses/$name.txt"
    cp "$folder/source/$name/version" "$folder/.made-$name"
  fi
  echo "$name $(cat "$folder/.made-$name")" >>"$folder/versions"
done
