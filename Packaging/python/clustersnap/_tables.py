"""Tables of Python for the library: by reference through Arrow where there is a stream, else column by column."""
import array
import ctypes
import decimal
import json
import os
import re

from ._library import InputError, pointer

_FAILED = 3


def _check(library, number, state):
    if state == _FAILED:
        error = json.loads(library.cs_report(number)).get("error", {})
        # pyarrow hands out the traceback with the reason.
        text, message = (
            one and one.split(". Detail: Python exception")[0][:500]
            for one in (error.get("text", "the table cannot be taken"), error.get("message")))
        raise InputError(text, message, error.get("place"))


def unread(tables, source, name):
    """The type of a column that a source has and that is not read; None if there is no such column."""
    data = getattr(tables.get(source), "_data", None)
    schema = getattr(data, "schema", None)
    names = getattr(schema, "names", None) if hasattr(schema, "types") else getattr(data, "columns", None)
    types = getattr(schema, "types", None) if hasattr(schema, "types") else getattr(data, "dtypes", None)
    if names is None or types is None or name not in (names := list(names)):
        return None
    kind = str(list(types)[names.index(name)])
    if kind == "object":
        kind = next((type(value).__name__ for value in data[name] if value is not None), kind)
    return kind


class StreamTable:
    """Something with an Arrow C stream."""

    def __init__(self, data, capsule=None):
        self._data, self._capsule = data, capsule

    def add(self, library, number, name):
        capsule = self._capsule or self._data.__arrow_c_stream__()
        # What can be read once is read once.
        self._capsule = None
        try:
            place = pointer(capsule)
        except ValueError:
            raise InputError(f"{type(self._data).__name__} hands out no Arrow stream; give a table") from None
        _check(library, number, library.cs_add_table(number, name, place))


class BytesTable:
    """The content of a file."""

    def __init__(self, data):
        self._data = bytes(data)

    def add(self, library, number, name):
        _check(library, number, library.cs_add_bytes(number, name, self._data, len(self._data)))


class ColumnTable:
    """Columns of numbers, truth values and texts."""

    def __init__(self, columns):
        self._columns = [(letters(str(name)), *_column(letters(str(name)), values)) for name, values in columns]
        counts = sorted({count for _, _, _, count in self._columns})
        if len(counts) > 1:
            lengths = ", ".join(f"{name} has {count}" for name, _, _, count in self._columns[:6])
            raise InputError(f"the columns are of different lengths: {lengths}; give all the same number of rows")
        self._count = counts[0] if counts else 0

    def add(self, library, number, name):
        count = len(self._columns)
        names = (ctypes.c_char_p * count)(*[name.encode().replace(b"\0", b"") for name, _, _, _ in self._columns])
        values = (ctypes.c_void_p * count)(*[_address(values) for _, _, values, _ in self._columns])
        kinds = "".join(kind for _, kind, _, _ in self._columns).encode()
        _check(library, number, library.cs_add_columns(number, name, self._count, count, names, kinds, values))


def _address(values):
    if isinstance(values, bytes):
        return ctypes.cast(values, ctypes.c_void_p).value
    if isinstance(values, array.array):
        return values.buffer_info()[0]
    return values.ctypes.data


def _texts(values):
    def text(value):
        if value is None or value != value:
            return ""
        if hasattr(value, "isoformat"):
            return value.isoformat()
        return str(value).replace("\0", "")

    return "u", letters("\0".join([*map(text, values), ""])).encode()


