#!/usr/bin/env python3
"""Writes town.pmtiles, town.mbtiles and town.csv: a small town that does not exist, where the equator meets Greenwich's
meridian, in the layers and fields of the OpenMapTiles schema. Run it in Samples/; it needs Python alone."""

import gzip
import json
import math
import random
import sqlite3
import struct

EXTENT, BUFFER = 4096, 64
ZOOMS = range(12, 15)
REACH = 0.042  # degrees from the middle to the town's edge
random.seed(7)

# Layers: name -> features (kind, geometry in degrees, properties, lowest zoom).
LAYERS = {}


def add(layer, kind, geometry, lowest=12, **properties):
    LAYERS.setdefault(layer, []).append((kind, geometry, properties, lowest))


def turned(x, y, degrees, about=(0, 0)):
    a = math.radians(degrees)
    x, y = x - about[0], y - about[1]
    return (about[0] + x * math.cos(a) - y * math.sin(a), about[1] + x * math.sin(a) + y * math.cos(a))


def blob(center, radius, count=40, rough=0.18, squash=1.0):
    phases = [random.uniform(0, 2 * math.pi) for _ in range(4)]
    ring = []
    for i in range(count):
        a = 2 * math.pi * i / count
        r = radius * (1 + rough * sum(math.sin((k + 2) * a + p) / (k + 1) for k, p in enumerate(phases)) / 2)
        ring.append((center[0] + r * math.cos(a), center[1] + squash * r * math.sin(a)))
    return ring


def river_x(y):
    return 0.006 * math.sin(y * 75) + 0.35 * y - 0.004


# Water: a river from north to south, a lake in the east.
steps = [-0.05 + 0.001 * i for i in range(101)]
width = 0.0011
bank = [(river_x(y) - width, y) for y in steps] + [(river_x(y) + width, y) for y in reversed(steps)]
add("water", "area", [bank], **{"class": "river"})
add("waterway", "line", [[(river_x(y), y) for y in reversed(steps)]], name="Nil", **{"class": "river"})
add("water", "area", [blob((0.029, 0.012), 0.0075, squash=1.4), blob((0.029, 0.013), 0.0016)[::-1]], **{"class": "lake"})
add("water_name", "point", (0.029, 0.019), name="Lake Zero", **{"class": "lake"})

# Green.
add("landcover", "area", [blob((-0.03, 0.028), 0.011)], **{"class": "wood"})
add("landcover", "area", [blob((0.027, -0.030), 0.010, squash=0.7)], **{"class": "grass"})
add("park", "area", [[(0.0065, -0.0055), (0.0125, -0.005), (0.012, -0.0003), (0.007, -0.0001)]], **{"class": "park"})
add("landuse", "area", [[(-0.030, -0.030), (-0.018, -0.030), (-0.018, -0.022), (-0.030, -0.022)]], **{"class": "industrial"})


# Roads, each with its name where it has one.
def road(kind, lines, name=None, lowest=12, **more):
    add("transportation", "line", lines, lowest, **{"class": kind}, **more)
    if name:
        add("transportation_name", "line", lines, lowest, name=name, **{"class": kind})


def bridged(kind, line, name):
    """A road west of the river, over it and east of it."""
    west, bridge, east = [], [], []
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        for i in range(20):
            t = i / 20
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            d = x - river_x(y)
            (west if d < -width - 0.0004 else bridge if d < width + 0.0004 else east).append((x, y))
    east.append(line[-1])
    west.append(bridge[0])
    east.insert(0, bridge[-1])
    for part, more in [(west, {}), (bridge, {"brunnel": "bridge"}), (east, {})]:
        road(kind, [part], name if not more else None, **more)


