"""Runs the statements of `clustersnap sql` in real engines and compares their cells with `clustersnap clusters`; where drivers
are found, tables of databases as inputs, too.

Engines are installed into build/engines where they are reachable; those that are not are left out with a message.
Servers listen on a socket in that folder alone and are stopped at the end. `make test-engines` calls it.
"""

import argparse
import csv
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ENGINES = os.path.join(ROOT, "build", "engines")

VIEWS = [
    "--center 0,0 --zoom 0 --size 512x512",
    "--center 20,10 --zoom -1 --size 1024x400",
    "--center 180,0 --zoom 2.3 --size 700x500",
    "--bbox 170,-60,-170,70 --size 400x600 --margin 0.5",
    "--center -179.5,51 --zoom 4.7 --size 640x480 --cell-size 33",
    "--bbox -12,35,32,60 --size 800x600 --preset cch",
    "--center 13.4,52.5 --zoom 11.25 --size 500x500 --min-count 1",
    "--center 10,84 --zoom 3 --size 600x300 --snap-zoom --position cell-center",
    "--center 100,-85 --zoom 6.6 --size 1000x700 --cell-size 16 --margin 2",
    # Without points.
    "--center -123.4,-65.4 --zoom 14 --size 300x200",
]
# From one table of tiles.
PYRAMID = 13
PYRAMID_VIEWS = ["--center 20,10 --zoom 2 --size 1000x600", "--center 13.4,52.5 --zoom 9.7 --size 800x800"]


def points(count, seed):
    """Seeded points with what is hard: poles, ±180, other turns, nulls, NaN, equal places, a weight of 10^9."""
    rng = random.Random(seed)
    towns = [(rng.uniform(-180, 180), rng.uniform(-80, 80), rng.uniform(0.01, 6)) for _ in range(24)]
    edges = [(0, 90), (0, -90), (12, 85.0511287798066), (12, -85.0511287798066), (180, 0), (-180, 0),
             (179.999999999, 10), (-179.999999999, 10), (540, -3), (-540, -3), (190, 51), (-200.5, 51),
             (359.999, 48), (0, 0), (None, 3), (3, None), (None, None), (math.nan, 3), (3, math.nan),
             (3, 91), (600, 3), (1e-9, -1e-9), (22.5, 0)]
    rows = []
    for index in range(count):
        if index < 2 * len(edges):
            lon, lat = edges[index % len(edges)]
        elif rng.random() < 0.2:
            lon, lat = rng.uniform(-180, 180), rng.uniform(-90, 90)
        else:
            town = rng.choice(towns)
            lon = town[0] + rng.gauss(0, 1) * town[2]
            lat = min(90, max(-90, town[1] + rng.gauss(0, 1) * town[2]))
            if rng.random() < 0.05:
                lon, lat = 13.4, 52.5
        mass = None if rng.random() < 0.1 else rng.uniform(0, 50)
        if index == 60:
            mass = 1e9
        rows.append((f"p{index}", index + 1, f"point {index}", lon, lat, mass))
    return rows


def text(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else repr(value)
    return str(value)


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(header)
        out.writerows([[text(value) for value in row] for row in rows])


TEXTS = ("CREATE TABLE texts AS SELECT id, rownumber, name, CAST(longitude AS VARCHAR) AS longitude, "
         "CAST(latitude AS VARCHAR) AS latitude, mass FROM points")
HEADER = ["id", "rownumber", "name", "longitude", "latitude", "mass"]


def view_of(words, output):
    """A view of a request from its options."""
    words = words.split()
    options = {name[2:]: value for name, value in zip(words[::2], words[1::2])}
    longitude, latitude = options["center"].split(",")
    return {"center": [float(longitude), float(latitude)], "zoom": float(options["zoom"]), "size": options["size"], "output": output}


def audit_of(rows):
    """What an audit counts, by the README."""
    places = [row[3:5] for row in rows]
    return {
        "records": len(rows), "nulls": sum(None in place for place in places),
        "not_numbers": sum(None not in place and any(math.isnan(value) for value in place) for place in places),
        "bad_latitudes": sum(lat is not None and abs(lat) > 90 for _, lat in places),
        "bad_longitudes": sum(lon is not None and abs(lon) > 540 for lon, _ in places),
    }


class Missing(Exception):
    """An engine that cannot be had here, and why."""


INSTALLS = True


def pip(package, module):
    """Imports a module, from build/engines if it has to be installed."""
    try:
        return __import__(module)
    except ImportError:
        if not INSTALLS:
            raise Missing(f"there is no {module}; make test-engines installs it")
    python = os.path.join(ENGINES, "bin", "python")
    if not os.path.exists(python):
        venv.create(ENGINES, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package],
                   capture_output=True)
    folder = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
                            capture_output=True, text=True, check=True).stdout.strip()
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return __import__(module)
    except ImportError as error:
        raise Missing(f"{package} cannot be installed: {error}")


