#!/bin/bash
# test-container.sh BINARY: takes the steps of the Dockerfile's image in a chroot, and asks its HEALTHCHECK. Needs root and debootstrap.
set -euo pipefail
binary=$1 here=$(cd "$(dirname "$0")" && pwd)
[[ $EUID == 0 && -x $(command -v debootstrap) ]] || { echo "skipped: needs root and debootstrap"; exit 0; }
root=$(mktemp -d) && chmod 755 "$root"
finish() {
  [[ -z ${server:-} ]] || kill "$server" 2> /dev/null || true
  umount "$root/proc" 2> /dev/null || true
  rm -rf "$root"
}
trap finish EXIT
# The packages of the last stage.
packages=$(sed -n '/^FROM debian/,/rm -rf/p' "$here/Dockerfile" | tr -d '\\' | sed 's/.*--no-install-recommends//; /^FROM/d; /rm -rf/d' | xargs)
debootstrap --variant=minbase --include="${packages// /,}" bookworm "$root" > "$root.log" || { tail -n 20 "$root.log"; exit 1; }
rm -f "$root.log"
"$here/install.sh" "$binary" "$root/usr/local"
install -m 755 "$here/container-health.sh" "$root/usr/local/bin/clustersnap-health"
chroot "$root" useradd --create-home clustersnap
mkdir -p "$root/maps/maps"
mount -t proc proc "$root/proc"
printf 'lon,lat\n13.4,52.5\n' > "$root/maps/points.csv"
run() { chroot --userspec=clustersnap "$root" /usr/bin/env -C /maps "$@"; }
health() { run CLUSTERSNAP_COMMAND="/proc/$1/cmdline" clustersnap-health; }
run clustersnap --version
health $$ || { echo "the check fails where no server runs"; exit 1; }
chroot --userspec=clustersnap "$root" /usr/bin/env -C /maps clustersnap serve . --listen 127.0.0.1:18081 --access-log none &
server=$!
for _ in $(seq 50); do health "$server" 2> /dev/null && break; sleep 0.2; done
health "$server" || { echo "the check fails where a server runs"; exit 1; }
# One that waits on another port is one that does not answer.
printf 'clustersnap\0serve\0.\0--listen\0:18082\0' > "$root/tmp/words"
run CLUSTERSNAP_COMMAND=/tmp/words clustersnap-health 2> /dev/null &&
  { echo "the check passes where a server does not answer"; exit 1; }
kill "$server"
wait "$server"
echo "the image's steps, its server and its check are as they should be"
