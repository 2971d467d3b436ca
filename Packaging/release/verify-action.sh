#!/bin/bash
# verify-action.sh: the steps of action.yml. Installs the archive that ARCHIVE names and SHA256 pins, runs `clustersnap verify` on CASES with
# ARGUMENTS, and writes a summary with names and counts. Pictures are in the report: a summary shows none that are inline.
set -euo pipefail
fail() { echo "::error::$1"; echo "status=2" >>"$GITHUB_OUTPUT"; exit 0; }
if [ -n "${ARCHIVE:-}" ]; then
  [ -n "${SHA256:-}" ] || fail "sha256 is empty; take it from SHA256SUMS of the release"
  folder=$(mktemp -d)
  curl -fsSL --retry 3 -o "$folder/archive.tar.gz" "$ARCHIVE" || fail "$ARCHIVE cannot be fetched; correct the address"
  echo "$SHA256  $folder/archive.tar.gz" | sha256sum -c --quiet - || fail "$ARCHIVE has another checksum than sha256; take both from one release"
  tar -xzf "$folder/archive.tar.gz" -C "$folder" --strip-components 1
  export PATH=$folder/bin:$PATH
fi
command -v clustersnap >/dev/null || fail "there is no clustersnap; give archive and sha256"
status=0
summary=$(mktemp)
# shellcheck disable=SC2086
clustersnap verify $CASES --report "$REPORT" --markdown "$summary" ${ARGUMENTS:-} || status=$?
echo "status=$status" >>"$GITHUB_OUTPUT"
cat "$summary" >>"$GITHUB_STEP_SUMMARY"
