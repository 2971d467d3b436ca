#!/usr/bin/env python3
"""Makes the built-in world, an archive of vector tiles in the OpenMapTiles schema, from Natural Earth (public domain).

    python3 -m venv environment && environment/bin/pip install numpy==2.4.6 shapely==2.2.0
    environment/bin/python Sources/Elements/BuiltIns/make-world-tiles.py natural-earth Sources/System/CBuiltIns/world.pmtiles

The folder holds the gzipped GeoJSON files of Natural Earth. Names of countries come from `world-countries.csv`, beside this
script, and `world-names.csv` has what stands for names that Natural Earth has old or broken: names are English where
newspapers have an English form (Copenhagen, Mecca, Turkey), else the official ones of today in Latin letters, with all their
accents. Lakes are called Lake, Reservoir and Lagoon in English, and one that is gone is left out, as is all else without a
name of today. Run by hand, by whoever wants other data; the same inputs and library versions give the same bytes.

There are tiles of four zooms: 0, 2, 4 and 6, each detailed enough for the zoom above it as well; readers cut the tiles
of other zooms from their ancestors. One empty tile stands for all tiles of zoom 10: from there on coasts would be wrong
by too much. Positions on the upper and the lower edge of the world stand for the poles.
"""

import csv
import gzip
import json
import math
import pathlib
import re
import struct
import sys
from collections import defaultdict

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.affinity import scale, translate
from shapely.ops import linemerge

EXTENT = 8192  # units along a tile's side
ZOOMS = [0, 2, 4, 6]
LAST_ZOOM = 10
FINEST = EXTENT << ZOOMS[-1]  # units around the world at the last of the zooms
POINT = EXTENT / 1024  # units a point of the zoom above a tile's own
UNITS = EXTENT / 512  # units a point at the last of the zooms
# Sides of the triangles that simplifying removes, in units, by zoom: details below a point.
TOLERANCES = {0: 10, 2: 10, 4: 10, 6: 7}
SMALLEST_ISLAND = {0: 128, 2: 96, 4: 96, 6: 24}  # square units
SMALLEST_WATER = {0: 320, 2: 256, 4: 192, 6: 96}

LAYERS = {
    "water": ["class"],
    "landcover": ["class", "subclass"],
    "waterway": ["class"],
    "boundary": ["admin_level", "disputed", "maritime"],
    "place": ["class", "rank", "capital", "iso_a2", "name", "name:latin"],
    "water_name": ["class", "rank", "name", "name:latin"],
}

# Oceans and seas: name, longitude, latitude, the zoom from which on there is room.
SEAS = [
    ("ocean", "Pacific Ocean", -150, 5, 0),
    ("ocean", "Pacific Ocean", 165, 30, 1),
    ("ocean", "Atlantic Ocean", -35, 28, 0),
    ("ocean", "Atlantic Ocean", -15, -25, 0),
    ("ocean", "Indian Ocean", 78, -22, 0),
    ("ocean", "Southern Ocean", 20, -62, 1),
    ("ocean", "Arctic Ocean", -165, 80, 1),
    ("sea", "Mediterranean Sea", 18.5, 34.5, 2),
    ("sea", "Caribbean Sea", -75, 15, 2),
    ("sea", "Gulf of Mexico", -90.5, 25, 2),
    ("sea", "Arabian Sea", 64, 15, 2),
    ("sea", "Bay of Bengal", 88, 14, 2),
    ("sea", "South China Sea", 114, 13.5, 2),
    ("sea", "Tasman Sea", 160, -38, 2),
    ("sea", "Hudson Bay", -85, 59.5, 2),
    ("sea", "Bering Sea", -178, 58, 2),
    ("sea", "North Sea", 3, 56.5, 3),
    ("sea", "Baltic Sea", 19.5, 57, 4),
    ("sea", "Black Sea", 34, 43.3, 3),
    ("sea", "Caspian Sea", 50.5, 41.8, 3),
    ("sea", "Red Sea", 38, 20.5, 3),
]


# Borders that are none: the cosmodrome is Kazakhstan's, and the line of 1994 fell in 2023.
NO_BORDERS = ("Baikonur Cosmodrome", "Ceasefire Line 1994")


# --- Reading.


def features(folder, name):
    with gzip.open(folder / f"ne_{name}.geojson.gz") as file:
        for feature in json.load(file)["features"]:
            yield feature["properties"], feature["geometry"]


