#!/bin/bash
# reproduce.sh BINARY [OTHER BINARY…]: draws a set of outputs again and again, each time in other surroundings, and compares
# the bytes with those of the first time. The exit status is 1 where a byte differs.
#
# Surroundings: 1, 2 and 8 threads; 20 repetitions while all processors are busy; three time zones; every installed locale
# of a list; other folders; umasks; an environment with nothing in it; fonts of a user; other binaries (debug and release).
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: reproduce.sh BINARY [OTHER BINARY…]" >&2; exit 2; }
binaries=()
for binary; do binaries+=("$(cd "$(dirname "$binary")" && pwd)/$(basename "$binary")"); done
work=$(mktemp -d)
trap 'rm -rf "$work"; [ -z "${busy:-}" ] || kill $busy 2>/dev/null' EXIT
cp -r "$here/Samples" "$work/Samples"
rounds=0 failures=0

# draw BINARY THREADS FOLDER: all outputs into FOLDER, from the folder that holds Samples.
draw() {
  local binary=$1 threads=$2 out=$3 view=("--bbox=-12,35,32,60" --size 400x300)
  mkdir -p "$out"
  "$binary" render Samples/towns-5000.csv "${view[@]}" --threads "$threads" -q -o "$out/towns.png" &&
    "$binary" render Samples/towns-5000.csv "${view[@]}" --scale 2 --style dark --threads "$threads" -q -o "$out/dark.png" &&
    "$binary" render Samples/towns-5000.csv "${view[@]}" --preset supercluster --threads "$threads" -q -o "$out/radius.svg" &&
    "$binary" render Samples/capitals.csv "${view[@]}" --title Größe --scale-bar --legend --threads "$threads" -q -o "$out/figure.pdf" &&
    "$binary" render Samples/quakes.csv --style heatmap --size 500x400 --threads "$threads" -q -o "$out/heat.png" &&
    "$binary" render earthquakes=Samples/quakes.csv --style donut "${view[@]}" --threads "$threads" -q -o "$out/donut.svg" &&
    "$binary" render Samples/town.csv --basemap Samples/town.pmtiles --center 0,0 --zoom 13.5 --size 400x300 --threads "$threads" -q -o "$out/streets.png" &&
    "$binary" render Samples/towns-5000.csv --method kmeans --clusters 40 "${view[@]}" --threads "$threads" -q -o "$out/kmeans.png" &&
    "$binary" clusters Samples/towns-5000.csv "${view[@]}" --members --threads "$threads" -q -o "$out/clusters.geojson" &&
    "$binary" clusters Samples/quakes.csv --method radius --all-zooms --threads "$threads" -q -o "$out/zooms.csv" &&
    "$binary" animate Samples/story.json --animator move --fps 5 -q -o "$out/story.png" --report "$out/story.json"
}

# check WORDS: holds the folder `again` against `first`.
check() {
  rounds=$((rounds + 1))
  if diff -rq "$work/first" "$work/again" >"$work/difference" 2>&1; then return; fi
  failures=$((failures + 1))
  echo "DIFFERENT: $1"
  sed 's/^/  /' "$work/difference"
}

# round WORDS COMMAND…: draws in other surroundings and compares.
round() {
  local words=$1
  shift
  rm -rf "$work/again"
  "$@" || { echo "FAILED: $words"; failures=$((failures + 1)); rounds=$((rounds + 1)); return; }
  check "$words"
}

cd "$work" || exit 2
first=${binaries[0]}
draw "$first" 1 first || { echo "the first drawing failed" >&2; exit 2; }
files=$(find first -type f | wc -l)

for threads in 2 8; do round "$threads threads" draw "$first" "$threads" again; done

busy=
for _ in $(seq "$(($(getconf _NPROCESSORS_ONLN) + 1))"); do
  (while :; do :; done) &
  busy="$busy $!"
done
for number in $(seq 20); do round "repetition $number under load" draw "$first" $((number % 8 + 1)) again; done
# shellcheck disable=SC2086
kill $busy && wait $busy 2>/dev/null
busy=

for zone in UTC Asia/Kathmandu America/St_Johns; do round "time zone $zone" env TZ="$zone" bash -c "$(declare -f draw); draw '$first' 2 again"; done

locales=
for locale in C C.utf8 de_DE.utf8 tr_TR.utf8 ar_SA.utf8 ja_JP.utf8; do
  locale -a 2>/dev/null | grep -qixF "$locale" || continue
  locales="$locales $locale"
  round "locale $locale" env LC_ALL="$locale" LANG="$locale" bash -c "$(declare -f draw); draw '$first' 2 again"
done

for mask in 000 027 077; do
  round "umask $mask" bash -c "umask $mask; $(declare -f draw); draw '$first' 2 again"
done

round "an empty environment" env -i PATH=/usr/bin:/bin bash -c "$(declare -f draw); draw '$first' 2 again"

# Fonts of the user must not show: one under the names of the built-in fonts, in the places where fontconfig looks.
font=$(find /usr/share/fonts /Library/Fonts -name '*.ttf' ! -name 'NotoSans-Regular.ttf' ! -name 'DejaVuSans.ttf' 2>/dev/null | sort | head -n 1)
if [ -n "$font" ]; then
  for folder in home/.fonts home/.local/share/fonts; do
    mkdir -p "$work/$folder" && cp "$font" "$work/$folder/NotoSans-Regular.ttf" && cp "$font" "$work/$folder/DejaVuSans.ttf"
  done
  round "fonts of a user" env HOME="$work/home" XDG_DATA_HOME="$work/home/.local/share" bash -c "$(declare -f draw); draw '$first' 2 again"
fi

mkdir -p "$work/ein anderer Ördner/x" && cp -r Samples "$work/ein anderer Ördner/x/"
round "another folder" bash -c "cd 'ein anderer Ördner/x' && $(declare -f draw) && draw '$first' 2 '$work/again'"

for other in "${binaries[@]:1}"; do round "$(basename "$(dirname "$other")") build" draw "$other" 2 again; done

echo "$files outputs, $rounds rounds, $failures different; locales:$locales; $("$first" --version)"
[ "$failures" -eq 0 ]
