#!/usr/bin/env python3
"""Times `clustersnap serve` by kind of answer, soaks it while a file changes, and sets it beside MapLibre Native.

    bench-serve.py --ours .build/release/clustersnap [--only views,unchanged,kept,tiles,soak,maplibre,sessions]
                   [--seconds 5] [--soak 1000000] [--benchmarks .build/release/Benchmarks]

Needs wrk (Debian: apt install wrk), which runs on the same machine with eight connections. A row has requests a second, p99 and
the server's processor time of one request; answers that are errors, and connections that broke, are counted behind it. The row of
sessions needs the program of `make bench`, that of MapLibre Native the package pymgl (PyPI) and CLUSTERSNAP_DATA.
"""
import argparse
import http.server
import importlib.machinery
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
SIZE = "1024x768"
# The hundred views of the benchmark of sessions, each moved a little, so that none is drawn twice.
VIEW = f"""
local function view(style, query)
  local i = math.random(0, 99)
  return string.format("/styles/%s/static/%.6f,%.6f,%d/{SIZE}.png%s", style,
    i % 20 * 16 - 150 + math.random() / 100, math.floor(i / 20) * 20 - 30 + math.random() / 100, i % 5, query)
end
"""
TILE = 'local function tile() return "/clusters/points/3/" .. math.random(0, 7) .. "/" .. math.random(0, 7) .. ".mvt" end\n'


def processor_seconds(*processes):
    total = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


class Server:
    """A server of a folder, with what the system has of its process."""

    def __init__(self, ours, folder, *words):
        self.folder, log = folder, folder.parent / f"{folder.name}.log"
        with open(log, "w") as file:
            self.process = subprocess.Popen(
                [ours, "serve", folder, "--listen", "127.0.0.1:0", "--access-log", "none", *words], stderr=file)
        while "/\n" not in log.read_text():
            if self.process.poll() is not None:
                sys.exit(log.read_text())
            time.sleep(0.05)
        self.root = log.read_text().split(" at ")[1].strip().rstrip("/")
        self.ids = [self.process.pid]

    def get(self, path, headers=None):
        return urllib.request.urlopen(urllib.request.Request(self.root + path, headers=headers or {}))

    def memory(self):
        """Megabytes now and at most, and the number of open files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        now, most = (int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1024 for name in ("VmRSS", "VmHWM"))
        return now, most, len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def figure(self, name):
        return int(re.search(rf"^{name} (\d+)$", self.get("/metrics").read().decode(), re.M)[1])

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def wrk(root, script, seconds, connections=8):
    """Starts wrk; its text is read by ``found``."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False) as file:
        file.write(script)
    words = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "--latency", "-s", file.name, root]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def found(*runs):
    """Requests a second, p99, requests, and what went wrong, of runs side by side."""
    rate, total, worst, faults = 0, 0, "0us", []
    for run in runs:
        text = run.communicate()[0]
        rate += float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
        total += int(re.search(r"(\d+) requests in", text)[1])
        worst = max(worst, re.search(r"99%\s+(\S+)", text)[1], key=milliseconds)
        faults += re.findall(r"(?:Non-2xx or 3xx responses|Socket errors): .*", text)
    return rate, worst, total, "; ".join(faults)


def row(name, server, script, seconds):
    before = processor_seconds(*server.ids)
    rate, latency, total, faults = found(wrk(server.root, script, seconds))
    spent = (processor_seconds(*server.ids) - before) / max(1, total) * 1000
    now, most, _ = server.memory()
    print(f"| {name} | {rate:,.0f} | {latency} | {spent:.3f} ms | {now} MB, {most} at most | {faults}", flush=True)
    return rate, spent


def path_script(path, headers=""):
    return f'wrk.path = "{path}"\n{headers}'


def site(folder, points):
    """A folder to serve: points, a map of them, and nothing else."""
    (folder / "maps").mkdir(parents=True)
    shutil.copyfile(points, folder / "points.csv")
    world = {"sources": {"points": "../points.csv"}, "size": [1024, 768], "center": [0, 20], "zoom": 1}
    (folder / "maps" / "world.json").write_text(json.dumps(world))
    return folder


