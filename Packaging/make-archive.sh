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
# The commit's time, so that two archives of one commit are equal.
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
if tar --version 2>/dev/null | grep -q GNU; then
  tar -C build/dist --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cf - "$name" |
    gzip -9n > "build/$name.tar.gz"
else
  tar -C build/dist -cf - "$name" | gzip -9n > "build/$name.tar.gz"
fi
echo "build/$name.tar.gz"
