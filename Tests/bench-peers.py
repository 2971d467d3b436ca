#!/usr/bin/env python3
"""Times jobs that other programs do as well, ours and theirs in turn, and prints ratios.

Seconds differ from machine to machine and from hour to hour; a ratio of two runs beside each other hardly does. Every
job is a whole process from file to file, on one thread where both can be held to one. What is not installed is left out
with a message: MapLibre Native, DuckDB, Polars, ClickHouse, Matplotlib, supercluster's port to C++ and scikit-learn (pip install
pymgl fonttools duckdb polars chdb matplotlib pysupercluster scikit-learn), ImageMagick (its `compare`). Modules that `make test-engines` has installed into build/engines are found, too.

    bench-peers.py --ours .build/release/clustersnap [--runs 5] [--folder build/peers-data]
"""

import argparse
import csv
import importlib.util
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path += map(str, HERE.parent.parent.glob("build/engines/lib/python*/site-packages"))
VIEWS = [{"center": [i % 20 * 16 - 150, i // 20 * 20 - 30], "zoom": i % 5} for i in range(100)]
SIZE = (1024, 768)


# What the peers do: each is run as a process of its own, `bench-peers.py peer NAME FILE...`.


def peer_maplibre(style, out, views):
    """Draws views of a style with MapLibre Native: clusters by its own radius method, without labels."""
    os.environ["EGL_PLATFORM"] = "surfaceless"
    import pymgl

    with pymgl.Map(Path(style).read_text(), *SIZE, 1, 0, 0, 1) as view:
        for index, place in enumerate(json.loads(views)):
            view.setCenter(*place["center"])
            view.setZoom(place["zoom"])
            view.setBearing(place.get("bearing", 0))
            Path(f"{out}-{index}.png").write_bytes(view.renderPNG())


def peer_duckdb(points, out):
    import duckdb

    duckdb.connect().execute(
        f"""SET threads = 1; COPY (SELECT floor(lon) AS x, floor(lat) AS y, count(*) AS n, avg(lon), avg(lat)
        FROM read_csv('{points}', columns = {{'lon': 'DOUBLE', 'lat': 'DOUBLE', 'id': 'BIGINT'}}) GROUP BY x, y)
        TO '{out}' (FORMAT csv)""")


def peer_polars(points, out):
    os.environ["POLARS_MAX_THREADS"] = "1"
    import polars

    x, y = polars.col("lon").floor().alias("x"), polars.col("lat").floor().alias("y")
    sums = [polars.len(), polars.col("lon").mean(), polars.col("lat").mean()]
    polars.scan_csv(points).group_by(x, y).agg(sums).sink_csv(out)


def peer_clickhouse(points, out):
    import chdb

    answer = chdb.query(
        f"""SELECT floor(lon) AS x, floor(lat) AS y, count(), avg(lon), avg(lat)
        FROM file('{Path(points).resolve()}', CSVWithNames, 'lon Float64, lat Float64, id Int64') GROUP BY x, y
        SETTINGS max_threads = 1""", "CSV")
    Path(out).write_bytes(answer.bytes())


def peer_matplotlib(points, out):
    """Draws each point as a disc without clustering."""
    import matplotlib

    matplotlib.use("Agg")
    import polars
    from matplotlib import pyplot

    table = polars.read_csv(points)
    figure = pyplot.figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100)
    pyplot.axes((0, 0, 1, 1)).plot(table["lon"], table["lat"], "o", markersize=2.2)
    figure.savefig(out)


def peer_categories(points, out):
    """Counts the points of each degree by the ten largest of 100,000 categories and by all others."""
    import duckdb

    duckdb.connect().execute(
        f"""SET threads = 1; COPY (
          WITH rows AS (SELECT floor(lon) AS x, floor(lat) AS y, kind
            FROM read_csv('{points}', columns = {{'lon': 'DOUBLE', 'lat': 'DOUBLE', 'id': 'BIGINT', 'kind': 'VARCHAR'}})),
          ranked AS (SELECT kind, row_number() OVER (ORDER BY count(*) DESC, kind) AS rank FROM rows GROUP BY kind)
          SELECT x, y, least(rank, 11) AS share, count(*) FROM rows JOIN ranked USING (kind) GROUP BY ALL)
        TO '{out}' (FORMAT csv)""")


def peer_parquet(points, out):
    import duckdb

    duckdb.connect().execute(
        f"""COPY (SELECT floor(lon) AS x, floor(lat) AS y, count(*) AS n, avg(lon), avg(lat)
        FROM read_parquet('{points}') GROUP BY x, y) TO '{out}' (FORMAT csv)""")


def peer_supercluster(points, out):
    """Clusters by radius, and asks for one view."""
    import numpy
    import polars
    import pysupercluster

    table = polars.read_csv(points)
    index = pysupercluster.SuperCluster(
        numpy.column_stack([table["lon"].to_numpy(), table["lat"].to_numpy()]), min_zoom=0, max_zoom=16, radius=40, extent=512)
    clusters = index.getClusters(top_left=(-180, 85), bottom_right=(180, -85), zoom=1)
    Path(out).write_text("\n".join(f"{cluster['longitude']},{cluster['latitude']},{cluster['count']}" for cluster in clusters))


def peer_kmeans(points, out, count):
    """Lloyd's rounds until nothing moves, from centers drawn by k-means++, as ours."""
    import polars
    from sklearn.cluster import KMeans

    table = polars.read_csv(points).select("lon", "lat").to_numpy()
    centers = KMeans(int(count), n_init=1, random_state=1).fit(table).cluster_centers_
    Path(out).write_text("\n".join(f"{x},{y}" for x, y in centers))


PEERS = {
    "maplibre": peer_maplibre, "duckdb": peer_duckdb, "polars": peer_polars, "chdb": peer_clickhouse,
    "parquet": peer_parquet, "supercluster": peer_supercluster, "kmeans": peer_kmeans,
    "matplotlib": peer_matplotlib, "categories": peer_categories,
}


# Data


def make_points(path, count):
    """Points about 300 towns, seeded."""
    if path.exists():
        return
    draw = random.Random(7)
    towns = [(draw.uniform(-170, 170), draw.uniform(-55, 70), draw.uniform(0.05, 4)) for _ in range(300)]
    with open(path, "w") as file:
        file.write("lon,lat,id\n")
        for number in range(count):
            x, y, spread = towns[int(300 * draw.random() ** 2)]
            lon, lat = x + draw.gauss(0, spread), max(-80, min(80, y + draw.gauss(0, spread)))
            file.write(f"{(lon + 180) % 360 - 180:.5f},{lat:.5f},{number}\n")


def make_column(path, points, name, value):
    """The same points with one more column."""
    if path.exists():
        return
    with open(points) as rows, open(path, "w") as file:
        file.write(f"lon,lat,id,{name}\n")
        next(rows)
        file.writelines(f"{row.rstrip()},{value()}\n" for row in rows)


def make_categories(path, points):
    """The same points with a category of 100,000 each."""
    draw = random.Random(8)
    make_column(path, points, "kind", lambda: f"kind {draw.randrange(100_000)}")


def make_names(path, points):
    """The same points with a name each."""
    draw = random.Random(9)

    def name():
        return "".join(draw.choice("abcdefghijklmnoprstuvw") for _ in range(draw.randint(4, 12))).title()

    make_column(path, points, "name", name)


def point_source(path, properties=lambda row: {}):
    """The rows of a table as a source of points, with properties made of each row."""
    features = []
    with open(path) as file:
        for row in csv.DictReader(file):
            place = {"type": "Point", "coordinates": [float(row["lon"]), float(row["lat"])]}
            features.append({"type": "Feature", "properties": properties(row), "geometry": place})
    return {"type": "geojson", "data": {"type": "FeatureCollection", "features": features}}


def make_layers(points, path, count):
    """What both draw of points without clustering: layers with a filter each."""
    layers = [
        {"id": f"dots-{n}", "type": "circle", "source": "points", "filter": ["==", ["get", "n"], n],
         "paint": {"circle-radius": 2 + n % 3}} for n in range(count)]
    source = point_source(points, lambda row: {"n": int(row["id"]) % count})
    path.write_text(json.dumps({"version": 8, "sources": {"points": source}, "layers": layers}))


def make_labels(points, path, glyphs):
    """What MapLibre Native draws of names: a symbol layer, and its glyphs beside it."""
    sys.path.append(str(HERE.parent / "DrawingCases"))
    import glyphs as writer

    font = writer.comparison_font(writer.find("DejaVuSans.ttf"), "Regular", str(glyphs.with_suffix(".ttf")))
    for start in range(0, 65536, 256):
        writer.write_range(font if start == 0 else None, "Open Sans Regular", start,
                           str(glyphs / "Open Sans Regular" / f"{start}-{start + 255}.pbf"))
    layers = [
        {"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 3}},
        {"id": "names", "type": "symbol", "source": "points", "layout": {
            "text-field": ["get", "name"], "text-font": ["Open Sans Regular"], "text-size": 12,
            "text-variable-anchor": ["top", "bottom", "left", "right"], "text-radial-offset": 0.5}}]
    source = point_source(points, lambda row: {"name": row["name"]})
    path.write_text(json.dumps(
        {"version": 8, "glyphs": f"file://{glyphs}/{{fontstack}}/{{range}}.pbf", "sources": {"points": source}, "layers": layers}))


def make_polygons(points, path, style):
    """Hexagons about points, and what MapLibre Native draws of them."""
    features = []
    with open(points) as file:
        for row in csv.DictReader(file):
            x, y = float(row["lon"]), float(row["lat"])
            ring = [[round(x + dx, 5), round(y + dy, 5)]
                    for dx, dy in ((.3, 0), (.15, .26), (-.15, .26), (-.3, 0), (-.15, -.26), (.15, -.26), (.3, 0))]
            features.append({"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}})
    data = {"type": "FeatureCollection", "features": features}
    path.write_text(json.dumps(data, separators=(",", ":")))
    layers = [
        {"id": "land", "type": "fill", "source": "areas", "paint": {"fill-color": "#f2f0e9"}},
        {"id": "coast", "type": "line", "source": "areas", "paint": {"line-color": "#889", "line-width": 0.75}}]
    style.write_text(json.dumps({"version": 8, "sources": {"areas": {"type": "geojson", "data": data}}, "layers": layers}))


def make_style(points, land, path):
    """What MapLibre Native draws: the same land and points, bubbles of three sizes."""
    if path.exists():
        return
    size = ["step", ["get", "point_count"], 18, 100, 24, 1000, 29]
    layers = [
        {"id": "sea", "type": "background", "paint": {"background-color": "#cfe0ee"}},
        {"id": "land", "type": "fill", "source": "land", "paint": {"fill-color": "#f2f0e9"}},
        {"id": "coast", "type": "line", "source": "land", "paint": {"line-color": "#889", "line-width": 0.75}},
        {"id": "clusters", "type": "circle", "source": "points", "filter": ["has", "point_count"],
         "paint": {"circle-radius": size, "circle-color": "#0a7", "circle-stroke-width": 2}},
        {"id": "singles", "type": "circle", "source": "points", "filter": ["!", ["has", "point_count"]]},
    ]
    sources = {
        "land": {"type": "geojson", "data": json.loads(Path(land).read_text())},
        "points": {**point_source(points), "cluster": True, "clusterRadius": 50},
    }
    path.write_text(json.dumps({"version": 8, "sources": sources, "layers": layers}))


def street_style(tiles, path):
    """What Tests/DrawingCases draws of OpenMapTiles as published styles do, without names and icons; how many layers."""
    cases = HERE.parent / "DrawingCases"
    style = json.loads((cases / "published.streets.json").read_text())
    style["layers"] = [layer for layer in style["layers"] if layer.get("type") != "symbol"]
    style["sources"]["streets"]["url"] = f"mbtiles://{tiles}"
    style["sprite"] = f"file://{cases}/images/sprite"
    path.write_text(json.dumps(style))
    return len(style["layers"])


# Measuring


def run(command, folder):
    """Seconds on the clock and seconds of the processor of one run."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"bench-peers: {' '.join(map(str, command))} failed:\n{done.stderr[-2000:]}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return elapsed, spent


def compare(name, ours, peer, theirs, folder, runs):
    """Runs both in turn and prints the best of each; processor seconds, which other work on the machine changes least."""
    best = {}
    for _ in range(runs):
        for key, command in (("ours", ours), ("theirs", theirs)):
            elapsed, spent = run(command, folder)
            known = best.get(key, (elapsed, spent))
            best[key] = (min(known[0], elapsed), min(known[1], spent))
    (a, b), (c, d) = best["ours"], best["theirs"]
    print(
        f"{name}: {a:.3f} s (processor {b:.3f}); {peer} {c:.3f} s ({d:.3f}); "
        f"ratio {a / c:.2f} on the clock, {b / d:.2f} of the processor", flush=True)


def has(module):
    if importlib.util.find_spec(module):
        return True
    print(f"{module} is not installed (pip install {module}): left out")
    return False


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--ours", required=True, type=Path)
    arguments.add_argument("--folder", type=Path, default=Path("build/peers-data"))
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--rows", type=int, default=1_000_000, help="of the table that is grouped")
    options = arguments.parse_args()
    ours, folder = options.ours.resolve(), options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    data = os.environ.get("CLUSTERSNAP_DATA")
    peer = [sys.executable, HERE, "peer"]

    make_points(folder / "80k.csv", 80_000)
    if data and has("pymgl"):
        land = Path(data) / "ne_110m_land.json"
        shutil.copyfile(land, folder / "land.json")
        make_style(folder / "80k.csv", land, folder / "style.json")
        size, plain = "{}x{}".format(*SIZE), ["--quiet", "--threads", "1"]
        view = {"center": [10, 20], "zoom": 1}
        compare(
            "one picture of 80,000 points over land",
            [ours, "render", "80k.csv", "--basemap", "land.json", "--center", "10,20", "--zoom", "1", "--size", size,
             "-o", "ours.png", *plain],
            "MapLibre Native", [*peer, "maplibre", "style.json", "theirs", json.dumps([view])], folder, options.runs)
        views = [dict(view, size=size, output=f"ours-{index}.png") for index, view in enumerate(VIEWS)]
        request = {"sources": {"points": "80k.csv"}, "basemap": "land.json", "views": views}
        (folder / "views.json").write_text(json.dumps(request))
        compare(
            "100 views of them", [ours, "render", "--request", "views.json", *plain],
            "MapLibre Native", [*peer, "maplibre", "style.json", "theirs", json.dumps(VIEWS)], folder,
            max(1, options.runs // 2))
        shutil.copyfile(Path(data) / "san-francisco.mbtiles", folder / "city.mbtiles")
        count = street_style(folder / "city.mbtiles", folder / "streets.json")
        for center, zoom in (([-122.41, 37.79], 13.6), ([-122.405, 37.785], 14)):
            view = {"center": center, "zoom": zoom, "bearing": 0}
            compare(
                f"streets of San Francisco at zoom {zoom}, {count} layers without labels",
                [ours, "render", "--style", "streets.json", "--tiles", "streets=city.mbtiles",
                 "--sprite", HERE.parent / "DrawingCases" / "images" / "sprite",
                 "--center={},{}".format(*center), "--zoom", zoom, "--bearing", "0", "--size", size, "-o", "ours.png", *plain],
                "MapLibre Native", [*peer, "maplibre", "streets.json", "theirs", json.dumps([view])], folder, options.runs)
        make_points(folder / "10k.csv", 10_000)
        make_layers(folder / "10k.csv", folder / "layers.json", 500)
        compare(
            "500 layers with a filter each, 10,000 points",
            [ours, "render", "--style", "layers.json", "--center", "10,20", "--zoom", "1", "--size", size, "-o", "ours.png",
             *plain],
            "MapLibre Native",
            [*peer, "maplibre", "layers.json", "theirs", json.dumps([{"center": [10, 20], "zoom": 1}])], folder,
            options.runs)
        make_points(folder / "100k.csv", 100_000)
        make_polygons(folder / "100k.csv", folder / "areas.json", folder / "areas-style.json")
        at = ["--center", "10,20", "--zoom", "1", "--size", size, "-o", "ours.png", *plain]
        there = json.dumps([{"center": [10, 20], "zoom": 1}])
        compare(
            "100,000 polygons of a base map", [ours, "render", "--basemap", "areas.json", "10k.csv", *at],
            "MapLibre Native", [*peer, "maplibre", "areas-style.json", "theirs", there], folder, options.runs)
        if has("fontTools"):
            make_names(folder / "names.csv", folder / "100k.csv")
            make_labels(folder / "names.csv", folder / "labels.json", folder / "glyphs")
            compare(
                "names of 100,000 single points",
                [ours, "render", "names.csv", "--method", "none", "--label-by", "name", "--basemap", "none", *at],
                "MapLibre Native", [*peer, "maplibre", "labels.json", "theirs", there], folder, options.runs)
    elif not data:
        print("CLUSTERSNAP_DATA does not name a folder with ne_110m_land.json: MapLibre Native is left out")

    table = folder / f"{options.rows}.csv"
    grouping = [ours, "clusters", table.name, "--bbox=-180,-85,180,85", "--zoom", "1", "--format", "csv", "-o", "ours.csv",
                "--threads", "1", "--quiet"]
    for module, title in (("duckdb", "DuckDB"), ("polars", "Polars"), ("chdb", "ClickHouse")):
        if has(module):
            make_points(table, options.rows)
            compare(
                f"{options.rows:,} rows grouped", grouping, title,
                [*peer, module, table.name, f"{module}.csv"], folder, options.runs)

    if has("duckdb"):
        import duckdb

        if not (folder / "table.parquet").exists():
            duckdb.connect().execute(f"COPY (FROM '{table}') TO '{folder / 'table.parquet'}'")
        ours_parquet = ["table.parquet" if word == table.name else "2" if index == grouping.index("--threads") + 1 else word
                        for index, word in enumerate(grouping)]
        tried = subprocess.run([str(word) for word in ours_parquet], cwd=folder, capture_output=True, text=True)
        if tried.returncode == 0:
            compare(
                f"{options.rows:,} rows of Parquet grouped, two threads", ours_parquet, "DuckDB",
                [*peer, "parquet", "table.parquet", "duckdb.csv"], folder, options.runs)
        else:
            print(f"Parquet: {tried.stderr.strip()}: left out")
    if has("sklearn") and has("polars"):
        make_points(folder / "100k.csv", 100_000)
        compare(
            "k-means of 100,000 points, 300 centers",
            [ours, "clusters", "100k.csv", "--method", "kmeans", "--clusters", "300", "--bbox=-180,-85,180,85", "--format", "csv",
             "-o", "ours.csv", "--quiet"],
            "scikit-learn", [*peer, "kmeans", "100k.csv", "kmeans.csv", "300"], folder, max(1, options.runs // 2))
    if has("pysupercluster") and has("polars"):
        make_points(table, options.rows)
        compare(
            f"{options.rows:,} points clustered by radius, one view",
            [ours, "render", table.name, "--method", "radius", "--basemap", "none", "--center", "10,20", "--zoom", "1", "--size",
             "{}x{}".format(*SIZE), "-o", "ours.png", "--quiet", "--threads", "1"],
            "pysupercluster without a picture", [*peer, "supercluster", table.name, "clusters.csv"], folder,
            max(1, options.runs // 2))

    view = ["--center", "10,20", "--zoom", "1", "--size", "{}x{}".format(*SIZE), "-o", "ours.png", "--threads", "1", "--quiet"]
    if has("matplotlib") and has("polars"):
        make_points(table, options.rows)
        compare(
            f"{options.rows:,} points, each drawn", [ours, "render", table.name, "--method", "none", *view], "Matplotlib",
            [*peer, "matplotlib", table.name, "matplotlib.png"], folder, options.runs)
    if has("duckdb"):
        make_points(table, options.rows)
        make_categories(folder / "kinds.csv", table)
        compare(
            f"{options.rows:,} points of 100,000 categories, as rings of shares",
            [ours, "render", "kinds.csv", "--donut-by", "kind", *view], "DuckDB's counts alone",
            [*peer, "categories", "kinds.csv", "categories.csv"], folder, options.runs)

    if shutil.which("compare"):
        for name, style in (("a", "light"), ("b", "amap")):
            run([ours, "render", "80k.csv", "--style", style, "--size", "2048x2048", "--scale", "2", "--center", "10,20",
                 "--zoom", "3", "-o", f"{name}.png", "--quiet"], folder)
        compare(
            "difference of two pictures of 4096 by 4096", [ours, "diff", "a.png", "b.png", "-o", "difference.png"],
            "ImageMagick", ["compare", "-metric", "AE", "a.png", "b.png", "magick.png"], folder, options.runs)
    else:
        print("ImageMagick's compare is not installed (apt install imagemagick): left out")


if __name__ == "__main__":
    if sys.argv[1:2] == ["peer"]:
        PEERS[sys.argv[2]](*sys.argv[3:])
    else:
        main()
