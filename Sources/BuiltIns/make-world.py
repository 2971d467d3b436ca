#!/usr/bin/env python3
"""Makes Sources/CBuiltIns/world.bin, the world that is built in, from Natural Earth (public domain).

    apt-get download r-cran-rnaturalearthdata r-cran-maps
    for package in r-cran-*.deb; do dpkg -x "$package" packages; done
    Sources/BuiltIns/make-world.py packages/usr/lib/R/site-library Samples/capitals.csv Sources/CBuiltIns/world.bin

Countries at 1:110m and 1:50m come from r-cran-rnaturalearthdata, lakes from r-cran-maps, whose coordinates are those
of Natural Earth 1:50m as well. Run once, by whoever wants other data; needs Python 3.9 and nothing else.

What is written: the number of parts as a byte, the length of each as four bytes (lowest first), then the parts, each
a zlib stream: 1:110m, 1:50m, places. `BuiltInWorld.swift` and `BuiltInPlace.swift` say what is in a part.
"""

import csv
import lzma
import math
import pathlib
import struct
import sys
import zlib
from collections import defaultdict

# --- R's own way of storing objects: sections of a .rdb file, in the XDR format of `serialize`.


class Symbol(str):
    """A name, told apart from text."""


class Object:
    """A vector or an S4 object, and its attributes."""

    def __init__(self, values):
        self.values = values
        self.attributes = {}


class RReader:
    NULL, SYMBOL, PAIRS, CHARACTERS, LOGICAL, INTEGER, REAL, TEXT, LIST, S4 = 0, 1, 2, 9, 10, 13, 14, 16, 19, 25
    REFERENCE, NIL = 255, 254

    def __init__(self, data):
        self.data, self.place, self.known = data, 2, []
        if data[:2] != b"X\n":
            sys.exit("not R's XDR format")
        version, _, _ = self.integer(), self.integer(), self.integer()
        if version == 3:
            length = self.integer()
            self.place += length

    def integer(self):
        self.place += 4
        return struct.unpack_from(">i", self.data, self.place - 4)[0]

    def numbers(self, letter, size):
        count = self.integer()
        self.place += count * size
        return struct.unpack_from(f">{count}{letter}", self.data, self.place - count * size)

    def item(self):
        flags = self.integer()
        kind = flags & 255
        if kind in (self.NIL, self.NULL):
            return None
        if kind == self.REFERENCE:
            return self.known[(flags >> 8 or self.integer()) - 1]
        if kind == self.SYMBOL:
            self.known.append(Symbol(self.item()))
            return self.known[-1]
        if kind == self.CHARACTERS:
            length = self.integer()
            if length < 0:
                return None
            self.place += length
            text = self.data[self.place - length : self.place]
            try:
                return text.decode("utf-8")
            except UnicodeDecodeError:
                return text.decode("latin-1")
        if kind == self.PAIRS:
            pairs = []
            while kind == self.PAIRS:
                if flags & 512:
                    self.item()
                name = self.item() if flags & 1024 else None
                pairs.append((name, self.item()))
                flags = self.integer()
                kind = flags & 255
            return dict(pairs)
        if kind == self.S4:
            result = Object(None)
        elif kind in (self.LOGICAL, self.INTEGER):
            result = Object(self.numbers("i", 4))
        elif kind == self.REAL:
            result = Object(self.numbers("d", 8))
        elif kind in (self.TEXT, self.LIST):
            result = Object([self.item() for _ in range(self.integer())])
        else:
            sys.exit(f"R's kind {kind} is unknown")
        if flags & 512:
            result.attributes = self.item()
        return result


def r_objects(folder, names):
    """Objects of an R package's lazily loaded data."""
    index = RReader(zlib.decompress((folder / "Rdata.rdx").read_bytes(), 31)).item()
    places = index.values[index.attributes["names"].values.index("variables")]
    bytes_ = (folder / "Rdata.rdb").read_bytes()
    for name in names:
        offset, length = places.values[places.attributes["names"].values.index(name)].values
        size, kind = struct.unpack(">Ic", bytes_[offset : offset + 5])
        if kind != b"Z":
            sys.exit(f"{name}: a compression of kind {kind} is unknown")
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
        text = lzma.decompress(bytes_[offset + 5 : offset + length], lzma.FORMAT_RAW, filters=filters)
        if len(text) != size:
            sys.exit(f"{name}: damaged")
        yield RReader(text).item()


