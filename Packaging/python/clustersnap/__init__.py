"""Points in, a clustered map picture out.

    import clustersnap as cs
    m = cs.map(df, lon="x", lat="y", color_by="kind", legend=True, basemap="world", size=(800, 500))
    m.save("map.svg")
"""
import copy
import difflib
import functools
import inspect
import io
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import warnings

from ._library import (
    ClosedError, ClusterSnapError, ClusterSnapWarning, InputError, Note, OutputError, Session, command, session as _session, warn as _warn,
)
from ._settings import FILM as _FILM, SETTINGS as _SETTINGS
from ._tables import columns as _columns, letters as _letters, geojson as _geojson, plain as _plain, table as _table, unread as _unread

__all__ = [
    "ClosedError", "ClusterSnapError", "ClusterSnapWarning", "Difference", "Film", "InputError", "Map", "Markers", "Note", "OutputError",
    "Session", "View", "asgi", "basemap", "cells", "clusters", "command", "diff", "film", "map", "render",
]
__version__ = "0.1.0"


def __dir__():
    return [*__all__, "__version__"]


class View:
    """What a picture shows: ``center`` (longitude, latitude), ``zoom``, ``bbox`` (west, south, east, north), ``size`` in points
    and ``scale`` in pixels a point."""

    def __init__(self, fields):
        self.center, self.bbox, self.size = tuple(fields["center"]), tuple(fields["bbox"]), tuple(fields["size"])
        self.zoom, self.scale = fields["zoom"], fields["scale"]

    def __repr__(self):
        return f"View(center={self.center}, zoom={self.zoom}, bbox={self.bbox}, size={self.size}, scale={self.scale})"


class Markers:
    """The markers of a map, a row each: clusters and single points.

    Of maps that are drawn with ``members=True`` the column ``members`` has the ids of each marker's points, as a list of texts.
    """

    def __init__(self, answer, number):
        self._answer, self._number = answer, number

    def __repr__(self):
        return f"<Markers, {len(self)} rows>"

    def __copy__(self):
        return Markers(self._answer, self._number)

    def __deepcopy__(self, memory):
        return copy.copy(self)

    def __reduce__(self):
        return Markers, (self._answer.kept(self._number), 0)

    def __arrow_c_stream__(self, requested_schema=None):
        return self._answer.stream(self._number)

    def _members(self, ids, members):
        """The lists of members, which the stream joins by blanks; None where the column is one of the data."""
        lists = []
        for row, id, text in zip(self.to_dicts(), ids, members):
            if isinstance(row.get("members"), list):
                lists.append([str(member) for member in row["members"]])
            elif text == id:
                lists.append([id])
            else:
                return None
        return lists

    def to_arrow(self):
        """The markers as a table of pyarrow."""
        import pyarrow

        table = pyarrow.table(self)
        if "members" in table.column_names:
            lists = self._members(table["id"].to_pylist(), table["members"].to_pylist())
            if lists is not None:
                index = table.column_names.index("members")
                table = table.set_column(index, "members", pyarrow.array(lists, pyarrow.list_(pyarrow.string())))
        return table

    def to_pandas(self):
        """The markers as a data frame of pandas."""
        try:
            table = self.to_arrow()
            frame = table.to_pandas()
            if "members" in table.column_names:
                # Lists, not arrays.
                frame["members"] = table["members"].to_pylist()
            return frame
        except ImportError:
            import pandas

            return pandas.DataFrame(self.to_dicts())

    def to_polars(self):
        """The markers as a data frame of polars."""
        import polars

        frame = polars.DataFrame(self)
        if "members" in frame.columns:
            lists = self._members(frame["id"], frame["members"])
            if lists is not None:
                frame = frame.with_columns(polars.Series("members", lists, polars.List(polars.String)))
        return frame

    def to_geopandas(self):
        """The markers as a GeoDataFrame of geopandas, in degrees."""
        import geopandas

        frame = self.to_pandas()
        return geopandas.GeoDataFrame(frame, geometry=geopandas.points_from_xy(frame["longitude"], frame["latitude"]), crs=4326)

    def to_geojson(self):
        """The markers as GeoJSON, a dict."""
        return json.loads(self._answer.bytes(self._number, "geojson"))

    def to_csv(self):
        """The markers as CSV, a text, with members joined by blanks."""
        return self._answer.bytes(self._number, "csv").decode()

    def to_dicts(self):
        """The markers as a list of dicts."""
        return json.loads(self._answer.bytes(self._number, "json"))["markers"]

    @property
    def __geo_interface__(self):
        return self.to_geojson()

    def __iter__(self):
        return iter(self.to_dicts())

    def __len__(self):
        return len(self.to_dicts())


