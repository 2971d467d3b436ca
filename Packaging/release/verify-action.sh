#!/bin/bash
# verify-action.sh: the steps of action.yml. Installs the archive that ARCHIVE names and SHA256 pins, runs `clustersnap verify` on CASES with
# ARGUMENTS, and writes a summary with names and counts, and an annotation for each request that fails. Pictures are in the report: a
# summary shows none that are inline. CASES is a path a line where it has several lines, and one path where a file has all of its name;
# else words with blanks between. A summary
# without a word is an error: the command did not run.
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
if ! words=$(clustersnap --version 2>&1); then
  missing=$(ldd "$(command -v clustersnap)" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | sort -u | paste -sd ' ' -) || true
  reason=$(echo "$words" | head -n 1)
  [ -z "$missing" ] || reason="it needs $missing; install the packages with these libraries"
  fail "clustersnap does not start: $reason"
fi
cases=()
if [ -e "$CASES" ]; then
  cases=("$CASES")
elif [[ $CASES == *$'\n'* ]]; then
  while IFS= read -r line; do [ -z "$line" ] || cases+=("$line"); done <<<"$CASES"
else
  read -ra cases <<<"$CASES"
fi
status=0
summary=$(mktemp) annotations=$(mktemp)
# shellcheck disable=SC2086
clustersnap verify "${cases[@]}" --report "$REPORT" --markdown "$summary" --annotations "$annotations" ${ARGUMENTS:-} || status=$?
cat "$annotations"
[ "$status" -le 1 ] || echo "::error title=clustersnap verify::some cases could not be compared; see the summary"
# Upload takes no name with any of these, nor one that another job of a matrix has.
name=$(printf '%s' "$REPORT${GITHUB_JOB:+-$GITHUB_JOB}${MATRIX:+-$MATRIX}" | tr -s '":<>|*?\r\n\\/{}, ' '-')
{ echo "status=$status"; echo "artifact=${name%-}"; } >>"$GITHUB_OUTPUT"
[ -s "$summary" ] || { echo "::error::clustersnap verify ended with $status and without a summary; see its messages above"; exit 0; }
cat "$summary" >>"$GITHUB_STEP_SUMMARY"