def projected(positions):
    """Degrees as units of the finest zoom, from the world's upper left corner; what lies beyond the world stays near."""
    lon, lat = np.asarray(positions, dtype=float)[:, :2].T
    # Both sides of 180° have coasts up to 0.0013° apart.
    lat = np.where(np.abs(lon) > 179.9999, np.round(lat * 200) / 200, lat)
    lat = np.radians(np.clip(lat, -85.3, 85.3))
    return np.column_stack([(lon / 360 + 0.5) * FINEST, (0.5 - np.arcsinh(np.tan(lat)) / (2 * math.pi)) * FINEST])


def polygons_of(geometry):
    """The polygons of a GeoJSON geometry; those without area are left out."""
    parts = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    for rings in parts:
        if len(rings[0]) > 3:
            shell, *holes = [projected(ring) for ring in rings if len(ring) > 3]
            yield Polygon(shell, holes)


def lines_of(geometry):
    parts = geometry["coordinates"] if geometry["type"] == "MultiLineString" else [geometry["coordinates"]]
    return [LineString(projected(line)) for line in parts if len(line) > 1]


def point_of(position):
    return Point(projected([position])[0])


def only(geometry, dimension):
    """The parts of a geometry that are polygons (2) or lines (1), sorted."""
    parts = shapely.get_parts(shapely.get_parts(np.atleast_1d(geometry)))
    parts = parts[(shapely.get_dimensions(parts) == dimension) & ~shapely.is_empty(parts)]
    return sorted(parts, key=lambda part: (part.bounds, part.length))


def snapped(polygons):
    """Polygons on whole units, those that overlap joined."""
    whole = only(shapely.set_precision(shapely.make_valid(polygons), 1), 2)
    return only(shapely.union_all(whole, grid_size=1), 2)


def sewn(polygons):
    """Polygons joined across 180°: what ends at an edge of the world goes on beyond it for a sixteenth of the world."""
    around = shapely.box(-FINEST / 16, -FINEST, FINEST * 17 / 16, 2 * FINEST)
    whole = list(polygons)
    for polygon in shapely.make_valid(polygons):
        left, _, right, _ = polygon.bounds
        turns = [turn for turn, touches in ((1, left < 1), (-1, right > FINEST - 1)) if touches]
        whole += only([shapely.intersection(translate(polygon, turn * FINEST), around) for turn in turns], 2) if turns else []
    return snapped(whole)


def seamed(polygons):
    """Polygons cut at the edges of the world: simplifying keeps the corners there, so that both edges have the same."""
    worlds = [shapely.box(turn * FINEST, -FINEST, (turn + 1) * FINEST, 2 * FINEST) for turn in (-1, 0, 1)]
    return only([shapely.intersection(p, world, grid_size=1) for world in worlds for p in polygons], 2)


# --- Areas.


def resized(geometries, zoom):
    factor = 2.0 ** (zoom - ZOOMS[-1])
    return [scale(g, factor, factor, origin=(0, 0)) for g in geometries]


def without_small_holes(polygon, smallest):
    return Polygon(polygon.exterior, [h for h in polygon.interiors if Polygon(h).area >= smallest])


def ground_of(land, ice):
    """Land under ice and bare land, which together are all land."""
    ice = only(shapely.intersection(MultiPolygon(ice), MultiPolygon(land), grid_size=1), 2)
    bare = only(shapely.difference(MultiPolygon(land), MultiPolygon(ice), grid_size=1), 2)
    # Between ice and sea lie strips of land where two sources draw one coast.
    edges = shapely.STRtree([shapely.LineString(r.coords[i : i + 65]) for p in ice for r in (p.exterior, *p.interiors) for i in range(0, len(r.coords) - 1, 64)])
    thin = [p.area / p.length < 24 for p in bare]
    strips = [t and len(edges.query(p, predicate="intersects")) > 0 for t, p in zip(thin, bare)]
    ice = snapped(ice + [p for p, is_strip in zip(bare, strips) if is_strip])
    wide = [p for p, is_strip in zip(bare, strips) if not is_strip]
    return ice, only(shapely.difference(MultiPolygon(wide), MultiPolygon(ice), grid_size=1), 2)


