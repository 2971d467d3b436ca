#!/bin/bash
# make-release.sh VERSION [URL]: what is published, from a clean clone of the commit that is checked out, into build/release: the
# package for Debian, archives, the wheel, the source, an SBOM, SHA256SUMS, and Homebrew's formula where URL names the folder that
# the files will be in.
set -euo pipefail
umask 022
version=$1 url=${2:-}
cd "$(dirname "$0")/../.."
top=$PWD out=$PWD/build/release
[ -z "$(git status --porcelain)" ] || { echo "make release: error: the checkout has changes; commit them" >&2; exit 1; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$out"
mkdir -p "$out"
# The compiler writes down how long the paths of a few files are, and a package is called as its folder: both are always the same.
place=$(mktemp -d /var/tmp/clustersnap-XXXXXXXX) clone=$place/clustersnap
trap 'rm -rf "$place"' EXIT
git clone -q --no-hardlinks "$top" "$clone"
cd "$clone"
make wheel deb dist
cp build/clustersnap*.whl build/clustersnap*.deb build/clustersnap*.tar.gz "$out/"
source=clustersnap-$version.tar.gz
git archive --format=tar --prefix="clustersnap-$version/" HEAD | gzip -9n >"$out/$source"
python3 Packaging/release/make-sbom.py "$version" "$out"
if [ -n "$url" ]; then
  sum=$(sha256sum "$out/$source" | cut -d ' ' -f 1)
  sed -e "s|@URL@|${url%/}/$source|" -e "s|@HOMEPAGE@|${url%/}|" -e "s|@SHA256@|$sum|" Packaging/clustersnap.rb >"$out/clustersnap.rb"
fi
cd "$out"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