def countries(spatial):
    """Properties and rings in degrees of each row of a SpatialPolygonsDataFrame; rings repeat their first position."""
    data = spatial.attributes["data"]
    names = data.attributes["names"].values
    for row, shape in enumerate(spatial.attributes["polygons"].values):
        properties = {name: column.values[row] for name, column in zip(names, data.values)}
        rings = []
        for polygon in shape.attributes["Polygons"].values:
            coordinates = polygon.attributes["coords"].values
            half = len(coordinates) // 2
            rings.append(list(zip(coordinates[:half], coordinates[half:])))
        yield properties, rings


# --- From countries to land and borders.


def quantized(ring, units):
    """The ring in whole steps, without repeated positions and spikes of no width; its end does not repeat its start."""
    points = []
    for x, y in ring[:-1]:
        # The south edge of Antarctica at 1:50m runs a thousandth of a degree beside the pole.
        point = (round(x * units), -90 * units if y < -89.99 else round(y * units))
        if not points or points[-1] != point:
            points.append(point)
    changed = True
    while changed and len(points) > 2:
        changed = False
        for i in range(len(points)):
            if points[i - 1] == points[(i + 1) % len(points)] or points[i - 1] == points[i]:
                del points[i]
                changed = True
                break
    return points if len(points) > 2 else []


def doubled_area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))


def outlines(shapes, units):
    """Land as rings and borders as lines, of countries as rings. What two countries share is a border, all else coast.

    Areas that maps cut at 180° are sewn together: what lies west of the cut goes on east of it, beyond 180°.
    """
    half_turn = 180 * units
    edges = {}
    for rings in shapes:
        for ring in rings:
            points = quantized(ring, units)
            if not points:
                continue
            xs = [x for x, _ in points]
            if min(xs) == -half_turn and max(xs) < 0:
                points = [(x + 2 * half_turn, y) for x, y in points]
            for a, b in zip(points, points[1:] + points[:1]):
                edges[a, b] = edges.get((a, b), 0) + 1
    split_at_positions(edges)
    coast, border = set(), set()
    for a, b in edges:
        if (b, a) not in edges:
            coast.add((a, b))
        elif a < b and not a[0] == b[0] == half_turn:
            border.add((a, b))
    return rings_of(coast), lines_of(border)