def _write(file, data, is_text=False):
    if hasattr(file, "write"):
        try:
            file.write(data.decode() if is_text and isinstance(file, io.TextIOBase) else data)
        except (TypeError, UnicodeEncodeError) as error:
            fault = 'is open for text; open it with "wb"'
            if isinstance(error, UnicodeEncodeError):
                fault = 'cannot hold the letters of the picture; open it with encoding="utf-8"'
            raise OutputError(f"{getattr(file, 'name', type(file).__name__)} {fault}") from None
        return
    # Whole or not at all.
    path = os.fspath(file)
    folder, name = os.path.split(path)
    part = None
    try:
        with tempfile.NamedTemporaryFile(dir=folder or ".", prefix=name + ".", delete=False) as part:
            part.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part.name, 0o666 & ~mask)
        os.replace(part.name, path)
    except OSError as error:
        if part is not None:
            os.unlink(part.name)
        raise OutputError(f"{path}: error: cannot be written: {error.strerror}; check the folder") from error


def _pillow(what):
    try:
        from PIL import Image
    except ImportError:
        raise OutputError(f"{what} needs Pillow; run pip install pillow") from None
    return Image


def _with(kind, values):
    """An object by its attributes."""
    made = object.__new__(kind)
    made.__dict__.update(values)
    return made


class Map:
    """A map that was drawn: shown in a notebook, saved, or read by its markers.

    ``width`` and ``height`` are the picture's in points, with all that stands around the map; ``view`` is that of the map itself.
    """

    def __init__(self, answer, number, report, draw_themes=None):
        self._answer, self._number, self._draw_themes = answer, number, draw_themes
        picture = report["pictures"][number]
        self.name = picture.get("name")
        self.view = View(picture["view"])
        self.notes = [Note(note) for note in report["notes"]]
        self.title = picture.get("title", "")
        self.alt = picture.get("alt") or self.title or "A map of points"

    def __copy__(self):
        return _with(type(self), self.__dict__)

    def __deepcopy__(self, memory):
        return _with(type(self), copy.deepcopy(self.__dict__, memory))

    def __reduce__(self):
        # An answer's number is of one process; bytes and values are of any.
        values = {**self.__dict__, "_answer": self._answer.kept(self._number), "_number": 0}
        if self._draw_themes:
            values["_draw_themes"] = functools.partial(list, self._draw_themes())
        return _with, (type(self), values)

    @property
    def markers(self):
        """What is drawn, as data."""
        return Markers(self._answer, self._number)

    @functools.cached_property
    def _size(self):
        # PNG's header counts pixels: a side of the map, or whole points, are exact where they make as many.
        sides = []
        for pixels, side in zip(struct.unpack(">II", self.png[16:24]), self.view.size):
            points = pixels / self.view.scale
            sides.append(next((near for near in (side, round(points)) if abs(near * self.view.scale - pixels) < 1), round(points, 2)))
        return tuple(sides)

    @property
    def width(self):
        """The picture's width in points."""
        return self._size[0]

    @property
    def height(self):
        """The picture's height in points."""
        return self._size[1]

    @property
    def png(self):
        """The picture as PNG, bytes."""
        return self._answer.bytes(self._number, "png")

    @property
    def svg(self):
        """The picture as SVG, a text."""
        return self._answer.bytes(self._number, "svg").decode()

    @property
    def pdf(self):
        """The picture as PDF, bytes."""
        return self._answer.bytes(self._number, "pdf")

    def save(self, file, format=None):
        """Writes the picture into a file, as png, svg, pdf, webp, avif, jpeg or html by its ending.

        With themes a picture other than SVG is two files: map.png becomes map-light.png and map-dark.png.
        """
        if format is None:
            name = os.fspath(file) if isinstance(file, (str, os.PathLike)) else getattr(file, "name", "")
            format = os.path.splitext(str(name))[1].lstrip(".").lower()
        format = {"jpg": "jpeg"}.get(str(format).lower(), str(format).lower())
        if format not in ("png", "svg", "pdf", "webp", "avif", "jpeg", "html"):
            raise InputError(f"{file} ends in no known format; name a .png, .svg, .pdf, .webp, .avif, .jpg or .html file, or give format=")
        if self._draw_themes and format != "svg" and not hasattr(file, "write"):
            start, ending = os.path.splitext(os.fspath(file))
            for name, m in zip(("light", "dark"), self._draw_themes()):
                m.save(f"{start}-{name}{ending}", format)
            return
        _write(file, self._answer.bytes(self._number, format), format in ("svg", "html"))

    def to_pil(self):
        """The picture as an image of Pillow."""
        return _pillow("to_pil()").open(io.BytesIO(self.png))

    def __array__(self, dtype=None, copy=None):
        import numpy

        return numpy.array(self.to_pil().convert("RGBA"), dtype=dtype)

    def show(self):
        """Shows the map: in a notebook below its cell, elsewhere in the browser."""
        shell = sys.modules.get("IPython")
        if shell and shell.get_ipython():
            from IPython.display import display

            display(self)
            return
        import pathlib
        import webbrowser

        with tempfile.NamedTemporaryFile(prefix="clustersnap-", suffix=".html", delete=False) as file:
            file.write(self._answer.bytes(self._number, "html"))
        webbrowser.open(pathlib.Path(file.name).as_uri())

    def _repr_png_(self):
        return self.png

    def _repr_svg_(self):
        return self.svg

    def _repr_mimebundle_(self, include=None, exclude=None):
        import base64

        # The smaller one; a short SVG spares drawing the other.
        svg = self._answer.bytes(self._number, "svg")
        kind = "image/svg+xml"
        if len(svg) > 200_000:
            png = self.png
            if len(png) < len(svg):
                kind = "image/png"
        data = svg.decode() if kind == "image/svg+xml" else base64.b64encode(png).decode()
        width, height = (round(side) for side in self._size)
        return {kind: data, "text/plain": self.alt}, {kind: {"alt": self.alt, "width": width, "height": height}}

    def __repr__(self):
        return f"<{self.title or 'Map'}, {self.width:g} × {self.height:g} points>"


