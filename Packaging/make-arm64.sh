#!/bin/sh
# make-arm64.sh SWIFT RUNNABLE VERSION: the archive for arm64 Linux, cross-compiled, where this machine has what that needs:
# a Swift SDK for it (`swift sdk list`) and the libraries of that architecture. Reports what is missing and ends with 0 elsewhere.
set -eu
swift=$1 runnable=$2 version=$3
cd "$(dirname "$0")/.."
[ "$(uname -s)" = Linux ] && [ "$(uname -m)" != aarch64 ] || exit 0
sdk=$("$swift" sdk list 2>/dev/null | grep -m 1 'linux.*aarch64\|aarch64.*linux' || true)
if [ -z "$sdk" ]; then
  echo "make dist: no archive for arm64: \`swift sdk list\` names no SDK for aarch64 Linux" >&2
  exit 0
fi
PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig
export PKG_CONFIG_LIBDIR
if ! pkg-config --exists pangocairo libpng sqlite3 libdeflate; then
  echo "make dist: no archive for arm64: its libraries are missing; install libpango1.0-dev:arm64 and the others of .ci/deps" >&2
  exit 0
fi
"$swift" build -c release --product clustersnap --swift-sdk "$sdk" --static-swift-stdlib -Xlinker -s --scratch-path .build/arm64
binary=$("$swift" build -c release --swift-sdk "$sdk" --scratch-path .build/arm64 --show-bin-path)/clustersnap
Packaging/make-archive.sh "$binary" "$version" aarch64 "$runnable"