def land_and_ice(ice, bare, zoom):
    """Land and the ice upon it, simplified together so that their common edges stay common."""
    smallest = SMALLEST_ISLAND[zoom]
    simple = shapely.coverage_simplify(resized(ice + bare, zoom), TOLERANCES[zoom])
    ground = [without_small_holes(p, SMALLEST_WATER[zoom]) for p in snapped(simple) if p.area >= smallest]
    frozen = [p for p in snapped(simple[: len(ice)]) if p.area >= SMALLEST_WATER[zoom] / 2]
    frozen = only(shapely.intersection(MultiPolygon(frozen), MultiPolygon(ground), grid_size=1), 2)
    return ground, [without_small_holes(p, SMALLEST_WATER[zoom]) for p in frozen]


def lakes_of(lakes, zoom):
    parts = snapped([p for limit, p in lakes if limit <= zoom + 1.5])
    parts = resized(parts, zoom)
    parts = [p for p in parts if p.area >= SMALLEST_WATER[zoom]]
    simple = snapped(shapely.coverage_simplify(parts, TOLERANCES[zoom]))
    return [without_small_holes(p, SMALLEST_ISLAND[zoom]) for p in simple if p.area >= SMALLEST_WATER[zoom]]


def crossing(positions):
    """Positions with those added where they cross borders of tiles: there neighbors cut alike."""
    steps = np.floor_divide(positions, EXTENT)
    result, done = [], 0
    for i in np.flatnonzero((steps[1:] != steps[:-1]).any(axis=1)):
        result.append(positions[done : i + 1])
        done = i + 1
        a, b = sorted((tuple(positions[i]), tuple(positions[i + 1])))
        found = set()
        for axis in (0, 1):
            low, high = sorted((a[axis], b[axis]))
            for border in range(math.floor(low / EXTENT) * EXTENT + EXTENT, math.ceil(high), EXTENT):
                share = (border - a[axis]) / (b[axis] - a[axis])
                point = [0, 0]
                point[axis], point[1 - axis] = border, round(a[1 - axis] + share * (b[1 - axis] - a[1 - axis]))
                found.add((share, *point))
        found = np.array([point[1:] for point in sorted(found, reverse=a != tuple(positions[i]))], dtype=float)
        if len(found):
            result.append(found)
    return np.concatenate([*result, positions[done:]])