class Film:
    """A film: an animated PNG, ``png``."""

    def __init__(self, answer, report):
        self.png, self.notes = answer.bytes(), [Note(note) for note in report["notes"]]

    def __repr__(self):
        width, height = struct.unpack(">II", self.png[16:24])
        place = self.png.find(b"acTL") + 4
        return f"<Film, {struct.unpack('>I', self.png[place:place + 4])[0]} frames of {width} × {height} pixels>"

    def save(self, file):
        """Writes the film into a file: an animated PNG, or a GIF by its ending, with Pillow."""
        name = os.fspath(file) if isinstance(file, (str, os.PathLike)) else getattr(file, "name", "")
        ending = os.path.splitext(str(name))[1].lower()
        if ending not in ("", ".png", ".apng", ".gif"):
            raise InputError(f"{name} is no film; name a .png or .gif file, or run clustersnap animate for a film of video")
        data = self.png
        if ending == ".gif":
            written = io.BytesIO()
            _pillow("a film as GIF").open(io.BytesIO(data)).save(written, "GIF", save_all=True)
            data = written.getvalue()
        _write(file, data)

    def _repr_png_(self):
        return self.png


class Difference:
    """What differs between two pictures: ``differs``, and ``figures`` as ``clustersnap diff --json`` has them."""

    def __init__(self, differs, figures, picture):
        self.differs, self.figures, self._picture = differs, figures, picture

    def __bool__(self):
        return self.differs

    def save(self, file):
        """Writes a picture of what differs."""
        _write(file, self._picture)

    def _repr_png_(self):
        return self._picture

    def __repr__(self):
        return f"<Difference {self.figures}>"