def split_at_positions(edges):
    """Cuts edges where another country has a position on them: such neighbors share the parts."""
    positions = defaultdict(set)
    for a, _ in edges:
        positions[a[0] // 64, a[1] // 64].add(a)
    for a, b in list(edges):
        if (b, a) in edges or max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 4096:
            continue
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        on_edge = []
        for column in range(min(a[0], b[0]) // 64, max(a[0], b[0]) // 64 + 1):
            for row in range(min(a[1], b[1]) // 64, max(a[1], b[1]) // 64 + 1):
                for p in positions[column, row]:
                    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
                    off = abs((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / length
                    if off < 0.75 and 0 < along < length and p != a and p != b:
                        on_edge.append((along, p))
        if on_edge:
            way = [a] + [p for _, p in sorted(on_edge)] + [b]
            if any((q, p) in edges for p, q in zip(way, way[1:])):
                del edges[a, b]
                for p, q in zip(way, way[1:]):
                    edges[p, q] = edges.get((p, q), 0) + 1


def rings_of(edges):
    """Edges joined to rings; where several go on from a position, the one that keeps rings apart."""
    following = defaultdict(list)
    for a, b in sorted(edges):
        following[a].append(b)
    rings = []
    for start in sorted(following):
        while following[start]:
            ring, place = [start], following[start].pop()
            while place != start:
                choices = following[place]
                if not choices:
                    sys.exit(f"the outline breaks off at {place}")
                came = math.atan2(ring[-1][1] - place[1], ring[-1][0] - place[0])

                def turn(to):
                    return (math.atan2(to[1] - place[1], to[0] - place[0]) - came) % (2 * math.pi)

                # Land lies right of the way, so the ring of one piece of land turns left as far as it can.
                choice = min(choices, key=turn)
                choices.remove(choice)
                ring.append(place)
                place = choice
            rings.append(ring)
    return rings


def lines_of(edges):
    """Edges joined to lines that end where three meet, or where a border ends."""
    neighbors = defaultdict(set)
    for a, b in edges:
        neighbors[a].add(b)
        neighbors[b].add(a)
    lines, used = [], set()

    def walk(start, to):
        line = [start]
        while True:
            used.add((line[-1], to))
            used.add((to, line[-1]))
            line.append(to)
            onward = [n for n in neighbors[to] if (to, n) not in used]
            if len(neighbors[to]) != 2 or not onward:
                return line
            to = onward[0]

    for closed in (False, True):
        for start in sorted(neighbors):
            if closed or len(neighbors[start]) != 2:
                for to in sorted(neighbors[start]):
                    if (start, to) not in used:
                        lines.append(walk(start, to))
    return lines


def inside(point, ring):
    result = False
    for a, b in zip(ring, ring[1:] + ring[:1]):
        if (a[1] > point[1]) != (b[1] > point[1]):
            if point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[0]:
                result = not result
    return result


def thinned_at_the_pole(ring, units):
    """Leaves the corners alone of what a ring does along the south edge of the world."""
    south = -90 * units
    ring_on = ring[1:] + ring[:1]
    triples = zip(ring[-1:] + ring, ring, ring_on)
    return [p for before, p, after in triples if not before[1] == p[1] == after[1] == south]


def areas(rings):
    """Rings as areas: each outer one, larger ones first, followed by its holes. (Outer ones run clockwise.)"""
    outer = sorted((r for r in rings if doubled_area(r) < 0), key=lambda r: (doubled_area(r), r[0]))
    holes = [r for r in rings if doubled_area(r) > 0]
    result = []
    for ring in outer:
        left, low, right, high = box(ring)
        mine = [h for h in holes if left <= h[0][0] <= right and low <= h[0][1] <= high and inside(h[0], ring)]
        holes = [h for h in holes if h not in mine]
        result += [(ring, False)] + [(h, True) for h in mine]
    if holes:
        sys.exit(f"{len(holes)} holes lie in no land")
    return result


# --- Lakes: the `maps` package keeps closed lines in radians in one file (.L); islands run counterclockwise.


def lakes(folder):
    data = (folder / "lakes.L").read_bytes()
    (count,) = struct.unpack_from("<i", data, 4)
    for index in range(count):
        offset, points = struct.unpack_from("<2i", data, 8 + index * 28)
        numbers = [math.degrees(number) for number in struct.unpack_from(f"<{2 * points}f", data, offset)]
        yield list(zip(numbers[::2], numbers[1::2]))


def simplified(ring, tolerance):
    """The ring without positions that lie nearer to what is left than `tolerance` (Douglas and Peucker)."""
    kept = {0, len(ring) - 1, max(range(len(ring)), key=lambda i: math.dist(ring[0], ring[i]))}
    stack = [(a, b) for a, b in zip(sorted(kept), sorted(kept)[1:])]
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = ring[first], ring[last]
        length = math.dist(ring[first], ring[last])
        far, farthest = tolerance, None
        for i in range(first + 1, last):
            x, y = ring[i]
            across = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax))
            off = across / length if length else math.dist(ring[i], ring[first])
            if off > far:
                far, farthest = off, i
        if farthest is not None:
            kept.add(farthest)
            stack += [(first, farthest), (farthest, last)]
    return [ring[i] for i in sorted(kept)]


def lake_areas(rings, units, smallest, tolerance):
    large = [ring for ring in rings if abs(doubled_area(ring)) / 2 >= smallest]
    return areas([quantized(simplified(ring, tolerance), units) for ring in large])


# --- Places: where a country's name stands, and from which zoom on it has room.

# Names as newspapers write them today; `None` leaves one out.
NAMES = {
    "Aland Islands": "Åland Islands",
    "Brunei Darussalam": "Brunei",
    "Czech Republic": "Czechia",
    "Dem. Rep. Korea": "North Korea",
    "Democratic Republic of the Congo": "DR Congo",
    "Faeroe Islands": "Faroe Islands",
    "Federated States of Micronesia": "Micronesia",
    "Heard I. and McDonald Islands": None,
    "Indian Ocean Territories": None,
    "Ashmore and Cartier Islands": None,
    "Lao PDR": "Laos",
    "Macedonia": "North Macedonia",
    "Macao": "Macau",
    "Republic of Congo": "Congo",
    "Republic of Korea": "South Korea",
    "Russian Federation": "Russia",
    "Siachen Glacier": None,
    "Swaziland": "Eswatini",
    "São Tomé and Principe": "São Tomé and Príncipe",
    "The Gambia": "Gambia",
}
# Where the roomiest place of the largest island is not where one looks for the name.
POSITIONS = {"Malaysia": (102.3, 4.0), "Antarctica": (60.0, -78.0), "Norway": (9.5, 61.3), "Fiji": (178.0, -17.8)}


def mercator(x, y):
    return (x / 360, -math.log(math.tan(math.pi / 4 + math.radians(max(-85, min(85, y))) / 2)) / (2 * math.pi))


def roomiest(ring):
    """The place inside a ring that is farthest from its edge, and how far; names are wide, so width counts half."""

    def depth(x, y):
        nearest = min(
            math.dist((x, y), (ax + t * (bx - ax), ay + t * (by - ay)))
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1])
            for l in [(bx - ax) ** 2 + (by - ay) ** 2]
            for t in [max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / l)) if l else 0]
        )
        return nearest if inside((x, y), ring) else -nearest

    left, low, right, high = box([(x / 2, y) for x, y in ring])
    half = max(right - left, high - low) / 2
    ring = simplified([(x / 2, y) for x, y in ring + ring[:1]], half / 150)[:-1]
    center = ((left + right) / 2, (low + high) / 2)
    best = (depth(*center), center)
    for _ in range(9):
        steps = [(i - 4) / 4 * half for i in range(9)]
        best = max(best, max((depth(center[0] + dx, center[1] + dy), (center[0] + dx, center[1] + dy))
                             for dx in steps for dy in steps))
        center, half = best[1], half / 2.5
    return (best[1][0] * 2, best[1][1]), best[0]


