#!/usr/bin/env python3
"""Times `clustersnap serve`, and sends it many requests of all kinds while files change (needs wrk: apt install wrk).

Prints requests a second and latencies by kind of answer, then memory and open files before and after the soak, and how many
of its pictures differ from those of the command.
"""
import argparse, json, os, random, signal, subprocess, tempfile, time, urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("--ours", default=".build/release/clustersnap")
parser.add_argument("--points", type=int, default=80_000)
parser.add_argument("--seconds", type=int, default=5, help="of each kind of request")
parser.add_argument("--soak", type=int, default=60, help="seconds of the soak")
options = parser.parse_args()
ours = os.path.abspath(options.ours)
random.seed(36)
folder = tempfile.mkdtemp()
os.makedirs(folder + "/site/maps")


def write(count):
    # Replaced as a whole, as files below a server should be.
    with open(folder + "/site/new", "w") as file:
        file.write("lon,lat\n")
        for _ in range(count):
            file.write(f"{random.uniform(-180, 180):.6f},{random.gauss(20, 25):.6f}\n")
    os.rename(folder + "/site/new", folder + "/site/points.csv")


write(options.points)
with open(folder + "/site/maps/world.json", "w") as file:
    json.dump({"sources": {"points": "../points.csv"}, "size": [1024, 768], "center": [0, 20], "zoom": 1}, file)
log = open(folder + "/log", "w+")
server = subprocess.Popen(
    [ours, "serve", folder + "/site", "--listen", "127.0.0.1:0", "--access-log", "none"], stderr=log)
while "/\n" not in open(folder + "/log").read():
    time.sleep(0.05)
root = open(folder + "/log").read().split(" at ")[1].strip().rstrip("/")


def state():
    status = open(f"/proc/{server.pid}/status").read()
    memory = int(status.split("VmRSS:")[1].split()[0]) // 1024
    return memory, len(os.listdir(f"/proc/{server.pid}/fd"))


def wrk(name, body, seconds):
    with open(folder + "/script.lua", "w") as file:
        file.write(body)
    words = ["wrk", "-t1", "-c8", f"-d{seconds}s", "--latency", "-s", folder + "/script.lua", root]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    lines = {line.split()[0]: line.split()[1] for line in text.splitlines() if len(line.split()) == 2}
    total = next(line for line in text.splitlines() if " requests in " in line).split()[0]
    print(f"| {name} | {float(lines['Requests/sec:']):,.0f} | {lines['99%']} | {state()[0]} MB |", flush=True)
    return int(total)


request = urllib.request.urlopen(root + "/maps/world.png")
tag = request.headers["ETag"].replace('"', '\\"')
view = '"/styles/light/static/" .. math.random(-170, 170) .. "," .. math.random(-60, 70) .. "," .. (math.random() * 2 + 1) .. "/1024x768.png?source=points"'
tile = '"/clusters/points/3/" .. math.random(0, 7) .. "/" .. math.random(0, 7) .. ".mvt"'
kinds = {
    "distinct views": f"request = function() return wrk.format(nil, {view}) end",
    "a kept picture": 'wrk.path = "/maps/world.png"',
    "304": f'wrk.path = "/maps/world.png"\nwrk.headers["If-None-Match"] = "{tag}"',
    "a tile, kept": f"request = function() return wrk.format(nil, {tile}) end",
    "a tile, made": f'request = function() return wrk.format(nil, {tile} .. "?x=" .. math.random()) end'.replace(
        "?x=", "?buffer=0&exp="),
}
print("| answer | requests a second | p99 | memory |\n|---|---|---|---|")
for name, body in kinds.items():
    wrk(name, body, options.seconds)
before = state()
soak = f"""
local bad = {{"/maps/wrold.png", "/styles/light/static/0,0,99/9x9.png", "/%00", "/clusters/points/1/9/9.mvt"}}
request = function()
  local kind = math.random(100)
  if kind <= 2 then return wrk.format(nil, {view}) end
  if kind <= 30 then return wrk.format(nil, "/maps/world.png") end
  if kind <= 60 then return wrk.format(nil, {tile}) end
  if kind <= 90 then return wrk.format(nil, "/maps/world.png", {{["If-None-Match"] = "{tag}"}}) end
  return wrk.format(nil, bad[math.random(#bad)])
end
"""
total, wrong, samples, end = 0, 0, 0, time.time() + options.soak
while time.time() < end:
    total += wrk("the soak", soak, min(10, options.soak))
    write(options.points)
    time.sleep(0.3)
    for _ in range(5):
        place = f"{random.uniform(-170, 170):.3f},{random.uniform(-60, 70):.3f}"
        path = f"/styles/light/static/{place},2/320x200.png?source=points"
        got = urllib.request.urlopen(root + path).read()
        subprocess.run(
            [ours, "render", "points=" + folder + "/site/points.csv", "-q", "--center", place, "--zoom", "2", "--size",
             "320x200", "-o", folder + "/own.png"], check=True)
        wrong += got != open(folder + "/own.png", "rb").read()
        samples += 1
after = state()
server.send_signal(signal.SIGTERM)
print(
    f"{total:,} requests of the soak; {wrong} of {samples} pictures differ from the command's; "
    f"memory {before[0]} to {after[0]} MB, open files {before[1]} to {after[1]}; ended with {server.wait(60)}")