# Arguments of other libraries, and settings that columns are given to.
_LIKE = {"lng": "lon", "long": "lon", "cmap": "palette", "scheme": "classes", "k": "classes", "hue": "color_by", "s": "size_by", "x": "lon", "y": "lat", "values": "weight"}
_ADVICE = {
    **dict.fromkeys(("c", "color", "colour"), "color_by takes a column, and palette its colors"),
    **dict.fromkeys(("crs", "epsg", "srid"), "coordinates are degrees; a GeoDataFrame has a crs of its own"),
    **dict.fromkeys(("format", "output", "file", "filename"), "save the map, as map(...).save(\"map.svg\")"),
    **dict.fromkeys(("ax", "axes"), "draw into axes with clustersnap.clusters"),
    "views": "draw several with clustersnap.render",
}
_COLUMNS = ("id", "color_by", "size_by", "group_by", "donut_by", "label_by", "weight", "facets")


def _values(settings, known):
    members = {}
    for name, value in settings.items():
        if name not in known:
            if name in _ADVICE:
                raise TypeError(f"there is no setting {name}; {_ADVICE[name]}")
            near = [_LIKE[name]] if name in _LIKE else difflib.get_close_matches(name, [*known, "lon", "lat", "session", "sources"], 1, 0.7)
            raise TypeError(f"there is no setting {name}" + (f"; did you mean {near[0]}?" if near else "; see help(clustersnap.map)"))
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if hasattr(one, "__geo_interface__") and name != "overlays":
                raise InputError(f"{name}: it takes the name of a file, not a {type(one).__name__}; write one, as frame.to_file(\"areas.geojson\")")
        if name == "overlays" and not isinstance(value, (str, type(None))):
            is_one = isinstance(value, dict) or hasattr(value, "__geo_interface__")
            value = [_geojson(one) if hasattr(one, "__geo_interface__") else one for one in ([value] if is_one else value)]
        if value is not None:
            members[known[name][0]] = os.fspath(value) if isinstance(value, os.PathLike) else value
    inches, sides = members.pop("figsize", None), [members.pop("width", None), members.pop("height", None)]
    if inches is not None or sides != [None, None]:
        if "size" in members or inches is not None and sides != [None, None]:
            raise TypeError("size, figsize, and width with height are the same; give one of them")
        try:
            if inches is not None:
                sides = [float(side) * 72 for side in inches]
            width, height = (side if side is None else float(side) for side in sides)
        except (TypeError, ValueError):
            raise InputError("width, height and figsize are numbers: points, and inches of figsize=(8, 5)") from None
        members["size"] = [width or height * 4 / 3, height or width * 3 / 4]
    return members


def _is_array(value):
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes, dict))


def _request(data, lon, lat, settings, known=_SETTINGS):
    settings = dict(settings)
    sources = dict(settings.pop("sources", None) or {})
    named = {"longitude": lon, "latitude": lat, **{name: settings[name] for name in _COLUMNS if name in settings}}
    arrays = {name: value for name, value in named.items() if _is_array(value)}
    if arrays:
        data, names = _columns(data, arrays)
        lon, lat = names.get("longitude", lon), names.get("latitude", lat)
        settings.update((name, column) for name, column in names.items() if name in settings)
    if data is not None:
        sources["points"] = data
    request = {"sources": sources} if sources else {}
    request.update(_values(settings, known))
    for name, key in (("longitude", lon), ("latitude", lat)):
        if key is not None:
            request[name] = key
    return request


_NAMES = {member: name for known in (_SETTINGS, _FILM) for name, (member, _) in known.items()}
_CAMEL = re.compile(r"\b(" + "|".join(member for member in _NAMES if member.lower() != member) + r")\b")


_TABLES = "give a data frame, arrays by name, GeoJSON, rows, the path of a file"


def _in_python(text):
    """A message with keywords of Python for members of the request, which its reader has not seen."""
    text = re.sub(r"the request names no sources; .*", f"there is no data; {_TABLES}, or sources=", text)
    text = re.sub(r"^(?:clustersnap|(?:request|scenario)(?::\d+)*): (?:(?:error|warning|info): )?", "", text)
    text = re.sub(r'"(\w+)": ', lambda match: f"{_NAMES[match[1]]}=" if match[1] in _NAMES else match[0], text)
    text = re.sub(r"--([a-z][a-z-]+)", lambda match: name if (name := match[1].replace("-", "_")) in _SETTINGS else match[0], text)
    return _CAMEL.sub(lambda match: _NAMES[match[1]], re.sub(r" \[[a-z-]+\]$", "", text))


def _drawn(request, session, what, film=None, tables=None):
    """Draws a request that was made of keywords."""
    try:
        return _answer(request, session, what, film, _in_python, 5, tables)
    except ClusterSnapError as error:
        error.args = (_in_python(str(error)),)
        error.message = _in_python(error.message)
        raise