def letters(text):
    """A text in which U+FFFD stands for letters that were broken when it was read."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _is_number(value):
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def _column(name, values):
    """The kind, the memory and the length of a column."""
    if hasattr(values, "to_numpy"):
        try:
            values = values.to_numpy(dtype=None, na_value=float("nan")) if hasattr(values, "array") else values.to_numpy()
        except (TypeError, ValueError):
            values = values.to_numpy()
    kind = getattr(getattr(values, "dtype", None), "kind", None)
    if kind is None:
        try:
            values = list(values)
        except TypeError:
            raise InputError(f"{name}: {type(values).__name__} is no column; give a list or an array") from None
        if all(isinstance(value, bool) for value in values):
            return "b", bytes(values) or b"\0", len(values)
        if all(value is None or _is_number(value) for value in values):
            try:
                return "g", array.array("d", [float("nan") if value is None else value for value in values] or [0.0]), len(values)
            except OverflowError:
                pass
        return (*_texts(values), len(values))
    import numpy

    if isinstance(values, numpy.ma.MaskedArray):
        values = values.astype("f8").filled(numpy.nan) if kind in "fiub" else numpy.array(values.tolist(), dtype=object)
        kind = values.dtype.kind
    if values.ndim != 1:
        raise InputError(f"{name}: it has {values.ndim} dimensions; give a column of one")
    if kind == "f":
        return "g", numpy.ascontiguousarray(values, dtype="f8"), len(values)
    if kind == "i" or kind == "u" and values.dtype.itemsize < 8:
        return "l", numpy.ascontiguousarray(values, dtype="i8"), len(values)
    if kind == "b":
        return "b", numpy.ascontiguousarray(values, dtype="u1"), len(values)
    if kind == "M":
        texts = numpy.datetime_as_string(values, unit="us" if values.dtype != numpy.dtype("M8[D]") else "D")
        return (*_texts("" if text == "NaT" else text for text in texts), len(values))
    if kind == "c":
        raise InputError(f"{name}: it holds complex numbers; give longitudes and latitudes in two columns")
    values = values.tolist()
    if values and all(value is None or _is_number(value) for value in values):
        return _column(name, values)
    return (*_texts(values), len(values))


def _without_intervals(data):
    """A frame of pandas, whose intervals are texts: Arrow has no type for them."""
    copied = data
    for index, dtype in enumerate(data.dtypes):
        kind = getattr(getattr(dtype, "categories", None), "dtype", dtype)
        if str(kind).startswith("interval"):
            column = data.iloc[:, index].astype("category")
            copied = data.copy(deep=False) if copied is data else copied
            copied.isetitem(index, column.cat.rename_categories(column.cat.categories.astype(str)))
    return copied


def _geopandas(data):
    if data.crs is not None and data.crs.to_epsg() not in (4326, 3857):
        try:
            data = data.to_crs(4326)
        except Exception as error:
            raise InputError(f"the places are in {_line(data.crs.name)}, which cannot be transformed: {_line(error)}; set their crs") from error
    geometry = data.geometry if hasattr(data, "columns") else data
    if hasattr(data, "to_arrow") and hasattr(data, "columns"):
        try:
            table = data.to_arrow(index=False, geometry_encoding="WKB")
            return StreamTable(data, table.__arrow_c_stream__())
        except ImportError:
            pass
    if data.crs is not None and data.crs.to_epsg() != 4326:
        data = data.to_crs(4326)
    if len(geometry) and set(geometry.geom_type) == {"Point"} and hasattr(data, "columns"):
        points = data.geometry
        others = [(name, data[name]) for name in data.columns if name != data.geometry.name]
        return ColumnTable([("longitude", points.x), ("latitude", points.y), *others])
    return BytesTable(data.to_json().encode())


def columns(data, arrays):
    """Data with the arrays of settings as columns, and the columns' names by setting."""
    names, taken = {}, {}
    for key, values in arrays.items():
        name = letters(str(getattr(values, "name", None) or key))
        if hasattr(data, "columns") and name in data.columns and getattr(data[name], "equals", lambda _: False)(values):
            names[key] = name
            continue
        while name in taken and taken[name] is not values:
            name += "_"
        names[key], taken[name] = name, values
    if not taken:
        return data, names
    if data is None:
        held = {}
    elif isinstance(data, dict) and "type" not in data:
        held = data
    elif hasattr(data, "get_columns"):
        held = {column.name: column for column in data.get_columns()}
    elif hasattr(data, "column_names"):
        held = {name: data[name] for name in data.column_names}
    elif hasattr(data, "columns") and hasattr(data, "items"):
        held = dict(data.items())
    else:
        raise InputError(f"{', '.join(names)}: arrays go with a data frame, a dict of columns or no data; for {type(data).__name__} name its columns")
    return {**held, **taken}, names


