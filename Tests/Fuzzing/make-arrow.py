#!/usr/bin/env python3
"""Writes the requests of Tests/Corpus/address and the bodies of Tests/Corpus/body that are streams of Apache Arrow (pip install pyarrow)."""
import datetime, decimal, json, os
import pyarrow as pa

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Corpus/")
BODIES = ["arrow", "arrow-points", "arrow-types", "arrow-listed", "broken-arrow-cut"]


def stream(table, rows=2, **options):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=rows)
    return sink.getvalue().to_pybytes()


def write(name, body, target="/render?center=13.4,52.5&zoom=8&size=80x60&basemap=none&cellSize=40"):
    type = "application/vnd.apache.arrow.stream"
    with open(FOLDER + "address/" + name, "wb") as file:
        file.write(f"POST {target}\nContent-Type: {type}\n\n".encode() + body)
    if name in BODIES:
        with open(FOLDER + "body/" + name, "wb") as file:
            file.write(f"{type}\n".encode() + body)


points = pa.table({
    "lon": [13.4, 13.41, None, 13.2], "lat": [52.5, 52.51, 1.0, 52.4], "name": ["a", None, "c", "a name of more than twelve"],
    "kind": pa.array(["x", "y", "x", None]).dictionary_encode(), "n": pa.array([1, 2, 3, 4], pa.int16()),
})
write("arrow", stream(points))
write("broken-arrow-old", stream(points.select(["lon", "lat"]), use_legacy_format=True))
day = datetime.datetime(2024, 1, 1)
others = points.append_column("wide", pa.array(["aa", "b", "", "d"], pa.large_string()))
for name, values, type in [
    ("view", ["short", "something longer than twelve", None, "x"], pa.string_view()), ("flag", [True, False, None, True], None),
    ("when", [day] * 4, pa.timestamp("us", "UTC")), ("day", [day.date()] * 4, None), ("clock", [1, 2, 3, 4], pa.time32("ms")),
    ("sum", [decimal.Decimal("1.5")] * 4, pa.decimal128(9, 2)), ("nothing", [None] * 4, pa.null()),
    ("list", [[1], [2, 3], None, []], None), ("pair", [{"a": 1}] * 4, None), ("two", [[1.0, 2.0]] * 4, pa.list_(pa.float64(), 2)),
    ("map", [[("k", 1)]] * 4, pa.map_(pa.string(), pa.int32())), ("three", [b"abc"] * 4, pa.binary(3)), ("half", [1.5] * 4, pa.float16()),
    ("span", [1] * 4, pa.duration("s")),
]:
    others = others.append_column(name, pa.array(values, type))
write("arrow-types", stream(others))
pair = pa.struct([("x", pa.float64()), ("y", pa.float64())])
notes = {"ARROW:extension:name": "geoarrow.point", "ARROW:extension:metadata": json.dumps({"crs": "EPSG:4326"})}
place = pa.field("geometry", pair, metadata=notes)
write("arrow-points", stream(pa.table([pa.array([{"x": 13.4, "y": 52.5}, {"x": 13.41, "y": 52.51}], pair)], schema=pa.schema([place]))))
# Coordinates that are listed once, and decimals of every width.
widths = [("a", pa.decimal128(5, -2), "1200"), ("b", pa.decimal256(70, 50), "-2.5"), ("c", pa.decimal128(38, 20), "0.25")]
write("arrow-listed", stream(pa.table({
    "lon": pa.array([13.4, 13.41, 13.4]).dictionary_encode(), "lat": pa.array([52.5, 52.51, 52.5]).dictionary_encode(),
    **{name: pa.array([decimal.Decimal(value)] * 3, type) for name, type, value in widths}})))
write("broken-arrow-cut", stream(points)[:-40])
write("broken-arrow-packed", stream(points, compression="zstd"))
write("broken-arrow-none", b"ARROW1\0\0")
# The last batch tells of more rows than its columns have.
longer = stream(points.select(["lon", "lat"]), rows=4)
place = longer.rindex((4).to_bytes(8, "little"))
write("broken-arrow-rows", longer[:place] + (400).to_bytes(8, "little") + longer[place + 8:])