def _answer(request, session, what, film=None, words=str, depth=4, tables=None):
    """Draws a request, in which tables stand for sources."""
    if not isinstance(request, dict):
        raise InputError(f"a request is a dict, as JSON has it, not {type(request).__name__}")
    request, tables = dict(request), dict(tables or {})
    if isinstance(request.get("sources"), dict):
        sources = dict(request["sources"])
        for name, data in sources.items():
            table = _table(data)
            if table is not None:
                tables[str(name)] = table
                sources[name] = str(name)
            elif isinstance(data, os.PathLike):
                sources[name] = os.fspath(data)
        request["sources"] = sources
    try:
        request = json.loads(_letters(json.dumps(request, default=_plain, ensure_ascii=False)))
    except (TypeError, ValueError) as error:
        raise InputError(f"the request is no JSON: {error}; correct the setting") from error
    try:
        answer = (session or _session()).answer(request, tables, what, film)
    except InputError as error:
        found = re.search(r"(?:source )?(\S+) has no column (.+?);", str(error))
        kind = _unread(tables, found[1], found[2]) if found else None
        if kind is None:
            raise
        line = f"column {found[2]} of {found[1]} is of type {kind}, which is not read; make it text or numbers"
        raise InputError(str(error)[:found.start()] + line, line, error.place) from None
    report = answer.report()
    if what == "scene":
        # Its format is chosen when it is saved.
        report["notes"] = [note for note in report["notes"] if not note["message"].endswith("; the picture is svg")]
    for note in report["notes"]:
        note["text"], note["message"] = words(note["text"]), words(note["message"])
    _warn([Note(note) for note in report["notes"]], depth)
    return answer, report


def map(data=None, lon=None, lat=None, *, session=None, **settings):
    draw_themes = None
    if settings.get("themes") is not None:
        # A stream is read once, a theme drawn by itself where it is saved.
        data, themes = data.read_all() if hasattr(data, "read_all") else data, settings["themes"]
        draw_themes = functools.partial(_themed, themes.split(",") if isinstance(themes, str) else themes, data, lon, lat, session, settings)
    answer, report = _drawn(_request(data, lon, lat, settings), session, "scene")
    return Map(answer, 0, report, draw_themes)


def _themed(themes, data, lon, lat, session, settings):
    """The maps of themes, light and dark."""
    with warnings.catch_warnings():
        # They were shown with the map.
        warnings.simplefilter("ignore", ClusterSnapWarning)
        return [map(data, lon, lat, session=session, **{**settings, "themes": None, "style": theme}) for theme in themes]


def render(request, session=None):
    """Draws a request, as JSON has it; tables may stand for its sources. A map, or a list of them where it has views."""
    answer, report = _answer(request, session, "scene")
    maps = [Map(answer, number, report) for number in range(len(report["pictures"]))]
    return maps if "views" in request else maps[0]


def film(data=None, lon=None, lat=None, *, time=None, every=None, time_format=None, cumulative=None, session=None, **settings):
    ours = {name: settings.pop(name) for name in list(settings) if name in _FILM}
    options = _values(ours, _FILM)
    if _is_array(time):
        data, names = _columns(data, {"time": time})
        time = names["time"]
    for name, value in (("time", time), ("every", every), ("timeFormat", time_format), ("cumulative", cumulative)):
        if value is not None:
            options[name] = value
    if data is None and "steps" in settings:
        request = settings
    else:
        if time is None:
            raise InputError("a film needs the column of times; give time=")
        request = _request(data, lon, lat, settings)
    answer, report = (_answer if request is settings else _drawn)(request, session, "film", options)
    return Film(answer, report)


def cells(con, table, lon=None, lat=None, *, session=None, **settings):
    """Draws a table of a DuckDB connection, which counts its points by cells, so that no row leaves it. A map."""
    from . import _cells

    request = _request(None, lon, lat, settings)
    try:
        request, counts = _cells.counted(con, table, request)
    except ClusterSnapError as error:
        raise InputError(_in_python(str(error))) from error
    answer, report = _drawn(request, session, "scene", tables={"cells": _table(counts)})
    return Map(answer, 0, report)


