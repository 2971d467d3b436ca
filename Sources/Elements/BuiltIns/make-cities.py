#!/usr/bin/env python3
"""Makes the table of cities that descriptions of pictures name, from Natural Earth (public domain).

    python3 Sources/BuiltIns/make-cities.py natural-earth > Sources/BuiltIns/world-cities.csv

The folder holds `ne_10m_populated_places_simple.geojson.gz`. Names are those of the built-in world, see
`make-world-tiles.py`; codes of countries are those of `world-countries.csv`. The largest cities come first.
"""

import csv
import gzip
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
# Codes that Natural Earth lacks, or that are a part of a country in the table.
COUNTRIES = {"SOL": "SO", "KOS": "XK", "CYN": "CY", "FRA": "FR", "SJM": "NO"}


def rows(name):
    with open(HERE / name, newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def main(folder):
    names = {(row["country"], row["name"]): row["today"] for row in rows("world-names.csv") if row["kind"] == "city"}
    codes = {row["iso_a2"] for row in rows("world-countries.csv")}
    cities = []
    with gzip.open(pathlib.Path(folder) / "ne_10m_populated_places_simple.geojson.gz") as file:
        for feature in json.load(file)["features"]:
            properties = feature["properties"]
            if properties["featurecla"] in ("Historic place", "Scientific station", "Meteorological Station"):
                continue
            name = names.get((properties["adm0_a3"], properties["name"]), properties["name"])
            if not name:
                continue
            code = properties["iso_a2"] if properties["iso_a2"] in codes else COUNTRIES.get(properties["adm0_a3"], "")
            longitude, latitude = feature["geometry"]["coordinates"][:2]
            cities.append((-max(0, properties.get("pop_max") or 0), name, code, longitude, latitude))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["name", "iso_a2", "longitude", "latitude", "people"])
    for people, name, code, longitude, latitude in sorted(cities):
        writer.writerow([name, code, f"{longitude:.2f}", f"{latitude:.2f}", -people])


main(sys.argv[1])
