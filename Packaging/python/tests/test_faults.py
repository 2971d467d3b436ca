"""What is wrong is one exception with one line, and never the end of the process."""
import numpy as np
import pytest

import clustersnap as cs

FAULTS = [
    ("an empty frame", {"lon": [], "lat": []}, {}, "points"),
    ("nothing", None, {}, "^there is no data; give a data frame, arrays by name, GeoJSON, rows, the path of a file, or sources=$"),
    ("an empty list", [], {}, "points: error: the table has no row"),
    ("an empty array", np.array([]), {}, "points: error: the table has no row"),
    ("a frame without coordinates", {"a": [1], "b": ["x"]}, {}, "(?i)longitude"),
    ("a column that is not there", {"lon": [1], "lat": [2]}, {"lon": "x", "lat": "y"}, "x"),
    ("texts for degrees", {"lon": ["east"], "lat": ["north"]}, {}, "points"),
    ("nothing but nulls", {"lon": [None, None], "lat": [None, None]}, {}, "points"),
    ("nothing but infinities", {"lon": [np.inf], "lat": [-np.inf]}, {}, "points"),
    ("arrays of different lengths", {"lon": [1, 2], "lat": [1]}, {}, "different lengths"),
    ("a number", 7, {}, "is no table"),
    ("a missing file", "nowhere.csv", {}, "nowhere.csv"),
    ("complex numbers", {"lon": np.array([1j]), "lat": np.array([1.0])}, {}, "complex"),
    ("two dimensions", {"lon": np.ones((2, 2)), "lat": np.ones(2)}, {}, "dimensions"),
    ("bytes of nothing", b"\x00\x01\x02", {}, "points"),
    ("a masked value", {"lon": np.ma.masked_array([1.0], [True]), "lat": np.ones(1)}, {}, "longitude is missing"),
    ("a setting of another type", {"lon": [1], "lat": [2]}, {"zoom": "far"}, "zoom"),
]