def asgi(folder, **options):
    """A folder of maps as an application of ASGI, for Uvicorn, Hypercorn or a mount of Starlette and FastAPI.

    It passes requests on to a process of ``clustersnap serve``, whose options are those of the command, such as
    ``key_file="key.txt"``. The process begins with the first request, and ends with the application.
    """
    from ._asgi import Application

    return Application(folder, options)


def diff(first, second, **options):
    """Compares two pictures: paths, bytes, or maps. Options are those of ``clustersnap diff``, such as ``threshold=0.1``."""
    words = []
    for name, value in options.items():
        if value is not False and value is not None:
            words.append("--" + name.replace("_", "-") + ("" if value is True else f"={value}"))
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, picture in enumerate((first, second)):
            data = picture.png if isinstance(picture, (Map, Film)) else picture
            if isinstance(data, (bytes, bytearray)):
                path = os.path.join(folder, f"{number + 1}.png")
                _write(path, data)
                data = path
            paths.append(os.fspath(data))
        output = os.path.join(folder, "difference.png")
        run = subprocess.run([command(), "diff", *paths, "--json", "-o", output, *words], capture_output=True)
        if run.returncode > 1:
            raise InputError(run.stderr.decode("utf-8", "replace").strip().split("\n")[0].replace("clustersnap: error: ", ""))
        with open(output, "rb") as picture:
            return Difference(run.returncode == 1, json.loads(run.stdout), picture.read())


def basemap(ax, bbox=None, crs=None, **settings):
    """Draws a base map into axes of matplotlib: in degrees, y as Web Mercator, or in EPSG:3857, as contextily makes them.

    ``bbox`` is west, south, east, north; without it the axes' own limits. Axes of another system, such as those that GeoPandas
    makes of EPSG:3035, are refused where ``crs`` names it: ``crs=frame.crs``. Whatever changes the axes, such as other limits, a
    colorbar, a layout or another dpi, draws the map anew. Returns the axes.
    """
    from . import _axes

    settings = _axes.fixed(settings)
    is_metric = _axes.is_metric(ax, crs)
    _axes.prepare(ax, is_metric, bbox)
    settings = {"basemap": "world", "attribution": False, **settings}
    _axes.lay(ax, is_metric, functools.partial(map, **settings), -10)
    return ax


def clusters(ax, data=None, lon=None, lat=None, crs=None, **settings):
    """Draws the clusters of points into axes of matplotlib, in their limits, and anew where these change. Returns the map.

    ``crs`` is that of the axes, as for ``basemap``.
    """
    from . import _axes

    settings = _axes.fixed(settings)
    if (*ax.get_xlim(), *ax.get_ylim()) == (0, 1, 0, 1):
        raise InputError("the axes have no limits yet; draw a basemap first, or set them in degrees")
    if hasattr(data, "read_all"):
        # A stream is read once, a map drawn as often as the axes change.
        data = data.read_all()
    is_metric = _axes.is_metric(ax, crs)
    _axes.prepare(ax, is_metric)
    settings = {"basemap": "none", "background": "none", "attribution": False, "scale_bar": False, **settings}
    return _axes.lay(ax, is_metric, functools.partial(map, data, lon, lat, **settings), 10)


def _sign(function, known):
    """Gives a function the settings as parameters, for completion and help."""
    signature = inspect.signature(function)
    given = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    names = {p.name for p in given}
    given += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in known if name not in names]
    function.__signature__ = signature.replace(parameters=given)
    lines = "\n".join(f"    {name}: {text}" for name, (_, text) in known.items())
    function.__doc__ = f"{function.__doc__ or ''}\n\nSettings:\n{lines}"


map.__doc__ = """A map of points, near ones as one bubble with their count.

data: a data frame, arrays by name, GeoJSON, rows, or the path of a file; sources: several of them, by name.
lon, lat: the columns of degrees."""
film.__doc__ = """A film of points, a picture for every period of a column of times.

time: the column; every: hour, day, week, month, quarter, year, decade, several such as 10years, or a number.
time_format: the form of dates, such as %d/%m/%Y; cumulative: points stay once they are there."""
_sign(map, _SETTINGS)
_sign(film, {**_SETTINGS, **_FILM})


def load_ipython_extension(ipython):
    """``%load_ext clustersnap``: the cell magic ``%%clustersnap``."""
    from ._magic import load

    load(ipython)