class SQLite:
    def __init__(self, rows, folder):
        import sqlite3
        self.db = sqlite3.connect(":memory:")
        try:
            self.db.execute("SELECT LN(2), SIN(1)")
        except sqlite3.OperationalError:
            raise Missing("this SQLite has no mathematical functions")
        self.db.execute("CREATE TABLE points (id TEXT, rownumber INTEGER, name TEXT, longitude REAL, latitude REAL, mass REAL)")
        self.db.executemany("INSERT INTO points VALUES (?, ?, ?, ?, ?, ?)", rows)

    def answer(self, statement):
        cursor = self.db.execute(statement)
        return [column[0] for column in cursor.description], cursor.fetchall()

    def stop(self):
        self.db.close()


class DuckDB:
    def __init__(self, rows, folder):
        duckdb = pip("duckdb", "duckdb")
        self.db = duckdb.connect()
        self.db.execute("CREATE TABLE points (id TEXT, rownumber BIGINT, name TEXT, longitude DOUBLE, latitude DOUBLE, mass DOUBLE)")
        self.db.execute(f"INSERT INTO points SELECT * FROM read_csv('{folder}/points.csv', header = true)")

    def answer(self, statement):
        cursor = self.db.execute(statement)
        return [column[0] for column in cursor.description], cursor.fetchall()

    def direct(self, folder):
        """The environment in which its library is found, and its tables as inputs: a database's and a Parquet file."""
        environment = {}
        if not os.environ.get("CLUSTERSNAP_DUCKDB"):
            # Python's module is such a library where Python's own is loaded before it.
            import sysconfig
            python = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or "")
            places = [os.path.join(path, name) for path in sys.path if os.path.isdir(path) for name in os.listdir(path)]
            module = next((path for path in places if re.search(r"/_duckdb.*\.so$", path)), None)
            if not module or not re.search(r"\.so[.0-9]*$", python) or not os.path.exists(python):
                raise Missing("CLUSTERSNAP_DUCKDB names no libduckdb, and that of Python cannot be loaded alone")
            environment = {"CLUSTERSNAP_DUCKDB": module, "LD_PRELOAD": python}
        self.db.execute(f"ATTACH '{folder}/points.db' AS file; CREATE TABLE file.points AS FROM points; DETACH file")
        self.db.execute(f"COPY points TO '{folder}/points.parquet'")
        try:
            # Nulls and NaN have no place; latitudes and longitudes that are out of range stay.
            self.db.execute(f"ATTACH '{folder}/shapes.db' AS file; CREATE TABLE file.shapes AS SELECT id, rownumber, name, mass, "
                            "CAST(CASE WHEN isnan(longitude) OR isnan(latitude) THEN NULL "
                            "ELSE 'POINT(' || longitude || ' ' || latitude || ')' END AS GEOMETRY) AS geom FROM points; DETACH file")
            self.geometries = [f"duckdb:{folder}/shapes.db"]
        except Exception as reason:
            self.geometries = []
            print(f"duckdb: geometries are left out: {str(reason).splitlines()[0]}")
        return environment, [f"duckdb:{folder}/points.db", f"{folder}/points.parquet"] + self.geometries

    def texts(self):
        """A table whose coordinates are texts."""
        self.db.execute(TEXTS)

    def geometry(self):
        """The table with a column of geometries for `sql --geometry`; `spatial` is no part of the package."""
        try:
            self.db.execute("LOAD spatial")
        except Exception:
            try:
                self.db.execute("SELECT CAST('POINT(1 2)' AS GEOMETRY)")
            except Exception:
                raise Missing("this DuckDB knows no geometries without its extension spatial")
            for name, number in [("X", 1), ("Y", 2)]:
                self.db.execute(f"CREATE OR REPLACE MACRO ST_{name}(g) AS CAST(regexp_extract(ST_AsText(g), "
                                f"'POINT \\(([^ ]+) ([^ )]+)\\)', {number}) AS DOUBLE)")
            self.db.execute("CREATE OR REPLACE MACRO ST_GeometryType(g) AS split_part(ST_AsText(g), ' ', 1)")
        self.db.execute("CREATE TABLE shapes AS SELECT id, rownumber, name, mass, CAST(CASE WHEN isnan(longitude) OR isnan(latitude) "
                        "THEN NULL ELSE 'POINT(' || longitude || ' ' || latitude || ')' END AS GEOMETRY) AS geom FROM points "
                        "UNION ALL SELECT 'line', 0, 'line', 1, CAST('LINESTRING(0 0, 13 52)' AS GEOMETRY)")

    def stop(self):
        self.db.close()