@pytest.mark.parametrize("data, settings, words", [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_one_line(data, settings, words):
    with pytest.raises(cs.InputError, match=words) as caught:
        cs.map(data, **settings)
    assert "\n" not in str(caught.value)


def test_a_stream_that_fails_in_the_middle_is_an_error():
    pa = pytest.importorskip("pyarrow")

    def batches():
        yield pa.record_batch({"lon": [1.0], "lat": [2.0]})
        raise OSError("the cable is cut")

    schema = pa.schema([("lon", pa.float64()), ("lat", pa.float64())])
    with pytest.raises(cs.InputError, match="points: error: the table cannot be read: .*the cable is cut$"):
        cs.map(pa.RecordBatchReader.from_batches(schema, batches()))


def test_what_is_no_stream_no_request_and_no_folder_is_an_error(tmp_path):
    class Hollow:
        def __arrow_c_stream__(self, requested_schema=None):
            return 42

    with pytest.raises(cs.InputError, match="Hollow hands out no Arrow stream"):
        cs.map(Hollow())
    with pytest.raises(cs.InputError, match="a request is a dict"):
        cs.render(None)
    path = tmp_path / "nowhere" / "a.png"
    with pytest.raises(cs.OutputError, match="cannot be written: No such file or directory; check the folder"):
        cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3).save(path)


def test_a_system_that_cannot_be_transformed_is_an_error():
    geopandas = pytest.importorskip("geopandas")
    from shapely.geometry import Point

    frame = geopandas.GeoDataFrame({"a": [1]}, geometry=[Point(1, 2)], crs='LOCAL_CS["site",UNIT["m",1]]')
    with pytest.raises(cs.InputError, match="the places are in site, which cannot be transformed: .*; set their crs") as caught:
        cs.map(frame)
    assert "\n" not in str(caught.value)


def test_a_stream_that_was_read_is_an_error():
    pa = pytest.importorskip("pyarrow")
    reader = pa.RecordBatchReader.from_batches(pa.schema([("lon", pa.float64())]), [])
    reader.__arrow_c_stream__()
    with pytest.raises(cs.InputError):
        cs.map(reader)


def test_a_closed_session_is_an_error():
    session = cs.Session()
    session.close()
    session.close()
    with pytest.raises(cs.ClosedError, match="the session is closed"):
        cs.map({"lon": [1], "lat": [2]}, session=session)
    with pytest.raises(cs.InputError, match="threads"):
        cs.Session(threads=-1)


def test_a_session_closed_between_the_making_of_a_map_and_its_start_is_closed():
    class Closing(cs._tables.ColumnTable):
        def add(self, *words):
            super().add(*words)
            session.close()

    session = cs.Session()
    with pytest.raises(cs.ClosedError, match="^the session is closed; open another one$"):
        session.answer({"sources": {"points": "points"}}, {"points": Closing([("lon", [1]), ("lat", [2])])}, "scene")


def test_a_session_closed_by_another_thread_ends_what_is_drawn():
    import threading

    session, ends = cs.Session(), []
    data = {"lon": np.linspace(-170, 170, 300_000), "lat": np.linspace(-80, 80, 300_000)}

    def draw():
        try:
            while True:
                cs.map(data, session=session, method="dbscan", eps=50, size=(800, 800))
        except cs.ClosedError as error:
            ends.append(str(error))

    threads = [threading.Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    threading.Timer(0.3, session.close).start()
    for thread in threads:
        thread.join(60)
    assert len(ends) == 3 and not any("\n" in end for end in ends)


def test_random_frames_draw_or_are_refused():
    pytest.importorskip("hypothesis")
    pa = pytest.importorskip("pyarrow")
    from hypothesis import HealthCheck, given, settings, strategies as st
    import os
    import warnings

    types = {
        pa.float64(): st.floats(), pa.float32(): st.floats(width=32), pa.int64(): st.integers(-2**63, 2**63 - 1),
        pa.uint8(): st.integers(0, 255), pa.string(): st.text(max_size=9), pa.large_string(): st.text(max_size=9), pa.bool_(): st.booleans(),
        pa.binary(): st.binary(max_size=30), pa.date32(): st.dates(), pa.timestamp("us"): st.datetimes(), pa.null(): st.none(),
        pa.list_(pa.float64()): st.lists(st.floats(), max_size=3), pa.decimal128(20, 3): st.decimals(-10**9, 10**9, places=3),
    }

    @st.composite
    def tables(draw):
        rows = draw(st.integers(0, 6))
        names = draw(st.lists(st.sampled_from(["lon", "lat", "longitude", "latitude", "id", "kind", "geometry", "x", ""]) | st.text(max_size=4), min_size=0, max_size=5))
        columns, fields = [], []
        if draw(st.booleans()):
            # Half of them have degrees, some of which are none.
            for name, most in (("lon", 180), ("lat", 85)):
                numbers = draw(st.lists(st.floats(-most, most) | st.none() | st.floats(), min_size=rows, max_size=rows))
                columns.append(pa.array(numbers, pa.float64()))
                fields.append(pa.field(name, pa.float64()))
            names = [name for name in names if not name.startswith(("lon", "lat"))]
        for name in names:
            kind = draw(st.sampled_from(sorted(types, key=str)))
            array = pa.array(draw(st.lists(st.none() | types[kind], min_size=rows, max_size=rows)), kind)
            if draw(st.booleans()) and rows:
                array = pa.concat_arrays([array, array])[rows:]
            extension = draw(st.sampled_from([None, None, "geoarrow.wkb", "geoarrow.point", "ogc.wkb"]))
            metadata = {"ARROW:extension:name": extension, "ARROW:extension:metadata": draw(st.sampled_from(["{}", '{"crs": null}', "{", '{"crs": {"id": 1}}']))} if extension else None
            columns.append(array)
            fields.append(pa.field(name.replace("\0", ""), array.type, metadata=metadata))
        return pa.Table.from_arrays(columns, schema=pa.schema(fields))

    drawn = [0, 0]

    @settings(max_examples=int(os.environ.get("FRAMES", 500)), deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(tables())
    def check(table):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert cs.map(table, size=(60, 40), basemap="none").png[:4] == b"\x89PNG"
            drawn[0] += 1
        except cs.ClusterSnapError as error:
            assert "\n" not in str(error)
            drawn[1] += 1

    check()
    print(f"{drawn[0]} drawn, {drawn[1]} refused")
    assert min(drawn) > 9