def table(data):
    """What the library is given for some data; None for what is no table, such as the name of a file."""
    if isinstance(data, (str, os.PathLike)) or data is None:
        return None
    if isinstance(data, (bytes, bytearray, memoryview)):
        return BytesTable(data)
    module = type(data).__module__.split(".")[0]
    if module in ("pandas", "geopandas") and hasattr(data, "dtypes") and hasattr(data, "columns"):
        data = _without_intervals(data)
    if module == "geopandas" and hasattr(data, "geom_type"):
        return _geopandas(data)
    if isinstance(data, dict):
        if isinstance(data.get("type"), str) and ({"features", "coordinates", "geometry", "geometries"} & set(data)):
            return BytesTable(_json(data))
        if "points" in data and len(data) == 1:
            return None
        return ColumnTable(data.items())
    if hasattr(data, "__arrow_c_stream__"):
        try:
            return StreamTable(data, data.__arrow_c_stream__())
        except ImportError:
            pass  # pandas without pyarrow
        except Exception as error:
            if not hasattr(data, "items") or not hasattr(data, "columns"):
                raise InputError(f"the table cannot be read: {_line(error)}; correct what delivers it") from error
    elif hasattr(data, "__arrow_c_array__"):
        try:
            import pyarrow
        except ImportError:
            raise InputError(f"{type(data).__name__} hands out one Arrow array; install pyarrow, or give a table") from None
        try:
            batch = pyarrow.record_batch(data)
        except Exception as error:
            raise InputError(f"the table cannot be read: {_line(error)}; give a struct or a record batch") from error
        return StreamTable(batch, pyarrow.RecordBatchReader.from_batches(batch.schema, [batch]).__arrow_c_stream__())
    if hasattr(data, "columns") and hasattr(data, "items"):
        return ColumnTable([(name, data.iloc[:, index]) for index, name in enumerate(data.columns)])
    if hasattr(data, "__geo_interface__"):
        return BytesTable(_json(data.__geo_interface__))
    if hasattr(data, "fetchnumpy"):
        # A connection of DuckDB, whose result is that of its last statement.
        try:
            return ColumnTable(data.fetchnumpy().items())
        except Exception as error:
            raise InputError(f"the connection has no result: {_line(error)}; give it a query, as con.sql(...)") from error
    if isinstance(data, (list, tuple)) and not data or getattr(data, "size", None) == 0:
        return ColumnTable([])
    dtype = getattr(data, "dtype", None)
    if getattr(dtype, "names", None):
        return ColumnTable([(name, data[name]) for name in dtype.names])
    if dtype is not None and getattr(data, "ndim", 0) == 2 and data.shape[1] >= 2:
        names = ["longitude", "latitude", *(f"column{number}" for number in range(3, data.shape[1] + 1))]
        return ColumnTable([(name, data[:, index]) for index, name in enumerate(names)])
    if isinstance(data, (list, tuple)):
        rows = list(data)
        if rows and all(isinstance(row, dict) for row in rows):
            return BytesTable(_json(rows))
        if rows and all(isinstance(row, (list, tuple)) and len(row) >= 2 for row in rows):
            return ColumnTable([("longitude", [row[0] for row in rows]), ("latitude", [row[1] for row in rows])])
    raise InputError(
        f"{type(data).__name__} is no table; give a data frame, arrays by name, GeoJSON, rows, or the path of a file"
    )


def geojson(data):
    """Something with geometries as GeoJSON, in degrees."""
    if getattr(data, "crs", None) is not None:
        data = data.to_crs(4326)
    return json.loads(data.to_json()) if hasattr(data, "to_json") else data.__geo_interface__


def _line(error):
    return " ".join(str(error).split())[:300].rstrip(".")


def _json(value):
    try:
        return json.dumps(value, default=plain).encode()
    except (TypeError, ValueError) as error:
        raise InputError(f"the data is no JSON: {_line(error)}; correct it") from error


def plain(value):
    """A value of NumPy or a path as one of Python."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no value of a setting")