def country_places(rows):
    for properties, rings in rows:
        name = properties["name_long"]
        name = NAMES.get(name, name)
        if name is None:
            continue
        ring = max(([mercator(x, y) for x, y in ring[:-1]] for ring in rings), key=lambda r: abs(doubled_area(r)))
        (x, y), depth = roomiest(ring)
        position = (x * 360, math.degrees(2 * math.atan(math.exp(-y * 2 * math.pi)) - math.pi / 2))
        # From the zoom on where the name is hardly wider than its country; islets have the sea around them.
        longest = max(len(word) for word in name.split())
        room = max(2 * depth * 2, 0.35 * math.sqrt(abs(doubled_area(ring)) / 2)) * 512
        zoom = math.log2(6.0 * longest / room) - 0.4
        if properties["type"] == "Dependency":
            zoom += 0.5
        yield (0, name, POSITIONS.get(name, position), max(0, min(5, zoom)), properties["pop_est"])


def city_places(path):
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            people = float(row["population"])
            zoom = 2.5 if people > 5e6 else 3.3 if people > 1.5e6 else 4 if people > 3e5 else 4.7
            yield (1, row["name"], (float(row["longitude"]), float(row["latitude"])), zoom, people)


# --- Writing.


class Writer:
    def __init__(self):
        self.bytes = bytearray()
        self.x = self.y = 0

    def natural(self, number):
        while number > 127:
            self.bytes.append(number & 127 | 128)
            number >>= 7
        self.bytes.append(number)

    def integer(self, number):
        self.natural(number * 2 if number >= 0 else -number * 2 - 1)

    def position(self, x, y):
        self.integer(x - self.x)
        self.integer(y - self.y)
        self.x, self.y = x, y

    def paths(self, paths):
        """Lines or rings, each marked or not."""
        self.natural(len(paths))
        self.natural(sum(len(path) for path, _ in paths))
        for path, is_marked in paths:
            self.natural(len(path) * 2 + is_marked)
            for x, y in path:
                self.position(x, y)

    def text(self, text):
        self.natural(len(text.encode()))
        self.bytes += text.encode()


