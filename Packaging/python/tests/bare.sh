#!/bin/bash
# bare.sh WHEEL: installs the wheel where there is Debian's base system and Python, and nothing else: in a chroot that is kept, one for
# each of RELEASES (Debian 12, 13 and sid). The lines of the guide draw there, the command, the server, and what opens libraries by
# name; from Debian 13 on beside PyGObject, whose GLib is loaded first for all to see. Needs root and debootstrap.
set -euo pipefail
wheel=$(readlink -f "$1")
checkout=$(cd "$(dirname "$0")/../../.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "bare.sh: root is needed" >&2; exit 75; }
if [ -z "${RELEASE:-}" ]; then
  for release in ${RELEASES:-bookworm trixie sid}; do RELEASE=$release "$0" "$wheel"; done
  exit 0
fi
root=${BARE_PYTHON:-/var/tmp/clustersnap-python}-$RELEASE
packages=python3,python3-venv
[ "$RELEASE" = bookworm ] || packages=$packages,python3-gi
if [ ! -e "$root/.made" ]; then
  command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
  mirror=$({ cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } | sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' | head -n 1)
  rm -rf "$root"
  debootstrap --variant=minbase --include="$packages" "$RELEASE" "$root" "$mirror" >"$root.log" 2>&1
  touch "$root/.made"
fi
rm -rf "$root/work"
mkdir -p "$root/work"
cp "$wheel" "$root/work/"
cp "$checkout/Samples/towns-5000.csv" "$root/work/"
cat >"$root/work/draw.py" <<'PYTHON'
import ctypes, glob, http.server, importlib.util, json, os, shutil, socket, subprocess, threading, time, urllib.request

if importlib.util.find_spec("gi"):
    ctypes.CDLL("libgobject-2.0.so.0", mode=ctypes.RTLD_GLOBAL)
    from gi.repository import GObject
import clustersnap as cs

df = {"x": [13.4, 13.41, 2.35, -0.1], "y": [52.5, 52.51, 48.85, 51.5], "kind": ["café", "shop", "shop", "bar"]}
m = cs.map(df, lon="x", lat="y", color_by="kind", legend=True, basemap="world", size=(800, 500))
m.save("map.svg"); m.save("map.png"); m.save("map.pdf")
assert m.markers.to_dicts() and m.notes is not None
assert cs.render({"sources": {"t": df}, "views": [{"name": "a"}, {"name": "b", "size": [200, 100]}]})[1].width == 200
cs.film({**df, "day": ["2024-01-01", "2024-02-01", "2024-03-01", "2024-03-02"]}, time="day", every="month", size=(300, 200), fps=2).save("film.png")
assert cs.diff("map.png", cs.map(df, lon="x", lat="y", size=(800, 500), style="dark"))
assert subprocess.run(["clustersnap", "render", "towns-5000.csv", "-o", "towns.png"]).returncode == 0
assert subprocess.run(["clustersnap", "--version"], capture_output=True).stdout.startswith(b"clustersnap ")
os.makedirs("served/maps")
shutil.copy("towns-5000.csv", "served")
with open("served/maps/towns.json", "w") as file:
    json.dump({"sources": {"towns": "../towns-5000.csv"}, "size": [200, 100]}, file)
with socket.create_server(("127.0.0.1", 0)) as free:
    port = free.getsockname()[1]
server = subprocess.Popen(["clustersnap", "serve", "served", "--listen", f"127.0.0.1:{port}", "--access-log", "none"])
for attempt in range(600):
    try:
        picture = urllib.request.urlopen(f"http://127.0.0.1:{port}/maps/towns.png").read()
        break
    except urllib.error.URLError:
        assert server.poll() is None, "serve ended"
        time.sleep(0.1)
assert picture[:4] == b"\x89PNG"
server.terminate()
assert server.wait(30) == 0
# Libraries that are opened by name are those of the wheel.
folder = os.path.join(os.path.dirname(cs.__file__), "_lib")
for name in ("libavif.so.*", "libturbojpeg.so.0"):
    ctypes.CDLL(glob.glob(os.path.join(folder, name))[0])
for ending in ("webp", "avif", "jpg", "html"):
    m.save(f"map.{ending}")
assert open("map.avif", "rb").read(12)[4:] == b"ftypavif"
# A golden that differs is read.
for style, mode, status in (("light", "missing", 0), ("dark", "never", 1)):
    with open("golden.json", "w") as file:
        json.dump({"sources": {"towns": "towns-5000.csv"}, "size": [200, 100], "style": style, "format": "avif"}, file)
    assert subprocess.run(["clustersnap", "verify", "golden.json", "--record", mode]).returncode == status


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"type": "FeatureCollection", "features": []}).encode()
        self.send_response(404 if self.path.endswith(".png") else 200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        Server.met = True


server = http.server.HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
import warnings
warnings.simplefilter("ignore")
try:
    cs.map(df, lon="x", lat="y", basemap=f"http://127.0.0.1:{server.server_port}/{{z}}/{{x}}/{{y}}.png", size=(100, 100))
except cs.ClusterSnapError as error:
    print(error)
assert Server.met, "libcurl did not reach the server"
print("drawn in a bare system:", m, "beside PyGObject" if importlib.util.find_spec("gi") else "")
PYTHON
exec unshare --mount --propagation private bash -ec "
  mount -t proc proc '$root/proc'
  exec chroot '$root' env -i HOME=/root LANG=C.UTF-8 PATH=/work/env/bin:/usr/bin:/bin bash -ec '
    cd /work && python3 -m venv --system-site-packages env && env/bin/pip install -q --no-index /work/*.whl && env/bin/python draw.py'"
