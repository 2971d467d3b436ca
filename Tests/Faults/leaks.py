#!/usr/bin/env python3
"""Runs a command that is built with AddressSanitizer over inputs that are cut, wrong or missing, and looks for leaks and errors of memory.

Handles of Cairo, Pango, libpng, SQLite and curl are memory, so that one that is not given back on an early way out is a leak. What
Swift's globals and fontconfig hold is left out (leaks.txt). `make sanitize` calls it.
"""
import argparse
import concurrent.futures
import glob
import os
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOUND = 99
SURROUNDINGS = dict(os.environ, ASAN_OPTIONS="exitcode=%d:detect_leaks=1" % FOUND,
                    LSAN_OPTIONS="exitcode=%d:print_suppressions=0:suppressions=%s" % (FOUND, os.path.join(HERE, "leaks.txt")))
POINTS = os.path.join(ROOT, "Samples", "capitals.csv")
VIEW = ["--center", "13,48", "--zoom", "3", "--size", "200x150", "-q"]
OUT = ["-o", "out.png"]


def words_for(kind, path):
    """How a file of a kind is read."""
    yield from {
        "csv": [["render", path, *VIEW, *OUT], ["clusters", path, "-o", "out.geojson"]],
        "geojson": [["render", path, *VIEW, *OUT], ["clusters", path, "-o", "out.csv", "--format", "csv"]],
        "json": [["render", path, *VIEW, *OUT], ["check", path]],
        "style": [["check", path], ["render", POINTS, "--style", path, *VIEW, *OUT]],
        "expression": [["check", path]],
        "tile": [["tile", path, "--raw"]],
        "pmtiles": [["tile", path, "0/0/0"], ["render", POINTS, "--basemap", path, *VIEW, *OUT]],
        "picture": [["diff", path, path, *OUT], ["diff", path, os.path.join(ROOT, "Samples/pictures/light.png")]],
        "request": [["render", "--request", path]],
        "scenario": [["animate", path, *OUT]],
        "cells": [["render", "--cells", path, *VIEW, *OUT]],
        "mbtiles": [["tile", path, "0/0/0"], ["render", POINTS, "--basemap", path, *VIEW, *OUT]],
        "gpkg": [["render", path, *VIEW, *OUT]],
    }.get(kind, [])


def other_jobs():
    """What goes wrong beside inputs, and what goes well."""
    yield ["render", POINTS, *VIEW, *OUT]
    yield ["render", POINTS, *VIEW, "-o", "out.pdf"]
    yield ["render", POINTS, *VIEW, "-o", "missing/out.png"]
    yield ["render", POINTS, *VIEW, "-o", "-", "--format", "png"]
    yield ["render", POINTS, "missing.csv", *VIEW, *OUT]
    yield ["render", POINTS, "--font", POINTS, *VIEW, *OUT]
    yield ["render", POINTS, "--icons", ".", *VIEW, *OUT]
    yield ["render", POINTS, "--basemap", "http://127.0.0.1:9/{z}/{x}/{y}.mvt", *VIEW, *OUT]
    yield ["render", POINTS, "--size", "99999x99999", *OUT]
    yield ["verify", os.path.join(ROOT, "Tests/Goldens")]


def databases(folder):
    """Tiles and a table in SQLite, whole."""
    path = os.path.join(folder, "small.mbtiles")
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        database.execute("INSERT INTO metadata VALUES ('format', 'pbf')")
        database.execute("INSERT INTO tiles VALUES (0, 0, 0, x'1a00')")
    yield "mbtiles", path
    path = os.path.join(folder, "small.gpkg")
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)")
        database.execute("INSERT INTO gpkg_contents VALUES ('towns', 'features')")
    yield "gpkg", path


def jobs(folder):
    town = os.path.join(ROOT, "Samples/town.pmtiles")
    files = [("pmtiles", town)] + [(os.path.basename(os.path.dirname(path)), path) for path in sorted(glob.glob(os.path.join(ROOT, "Tests/Corpus/*/*")))]
    number = 0
    for kind, path in files + list(databases(folder)):
        with open(path, "rb") as file:
            whole = file.read()
        for share in (1, 0.9, 0.5, 0.1):
            number += 1
            cut = os.path.join(folder, "%d-%s" % (number, os.path.basename(path)))
            with open(cut, "wb") as file:
                file.write(whole[:int(len(whole) * share)])
            yield from words_for(kind, cut)
    yield from other_jobs()


def run(ours, words, scratch):
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        done = subprocess.run([ours, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, env=SURROUNDINGS)
    return done.returncode, done.stderr.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    ours = os.path.abspath(arguments.ours)
    runs, refused, faults = 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        inputs = os.path.join(scratch, "inputs")
        os.mkdir(inputs)
        every = list(jobs(inputs))
        for words, (status, messages) in zip(every, pool.map(lambda words: run(ours, words, scratch), every)):
            runs += 1
            refused += status in (2, 3)
            if status not in (0, 1, 2, 3):
                faults += 1
                print("%s: status %d\n%s\n" % (" ".join(words), status, messages[:4000]))
    print("%d runs, %d of them refused, %d with leaks or errors of memory" % (runs, refused, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