def part_of_shapes(rows, lake_rings, units, smallest_lake, tolerance):
    rings, borders = outlines([rings for _, rings in rows], units)
    rings, seams = without_slivers([thinned_at_the_pole(ring, units) for ring in rings], units)
    land, water = areas(rings), lake_areas(lake_rings, units, smallest_lake, tolerance)
    borders = sorted(borders + seams)
    writer = Writer()
    writer.natural(units)
    writer.paths(land)
    writer.paths(water)
    writer.paths([(line, False) for line in borders])
    corners = [sum(len(p) for p, _ in land), sum(len(p) for p, _ in water), sum(map(len, borders))]
    print(f"1/{units}°: {len(land)} rings of land, {len(water)} of lakes, {len(borders)} borders; corners {corners}")
    return bytes(writer.bytes)


def without_slivers(rings, units):
    """Rings that are land or sea, and borders for those that only show where two neighbors do not quite meet."""
    boxes = [box(ring) for ring in rings]
    kept, seams = [], []
    for ring, (left, low, right, high) in zip(rings, boxes):
        area = doubled_area(ring) / 2 / units**2
        x, y = (sum(numbers) / len(ring) for numbers in zip(*ring))
        around = sum(
            a <= left and b <= low and c >= right and d >= high and other is not ring and inside((x, y), other)
            for other, (a, b, c, d) in zip(rings, boxes)
        )
        # A small hole in land, or small land upon land; around an island of a sea that is a hole there are two rings.
        if abs(area) > 0.02 or around % 2 == 0:
            kept.append(ring)
        elif len(ring) <= 4:
            seams.append(list(max(zip(ring, ring[1:] + ring[:1]), key=lambda edge: math.dist(*edge))))
        else:
            seams.append(ring + ring[:1])
    return kept, seams


def box(ring):
    xs, ys = zip(*ring)
    return min(xs), min(ys), max(xs), max(ys)


def part_of_places(places):
    writer = Writer()
    writer.natural(100)
    places = sorted(places, key=lambda p: (round(p[3], 1), p[0], -(p[4] if p[4] == p[4] else 0), p[1]))
    writer.natural(len(places))
    for kind, name, (x, y), zoom, _ in places:
        writer.natural(round(zoom * 10) * 2 + kind)
        writer.position(round(x * 100), round(y * 100))
        writer.text(name)
    print(f"{len(places)} places")
    return bytes(writer.bytes)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    library, cities, output = (pathlib.Path(word) for word in sys.argv[1:])
    small, large = r_objects(library / "rnaturalearthdata" / "data", ["countries110", "countries50"])
    small, large = list(countries(small)), list(countries(large))
    water = list(lakes(library / "maps" / "mapdata"))
    parts = [
        part_of_shapes(small, water, 100, 1.5, 0.06),
        part_of_shapes(large, water, 500, 0, 0),
        part_of_places([*country_places(large), *city_places(cities)]),
    ]
    packed = [zlib.compress(part, 9) for part in parts]
    lengths = b"".join(struct.pack("<I", len(part)) for part in packed)
    output.write_bytes(bytes([len(packed)]) + lengths + b"".join(packed))
    print(f"{[len(part) for part in parts]} bytes, packed {[len(part) for part in packed]}")


main()