bridged("motorway", [(-0.05, -0.0265), (-0.01, -0.0195), (0.05, -0.024)], "Equator Motorway")
bridged("primary", [(-0.05, 0.006), (-0.012, 0.0008), (0.012, 0.0006), (0.05, -0.010)], "Greenwich Road")
bridged("secondary", [(-0.05, 0.021), (-0.010, 0.0145), (0.012, 0.0200), (0.05, 0.032)], "North Ring")
road("primary", [[(-0.0085, -0.05), (-0.0087, -0.012), (-0.0078, 0.012), (-0.004, 0.05)]], "Meridian Avenue")
road("rail", [[(-0.05, -0.0105), (-0.02, -0.0092), (-0.0135, -0.004), (-0.0145, 0.05)]])
road("path", [[(0.0068, -0.005), (0.0095, -0.0028), (0.0118, -0.0006)], [(0.0122, -0.0048), (0.0095, -0.0028), (0.0073, -0.0004)]], lowest=14)

NAMES = ["Oak", "Elm", "Mill", "Church", "Market", "Station", "School", "Garden", "Bridge", "Canal", "Castle", "King"]


def quarter(origin, angle, columns, rows, block=(0.0021, 0.0014), skip=lambda x, y: False):
    """A grid of streets with houses along them."""
    def place(x, y):
        return turned(origin[0] + x, origin[1] + y, angle, origin)
    (w, h) = (columns * block[0], rows * block[1])
    for i in range(columns + 1):
        line = [place(i * block[0], h * t / 12) for t in range(13)]
        road("minor", runs(line, skip), random.choice(NAMES) + " Street" if i % 2 == 0 else None, lowest=13)
    for j in range(rows + 1):
        line = [place(w * t / 12, j * block[1]) for t in range(13)]
        road("minor", runs(line, skip), random.choice(NAMES) + " Lane" if j % 2 == 1 else None, lowest=13)
    for i in range(columns):
        for j in range(rows):
            for a in range(3):
                for b in range(2):
                    x, y = i * block[0] + 0.00032 + a * 0.00056, j * block[1] + 0.00030 + b * 0.00048
                    dx, dy = random.uniform(0.00024, 0.00044), random.uniform(0.00018, 0.00034)
                    ring = [place(x, y), place(x + dx, y), place(x + dx, y + dy), place(x, y + dy)]
                    if not any(skip(*corner) for corner in ring) and random.random() < 0.9:
                        add("building", "area", [ring], 14, render_height=round(dy * 4e4))


def runs(line, skip):
    """The pieces of a line that are not skipped."""
    pieces, piece = [], []
    for point in line:
        if skip(*point):
            if len(piece) > 1:
                pieces.append(piece)
            piece = []
        else:
            piece.append(point)
    return pieces + ([piece] if len(piece) > 1 else [])


def is_wet(x, y):
    return abs(x - river_x(y)) < 0.0022 or (x - 0.029) ** 2 + ((y - 0.012) / 1.4) ** 2 < 0.0095 ** 2


def is_park(x, y):
    return is_wet(x, y) or (0.006 < x < 0.013 and -0.0062 < y < 0.0012)


quarter((-0.0075, 0.0018), 4, 4, 7, skip=is_wet)
quarter((-0.0080, -0.0165), 2, 4, 11, skip=is_wet)
quarter((0.0015, -0.0145), -6, 8, 10, skip=is_park)
quarter((0.0080, 0.0035), 8, 5, 8, skip=is_park)
quarter((-0.0330, -0.0040), -7, 9, 10, skip=is_wet)

add("place", "point", (0.0002, 0.0004), name="Nullburg", rank=1, **{"class": "town"})
for name, where in [("Old Town", (0.0070, -0.0090)), ("Westgate", (-0.0240, 0.0020)), ("Lakeside", (0.0140, 0.0110)),
                    ("Riverbank", (-0.0045, -0.0085))]:
    add("place", "point", where, name=name, rank=4, **{"class": "suburb"})


# Vector tiles: protobuf, written field by field.
def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def number(at, value):
    return varint(at << 3) + varint(value)


def zigzag(n):
    return n << 1 ^ n >> 63