class PostgreSQL:
    has_shapes = False

    def __init__(self, rows, folder):
        self.folder = os.path.join(folder, "postgresql")
        self.bin = self.find()
        self.user = [] if os.getuid() else ["runuser", "-u", "nobody", "--"]
        os.makedirs(self.folder)
        if not os.getuid():
            os.chmod(folder, 0o755)
            shutil.chown(self.folder, "nobody")
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "tester", "--no-sync", "-E", "UTF8")
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o",
                 f"-k {self.folder} -c listen_addresses='' -F", "start")
        try:
            self.psql("CREATE TABLE points (id text, rownumber bigint PRIMARY KEY, name text, longitude double precision, "
                      "latitude double precision, mass double precision)")
            with open(f"{folder}/points.csv") as file:
                self.psql("COPY points FROM STDIN WITH (FORMAT csv, HEADER true)", file)
        except BaseException:
            self.stop()
            raise

    def texts(self):
        """A table whose coordinates are texts."""
        self.psql(TEXTS)

    def geometry(self):
        """Tables with geometries: points by their type, points with and without a reference system, and these beside a line."""
        try:
            self.psql("CREATE EXTENSION IF NOT EXISTS postgis")
        except RuntimeError:
            raise Missing("this PostgreSQL has no PostGIS; install postgresql-15-postgis-3")
        place = "ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)"
        columns = "id text, rownumber bigint PRIMARY KEY, name text, mass double precision"
        self.psql(f"CREATE TABLE shapes ({columns}, geom geometry); INSERT INTO shapes SELECT id, rownumber, name, mass, "
                  f"CASE WHEN rownumber % 3 = 0 THEN ST_SetSRID({place}, 0) ELSE {place} END FROM points; "
                  f"INSERT INTO shapes VALUES ('line', 0, 'line', 1, 'SRID=4326;LINESTRING(0 0, 13 52)')")
        self.psql(f"CREATE TABLE places ({columns}, geom geometry(Point, 4326)); INSERT INTO places SELECT id, rownumber, name, mass, {place} FROM points")
        self.has_shapes = True
        self.psql(f"CREATE TABLE mixed AS SELECT * FROM shapes WHERE rownumber > 0; ALTER TABLE mixed ADD PRIMARY KEY (rownumber)")

    def find(self):
        places = ["/usr/lib/postgresql", os.path.join(ENGINES, "deb/usr/lib/postgresql")]
        for attempt in range(2):
            for place in places:
                for version in sorted(os.listdir(place), reverse=True) if os.path.isdir(place) else []:
                    if os.path.exists(f"{place}/{version}/bin/initdb"):
                        return f"{place}/{version}/bin"
            if attempt == 0:
                self.download()
        raise Missing("postgresql is neither installed nor can it be downloaded with apt-get")

    def download(self):
        if not shutil.which("apt-get"):
            return
        folder = os.path.join(ENGINES, "deb")
        os.makedirs(folder, exist_ok=True)
        for package in ["postgresql-15", "postgresql-client-15", "libpq5"]:
            subprocess.run(["apt-get", "download", package], cwd=folder, capture_output=True)
        for name in os.listdir(folder):
            if name.endswith(".deb"):
                subprocess.run(["dpkg", "-x", name, "."], cwd=folder, capture_output=True)

    def run(self, program, *words):
        result = subprocess.run([*self.user, f"{self.bin}/{program}", *words], cwd="/", text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode:
            raise Missing(f"{program} fails: {result.stdout.strip().splitlines()[-1]}")

    def psql(self, statement, file=None):
        result = subprocess.run(
            ["psql", "-h", self.folder, "-U", "tester", "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-c", statement,
             "postgres"], stdin=file, capture_output=True, text=True, env={**os.environ, "PGOPTIONS": ""})
        if result.returncode:
            raise RuntimeError(result.stderr)
        return result.stdout

    def answer(self, statement):
        return self.psql(statement), None

    def direct(self, folder):
        """The environment in which its driver is found, and its table as an input."""
        environment = {}
        if not os.environ.get("CLUSTERSNAP_ADBC_POSTGRESQL"):
            path = pip("adbc-driver-postgresql", "adbc_driver_postgresql")._driver_path()
            environment = {"CLUSTERSNAP_ADBC_POSTGRESQL": path}
        address = f"postgresql://tester@/postgres?host={self.folder}|layername="
        self.geometries = [address + name for name in ["places", "mixed"]] if self.has_shapes else []
        return environment, [address + "points"] + self.geometries

    def stop(self):
        subprocess.run([*self.user, f"{self.bin}/pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop"],
                       capture_output=True, cwd="/")


class ClickHouse:
    def __init__(self, rows, folder):
        pip("chdb", "chdb")
        from chdb import session
        self.session = session.Session(os.path.join(folder, "clickhouse"))
        self.session.query("CREATE DATABASE t ENGINE = Atomic")
        self.session.query(
            "CREATE TABLE t.points (id String, rownumber Int64, name String, longitude Nullable(Float64), "
            "latitude Nullable(Float64), mass Nullable(Float64)) ENGINE = MergeTree ORDER BY rownumber")
        self.session.query(
            f"INSERT INTO t.points SELECT id, rownumber, name, if(longitude = '', NULL, toFloat64(longitude)), if(latitude = '', NULL, "
            f"toFloat64(latitude)), if(mass = '', NULL, toFloat64(mass)) FROM file('{folder}/points.csv', CSVWithNames, "
            "'id String, rownumber Int64, name String, longitude String, latitude String, mass String')")
        self.session.query("USE t")

    def geometry(self):
        # A point is never null there.
        self.session.query("CREATE TABLE t.shapes ENGINE = MergeTree ORDER BY rownumber AS SELECT id, rownumber, name, mass, "
                           "CAST((ifNull(longitude, nan), ifNull(latitude, nan)), 'Point') AS geom FROM t.points")

    def answer(self, statement):
        return self.session.query(statement.rstrip().rstrip(";"), "CSVWithNames").bytes().decode(), None

    def stop(self):
        self.session.close()


class Spark:
    def __init__(self, rows, folder):
        if not shutil.which("java"):
            raise Missing("Spark needs Java 17; install openjdk-17-jre-headless")
        pip("pyspark<4.1", "pyspark")
        from pyspark.sql import SparkSession
        os.environ["PYSPARK_PYTHON"] = os.path.join(ENGINES, "bin", "python")
        # Two workers as processes of their own where the machine lets it, else threads.
        for master in ["local-cluster[2,1,1024]", "local[2]"]:
            try:
                self.spark = (SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
                              .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
                              .config("spark.sql.shuffle.partitions", "4")
                              .config("spark.sql.warehouse.dir", f"{folder}/warehouse").getOrCreate())
                self.spark.sparkContext.setLogLevel("OFF")
                frame = self.spark.read.csv(
                    f"{folder}/points.csv", header=True, schema="id STRING, rownumber BIGINT, name STRING, "
                    "longitude DOUBLE, latitude DOUBLE, mass DOUBLE")
                frame.createOrReplaceTempView("points")
                frame.count()
                return
            except Exception as error:
                reason = str(error).splitlines()[0]
        raise Missing(f"Spark does not start: {reason}")

    def answer(self, statement):
        frame = self.spark.sql(statement.rstrip().rstrip(";"))
        return frame.columns, [tuple(row) for row in frame.collect()]

    def example(self, statement, path):
        """Runs the lines of the guide that a cluster runs."""
        with open(os.path.join(ROOT, "Documentation/guide/09-big-data.md")) as file:
            lines = file.read().split("```python\n")[1].split("```")[0]
        words, sys.argv = sys.argv, ["cells.py", statement, path]
        try:
            exec(lines, {})
        finally:
            sys.argv = words

    def stop(self):
        self.spark.stop()


class Translated:
    """A warehouse that cannot be had: sqlglot, which knows its grammar, reads the statement, and DuckDB runs what it becomes
    there. What this shows is that the statement is one of the dialect and means the cells; the warehouse's own arithmetic is not
    seen."""

    dialect = ""
    # Whether names without quotes are in capitals.
    folds = False

    def __init__(self, rows, folder):
        pip("sqlglot", "sqlglot")
        self.duckdb = DuckDB(rows, folder)

    def answer(self, statement):
        import sqlglot
        trees = sqlglot.parse(statement, read=self.dialect)
        trees = [tree for tree in trees if tree is not None]
        if len(trees) != 1 or tree_has_commands(trees[0]):
            raise RuntimeError(f"sqlglot reads {len(trees)} statements, or one that it does not know")
        _, answer = self.duckdb.answer(trees[0].sql("duckdb", unsupported_level=sqlglot.ErrorLevel.RAISE))
        outputs = [name.args["alias"] if name.args.get("alias") else name.find(sqlglot.exp.Identifier) for name in trees[0].selects]
        return [name.name.upper() if self.folds and not name.args["quoted"] else name.name for name in outputs], answer

    def stop(self):
        self.duckdb.stop()


def tree_has_commands(tree):
    """Whether sqlglot passes parts of a statement on without reading them."""
    from sqlglot import exp
    return bool(tree.find(exp.Command, exp.Anonymous))


class BigQuery(Translated):
    dialect = "bigquery"


class Snowflake(Translated):
    dialect = "snowflake"
    folds = True


ALL = {"sqlite": SQLite, "duckdb": DuckDB, "postgresql": PostgreSQL, "clickhouse": ClickHouse, "spark": Spark,
       "bigquery": BigQuery, "snowflake": Snowflake}


def main():
    global INSTALLS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engines", nargs="*", help="which: " + ", ".join(ALL))
    parser.add_argument("--command", default=os.path.join(ROOT, ".build/debug/clustersnap"))
    parser.add_argument("--points", type=int, default=20000)
    parser.add_argument("--installed", action="store_true", help="install nothing")
    options = parser.parse_args()
    INSTALLS = not options.installed
    for name in options.engines:
        if name not in ALL:
            parser.error(f"there is no engine {name}; choose from " + ", ".join(ALL))

    def command(*words, environment={}):
        result = subprocess.run([options.command, *words], capture_output=True, text=True, env={**os.environ, **environment})
        if result.returncode:
            raise RuntimeError(f"{words}: {result.stderr}")
        return result.stdout

    def markers(*words, environment={}):
        return json.loads(command("clusters", "--format", "json", "--quiet", *words, environment=environment))["markers"]

    def compare_directly(engine):
        """Compares a table that is an input itself with the file: markers that the database counts, and pictures of its rows."""
        environment, sources = engine.direct(folder)
        total = different = 0
        for source in sources:
            plan = command("render", f"p={source}", "--dry-run", "--quiet", "--stream", "yes", "-o", f"{folder}/x.png", *VIEWS[0].split(),
                           environment=environment)
            if "; pushed down" not in plan:
                print(f"{source}: the cells are not pushed down: {plan.splitlines()[0]}")
                different += 1
            for number, view in enumerate(VIEWS):
                rule = ["sum", "mean", "min", "max"][number % 4]
                for more in ([], ["--weight", "mass"], ["--aggregate", f"{rule}:mass"]):
                    words = [*view.split(), *more]
                    ours = sorted(key(marker) for marker in markers(table, *words))
                    theirs = sorted(key(marker) for marker in markers(
                        f"p={source}", "--stream", "yes", *words, environment=environment))
                    total += len(ours)
                    wrong = sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))
                    if wrong:
                        pair = next(((a, b) for a, b in zip(ours, theirs) if a != b), None)
                        print(f"{source.split(':')[0]}: {' '.join(words)}: {wrong} of {len(ours)} differ, such as {pair}")
                    different += wrong
                pictures = []
                for name, path, way in [("a.png", table, "no"), ("b.png", f"p={source}", "no"), ("c.png", f"p={source}", "yes")]:
                    command("render", path, "--stream", way, "--quiet", "-o", f"{folder}/{name}", *view.split(),
                            "--title-template", "{count}", environment=environment)
                    with open(f"{folder}/{name}", "rb") as file:
                        pictures.append(file.read())
                if len(set(pictures)) > 1:
                    print(f"{source.split(':')[0]}: {view}: the pictures differ")
                    different += 1
        return total, different

    def key(marker):
        """What must be equal: all but properties that a single point has beside its id and name, and the ids of places
        within a cell, which count the rows of a file."""
        marker = {**marker, "cluster_id": marker.get("cluster_id") if marker.get("cluster_id", 0) >= 2**33 else None}
        kept = ["cluster_id", "position", "point_count", "leaf_count", "bbox", "unique_location", "title", "cell",
                "visible", "id", "name", *[f"mass ({rule})" for rule in ["sum", "mean", "min", "max"]]]
        return json.dumps([marker.get(name) for name in kept])

    failed = 0
    rows = points(options.points, 15)
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, "build")) as folder:
        write(f"{folder}/points.csv", HEADER, rows)
        table = f"p={folder}/points.csv"
        for name in options.engines or ALL:
            try:
                engine = ALL[name](rows, folder)
            except Missing as reason:
                print(f"{name}: left out: {reason}")
                continue
            common = ["--dialect", name, "--order-by", "rownumber", "--id", "id", "--columns", "name"]

            def cells(words, weighted, geometry=False, table="points"):
                weight = ["--weight", "mass"] if weighted else []
                place = ["--table", "shapes", "--geometry", "geom"] if geometry else ["--table", table]
                statement = command("sql", *common, *place, *words, *weight)
                header, answer = engine.answer(statement)
                path = f"{folder}/{name}.csv"
                if answer is None:
                    with open(path, "w") as file:
                        file.write(header)
                else:
                    write(path, header, answer)
                return ["--cells", f"p={path}"], weight

            total = different = 0
            try:
                cases = [(view.split(), view.split(), weighted, False) for view in VIEWS for weighted in (False, True)]
                if hasattr(engine, "geometry"):
                    try:
                        engine.geometry()
                        cases += [(view.split(), view.split(), False, True) for view in VIEWS[:4]]
                    except Missing as reason:
                        print(f"{name}: geometries are left out: {reason}")
                for view in PYRAMID_VIEWS:
                    words = [*view.split(), "--cell-size", "64", "--snap-zoom"]
                    cases.append((["--pyramid", str(PYRAMID)], words, False, False))
                tables = ["points"]
                if hasattr(engine, "texts"):
                    engine.texts()
                    tables.append("texts")
                cases = [(*case, tables[0]) for case in cases] + [
                    (view.split(), view.split(), False, False, table) for view in VIEWS[:6] for table in tables[1:]]
                for query, view, weighted, geometry, kind in cases:
                    source, weight = cells(query, weighted, geometry, kind)
                    ours = [key(marker) for marker in markers(table, *view, *weight)]
                    theirs = [key(marker) for marker in markers(*source, *view, *weight)]
                    total += len(ours)
                    wrong = sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))
                    if wrong:
                        pair = next(((a, b) for a, b in zip(ours, theirs) if a != b), None)
                        print(f"{name}: {' '.join(view)}: {wrong} of {len(ours)} differ, such as {pair}")
                    different += wrong
                # Weighed by their longitudes, points west of Greenwich are not summed but counted.
                cells([*VIEWS[0].split(), "--weight", "longitude"], False)
                with open(f"{folder}/{name}.csv", newline="") as file:
                    counted = sum(int(float(row["longitude_e6_bad"])) for row in csv.DictReader(file))
                west = sum(1 for row in rows if row[3] is not None and row[4] is not None
                           and -540 <= row[3] < 0 and -90 <= row[4] <= 90)
                if counted != west:
                    print(f"{name}: {counted} weights below 0 are counted, and there are {west}")
                    different += 1
                # One statement for views that overlap, one of them without points.
                views = [VIEWS[0], VIEWS[2], VIEWS[2].replace("--center 180,0", "--center 176,8"), VIEWS[-1]]
                with open(f"{folder}/views.json", "w") as file:
                    json.dump({"views": [view_of(view, f"{number}.png") for number, view in enumerate(views)]}, file)
                source, _ = cells(["--request", f"{folder}/views.json"], False)
                for view in views:
                    ours = [key(marker) for marker in markers(table, *view.split())]
                    theirs = [key(marker) for marker in markers(*source, *view.split())]
                    total += len(ours)
                    if ours != theirs:
                        print(f"{name}: {view} of several views: {len(theirs)} markers instead of {len(ours)}, or others")
                        different += 1
                audit, answer = engine.answer(command("sql", "--dialect", name, "--table", "points", "--audit"))
                if answer is None:
                    audit, *answer = list(csv.reader(audit.splitlines()))
                audited = {column.lower(): int(float(value)) for column, value in zip(audit, answer[0])}
                expected = audit_of(rows)
                if name == "sqlite":
                    # What is not a number is null there.
                    expected["nulls"] += expected["not_numbers"]
                    expected["not_numbers"] = 0
                if audited != expected:
                    print(f"{name}: the audit counts {audited}, and there are {expected}")
                    different += 1
                # Sums of doubles depend on their order in the last digits.
                for rule in ["sum", "mean", "min", "max"]:
                    words = ["--bbox", "-180,-80,180,80", "--size", "900x600", "--aggregate", f"{rule}:mass"]
                    source, _ = cells(words, False)
                    ours, theirs = markers(table, *words), markers(*source, *words)
                    value = lambda marker: marker.get(f"mass ({rule})")
                    total += len(ours)
                    wrong = abs(len(ours) - len(theirs))
                    for a, b in zip(ours, theirs):
                        if a["cluster"] if "cluster" in a else a.get("point_count", 1) > 1:
                            a, b = value(a), value(b)
                            wrong += (a is None) != (b is None) or a is not None and not math.isclose(a, b, rel_tol=1e-12)
                    if wrong:
                        print(f"{name}: {rule}: {wrong} of {len(ours)} differ")
                    different += wrong
                if hasattr(engine, "example"):
                    with open(f"{folder}/cells.sql", "w") as file:
                        file.write(command("sql", *common, "--table", "points", *VIEWS[0].split()))
                    engine.example(f"{folder}/cells.sql", f"{folder}/cells.csv")
                    ours = [key(marker) for marker in markers(table, *VIEWS[0].split())]
                    theirs = [key(marker) for marker in markers("--cells", f"p={folder}/cells.csv", *VIEWS[0].split())]
                    if ours != theirs:
                        print(f"{name}: the guide's example: {len(theirs)} markers instead of {len(ours)}, or others")
                        different += 1
                if hasattr(engine, "direct"):
                    try:
                        count, wrong = compare_directly(engine)
                        print(f"{name}: {count} cells through the driver, {wrong} differing")
                        different += wrong
                    except Missing as reason:
                        print(f"{name}: its driver is left out: {reason}")
            except Exception as error:
                print(f"{name}: {error}")
                failed += 1
            finally:
                engine.stop()
            print(f"{name}: {total} cells, {different} differing")
            failed += different > 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
