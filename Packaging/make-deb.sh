#!/bin/sh
# make-deb.sh BINARY VERSION: build/clustersnap_VERSION_ARCHITECTURE.deb, its dependencies worked out from the libraries
# that the binary needs (dpkg-shlibdeps). MAINTAINER names who answers for the package: "Name <address>".
set -eu
umask 022
binary=$1 version=$2
cd "$(dirname "$0")/.."
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "make deb: error: there is no $tool; install dpkg-dev" >&2; exit 1; }
done
maintainer=${MAINTAINER:-ClusterSnap authors <clustersnap@example.org>}
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
stage=build/deb/clustersnap
rm -rf build/deb
Packaging/install.sh "$binary" "$stage/usr"
share=$stage/usr/share
# Where Debian's zsh looks.
install -d "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_clustersnap" "$share/zsh/vendor-completions/_clustersnap"
rmdir "$share/zsh/site-functions"
gzip -9n "$share"/man/man1/*.1
document=$share/doc/clustersnap
install -d "$document"
install -m 644 Packaging/debian/copyright "$document/copyright"
install -m 644 README.md "$document/README.md"
{
  printf 'clustersnap (%s) unstable; urgency=medium\n\n' "$version"
  printf '  * %s\n' "See CHANGELOG.md of the source."
  printf '\n -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n > "$document/changelog.gz"

# dpkg-shlibdeps reads a source package's control file.
mkdir -p build/deb/debian
printf 'Source: clustersnap\n\nPackage: clustersnap\nArchitecture: any\n' > build/deb/debian/control
depends=$(cd build/deb && dpkg-shlibdeps -O clustersnap/usr/bin/clustersnap 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "make deb: error: dpkg-shlibdeps found no dependencies" >&2; exit 1; }

install -d "$stage/DEBIAN"
size=$(du -sk --apparent-size "$stage/usr" | cut -f 1)
cat > "$stage/DEBIAN/control" <<CONTROL
Package: clustersnap
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: libcurl4 | libcurl4t64 | libcurl3-gnutls, libturbojpeg0, libwebp7, libzstd1
Suggests: libavif15 | libavif16, libicu72 | libicu76, libmicrohttpd12 | libmicrohttpd12t64, libpoppler-glib8 | libpoppler-glib8t64
Section: graphics
Priority: optional
Description: draw points on a map, nearby points as one bubble with a count
 ClusterSnap turns points (CSV, GeoJSON) into a clustered map picture: PNG, SVG
 or PDF, over a built-in world, over tiles or under any MapLibre style. The same
 inputs give the same bytes, so that pictures can be compared in tests.
 .
 libcurl is loaded for tiles of servers, libturbojpeg and libwebp for tiles and
 icons in these formats, libavif for pictures as AVIF, libzstd for inputs packed
 with it, ICU for collation, libmicrohttpd for serve.
CONTROL
(cd "$stage" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
chmod 644 "$stage/DEBIAN/control" "$stage/DEBIAN/md5sums"
package=build/clustersnap_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$stage" "$package" >/dev/null
echo "$package"
