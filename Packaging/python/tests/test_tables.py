"""Every kind of table goes in, and draws what the command draws of the same rows as CSV."""
import csv
import datetime
import json
import struct

import numpy as np
import pytest

import clustersnap as cs
from conftest import ROOT, TOWNS

REQUEST = {"size": [300, 200], "basemap": "none", "colorBy": "kind"}
ROWS = [(13.4, 52.5, "café"), (13.41, 52.51, "shop"), (2.35, 48.85, None), (-0.1, 51.5, "shop"), (12.5, 41.9, "bar")]
LON, LAT, KIND = ([row[index] for row in ROWS] for index in range(3))


@pytest.fixture
def expected(tmp_path, command):
    path = tmp_path / "points.csv"
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([("lon", "lat", "kind"), *[(x, y, kind or "") for x, y, kind in ROWS]])
    return command({**REQUEST, "sources": {"points": str(path)}})


def draw(data, **settings):
    return cs.map(data, size=(300, 200), basemap="none", color_by="kind", **settings)


def frames():
    yield "dict of lists", lambda: {"lon": LON, "lat": LAT, "kind": KIND}
    yield "dict of arrays", lambda: {"lon": np.array(LON), "lat": np.array(LAT), "kind": np.array(KIND, dtype=object)}
    yield "pandas", lambda: pytest.importorskip("pandas").DataFrame({"lon": LON, "lat": LAT, "kind": KIND})
    yield "pandas categories", lambda: pytest.importorskip("pandas").DataFrame({"lon": LON, "lat": LAT, "kind": KIND}).astype({"kind": "category"})
    yield "polars", lambda: pytest.importorskip("polars").DataFrame({"lon": LON, "lat": LAT, "kind": KIND})
    yield "polars in chunks", lambda: pytest.importorskip("polars").concat([__import__("polars").DataFrame({"lon": [x], "lat": [y], "kind": [kind]}, schema={"lon": float, "lat": float, "kind": str}) for x, y, kind in ROWS], rechunk=False)
    yield "pyarrow", lambda: pytest.importorskip("pyarrow").table({"lon": LON, "lat": LAT, "kind": KIND})
    yield "pyarrow batch", lambda: pytest.importorskip("pyarrow").record_batch({"lon": LON, "lat": LAT, "kind": KIND})
    yield "duckdb", lambda: pytest.importorskip("duckdb").sql("SELECT * FROM (VALUES " + ",".join(f"({x}::DOUBLE, {y}::DOUBLE, {'NULL' if kind is None else repr(kind)})" for x, y, kind in ROWS) + ") t(lon, lat, kind)")
    yield "rows", lambda: [{"lon": x, "lat": y, "kind": kind} for x, y, kind in ROWS]


def test_columns_are_given_as_arrays_and_series(expected):
    request = {"size": (300, 200), "basemap": "none"}
    lon, lat, kind = np.array(LON), np.array(LAT), np.array(KIND, dtype=object)
    assert cs.map(lon=lon, lat=lat, color_by=kind, **request).png == cs.map(lon=LON, lat=LAT, color_by=KIND, **request).png
    assert cs.map({"kind": KIND}, lon=lon, lat=lat, color_by="kind", **request).png == expected
    with pytest.raises(cs.InputError, match="longitude, latitude: arrays go with a data frame, a dict of columns or no data; for PosixPath name its columns"):
        cs.map(TOWNS, lon=lon, lat=lat)
    with pytest.raises(cs.InputError, match="different lengths"):
        cs.map({"kind": KIND}, lon=lon[1:], lat=lat[1:])
    for package in ("pandas", "polars"):
        frame = pytest.importorskip(package).DataFrame({"lon": LON, "lat": LAT, "kind": KIND})
        assert cs.map(frame, lon=frame["lon"], lat=frame["lat"], color_by=frame["kind"], **request).png == expected
        assert cs.map(lon=frame["lon"], lat=frame["lat"], color_by=frame["kind"], **request).png == expected
        assert cs.map(frame, lon=frame["lon"] + 1, lat=frame["lat"], method="none", basemap="none").markers.to_dicts()[0]["position"] == [14.4, 52.5]


def test_decimals_are_numbers_and_broken_letters_are_read():
    from decimal import Decimal

    for columns in ({"lon": [Decimal("1.5")], "lat": [Decimal(2)], "v": [Decimal("7.25")]}, [{"lon": Decimal("1.5"), "lat": Decimal(2), "v": Decimal("7.25")}]):
        row = cs.map(columns, center=(1, 2), zoom=5).markers.to_dicts()[0]
        assert (row["position"], row["v"]) == ([1.5, 2], 7.25)
    row = cs.map({"lon": [1], "lat": [2], "caf\udce9": ["\ud800x"]}, label_by="caf\udce9", center=(1, 2), zoom=5).markers.to_dicts()[0]
    assert row["caf\ufffd"] == "\ufffdx"