def clip_ring(ring, low, high):
    for axis, sign, limit in [(0, 1, low), (0, -1, -high), (1, 1, low), (1, -1, -high)]:
        kept = []
        for i, p in enumerate(ring):
            q = ring[i - 1]
            a, b = sign * q[axis] - limit, sign * p[axis] - limit
            if (a < 0) != (b < 0):
                t = a / (a - b)
                kept.append((q[0] + (p[0] - q[0]) * t, q[1] + (p[1] - q[1]) * t))
            if b >= 0:
                kept.append(p)
        ring = kept
    return ring


def clip_line(line, low, high):
    parts, part = [], []
    for p, q in zip(line, line[1:]):
        t0, t1 = 0.0, 1.0
        for axis in (0, 1):
            d = q[axis] - p[axis]
            for near, far in ((low - p[axis], d), (p[axis] - high, -d)):
                if far == 0:
                    if near > 0:
                        t0, t1 = 1, 0
                elif far > 0:
                    t0 = max(t0, near / far)
                else:
                    t1 = min(t1, near / far)
        if t0 > t1:
            if part:
                parts.append(part)
            part = []
            continue
        a = (p[0] + (q[0] - p[0]) * t0, p[1] + (q[1] - p[1]) * t0)
        b = (p[0] + (q[0] - p[0]) * t1, p[1] + (q[1] - p[1]) * t1)
        if not part or t0 > 0:
            if part:
                parts.append(part)
            part = [a]
        part.append(b)
        if t1 < 1:
            parts.append(part)
            part = []
    return parts + ([part] if part else [])


def doubled_area(ring):
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ring[1:] + ring[:1]))


def whole(points):
    out = []
    for x, y in points:
        p = (round(x), round(y))
        if not out or out[-1] != p:
            out.append(p)
    return out


def commands(kind, parts):
    out, at = [], (0, 0)
    for part in parts:
        out.append(1 << 3 | 1)
        for i, p in enumerate(part):
            if i == 1:
                out.append(len(part) - 1 << 3 | 2)
            out += [zigzag(p[0] - at[0]), zigzag(p[1] - at[1])]
            at = p
        if kind == "area":
            out.append(15)
    return out


def tile(zoom, column, row):
    count = 1 << zoom

    def local(place):
        x = (place[0] / 360 + 0.5) * count - column
        s = math.sin(math.radians(place[1]))
        y = (0.5 - math.log((1 + s) / (1 - s)) / (4 * math.pi)) * count - row
        return (x * EXTENT, y * EXTENT)

    low, high = -BUFFER, EXTENT + BUFFER
    out = b""
    for name, features in LAYERS.items():
        keys, values, body = [], [], b""
        for kind, geometry, properties, lowest in features:
            if zoom < lowest:
                continue
            if kind == "point":
                p = whole([local(geometry)])[0]
                parts = [[p]] if low <= min(p) and max(p) <= high else []
            elif kind == "line":
                parts = [whole(q) for line in geometry for q in clip_line([local(p) for p in line], low, high)]
                parts = [p for p in parts if len(p) > 1]
            else:
                parts = []
                for index, ring in enumerate(geometry):
                    ring = whole(clip_ring([local(p) for p in ring], low, high))
                    while len(ring) > 1 and ring[0] == ring[-1]:
                        ring.pop()
                    if len(ring) < 3 or doubled_area(ring) == 0:
                        if index == 0:
                            break
                        continue
                    if (doubled_area(ring) > 0) != (index == 0):
                        ring.reverse()
                    parts.append(ring)
            if not parts:
                continue
            tags = []
            for key, value in properties.items():
                if key not in keys:
                    keys.append(key)
                if value not in values:
                    values.append(value)
                tags += [keys.index(key), values.index(value)]
            body += field(2, (field(2, b"".join(map(varint, tags))) if tags else b"")
                          + number(3, {"point": 1, "line": 2, "area": 3}[kind])
                          + field(4, b"".join(map(varint, commands(kind, parts)))))
        if not body:
            continue
        for key in keys:
            body += field(3, key.encode())
        for value in values:
            body += field(4, field(1, value.encode()) if isinstance(value, str) else number(5, value))
        out += field(3, number(15, 2) + field(1, name.encode()) + body + number(5, EXTENT))
    return gzip.compress(out, 9, mtime=0)


