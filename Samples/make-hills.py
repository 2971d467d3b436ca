#!/usr/bin/env python3
"""Writes hills.mbtiles: heights of an island that does not exist, made by a formula, where the equator meets Greenwich's
meridian, as tiles in the Terrarium encoding. Run it in Samples/; it needs Python alone."""

import math
import sqlite3
import struct
import zlib

SIDE, ZOOMS = 256, range(5, 10)
REACH = 0.62  # degrees from the middle to the coast, about
WAVES = [(9.0, 0.3, 1.0), (15.0, 1.9, 0.6), (23.0, 4.1, 0.35), (41.0, 2.6, 0.18), (67.0, 5.2, 0.09)]


def height(x, y):
    """Meters at degrees east and north; 0 is the sea."""
    distance = math.hypot(x, y) / (REACH * (1 + 0.12 * math.sin(3 * math.atan2(y, x)) + 0.05 * math.sin(7 * x + 9 * y)))
    if distance >= 1:
        return 0
    ridges = 0.0
    for frequency, phase, weight in WAVES:
        a = math.sin(frequency * x + phase + math.sin(frequency * 0.7 * y))
        b = math.sin(frequency * 0.9 * y + 2 * phase + math.sin(frequency * 0.6 * x))
        ridges += weight * (1 - abs(a + b) / 2)
    rise = 1 - distance
    # Flat about the town in the middle, steep about the plain.
    plain = 1 / (1 + math.exp((0.1 - math.hypot(x, y)) * 60))
    return 60 * min(1, rise * 8) + 1500 * rise**1.2 * ridges * plain


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Each row as differences from the one above: smooth slopes become small numbers.
    raw, above = bytearray(), bytes(3 * SIDE)
    for row in rows:
        raw += b"\x02" + bytes((a - b) & 255 for a, b in zip(row, above))
        above = row
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes(raw), 9)) + chunk(b"IEND", b"")
    )


def tile(zoom, column, row):
    world, rows = SIDE << zoom, []
    for j in range(SIDE):
        north = 180 - (row * SIDE + j + 0.5) / world * 360
        latitude = math.degrees(2 * math.atan(math.exp(math.radians(north)))) - 90
        line = bytearray()
        for i in range(SIDE):
            longitude = (column * SIDE + i + 0.5) / world * 360 - 180
            # Steps of two meters keep the archive small.
            line += struct.pack(">H", 32768 + 2 * round(height(longitude, latitude) / 2)) + b"\0"
        rows.append(bytes(line))
    return png(rows)


with open("hills.mbtiles", "wb"):
    pass
database = sqlite3.connect("hills.mbtiles")
database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
for pair in [("name", "Hills"), ("format", "png"), ("minzoom", str(ZOOMS[0])), ("maxzoom", str(ZOOMS[-1])),
             ("bounds", "-0.7,-0.7,0.7,0.7"), ("encoding", "terrarium")]:
    database.execute("INSERT INTO metadata VALUES (?, ?)", pair)
for zoom in ZOOMS:
    middle = 1 << (zoom - 1)
    for column in (middle - 1, middle):
        for row in (middle - 1, middle):
            data = tile(zoom, column, row)
            database.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column, (1 << zoom) - 1 - row, data))
database.commit()
database.execute("VACUUM")
database.close()