def test_names_that_are_no_text_in_a_table_are_named():
    pa = pytest.importorskip("pyarrow")
    schema = pa.schema([pa.field("lon", pa.float64()), pa.field("lat", pa.float64()), pa.field(b"caf\xe9", pa.string())])
    with pytest.raises(cs.InputError, match="the table cannot be read: .*0xe9 in position 3.*; correct what delivers it"):
        cs.map(pa.Table.from_arrays([pa.array([1.0]), pa.array([2.0]), pa.array(["x"])], schema=schema))


@pytest.mark.parametrize("values", [[3, 4], [2.5, 1.0], [True, False]])
def test_a_dictionary_of_numbers_holds_numbers(values):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"lon": pa.array([1.0, 2.0]).dictionary_encode(), "lat": [2.0, 3.0], "v": pa.array(values).dictionary_encode()})
    assert [row["v"] for row in cs.map(table, method="none", basemap="none", size=(200, 100)).markers.to_dicts()] == values


def test_markers_become_a_frame_of_geopandas():
    pytest.importorskip("geopandas")
    frame = cs.map({"lon": LON, "lat": LAT}, method="none").markers.to_geopandas()
    assert sorted(frame.geometry.x) == sorted(LON) and frame.crs.to_epsg() == 4326


def test_duckdb_counts_cells_and_the_map_is_that_of_the_rows():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE towns AS SELECT * FROM read_csv('{TOWNS}')")
    request = {"bbox": (-12, 35, 32, 60), "size": (400, 300), "legend": True, "title": "Towns"}
    assert cs.cells(connection, "towns", **request).png == cs.map(TOWNS, **request).png
    assert "5,000 points" in cs.cells(connection, "towns", size=(400, 300)).alt
    for words, message in [
        (("nowhere",), "nowhere: DuckDB cannot count it: .*; correct the table or its columns"),
        (("towns", "nix", "latitude"), "towns: DuckDB cannot count it: .*nix"), (("towns", None, None, "kind"), "color_by kind needs the values of all points"),
    ]:
        with pytest.raises(cs.InputError, match=message) as caught:
            cs.cells(connection, *words[:3], **({"color_by": words[3]} if words[3:] else {}))
        assert "\n" not in str(caught.value)
    connection.execute("CREATE TABLE odd AS SELECT 1 AS a, 2 AS b")
    with pytest.raises(cs.InputError, match="no column of a, b is named like a longitude; name it as lon="):
        cs.cells(connection, "odd")


@pytest.mark.parametrize("name, make", list(frames()), ids=[name for name, _ in frames()])
def test_a_table_of_each_kind_draws_what_its_csv_draws(name, make, expected):
    assert draw(make()).png == expected


def test_pandas_goes_in_without_pyarrow(expected, monkeypatch):
    pandas = pytest.importorskip("pandas")
    monkeypatch.setattr(pandas.DataFrame, "__arrow_c_stream__", lambda self, schema=None: (_ for _ in ()).throw(ImportError()))
    assert draw(pandas.DataFrame({"lon": LON, "lat": LAT, "kind": KIND})).png == expected


@pytest.mark.parametrize("system", [None, 4326, 3857, 25832])
def test_geopandas_goes_in_by_its_geometry_and_reference_system(system):
    geopandas = pytest.importorskip("geopandas")
    frame = geopandas.GeoDataFrame({"kind": KIND}, geometry=geopandas.points_from_xy(LON, LAT), crs=4326)
    frame = frame.set_crs(None, allow_override=True) if system is None else frame.to_crs(system)
    markers = sorted((row["position"][0], row["position"][1]) for row in draw(frame, method="none").markers.to_dicts())
    assert np.allclose(markers, sorted(zip(LON, LAT)), atol=1e-6)