def split_areas(polygons, zoom):
    """Polygons cut at the borders of the tiles: a list for each tile by column and row."""
    result = defaultdict(list)

    def halve(parts, x, y, width, height):
        parts = [p for p in parts if p.bounds[0] < x + width and p.bounds[2] > x and p.bounds[1] < y + height and p.bounds[3] > y]
        if not parts:
            return
        cut = []
        square = shapely.box(x, y, x + width, y + height)
        for part in parts:
            left, top, right, bottom = part.bounds
            if left >= x and right <= x + width and top >= y and bottom <= y + height:
                cut.append(part)
            else:
                cut += only(shapely.intersection(part, square, grid_size=1), 2)
        parts = cut
        if width == height == EXTENT:
            if parts:
                result[x // EXTENT, y // EXTENT] = parts
        elif width >= height:
            halve(parts, x, y, width // 2, height)
            halve(parts, x + width // 2, y, width // 2, height)
        else:
            halve(parts, x, y, width, height // 2)
            halve(parts, x, y + height // 2, width, height // 2)

    rings = [[crossing(np.array(r.coords)) for r in (p.exterior, *p.interiors)] for p in polygons]
    polygons = snapped([Polygon(shell, holes) for shell, *holes in rings])
    halve(polygons, 0, 0, EXTENT << zoom, EXTENT << zoom)
    return result


# --- Lines.


def merged(lines):
    return only(linemerge(lines) if len(lines) > 1 else lines[0], 1)


def on_land(lines, land, reach):
    """Lines of borders: what lies in the sea cut off, ends that miss the coast by little led to it."""
    tree = shapely.STRtree(land)
    coasts = [p.boundary for p in land]
    coast_tree = shapely.STRtree(coasts)
    kept = []
    for line in lines:
        parts = [line.intersection(land[i]) for i in sorted(tree.query(line, predicate="intersects"))]
        kept += [p for p in only(parts, 1) if p.length > 1] if parts else []
    kept = merged(kept)
    ends = defaultdict(int)
    for line in kept:
        for end in (line.coords[0], line.coords[-1]):
            ends[end] += 1
    result = []
    for line in kept:
        points = list(line.coords)
        for side in (0, -1):
            end = points[side]
            if ends[end] > 1:
                continue
            found = [coasts[i] for i in coast_tree.query(Point(end), predicate="dwithin", distance=reach)]
            targets = [shapely.shortest_line(Point(end), coast) for coast in found]
            targets = [t for t in targets if t.length > 0]
            if targets and not any(t.length == 0 for t in targets):
                to = min(targets, key=lambda t: (t.length, t.coords[1])).coords[1]
                points.insert(0 if side == 0 else len(points), to)
        result.append(LineString(points))
    return result


def meeting(lines, others, reach):
    """Lines whose free ends are led to the nearest of other lines."""
    tree = shapely.STRtree(others)
    ends = defaultdict(int)
    for line in lines:
        for end in (line.coords[0], line.coords[-1]):
            ends[end] += 1
    result = []
    for line in lines:
        points = list(line.coords)
        for side in (0, -1):
            if ends[points[side]] > 1:
                continue
            end = Point(points[side])
            found = [others[i] for i in tree.query(end, predicate="dwithin", distance=reach)]
            ways = [shapely.shortest_line(end, other) for other in found]
            if ways and min(way.length for way in ways) > 0:
                to = min(ways, key=lambda t: (t.length, t.coords[1])).coords[1]
                points.insert(0 if side == 0 else len(points), to)
        result.append(LineString(points))
    return result


def split_lines(lines, zoom):
    result = defaultdict(list)

    def halve(parts, x, y, width, height):
        square = shapely.box(x, y, x + width, y + height)
        cut = []
        for part in parts:
            left, top, right, bottom = part.bounds
            if left >= x and right <= x + width and top >= y and bottom <= y + height:
                cut.append(part)
            elif left <= x + width and right >= x and top <= y + height and bottom >= y:
                cut += only(part.intersection(square), 1)
        if not cut:
            return
        if width == height == EXTENT:
            result[x // EXTENT, y // EXTENT] = cut
        elif width >= height:
            halve(cut, x, y, width // 2, height)
            halve(cut, x + width // 2, y, width // 2, height)
        else:
            halve(cut, x, y, width, height // 2)
            halve(cut, x, y + height // 2, width, height // 2)

    lines = [LineString(crossing(np.round(line.coords))) for line in lines]
    halve(lines, 0, 0, EXTENT << zoom, EXTENT << zoom)
    return result


def simplified(lines, zoom):
    return [line.simplify(0.18 * TOLERANCES[zoom], preserve_topology=False) for line in resized(lines, zoom)]


# --- Names.


class Names:
    """The list of names that stand for others, by what they name and its country."""

    def __init__(self):
        with open(pathlib.Path(__file__).parent / "world-names.csv", newline="", encoding="utf-8") as file:
            self.today = {(r["kind"], r["country"], r["name"]): r["today"] for r in csv.DictReader(file)}
        self.unused = set(self.today)

    def now(self, kind, country, name):
        self.unused.discard((kind, country, name))
        return self.today.get((kind, country, name), name)


def places(folder, names):
    """Rows of the zoom from which on a name is there, what comes first, its properties and its position."""
    with open(pathlib.Path(__file__).parent / "world-countries.csv", newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file)):
            zoom = float(row["zoom"])
            properties = {"class": "country", "rank": min(6, int(zoom) + 1), "iso_a2": row["iso_a2"]}
            yield zoom, (0, zoom, number), named(properties, row["name"]), point_of((float(row["longitude"]), float(row["latitude"])))
    stated = set()
    for properties, geometry in features(folder, "50m_admin_1_states_provinces"):
        polygon = max(polygons_of(geometry), key=lambda p: p.area)
        center = Point(shapely.maximum_inscribed_circle(polygon, tolerance=64).coords[0])
        rank = state_rank(polygon.area)
        stated.add(properties["adm0_a3"])
        yield rank, (1, rank, properties["name"]), named({"class": "state", "rank": rank}, properties["name"]), center
    best = {}
    for properties, geometry in features(folder, "10m_admin_1_label_points"):
        country, rank = properties["adm0_a3"], int(properties["scalerank"])
        name = names.now("province", country, properties.get("name"))
        if not name or country in stated or re.match("[A-Z]{3}[-+][0-9?]", name) or rank > 10:
            continue
        key, row = (country, name), (rank, geometry["coordinates"])
        best[key] = min(best.get(key, row), row)
    for (country, name), (rank, position) in sorted(best.items()):
        yield 6, (3, rank, name), named({"class": "province", "rank": min(6, rank)}, name), point_of(position)
    for properties, geometry in features(folder, "10m_populated_places_simple"):
        kind = properties["featurecla"]
        if kind in ("Historic place", "Scientific station", "Meteorological Station"):
            continue
        name = names.now("city", properties["adm0_a3"], properties["name"])
        if not name:
            continue
        people, rank = properties.get("pop_max") or 0, int(properties["scalerank"]) + 1
        capital = 2 if kind == "Admin-0 capital" else 4 if kind == "Admin-1 capital" else None
        size = "city" if people >= 100_000 or capital == 2 else "town" if people >= 10_000 else "village"
        row = {"class": size, "rank": rank, **({"capital": capital} if capital else {})}
        # Natural Earth counts zooms from a world of 256 points.
        yield properties["min_zoom"] - 1, (2, rank, -people, name), named(row, name), point_of(geometry["coordinates"])


def state_rank(area):
    """1 to 6; a state is as much larger as the zoom below has room for."""
    return max(1, min(6, round(4.5 - math.log2(math.sqrt(area) / 6000))))


def named(properties, name):
    return {**properties, "name": name, "name:latin": name}


def lake_zoom(polygon, known):
    """The zoom from which on a lake is named: between the one that it is 32 points wide at and the one it is known from."""
    return max(3, math.ceil((6 - math.log2(math.sqrt(polygon.area) / 32 / UNITS) + known) / 2 + 0.45))


def text_size(name, size, spacing, most):
    """About the width and height of a name in points, broken into lines of so many ems."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        lines[-1:] = [longer] if not lines[-1] or len(longer) * (0.54 + spacing) <= most else [lines[-1], word]
    return max(map(len, lines)) * (0.54 + spacing) * size, len(lines) * 1.2 * size


class Crowd:
    """The room that the names of countries and cities take at each zoom, as boxes in units: names of lakes lie beside them."""

    def __init__(self, places):
        self.boxes = {zoom: np.array([b for row in places if (b := self.box(row, zoom))]).reshape(-1, 4) for zoom in range(3, 12)}

    @staticmethod
    def box(row, zoom):
        _, _, properties, point = row
        kind, rank, unit = properties["class"], properties["rank"], UNITS * 2.0 ** (6 - zoom)
        if kind == "country" and rank <= zoom + 1:
            (width, height), left = text_size(properties["name"], 11, 0.06, 7), 0.5
        elif kind in ("city", "town", "village") and rank - (properties.get("capital") == 2) <= zoom + (zoom > 5):
            (width, height), left = text_size("• " + properties["name"], 8.5 + (zoom - 2) / 2, 0, 99), 0
        else:
            return None
        x, y = point.x - (left * width + 4) * unit, point.y - (height / 2 + 2) * unit
        return x, y, x + (width + 8) * unit, y + (height + 4) * unit

    def place(self, polygon, name, zoom):
        """Where a lake's name lies well within the water, free of other names at its first zooms where that can be."""
        middle, end = shapely.get_coordinates(shapely.maximum_inscribed_circle(polygon, tolerance=16))
        radius = math.dist(middle, end)
        x, y = (np.linspace(low, high, 49)[1:-1] for low, high in zip(polygon.bounds[:2], polygon.bounds[2:]))
        spots = np.vstack([middle, np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)])
        points = shapely.points(spots)
        depth = shapely.distance(points, polygon.boundary) / radius
        within = shapely.contains(polygon, points) & (depth > 0.4)
        within[0] = True
        spots, score = spots[within], depth[within]
        for step, weight in enumerate((3, 4, 2)):
            boxes, unit = self.boxes[zoom + step], UNITS * 2.0 ** (6 - zoom - step)
            half = (np.array(text_size(name, 9, 0.12, 6)) / 2 + 2) * unit
            low, high = spots - half, spots + half
            boxes = boxes[(boxes[:, :2] < high.max(0)).all(1) & (boxes[:, 2:] > low.min(0)).all(1)]
            meets = (low[:, None] < boxes[None, :, 2:]).all(2) & (high[:, None] > boxes[None, :, :2]).all(2)
            score = score + weight * ~meets.any(1)
        return Point(spots[np.argmax(score)])


def water_names(folder, names, places):
    for kind, name, x, y, zoom in SEAS:
        yield zoom, (0 if kind == "ocean" else 1, zoom, name), named({"class": kind}, name), point_of((x, y))
    crowd, done = Crowd(places), defaultdict(list)
    lakes = [(q, names.now("lake", "", q["name"]), g) for q, g in features(folder, "10m_lakes") if q.get("name")]
    lakes = [(q, name, max(polygons_of(g), key=lambda p: p.area)) for q, name, g in lakes if name and q["min_label"] <= 8]
    for properties, name, polygon in sorted(lakes, key=lambda row: (-row[2].area, row[1])):
        zoom = lake_zoom(polygon, properties["min_label"] - 1)
        # The parts of one lake are not named each.
        if zoom > 8 or any(polygon.distance(other) < FINEST / 360 for other in done[name]):
            continue
        done[name].append(polygon)
        row = {"class": "lake", "rank": zoom - 2}
        yield zoom, (2, zoom, name), named(row, name), crowd.place(polygon, name, zoom)


# --- Tiles.


def varint(number):
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    result.append(number)
    return bytes(result)


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


class Geometry:
    """The commands of one feature of a vector tile."""

    def __init__(self):
        self.bytes, self.x, self.y = bytearray(), 0, 0

    def command(self, command, count):
        self.bytes += varint(count << 3 | command)

    def move(self, points):
        for x, y in points:
            for step in (x - self.x, y - self.y):
                self.bytes += varint(step * 2 if step >= 0 else -step * 2 - 1)
            self.x, self.y = x, y

    def add_point(self, point):
        self.command(1, 1)
        self.move([point])

    def add_path(self, points, is_ring):
        self.command(1, 1)
        self.move(points[:1])
        self.command(2, len(points) - 1)
        self.move(points[1:])
        if is_ring:
            self.command(7, 1)


def whole_points(line, x, y):
    points = [(round(a) - x, round(b) - y) for a, b in line.coords]
    return [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]


def oriented(ring, x, y, is_hole):
    """A ring from its lowest corner on; outer ones have their area on the right as y grows downward."""
    points = whole_points(ring, x, y)[:-1]
    if (not shapely.is_ccw(ring)) != is_hole:
        points.reverse()
    start = points.index(min(points))
    return points[start:] + points[:start]


class Tile:
    def __init__(self, column, row):
        self.x, self.y = column * EXTENT, row * EXTENT
        self.layers = defaultdict(list)

    def add(self, layer, kind, geometry, properties):
        if geometry.bytes:
            self.layers[layer].append((kind, bytes(geometry.bytes), properties))

    def add_areas(self, layer, polygons, properties):
        geometry = Geometry()
        for polygon in polygons:
            geometry.add_path(oriented(polygon.exterior, self.x, self.y, False), True)
            for hole in sorted(polygon.interiors, key=lambda h: h.bounds):
                geometry.add_path(oriented(hole, self.x, self.y, True), True)
        self.add(layer, 3, geometry, properties)

    def add_lines(self, layer, lines, properties):
        geometry = Geometry()
        for line in lines:
            points = whole_points(line, self.x, self.y)
            if len(points) > 1:
                geometry.add_path(points, False)
        self.add(layer, 2, geometry, properties)

    def add_name(self, layer, point, properties):
        geometry = Geometry()
        geometry.add_point((math.floor(point.x) - self.x, math.floor(point.y) - self.y))
        self.add(layer, 1, geometry, properties)

    def encoded(self):
        return b"".join(field(3, self.layer(name)) for name in LAYERS if self.layers[name])

    def layer(self, name):
        keys, values = {}, {}
        body = field(1, name.encode())
        for kind, geometry, properties in self.layers[name]:
            tags = b""
            for key, value in properties.items():
                value = field(1, value.encode()) if isinstance(value, str) else varint(5 << 3) + varint(value)
                tags += varint(keys.setdefault(key, len(keys))) + varint(values.setdefault(value, len(values)))
            body += field(2, (field(2, tags) if tags else b"") + varint(3 << 3) + varint(kind) + field(4, geometry))
        body += b"".join(field(3, key.encode()) for key in keys) + b"".join(field(4, value) for value in values)
        return body + varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2)


def tile_id(zoom, column, row):
    """The number of a tile in an archive: along Hilbert's curve, after all tiles of lower zooms."""
    number, side = (4**zoom - 1) // 3, (1 << zoom) // 2
    while side:
        right, low = int(column & side > 0), int(row & side > 0)
        number += side * side * ((3 * right) ^ low)
        if not low:
            if right:
                column, row = side - 1 - column, side - 1 - row
            column, row = row, column
        side //= 2
    return number


def directory(entries):
    """Entries of a number, how many tiles from there on, offset and length."""
    numbers = [b - a for a, b in zip([0] + [e[0] for e in entries], [e[0] for e in entries])]
    offsets = []
    for before, entry in zip([None] + entries, entries):
        follows = before is not None and entry[2] == before[2] + before[3]
        offsets.append(0 if follows else entry[2] + 1)
    columns = [numbers, [e[1] for e in entries], [e[3] for e in entries], offsets]
    return varint(len(entries)) + b"".join(varint(n) for column in columns for n in column)


def archive(tiles):
    """A PMTiles archive, version 3; tiles are packed with gzip, which saves 14 %, directories are not."""
    data, entries, known = bytearray(), [], {}
    empty = Tile(0, 0)
    empty.layers["place"] = []
    contents = sorted((tile_id(*key), content) for key, content in tiles.items())
    contents.append((tile_id(LAST_ZOOM, 0, 0), field(3, empty.layer("place"))))
    for number, content in contents:
        content = gzip.compress(content, 9, mtime=0)
        if content not in known:
            known[content] = len(data)
            data += content
        last = entries[-1] if entries else None
        run = 4**LAST_ZOOM if number == tile_id(LAST_ZOOM, 0, 0) else 1
        if last and last[0] + last[1] == number and last[2] == known[content]:
            last[1] += run
        else:
            entries.append([number, run, known[content], len(content)])
    leaves, root = bytearray(), []
    for start in range(0, len(entries), 1024):
        leaf = directory(entries[start : start + 1024])
        root.append([entries[start][0], 0, len(leaves), len(leaf)])
        leaves += leaf
    root = directory(root)
    layers = [{"id": name, "fields": {f: "Number" if f in NUMBERS else "String" for f in fields}} for name, fields in LAYERS.items()]
    metadata = json.dumps({"name": "Natural Earth", "vector_layers": layers}, separators=(",", ":")).encode()
    places, at = [], 127
    for part in (root, metadata, leaves, data):
        places.append((at, len(part)))
        at += len(part)
    header = b"PMTiles\x03" + b"".join(struct.pack("<2Q", *place) for place in places)
    header += struct.pack("<3Q", sum(e[1] for e in entries), len(entries), len(known))
    header += bytes([1, 1, 2, 1, 0, LAST_ZOOM])
    header += struct.pack("<4i", -1800000000, -850511287, 1800000000, 850511287)
    header += struct.pack("<B2i", 0, 0, 0)
    return bytes(header + root + metadata + leaves + data)


NUMBERS = {"rank", "capital", "admin_level", "disputed", "maritime"}


# --- The world.


class World:
    def __init__(self, folder):
        land = [p for q, g in features(folder, "10m_land") if q["scalerank"] < 100 for p in polygons_of(g)]
        land += [p for _, g in features(folder, "10m_minor_islands") for p in polygons_of(g)]
        ice = [p for _, g in features(folder, "10m_glaciated_areas") for p in polygons_of(g)]
        # The southern edge stands for the pole: the Ross Sea must not reach it.
        south = [shapely.box(0, FINEST - 128, FINEST, FINEST + 4096)]
        self.ice, self.bare = [seamed(p) for p in ground_of(sewn(land + south), sewn(ice + south))]
        names = Names()
        lakes = [(q, g) for q, g in features(folder, "10m_lakes") if names.now("lake", "", q.get("name")) != ""]
        self.lakes = [(q["min_zoom"] - 1, p) for q, g in lakes for p in polygons_of(g)]
        rivers = features(folder, "10m_rivers_lake_centerlines")
        self.rivers = [(q["min_zoom"] - 1, line) for q, g in rivers for line in lines_of(g)]
        self.borders = defaultdict(list)
        for properties, geometry in features(folder, "10m_admin_0_boundary_lines_land"):
            if properties.get("name") in NO_BORDERS:
                continue
            is_sea = properties["type"] == "Water Indicator"
            is_settled = properties["featurecla"] in ("International boundary (verify)", "Lease limit", "Overlay limit")
            self.borders[2, int(not is_settled), int(is_sea)] += lines_of(geometry)
        known = shapely.union_all(self.borders[2, 1, 0] + self.borders[2, 0, 0]).buffer(100)
        for properties, geometry in features(folder, "10m_admin_0_boundary_lines_disputed_areas"):
            if properties["featurecla"] in ("Breakaway", "Elusive frontier") and properties["name"] not in NO_BORDERS:
                self.borders[2, 1, 0] += only(shapely.difference(shapely.union_all(lines_of(geometry)), known), 1)
        for _, geometry in features(folder, "50m_admin_1_states_provinces_lines"):
            self.borders[4, 0, 0] += lines_of(geometry)
        self.places = sorted(places(folder, names), key=lambda row: row[1])
        self.water_names = sorted(water_names(folder, names, self.places), key=lambda row: row[1])
        if names.unused:
            sys.exit(f"world-names.csv: Natural Earth has no {sorted(names.unused)}")

    def flowing(self, lakes, zoom):
        """Rivers without their ways through the lakes that are drawn; through others they go on."""
        lines = [line for limit, line in self.rivers if limit <= zoom + 0.5]
        tree = shapely.STRtree(lakes)
        dry = []
        for line in simplified(merged(lines), zoom) if lines else []:
            wet = [lakes[i] for i in sorted(tree.query(line, predicate="intersects"))]
            dry += only(shapely.difference(line, MultiPolygon(wet)), 1) if wet else [line]
        return dry

    def add_tiles(self, zoom, tiles):
        side = 1 << zoom
        made = {(column, row): Tile(column, row) for row in range(side) for column in range(side)}
        ground, ice = land_and_ice(self.ice, self.bare, zoom)
        land = split_areas(ground, zoom)
        for (column, row), tile in made.items():
            square = shapely.box(tile.x, tile.y, tile.x + EXTENT, tile.y + EXTENT)
            sea = only(shapely.difference(square, shapely.union_all(land.get((column, row), [])), grid_size=1), 2)
            tile.add_areas("water", sea, {"class": "ocean"})
        lakes = lakes_of(self.lakes, zoom)
        for place, parts in split_areas(lakes, zoom).items():
            made[place].add_areas("water", parts, {"class": "lake"})
        for place, parts in split_areas(ice, zoom).items():
            made[place].add_areas("landcover", parts, {"class": "ice", "subclass": "glacier"})
        for place, parts in split_lines(self.flowing(lakes, zoom), zoom).items():
            made[place].add_lines("waterway", parts, {"class": "river"})
        self.add_borders(zoom, ground, made)
        for layer, rows in (("place", self.places), ("water_name", self.water_names)):
            for limit, _, properties, point in rows:
                if limit <= (zoom + 1.99 if zoom < ZOOMS[-1] else 9):
                    (point,) = resized([point], zoom)
                    made[int(point.x // EXTENT), int(point.y // EXTENT)].add_name(layer, point, properties)
        for (column, row), tile in made.items():
            tiles[zoom, column, row] = tile.encoded() or field(3, Tile(0, 0).layer("place"))
        size = sum(len(tiles[zoom, c, r]) for c, r in made)
        corners = {n: sum(len(g) // 2 for t in made.values() for _, g, _ in t.layers[n]) for n in LAYERS}
        print(f"zoom {zoom}: {size} bytes, about so many corners: {corners}", flush=True)

    def add_borders(self, zoom, ground, made):
        done = []
        for (level, disputed, maritime), lines in sorted(self.borders.items()):
            if level == 4 and zoom == 0:
                continue
            lines = simplified(merged(lines), zoom)
            if not maritime:
                lines = on_land(lines, ground, 4 * POINT)
            if level == 4:
                lines = meeting(lines, done, 2 * POINT)
            elif not maritime:
                done += lines
            properties = {"admin_level": level, "disputed": disputed, "maritime": maritime}
            for place, parts in split_lines(lines, zoom).items():
                made[place].add_lines("boundary", parts, properties)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    world, tiles = World(pathlib.Path(sys.argv[1])), {}
    print("read", flush=True)
    for zoom in ZOOMS:
        world.add_tiles(zoom, tiles)
    content = archive(tiles)
    pathlib.Path(sys.argv[2]).write_bytes(content)
    print(f"{len(content)} bytes")


main()
