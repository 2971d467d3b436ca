#!/usr/bin/env python3
"""Writes the box of each country's main part into the columns west to north of world-countries.csv, from Natural Earth (public domain).

    python3 -m venv environment && environment/bin/pip install shapely==2.2.0
    environment/bin/python Sources/Elements/BuiltIns/make-country-boxes.py natural-earth

Land is divided along borders, and each piece belongs to the country whose label point lies in it. The main part is the largest
piece with those near it, and those near these: so Corsica is in the box of France, and Alaska not in that of the United States.
"""
import csv
import gzip
import json
import pathlib
import sys

from shapely import LineString, Point, STRtree
from shapely.affinity import translate
from shapely.ops import polygonize, unary_union

TABLE = pathlib.Path(__file__).parent / "world-countries.csv"
# How far apart pieces of one part lie at most, and how far borders are drawn out beyond the coast, in degrees.
REACH, BEYOND = 4, 0.05


def features(folder, name):
    with gzip.open(folder / f"ne_{name}.geojson.gz") as file:
        for feature in json.load(file)["features"]:
            coordinates = feature["geometry"]["coordinates"]
            many = feature["geometry"]["type"].startswith("Multi")
            yield feature["properties"], coordinates if many else [coordinates]


def beyond(end, before):
    (x, y), (u, v) = end[:2], before[:2]
    length = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 or 1
    return x + (x - u) / length * BEYOND, y + (y - v) / length * BEYOND


def pieces(folder):
    lines = []
    for name in ("10m_land", "10m_minor_islands"):
        lines += [LineString(ring) for _, parts in features(folder, name) for rings in parts for ring in rings if len(ring) > 3]
    for _, parts in features(folder, "10m_admin_0_boundary_lines_land"):
        for line in parts:
            if len(line) > 1:
                lines.append(LineString([beyond(line[0], line[1]), *line, beyond(line[-1], line[-2])]))
    return list(polygonize(unary_union(lines)))


def main_part(parts):
    parts = [part.simplify(0.02) for part in parts]
    largest = max(parts, key=lambda part: part.area)
    west, south, east, north = largest.bounds
    # What lies beyond 180° belongs to what lies before it.
    rest = [translate(part, 360) if east > 150 and part.bounds[2] < -150 else part for part in parts if part is not largest]
    reach = min(REACH, 0.5 * max(1, east - west, north - south))
    kept, grown = [largest], [largest]
    while grown:
        close = {id(part) for one in grown for part in rest if one.dwithin(part, reach)}
        grown = [part for part in rest if id(part) in close]
        rest = [part for part in rest if id(part) not in close]
        kept += grown
    return unary_union(kept).bounds


def main(folder):
    land = pieces(folder)
    tree = STRtree(land)
    country_of, parts_of = {}, {}
    for properties, [position] in features(folder, "10m_admin_0_label_points"):
        for piece in tree.query(Point(position[:2]), predicate="within"):
            country_of.setdefault(int(piece), properties["sr_adm0_a3"])
    for piece, country in sorted(country_of.items()):
        parts_of.setdefault(country, []).append(land[piece])
    with open(TABLE, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    taken = set()
    for row in rows:
        found = tree.query(Point(float(row["longitude"]), float(row["latitude"])), predicate="within")
        country = next((country_of[int(piece)] for piece in found if int(piece) in country_of), None)
        # A territory that the borders do not divide off has no box of its own.
        country = None if country in taken else country
        taken.add(country)
        box = main_part(parts_of[country]) if country else [""] * 4
        for key, value in zip(("west", "south", "east", "north"), box):
            row[key] = f"{value:.1f}" if country else ""
    with open(TABLE, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


main(pathlib.Path(sys.argv[1]))