def test_geometries_are_overlays_and_no_files():
    geopandas = pytest.importorskip("geopandas")
    data, settings = {"lon": [1], "lat": [2]}, {"center": (1, 2), "zoom": 4, "size": (200, 150), "basemap": "none"}
    frame = geopandas.GeoDataFrame({"a": [1]}, geometry=geopandas.points_from_xy([1.0], [2.0], crs=4326).buffer(3), crs=4326)
    expected = cs.map(data, overlays=[json.loads(frame.to_json())], **settings).png
    assert expected != cs.map(data, **settings).png == cs.map(data, overlays=None, **settings).png
    for overlays in (frame, [frame], json.loads(frame.to_json())):
        assert cs.map(data, overlays=overlays, **settings).png == expected
    middle = [row["position"] for row in cs.map(data, overlays=frame.to_crs(3857), **settings).markers]
    assert middle == [[1, 2]] and cs.map(data, overlays=frame.to_crs(3857), **settings).png != cs.map(data, **settings).png
    for name, value in (("basemap", ["world", frame]), ("group_areas", frame)):
        with pytest.raises(cs.InputError) as caught:
            cs.map(data, **{**settings, name: value})
        assert str(caught.value) == f'{name}: it takes the name of a file, not a GeoDataFrame; write one, as frame.to_file("areas.geojson")'


def test_intervals_are_texts():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"lon": [1.0, 20, 30], "lat": [2.0, 30, 40]})
    frame["kind"] = pandas.cut([1, 5, np.nan], [0.0, 3, 6])
    for kind in (frame["kind"], frame["kind"].astype(frame["kind"].cat.categories.dtype)):
        rows = draw(frame.assign(kind=kind), method="none").markers.to_dicts()
        assert [row.get("kind") for row in rows] == ["(0.0, 3.0]", "(3.0, 6.0]", None]
    assert str(frame["kind"].cat.categories.dtype).startswith("interval")


def test_a_column_of_a_type_that_is_not_read_is_named_with_its_type():
    pandas, polars, pa, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow", "duckdb"))
    place, span = {"lon": [1.0, 2], "lat": [2.0, 3]}, [datetime.timedelta(1)] * 2
    for data, kind in [
        (pandas.DataFrame({**place, "c": span}), r"timedelta64\[.*\]"), (pandas.DataFrame({**place, "c": [[1], [2]]}), "list"),
        (polars.DataFrame({**place, "c": span}), "Duration.*"), (pa.table({**place, "c": [[1], [2]]}), "list<.*>"),
        (duckdb.sql("select 1.0 lon, 2.0 lat, interval 1 day c"), "INTERVAL"),
    ]:
        with pytest.raises(cs.InputError, match=f"^color_by: column c of points is of type {kind}, which is not read; make it text or numbers$"):
            cs.map(data, color_by="c")
        with pytest.raises(cs.InputError, match="color_by: source points has no column d; there are lon, lat"):
            cs.map(data, color_by="d")


def test_a_connection_of_duckdb_hands_out_the_result_of_its_last_statement():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    rows = cs.map(connection.execute("SELECT 1.5 AS lon, 2 AS lat, 'a' AS kind"), center=(1, 2), zoom=5).markers.to_dicts()
    assert (rows[0]["position"], rows[0]["kind"]) == ([1.5, 2], "a")
    with pytest.raises(cs.InputError, match=r"the connection has no result: .*; give it a query, as con.sql\(...\)"):
        cs.map(duckdb.connect())


def test_points_of_geoarrow_go_in_in_both_layouts(expected):
    pa = pytest.importorskip("pyarrow")
    field = {"ARROW:extension:name": "geoarrow.point", "ARROW:extension:metadata": json.dumps({"crs": "OGC:CRS84"})}
    apart = pa.StructArray.from_arrays([pa.array(LON), pa.array(LAT)], ["x", "y"])
    mixed = pa.FixedSizeListArray.from_arrays(pa.array([number for x, y, _ in ROWS for number in (x, y)]), 2)
    for points in (apart, mixed):
        schema = pa.schema([pa.field("geometry", points.type, metadata=field), pa.field("kind", pa.string())])
        assert draw(pa.table([points, pa.array(KIND)], schema=schema)).png == expected


def test_wkb_in_an_unknown_reference_system_is_an_error_with_its_remedy():
    pa = pytest.importorskip("pyarrow")
    field = pa.field("geometry", pa.binary(), metadata={"ARROW:extension:name": "geoarrow.wkb", "ARROW:extension:metadata": '{"crs": "EPSG:2056"}'})
    table = pa.table([pa.array([struct.pack("<BIdd", 1, 1, 2600000, 1200000)])], schema=pa.schema([field]))
    with pytest.raises(cs.InputError, match=r"points: error: the places are in EPSG:2056.*to_crs\(4326\)"):
        cs.map(table)