def tiles():
    for zoom in ZOOMS:
        middle = 1 << zoom - 1
        reach = math.ceil(REACH / 360 * (1 << zoom))
        for column in range(middle - reach, middle + reach):
            for row in range(middle - reach, middle + reach):
                yield zoom, column, row, tile(zoom, column, row)


ALL = list(tiles())
FIELDS = {name: {key: "Number" if isinstance(value, int) else "String" for f in features for key, value in f[2].items()}
          for name, features in LAYERS.items()}
LAYER_LIST = [{"id": name, "fields": fields, "minzoom": ZOOMS[0], "maxzoom": ZOOMS[-1]} for name, fields in FIELDS.items()]
ATTRIBUTION = "Nullburg, a town that does not exist"
BOX = [-REACH, -REACH, REACH, REACH]


# PMTiles 3.
def hilbert(zoom, x, y):
    d, s = 0, (1 << zoom) // 2
    while s:
        rx, ry = int(x & s > 0), int(y & s > 0)
        d += s * s * (3 * rx ^ ry)
        if ry == 0:
            if rx == 1:
                x, y = (1 << zoom) - 1 - x, (1 << zoom) - 1 - y
            x, y = y, x
        s //= 2
    return ((1 << 2 * zoom) - 1) // 3 + d


entries = sorted((hilbert(z, x, y), content) for z, x, y, content in ALL)
columns = [varint(len(entries))]
columns += [varint(n - m) for (n, _), m in zip(entries, [0] + [n for n, _ in entries])]
columns += [varint(1)] * len(entries) + [varint(len(content)) for _, content in entries]
columns += [varint(0) if i else varint(1) for i in range(len(entries))]
root = gzip.compress(b"".join(columns), 9, mtime=0)
meta = gzip.compress(json.dumps({"name": "Nullburg", "attribution": ATTRIBUTION, "vector_layers": LAYER_LIST}).encode(), 9, mtime=0)
data = b"".join(content for _, content in entries)
at = 127 + len(root) + len(meta)
header = b"PMTiles\x03" + struct.pack("<11Q", 127, len(root), 127 + len(root), len(meta), at, 0, at, len(data), len(entries),
                                       len(entries), len(entries))
header += bytes([1, 2, 2, 1, ZOOMS[0], ZOOMS[-1]]) + struct.pack("<4i", *[round(e * 1e7) for e in BOX])
header += bytes([13]) + struct.pack("<2i", 0, 0)
with open("town.pmtiles", "wb") as file:
    file.write(header + root + meta + data)

# MBTiles.
open("town.mbtiles", "wb").close()
base = sqlite3.connect("town.mbtiles")
base.execute("PRAGMA page_size = 512")
base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
base.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
for name, value in {"name": "Nullburg", "format": "pbf", "minzoom": ZOOMS[0], "maxzoom": ZOOMS[-1], "attribution": ATTRIBUTION,
                    "bounds": ",".join(map(str, BOX)), "json": json.dumps({"vector_layers": LAYER_LIST})}.items():
    base.execute("INSERT INTO metadata VALUES (?, ?)", (name, str(value)))
for zoom, column, row, content in ALL:
    base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column, (1 << zoom) - 1 - row, content))
base.commit()
base.execute("VACUUM")
base.close()

# Places to be clustered.
with open("town.csv", "w") as file:
    file.write("id,lon,lat,name\n")
    n = 0
    for center, spread, count in [((0.0070, -0.0090), 0.0032, 60), ((-0.0240, 0.0020), 0.0045, 35), ((0.0140, 0.0090), 0.003, 25),
                                  ((0, 0), 0.02, 30)]:
        while count:
            x, y = random.gauss(center[0], spread), random.gauss(center[1], spread)
            if is_wet(x, y) or max(abs(x), abs(y)) > 0.038:
                continue
            n, count = n + 1, count - 1
            file.write(f"{n},{x:.5f},{y:.5f},Place {n}\n")