def soak(server, ours, count, write):
    """So many requests, while the file is replaced every ten seconds and pictures are compared with the command's all the time.

    2 % drawn views, 28 % pictures and 30 % tiles that were drawn before, 30 % of clients that have the picture, 10 % bad ones.
    """
    tag_file = server.folder.parent / "tag"

    def renew():
        write()
        time.sleep(0.5)
        tag_file.write_text(server.get("/maps/world.png").headers["ETag"])

    renew()
    script = VIEW + TILE + f"""
local bad = {{"/maps/wrold.png", "/styles/light/static/0,0,99/9x9.png", "/%00", "/clusters/points/1/9/9.mvt"}}
local tag, asked = "", 0
request = function()
  asked = asked + 1
  if asked % 200 == 1 then
    local file = io.open("{tag_file}")
    tag = file:read("*a")
    file:close()
  end
  local kind = math.random(100)
  if kind <= 2 then return wrk.format(nil, view("light", "?source=points")) end
  if kind <= 30 then return wrk.format(nil, "/maps/world.png") end
  if kind <= 60 then return wrk.format(nil, tile()) end
  if kind <= 90 then return wrk.format(nil, "/maps/world.png", {{["If-None-Match"] = tag}}) end
  return wrk.format(nil, bad[math.random(#bad)])
end
"""
    names = ["request_seconds_count", "pictures_drawn_total", "pictures_cached_total", "pictures_unchanged_total"]
    first = [server.figure("clustersnap_" + name) for name in names]
    load, start = wrk(server.root, script, 86_400), time.time()
    states, samples, wrong, changes, next_change = [], 0, 0, 1, start + 10
    while (done := server.figure("clustersnap_request_seconds_count") - first[0]) < count:
        if load.poll() is not None or server.process.poll() is not None:
            sys.exit("the soak ended early")
        if done > count * len(states) / 20:
            states.append((done, *server.memory()))
        if time.time() > next_change:
            renew()
            changes, next_change = changes + 1, time.time() + 10
        places = [(f"{random.uniform(-170, 170):.3f},{random.uniform(-60, 70):.3f}", random.randint(0, 5)) for _ in range(20)]
        views = [
            {"center": [float(n) for n in place.split(",")], "zoom": zoom, "size": [320, 200], "output": f"own-{i}.png"}
            for i, (place, zoom) in enumerate(places)]
        folder = server.folder.parent
        request = {"sources": {"points": "site/points.csv"}, "style": "light", "views": views}
        (folder / "samples.json").write_text(json.dumps(request))
        subprocess.run([ours, "render", "--request", "samples.json", "-q", "--threads", "1"], cwd=folder, check=True)
        for i, (place, zoom) in enumerate(places):
            got = server.get(f"/styles/light/static/{place},{zoom}/320x200.png?source=points").read()
            wrong += got != (folder / f"own-{i}.png").read_bytes()
        samples += len(places)
    load.send_signal(signal.SIGINT)
    elapsed = time.time() - start
    rate, latency, total, faults = found(load)
    last = [server.figure("clustersnap_" + name) for name in names]
    states.append((last[0] - first[0], *server.memory()))
    drawn, cached, unchanged = (end - begin for begin, end in zip(first[1:], last[1:]))
    print(f"\nsoak: {total:,} requests of wrk in {elapsed:.0f} s ({rate:,.0f} a second, p99 {latency}; {faults}), {changes} changes of the file")
    print(f"drawn {drawn:,} (tiles among them), kept {cached:,}, unchanged {unchanged:,}; {wrong} of {samples} pictures differ from the command's")
    print("requests, memory, at most, open files: " + "; ".join(f"{n:,} {a} {b} {c}" for n, a, b, c in states))
    tenth = next(state for state in states if state[0] >= count / 10)
    print(f"from a tenth on: memory {tenth[1]} to {states[-1][1]} MB ({states[-1][1] / tenth[1] - 1:+.0%}), open files {tenth[3]} to {states[-1][3]}")


def peer(style, listener, ready):
    """A plain server in Python over MapLibre Native, a process of `peers`."""
    import pymgl

    view = pymgl.Map(Path(style).read_text(), *(int(side) for side in SIZE.split("x")), 1, 0, 0, 1)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            longitude, latitude, zoom = map(float, self.path.split("/")[4].split(","))
            view.setCenter(longitude, latitude)
            view.setZoom(zoom)
            picture = view.renderPNG()
            try:
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(picture)))
                self.end_headers()
                self.wfile.write(picture)
            except ConnectionError:
                pass  # wrk ends in the midst of an answer

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    view.renderPNG()
    os.write(ready, b"1")
    server.serve_forever()