def test_every_type_of_arrow_becomes_the_value_it_means():
    pa = pytest.importorskip("pyarrow")
    import decimal

    day = datetime.date(2024, 2, 29)
    values = {
        "i8": (pa.array([-5], pa.int8()), -5), "u64": (pa.array([7], pa.uint64()), 7), "half": (pa.array([np.float16(1.5)]), 1.5),
        "decimal": (pa.array([decimal.Decimal("12.50")]), 12.5), "bool": (pa.array([True]), True), "date": (pa.array([day]), "2024-02-29"),
        "time": (pa.array([datetime.datetime(2024, 2, 29, 8, 30)]), "2024-02-29T08:30:00"), "large": (pa.array(["ü"], pa.large_string()), "ü"),
        "view": (pa.array(["a text that is longer than twelve"], pa.string_view()), "a text that is longer than twelve"),
        "coded": (pa.array(["x"]).dictionary_encode(), "x"), "null": (pa.array([None], pa.string()), None),
    }
    table = pa.table({"lon": [1.0], "lat": [2.0], **{name: array for name, (array, _) in values.items()}, "nested": [[1, 2]]})
    row = cs.map(table, center=(1, 2), zoom=5).markers.to_dicts()[0]
    assert {name: row.get(name) for name in values} == {name: value for name, (_, value) in values.items()}


def test_markers_come_out_as_arrow_with_the_values_of_the_csv():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    markers = cs.map(TOWNS, bbox=(-12, 34, 34, 62), method="grid").markers
    frame = markers.to_pandas()
    import io

    text = pandas.read_csv(io.StringIO(markers.to_csv()), dtype={"id": str}, keep_default_na=False)
    assert list(frame.columns) == list(text.columns)
    assert len(frame) == len(markers) > 20
    assert frame["point_count"].sum() == sum(row["point_count"] if row.get("cluster") else 1 for row in markers)
    assert np.allclose(frame["longitude"], text["longitude"].astype(float))
    assert markers.to_polars().shape == frame.shape


@pytest.mark.parametrize("ids, expected", [
    (["a b", "c", "d", "e"], [["a b", "c", "d"], ["e"]]), ([4, 5, 6, 7], [["4", "5", "6"], ["7"]]), (None, [["1", "2", "3"], ["4"]]),
])
def test_members_are_lists_of_ids(ids, expected):
    for package in ("pandas", "pyarrow", "polars", "geopandas"):
        pytest.importorskip(package)
    import polars
    import pyarrow

    markers = cs.map({"lon": [1, 1, 1, 30], "lat": [2, 2, 2, 3], **({"id": ids} if ids else {})}, members=True, size=(300, 200)).markers
    assert markers.to_pandas()["members"].tolist() == markers.to_geopandas()["members"].tolist() == expected
    table, frame = markers.to_arrow(), markers.to_polars()
    assert (table["members"].type, table["members"].to_pylist()) == (pyarrow.list_(pyarrow.string()), expected)
    assert (frame["members"].dtype, frame["members"].to_list()) == (polars.List(polars.String), expected)
    alone = cs.map({"lon": [1], "lat": [2]}, members=True, center=(1, 2), zoom=4).markers
    assert alone.to_pandas()["members"].tolist() == alone.to_polars()["members"].to_list() == [["1"]]


def test_types_take_arrays_for_columns_and_lists_and_two_maps_of_two_views(tmp_path):
    pytest.importorskip("mypy")
    import os
    import pathlib
    import subprocess
    import sys

    (tmp_path / "lines.py").write_text("""
import clustersnap as cs
import numpy as np

numbers = np.array([1.0, 2, 3, 4])
m = cs.map(lon=numbers, lat=numbers, color_by=numbers, id=[1, 2, 3, 4], bbox=numbers, size=(300, 200), palette={"a": "red"})
first, second = cs.render({"sources": {"numbers": {"lon": numbers, "lat": numbers}}, "views": [{}, {"zoom": 5}]})
cs.film({"lon": numbers, "lat": numbers}, time=numbers, every=1).save("film.png")
cs.basemap(None, numbers)
with open("map.svg", "w") as file:
    m.save(file)
sides: tuple[float, float] = (m.width, m.height)
""")
    folder = pathlib.Path(cs.__file__).parents[1]
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "lines.py"]
    done = subprocess.run(words, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(folder)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_members_of_the_data_stay_what_they_are():
    pytest.importorskip("pandas"), pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    markers = cs.map({"lon": [1, 30], "lat": [2, 3], "members": [4, 5]}, method="none").markers
    assert markers.to_pandas()["members"].tolist() == markers.to_polars()["members"].to_list() == [4, 5]


def test_a_stream_is_released_although_nobody_reads_it(python):
    assert python("import clustersnap as cs\nm = cs.map({'lon': [1], 'lat': [2]}, center=(1, 2), zoom=4)\nfor _ in range(1000): m.markers.__arrow_c_stream__()\nprint('done')") == "done"
