#!/bin/sh
# make-archive.sh BINARY VERSION [ARCHITECTURE RUNNABLE]: build/clustersnap-VERSION-SYSTEM-ARCHITECTURE.tar.gz, a folder with the same layout as
# a prefix, so that `cp -r bin share /usr/local` installs it. The same inputs give the same bytes.
set -eu
umask 022
binary=$1 version=$2 architecture=${3:-$(uname -m)} runnable=${4:-$1}
cd "$(dirname "$0")/.."
system=$(uname -s | tr '[:upper:]' '[:lower:]')
case $system in darwin) system=macos ;; esac
name=clustersnap-$version-$system-$architecture
stage=build/dist/$name
rm -rf "$stage"
Packaging/install.sh "$binary" "$stage" "$runnable"
install -d "$stage/share/doc/clustersnap"
install -m 644 README.md CHANGELOG.md SECURITY.md "$stage/share/doc/clustersnap"
if [ "$system" = linux ]; then
  # What the loader will look for, with its packages; what every Linux has is left out.
  needed=$(readelf -dW "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(ld-linux.*|lib(c|m|dl|pthread|rt|gcc_s))\.so' | sort)
  for library in $needed; do
    grep -q "^$library " Packaging/archive/libraries.txt ||
      { echo "make dist: error: Packaging/archive/libraries.txt does not name $library; add it with its packages" >&2; exit 1; }
  done
  glibc=$(readelf -VW "$binary" | sed -n 's/.*Name: GLIBC_\(2[.0-9]*\).*/\1/p' | sort -Vu | tail -n 1)
  install -m 755 Packaging/archive/check "$stage"
  install -m 644 Packaging/archive/libraries.txt "$stage"
  {
    echo "ClusterSnap $version for Linux on $architecture with glibc $glibc or later: copy bin and share to a prefix, such as /usr/local."
    echo "./check names the libraries that are missing, with the command that installs them:"
    echo
    printf '%-24s %-22s %s\n' library Debian,\ Ubuntu Fedora,\ RHEL
    for library in $needed; do
      grep "^$library " Packaging/archive/libraries.txt | while read -r name apt dnf; do printf '%-24s %-22s %s\n' "$name" "$apt" "$dnf"; done
    done
    echo
    echo "Opened when first needed: libcurl (maps of servers), libmicrohttpd (serve), libturbojpeg, libwebp, libavif (pictures), libzstd."
  } > "$stage/README"
fi
# The commit's time, so that two archives of one commit are equal.
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
if tar --version 2>/dev/null | grep -q GNU; then
  tar -C build/dist --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cf - "$name" |
    gzip -9n > "build/$name.tar.gz"
else
  tar -C build/dist -cf - "$name" | gzip -9n > "build/$name.tar.gz"
fi
echo "build/$name.tar.gz"