class Peers:
    """So many processes that accept from one socket."""

    def __init__(self, style, count):
        os.environ["EGL_PLATFORM"] = "surfaceless"
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.root = "http://127.0.0.1:%d" % listener.getsockname()[1]
        (told, ready), self.ids = os.pipe(), []
        for _ in range(count):
            child = os.fork()
            if child == 0:
                try:
                    peer(style, listener, ready)
                finally:
                    os._exit(1)
            self.ids.append(child)
        listener.close()
        os.close(ready)
        for _ in self.ids:
            if not os.read(told, 1):
                sys.exit("MapLibre Native does not start")

    def memory(self):
        status = [Path(f"/proc/{one}/status").read_text() for one in self.ids]
        return *(sum(int(re.search(rf"{name}:\s+(\d+)", text)[1]) // 1024 for text in status) for name in ("VmRSS", "VmHWM")), 0

    def end(self):
        for one in self.ids:
            os.kill(one, signal.SIGKILL)
            os.waitpid(one, 0)


def maplibre(ours, folder, peers, points, seconds):
    """One style, with land and points in it, drawn by both."""
    place, data = folder / "peer", os.environ.get("CLUSTERSNAP_DATA")
    if not data or not peers.has("pymgl"):
        return print("MapLibre Native is left out: it needs CLUSTERSNAP_DATA and pymgl")
    (place / "styles" / "peer").mkdir(parents=True)
    inline = folder / "peer.json"
    peers.make_style(points, Path(data) / "ne_110m_land.json", inline)
    # The same style with its data in files, which pymgl does not read and the server keeps.
    style = json.loads(inline.read_text())
    for name, source in style["sources"].items():
        (place / "styles" / "peer" / f"{name}.geojson").write_text(json.dumps(source["data"]))
        source["data"] = f"{name}.geojson"
    (place / "styles" / "peer" / "style.json").write_text(json.dumps(style))
    script = VIEW + 'request = function() return wrk.format(nil, view("peer", "")) end'
    server = Server(ours, place)
    sample = "/styles/peer/static/10,20,1/1024x768.png"
    (folder / "ours.png").write_bytes(server.get(sample).read())
    a, spent = row("one style, ours", server, script, seconds)
    server.end()
    for count in (1, 2):
        theirs = Peers(inline, count)
        (folder / "theirs.png").write_bytes(urllib.request.urlopen(theirs.root + sample).read())
        b, other = row(f"one style, MapLibre Native, {count} process{'es' if count > 1 else ''}", theirs, script, seconds)
        theirs.end()
        print(f"  {a / b:.1f} times the requests, {spent / other:.2f} of the processor time each")
    compared = subprocess.run(
        [ours, "diff", folder / "ours.png", folder / "theirs.png", "--tolerance", "32"], capture_output=True, text=True)
    print(f"  one view of both, {folder}/ours.png and theirs.png: {compared.stdout.strip() or compared.stderr.strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", default=".build/release/clustersnap")
    parser.add_argument("--benchmarks", default=".build/release/Benchmarks", help="the program of `make bench`")
    parser.add_argument("--only", default="sessions,views,unchanged,kept,tiles,soak,maplibre", help="rows, by commas")
    parser.add_argument("--seconds", type=int, default=5, help="of each row")
    parser.add_argument("--soak", type=int, default=50_000, help="requests of the soak")
    options = parser.parse_args()
    ours, only, seconds = os.path.abspath(options.ours), options.only.split(","), options.seconds
    peers = importlib.machinery.SourceFileLoader("peers", str(HERE / "bench-peers.py")).load_module()
    random.seed(36)
    folder, kept = Path(tempfile.mkdtemp()), Path("build/bench").resolve()
    kept.mkdir(parents=True, exist_ok=True)
    points, million = kept / "serve-80k.csv", kept / "serve-1M.csv"
    peers.make_points(points, 80_000)
    peers.make_points(million, 1_000_000)
    sessions = None
    if "sessions" in only and os.path.exists(options.benchmarks):
        text = subprocess.run([options.benchmarks, "sessions"], capture_output=True, text=True, check=True).stdout
        line = next(line for line in text.splitlines() if line.startswith("1,000 requests"))
        sessions = float(re.search(r": (\d+) a second", line)[1])
        print(line)
    print("| answer | a second | p99 | processor | memory | faults\n|---|---|---|---|---|---")
    if {"views", "unchanged", "kept", "soak"} & set(only):
        server = Server(ours, site(folder / "site", points))
        tag = server.get("/maps/world.png").headers["ETag"].replace('"', '\\"')
        size = len(server.get("/maps/world.png").read()) // 1000
        if "views" in only:
            script = VIEW + 'request = function() return wrk.format(nil, view("light", "?source=points")) end'
            rate, _ = row(f"distinct views of {SIZE}, 80,000 points", server, script, seconds)
            if sessions:
                print(f"  {rate / sessions:.2f} of the benchmark of sessions")
        if "unchanged" in only:
            row("the same again, 304", server, path_script("/maps/world.png", f'wrk.headers["If-None-Match"] = "{tag}"'), seconds)
        if "kept" in only:
            row(f"a kept picture of {size} kB", server, path_script("/maps/world.png"), seconds)
        if "soak" in only:
            def write():
                # Replaced as a whole, as files below a server should be.
                rows = points.read_text().splitlines(True)
                fresh = folder / "fresh"
                fresh.write_text(rows[0] + "".join(random.sample(rows[1:], len(rows) - 100)))
                fresh.rename(folder / "site" / "points.csv")

            soak(server, ours, options.soak, write)
        print(f"ended with {server.end()}")
    if "tiles" in only:
        server = Server(ours, site(folder / "million", million))
        for zoom in (3, 8, 12):
            start = time.time()
            server.get(f"/clusters/points/{zoom}/{2 ** zoom // 2}/{2 ** zoom // 3}.mvt").read()
            print(f"  the first tile of zoom {zoom}: {(time.time() - start) * 1000:.0f} ms")
        made = 'request = function() return wrk.format(nil, tile() .. "?exp=" .. math.random()) end'
        row("a tile of 1,000,000 points, made", server, TILE + made, seconds)
        row("the same, kept", server, TILE + "request = function() return wrk.format(nil, tile()) end", seconds)
        print(f"ended with {server.end()}")
    if "maplibre" in only:
        maplibre(ours, folder, peers, points, seconds)


main()
