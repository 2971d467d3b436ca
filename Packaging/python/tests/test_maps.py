"""Maps are those of the command, and behave in a process of Python."""
import copy
import io
import json
import pickle
import re
import struct
import threading
import time
import warnings

import numpy as np
import pytest

import clustersnap as cs
from conftest import ROOT, TOWNS

REQUESTS = [
    {"basemap": "world", "bbox": [-12, 34, 34, 62]},
    {"style": "dark", "size": [640, 480], "scale": 2},
    {"preset": "cch", "debugGrid": "counts", "style": "debug"},
    {"method": "radius", "legend": True, "scaleBar": True},
    {"method": "dbscan", "eps": 16, "title": "Towns"},
    {"colorBy": "kind", "center": [10, 50], "zoom": 4},
    {"method": "none", "basemap": "none", "background": "none"},
    {"method": "kmeans", "clusters": 24, "graticule": True},
    {"donutBy": "kind", "northArrow": True, "bearing": 30},
    {"method": "distance", "distance": "40pt", "numberFormat": "auto"},
]


def pixels(m):
    """The sides of a picture by the header of its PNG."""
    return struct.unpack(">II", m.png[16:24])


@pytest.mark.parametrize("number", range(len(REQUESTS)))
def test_a_request_draws_the_bytes_of_the_command(number, command):
    request = {"sources": {"towns": str(TOWNS)}, **REQUESTS[number]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        m = cs.render(request)
    assert m.png == command(request)
    assert m.svg.encode() == command(request, "svg")


def test_a_dict_gives_values_their_colors():
    table = {"lon": [13.4, 2.35, -3.7], "lat": [52.5, 48.85, 40.4], "status": ["ok", "late", None]}
    svg = cs.map(table, color_by="status", palette={"ok": "#00aa00", "late": "#cc0000"}, basemap="none", legend=True).svg
    assert all(text in svg for text in ("#0a0", "#c00", ">ok<", ">late<", ">no value<"))


def test_settings_have_the_names_of_python_and_an_unknown_one_names_the_nearest():
    m = cs.map(TOWNS, size=(300, 200), cell_size=90)
    assert (m.width, m.height) == (300, 200)
    for wrong, right in {"colour_by": "color_by", "scheme": "classes", "hue": "color_by", "widht": "width", "cmap": "palette", "lng": "lon"}.items():
        with pytest.raises(TypeError, match=f"there is no setting {wrong}; did you mean {right}\\?"):
            cs.map(TOWNS, **{wrong: "kind"})
    for wrong, words in {
        "color": "color_by takes a column, and palette its colors", "crs": "coordinates are degrees; a GeoDataFrame has a crs of its own",
        "format": 'save the map, as map(...).save("map.svg")', "ax": "draw into axes with clustersnap.clusters", "views": "draw several with clustersnap.render",
        "kind": "see help(clustersnap.map)",
    }.items():
        with pytest.raises(TypeError) as caught:
            cs.map(TOWNS, **{wrong: 3857})
        assert str(caught.value) == f"there is no setting {wrong}; {words}"
    with pytest.raises(cs.InputError, match="size"):
        cs.map(TOWNS, size=(0, 0))


def test_maps_markers_and_films_are_named_by_their_sizes_and_the_module_by_what_it_offers():
    data = {"lon": [1, 2, 3], "lat": [1, 2, 3], "day": ["2024-01-05", "2024-02-05", "2024-03-05"]}
    assert repr(cs.map(data, method="none").markers) == "<Markers, 3 rows>"
    film = cs.film(data, time="day", every="month", fps=2, size=(200, 150), scale=2)
    assert re.fullmatch(r"<Film, \d+ frames of 400 × 300 pixels>", repr(film)) and str(film.png.count(b"fcTL")) in repr(film)
    assert sorted(dir(cs)) == sorted([*cs.__all__, "__version__"])


def test_two_themes_are_two_files_of_pictures_that_are_no_svg(tmp_path):
    data = {"lon": [1, 20], "lat": [2, 3]}
    m = cs.map(data, themes=["light", "dark"], size=(200, 150))
    for one, name in ((m, "map"), (pickle.loads(pickle.dumps(m)), "kept")):
        one.save(tmp_path / f"{name}.png")
        for theme in ("light", "dark"):
            assert (tmp_path / f"{name}-{theme}.png").read_bytes() == cs.map(data, style=theme, size=(200, 150)).png
        one.save(tmp_path / f"{name}.svg")
        assert "prefers-color-scheme" in (tmp_path / f"{name}.svg").read_text()
    assert len(list(tmp_path.iterdir())) == 6


def test_the_size_is_set_by_width_height_or_inches():
    def draw(**size):
        m = cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, **size)
        return m.width, m.height
    assert draw(width=300, height=100) == (300, 100) and draw(width=400) == draw(height=300) == (400, 300)
    assert draw(figsize=(4, 2), dpi=100) == (288, 144)
    for wrong in ({"size": (3, 3), "width": 3}, {"figsize": (3, 3), "height": 3}):
        with pytest.raises(TypeError, match="size, figsize, and width with height are the same; give one of them"):
            draw(**wrong)
    with pytest.raises(cs.InputError, match="width, height and figsize are numbers"):
        draw(figsize=(1, 2, 3))


@pytest.mark.parametrize("settings", [
    {}, {"facets": "kind"}, {"columns": ["cch", "grid"]}, {"zooms": [2, 3]}, {"title": {"text": "T", "position": "above"}},
    {"color_by": "kind", "legend": {"position": "right"}}, {"insets": [{"bbox": [0, 0, 9, 9]}]},
])
def test_the_size_of_a_map_is_that_of_its_picture_in_points(settings):
    table = {"lon": [1, 20, 30], "lat": [2, 30, 40], "kind": ["a", "b", "a"]}
    for scale in (1, 1.5):
        m = cs.map(table, size=(401, 300), scale=scale, **settings)
        assert (m.width, m.height) == (401, 300) and pixels(m) == (round(401.1 * scale), 300 * scale)
        assert repr(m) == f"<{m.title}, 401 × 300 points>"
        assert [list(one.values())[1:] for one in m._repr_mimebundle_()[1].values()] == [[401, 300]]
    assert pickle.loads(pickle.dumps(m)).width == 401
    m = cs.map(table, size="100x50mm", scale=1.5)
    assert (m.width, m.height) == m.view.size and abs(m.width - 100 / 25.4 * 72) < 1e-9


def test_settings_of_a_format_are_for_pictures_that_are_saved_in_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        m = cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, size=(60, 40), basemap="none", colors=16, quality=50)
    # The byte behind bit depth is PNG's kind of color: 3, by a palette.
    assert m.png[25] == 3


def test_messages_have_the_words_of_python():
    data = {"lon": [1, 2], "lat": [2, 3]}
    for settings, message in [({"cell_size": -4}, "cell_size: expected a number above 0, found -4"), ({"color_by": "nix"}, "color_by: source points has no column nix; there are lon, lat")]:
        with pytest.raises(cs.InputError) as caught:
            cs.map(data, **settings)
        assert str(caught.value) == message
    with pytest.warns(cs.ClusterSnapWarning) as caught:
        cs.map(data, center=(90, 60), zoom=5, size=(100, 100))
    assert "with bbox=[1, 2, 2, 3]" in str(caught[0].message) and str(caught[0].message).startswith("none of the 2 points lies")
    with pytest.raises(cs.InputError, match="cellSize"):
        cs.render({"sources": {"p": {"points": [[1, 2]]}}, "cellSize": -4})


def test_a_map_becomes_an_image_and_an_array_and_is_shown(monkeypatch):
    pytest.importorskip("PIL")
    import webbrowser

    m = cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, size=(60, 40), basemap="none", background="#102030")
    assert m.to_pil().size == (60, 40)
    assert np.asarray(m).shape == (40, 60, 4) and np.asarray(m)[0, 0].tolist() == [16, 32, 48, 255]
    shown = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    m.show()
    assert shown[0].startswith("file:///") and shown[0].endswith(".html")


def test_a_map_has_a_picture_its_alternative_text_and_its_view():
    m = cs.map({"lon": [1, 1, 30], "lat": [2, 2, 3]}, size=(400, 300), title="Three")
    data, metadata = m._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg") or "<svg" in data["image/svg+xml"][:300]
    assert data["text/plain"] == metadata["image/svg+xml"]["alt"]
    assert "3 points" in m.title + m.alt
    assert m.png[:4] == b"\x89PNG" and m.pdf[:4] == b"%PDF"
    west, south, east, north = m.view.bbox
    assert west < 1 < 30 < east and south < 2 < 3 < north


def test_a_map_is_saved_by_the_ending(tmp_path):
    m = cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, size=(100, 100))
    for ending, start in (("png", b"\x89PNG"), ("svg", b"<"), ("pdf", b"%PDF")):
        m.save(tmp_path / f"m.{ending}")
        assert (tmp_path / f"m.{ending}").read_bytes().startswith(start)
    with pytest.raises(cs.InputError, match="ends in no known format"):
        m.save(tmp_path / "m.tiff")
    file = io.BytesIO()
    m.save(file, format="PDF")
    assert file.getvalue().startswith(b"%PDF")


def test_a_file_that_is_open_for_text_takes_svg_and_html_alone(tmp_path):
    m = cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, size=(100, 100), title="Łódź")
    for ending in ("svg", "html"):
        with open(tmp_path / f"m.{ending}", "w", encoding="utf-8") as file:
            m.save(file)
        m.save(tmp_path / f"n.{ending}")
        assert (tmp_path / f"m.{ending}").read_bytes() == (tmp_path / f"n.{ending}").read_bytes()
    with open(tmp_path / "m.png", "w") as file, pytest.raises(cs.OutputError, match='m.png is open for text; open it with "wb"'):
        m.save(file)
    with open(tmp_path / "l.svg", "w", encoding="ascii") as file, pytest.raises(cs.OutputError, match='l.svg cannot hold the letters of the picture; open it with encoding="utf-8"'):
        m.save(file)


def test_a_film_is_an_animated_picture_of_periods(tmp_path):
    film = cs.film({"lon": [1, 2, 3], "lat": [1, 2, 3], "day": ["2024-01-05", "2024-02-05", "2024-03-05"]}, time="day", every="month", fps=2, size=(200, 150))
    assert b"acTL" in film.png[:400]
    film.save(tmp_path / "film.png")
    with pytest.raises(cs.InputError, match="film.mp4 is no film; name a .png or .gif file"):
        film.save(tmp_path / "film.mp4")
    with pytest.raises(cs.InputError, match="every"):
        cs.film({"lon": [1], "lat": [1], "day": ["2024-01-05"]}, time="day", every="fortnight")


def test_a_film_takes_its_times_as_an_array_or_a_series():
    lon, lat, days = [1, 2, 3], [1, 2, 3], ["2024-01-05", "2024-02-05", "2024-03-05"]
    settings = {"every": "month", "fps": 2, "size": (200, 150)}
    expected = cs.film({"lon": lon, "lat": lat, "time": days}, time="time", **settings).png
    assert cs.film({"lon": lon, "lat": lat}, time=days, **settings).png == expected
    assert cs.film(lon=lon, lat=lat, time=np.array(days), **settings).png == expected
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"lon": lon, "lat": lat, "time": days})
    assert cs.film(frame, time=frame["time"], **settings).png == expected
    assert cs.film(lon=lon, lat=lat, time=pandas.to_datetime(frame["time"]), **settings).png == expected


def test_a_film_is_written_as_gif_with_pillow_and_without_it_the_message_names_it(tmp_path, monkeypatch):
    film = cs.film({"lon": [1, 2, 3], "lat": [1, 2, 3], "day": ["2024-01-05", "2024-02-05", "2024-03-05"]}, time="day", every="month", fps=2, size=(200, 150))
    with monkeypatch.context() as hidden:
        hidden.setitem(__import__("sys").modules, "PIL", None)
        with pytest.raises(cs.OutputError, match="a film as GIF needs Pillow; run pip install pillow"):
            film.save(tmp_path / "film.gif")
    image = pytest.importorskip("PIL.Image")
    film.save(tmp_path / "film.gif")
    written = image.open(tmp_path / "film.gif")
    assert (written.format, written.size) == ("GIF", (200, 150)) and written.n_frames > 2


def test_a_difference_counts_pixels(tmp_path):
    data = {"lon": [1, 20], "lat": [2, 3]}
    first, second = cs.map(data, size=(200, 200)), cs.map(data, size=(200, 200), style="dark")
    assert not cs.diff(first, first)
    difference = cs.diff(first, second)
    assert difference
    difference.save(tmp_path / "d.png")
    assert (tmp_path / "d.png").read_bytes()[:4] == b"\x89PNG"


def test_warnings_are_those_of_python():
    with pytest.warns(cs.ClusterSnapWarning):
        m = cs.map({"lon": [1, 2, None], "lat": [1, 2, 3]}, size=(200, 200), eps=3)
    assert m.notes


def test_axes_of_matplotlib_show_points_where_their_degrees_are():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(4, 3), dpi=100)
    cs.basemap(ax, (-12, 34, 34, 62))
    m = cs.clusters(ax, {"lon": [10.0], "lat": [50.0]}, style="light", form="bubble")
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba()).astype(int)
    x, y = ax.transData.transform((10.0, 50.0))
    near = pixels[int(figure.bbox.height - y) - 2:int(figure.bbox.height - y) + 3, int(x) - 2:int(x) + 3, :3]
    far = pixels[int(figure.bbox.height - y) - 2:int(figure.bbox.height - y) + 3, int(x) + 25:int(x) + 30, :3]
    # The mark stands at the place of matplotlib's own coordinates.
    assert np.abs(near.mean(axis=(0, 1)) - far.mean(axis=(0, 1))).max() > 40
    assert len(m.markers) == 1
    plt.close(figure)


AXES = {
    "xlim": (lambda f, ax: (ax.set_xlim(0, 20), ax.set_ylim(40, 50)), None), "axis": (lambda f, ax: ax.axis([0, 1, 2, 3]), None),
    "autoscale": (lambda f, ax: (ax.plot([90], [80]), ax.autoscale()), None), "equal": (lambda f, ax: ax.axis("equal"), None),
    "aspect": (lambda f, ax: ax.set_aspect(2), None), "figure": (lambda f, ax: f.set_size_inches(6, 6), None),
    "colorbar": (lambda f, ax: f.colorbar(__import__("matplotlib").cm.ScalarMappable(), ax=ax), None),
    "larger": (lambda f, ax: (f.set_size_inches(12, 8), f.set_dpi(50)), None), "again": (lambda f, ax: cs.basemap(ax, (0, 0, 10, 10)), None),
    "point": (lambda f, ax: ax.plot([90], [80]), None), "off": (lambda f, ax: ax.axis("off"), None),
    "layout": (lambda f, ax: f.set_layout_engine("constrained"), None), "title": (lambda f, ax: ax.set_title("A\nB\nC"), None),
    "cleared": (lambda f, ax: (ax.clear(), ax.set_xlim(0, 1), ax.set_aspect("equal")), None),
    "invert": (lambda f, ax: ax.invert_yaxis(), "axes with a map run from west to east and from south to north"),
    "scale": (lambda f, ax: ax.set_yscale("linear"), "axes with a map keep their scales"),
    "far": (lambda f, ax: ax.axis([0, 1e-9, 50, 50 + 1e-9]), "maps have zooms from -2 to 25"),
    "pole": (lambda f, ax: ax.set_ylim(89, 89.5), "the axes' middle is at latitude 89.*, where no map is"),
    "crs": (lambda f, ax: cs.basemap(ax, crs="EPSG:25832"), "axes in EPSG:25832 are not understood; give axes in degrees, or in EPSG:3857"),
    "other crs": (lambda f, ax: cs.basemap(ax, crs=3857), "the axes hold a map in another crs"),
}


@pytest.mark.parametrize("metric", [False, True], ids=["degrees", "meters"])
@pytest.mark.parametrize("name", AXES)
def test_a_map_follows_its_axes_or_they_are_refused(name, metric):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import io
    import math
    import matplotlib.pyplot as plt

    change, words = AXES[name]
    if metric and name in ("xlim", "axis", "scale", "far", "pole", "other crs", "autoscale", "point"):
        pytest.skip("it is about degrees")
    plt.close("all")
    figure, ax = plt.subplots(figsize=(6, 4))
    if metric:
        ax.set_xlim(-1.3e6, 3.5e6), ax.set_ylim(4.2e6, 8.4e6)
    cs.basemap(ax, None if metric else (-12, 35, 32, 60))
    cs.clusters(ax, {"lon": [10.0], "lat": [50.0]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cs.ClusterSnapWarning)
        if words is not None:
            with pytest.raises(cs.InputError, match=words) as caught:
                change(figure, ax)
                figure.savefig(io.BytesIO())
            assert "\n" not in str(caught.value)
            return plt.close(figure)
        change(figure, ax)
        figure.canvas.draw()
    (west, east), (south, north) = ax.get_xlim(), ax.get_ylim()
    if metric:
        # The sphere of EPSG:3857.
        west, east = (math.degrees(x / 6378137) for x in (west, east))
        south, north = (math.degrees(2 * math.atan(math.exp(y / 6378137)) - math.pi / 2) for y in (south, north))
    for picture in ax.images:
        box, view = ax.get_window_extent(), picture.map.view
        assert pixels(picture.map) == (round(box.width), round(box.height))
        # A pixel is the error of rounding.
        assert abs(view.bbox[0] - west) < (east - west) / box.width and abs(view.bbox[3] - north) < (north - south) * 2 / box.height
        assert abs(view.bbox[1] - south) < (north - south) * 2 / box.height
    assert len(ax.images) == {"cleared": 0, "again": 3}.get(name, 2)
    plt.close(figure)


@pytest.mark.parametrize("settings, words", [
    ({"projection": "globe"}, "projection: a map in axes is in Mercator's projection with north up; draw others with clustersnap.map"),
    ({"bearing": 30}, "bearing: a map in axes"), ({"pitch": 40}, "pitch: a map in axes"), ({"central_meridian": 9}, "central_meridian: a map in axes"),
    ({"center": (1, 2)}, "center: the limits of the axes set what a map in them shows; call ax.set_xlim and ax.set_ylim"),
    *[({name: 3}, f"{name}: the limits of the axes") for name in ("zoom", "padding", "fit", "fit_cluster", "expand", "tile_size", "max_zoom_fit")],
    ({"size": (3, 4)}, "size: the axes and the dpi of their figure set the size of a map in them; leave it out"),
    *[({name: 3}, f"{name}: the axes and the dpi") for name in ("panel_size", "width", "height", "figsize", "scale", "dpi")],
    ({"facets": "kind"}, "facets: axes hold one map; draw each into axes of its own, or all with clustersnap.map"),
    *[({name: [3, 4]}, f"{name}: axes hold one map") for name in ("columns", "zooms", "insets", "themes")],
    *[({name: {"position": "right"}}, f'{name}: axes have no room right of the map; set its position to a corner, such as "top-left"') for name in ("legend", "title", "scale_bar", "attribution")],
])
def test_settings_that_move_a_map_away_from_its_axes_are_refused(settings, words):
    plt = pytest.importorskip("matplotlib.pyplot")
    figure, ax = plt.subplots()
    ax.axis([-12, 32, 35, 60])
    for draw in (lambda: cs.basemap(ax, **settings), lambda: cs.clusters(ax, {"lon": [1], "lat": [50]}, **settings)):
        with pytest.raises(cs.InputError) as caught:
            draw()
        assert str(caught.value).startswith(words) and "\n" not in str(caught.value) and not ax.images
    plt.close(figure)


def test_what_lies_inside_a_map_in_axes_is_drawn_and_a_turned_style_is_not_turned(tmp_path):
    plt = pytest.importorskip("matplotlib.pyplot")
    figure, ax = plt.subplots(dpi=80)
    ax.axis([-12, 32, 35, 60])
    data = {"lon": [1, 9], "lat": [50, 51]}
    draw = lambda **settings: cs.clusters(ax, data, **settings)
    plain = draw()
    for settings in ({"legend": True}, {"title": "Towns"}, {"scale_bar": {"position": "top-left"}}, {"locator": True}, {"graticule": True}):
        m = draw(**settings)
        assert (m.view.bbox, m.view.size) == (plain.view.bbox, plain.view.size) and m.png != plain.png
    assert draw(bearing=0, pitch=0, projection="mercator", zoom=None, fit=False).png == plain.png
    style = {"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background", "paint": {"background-color": "red"}}]}
    (tmp_path / "plain.json").write_text(json.dumps(style))
    (tmp_path / "turned.json").write_text(json.dumps({**style, "bearing": 40, "pitch": 50, "projection": {"type": "globe"}}))
    plain, turned = (draw(style=tmp_path / f"{name}.json") for name in ("plain", "turned"))
    assert turned.png == plain.png and (turned.view.center, turned.view.zoom) == (plain.view.center, plain.view.zoom)
    plt.close(figure)


@pytest.mark.parametrize("name, value", [
    ("legend", True), ("title", "Towns"), ("subtitle", "Towns of Europe"), ("scale_bar", True), ("north_arrow", True), ("attribution", True), ("legend", {"text": "Kinds"}),
])
def test_what_would_cover_counts_takes_no_strip_from_a_map_in_axes(name, value):
    plt = pytest.importorskip("matplotlib.pyplot")
    figure, ax = plt.subplots(figsize=(4, 3))
    ax.axis([-12, 32, 35, 60])
    rng = np.random.default_rng(3)
    crowd = {"lon": rng.uniform(-12, 32, 20000), "lat": rng.uniform(30, 60, 20000), "kind": rng.choice(list("abc"), 20000)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cs.ClusterSnapWarning)
        m = cs.clusters(ax, crowd, color_by="kind", **{name: value})
    assert np.allclose(np.array(m.view.size) * m.view.scale, pixels(m), atol=0.5) and not any("strip" in str(note) for note in m.notes)
    plt.close(figure)


@pytest.mark.parametrize("limits, is_seen", [
    ((0, 1000, 0, 800), False), ((-0.5, 639.5, 479.5, -0.5), False), ((0, 200, 0, 200), False), ((19700, 20100, 0, 100), False),
    ((4.2e6, 4.7e6, 3.0e7, 3.1e7), False), ((1e8, 1.1e8, 0, 1e7), False), ((-190, 190, -60, 80), True), ((-2.2e7, 2.2e7, -2.2e7, 2.2e7), True),
])
def test_limits_that_are_neither_degrees_nor_meters_are_refused(limits, is_seen):
    plt = pytest.importorskip("matplotlib.pyplot")
    figure, ax = plt.subplots()
    ax.axis(limits)
    if is_seen:
        cs.basemap(ax)
    else:
        words = f"the limits of the axes, {re.escape(format(limits[0], 'g'))} to .*, are neither degrees nor meters of EPSG:3857; set them, or give crs="
        for draw in (cs.basemap, lambda ax: cs.clusters(ax, {"lon": [1], "lat": [50]})):
            with pytest.raises(cs.InputError, match=words):
                draw(ax)
    plt.close(figure)


def test_axes_that_share_both_limits_and_have_other_shapes_are_refused_and_one_shared_axis_is_not():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import io
    import matplotlib.pyplot as plt

    for sharex in (True, False):
        figure, axes = plt.subplots(1, 2, sharex=sharex, sharey=True)
        for ax in axes:
            cs.basemap(ax, (-12, 35, 32, 60))
        figure.colorbar(matplotlib.cm.ScalarMappable(), ax=axes[1])
        if sharex:
            with pytest.raises(cs.InputError, match="the axes share limits with axes of another shape"):
                figure.savefig(io.BytesIO())
        else:
            figure.savefig(io.BytesIO())
            assert axes[0].get_ylim() == axes[1].get_ylim() and axes[0].get_xlim() != axes[1].get_xlim()
        plt.close(figure)


def test_a_figure_with_maps_is_pickled_and_its_vector_picture_has_their_pixels():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import io
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(3, 2))
    cs.basemap(ax, (-12, 35, 32, 60))
    picture = pickle.loads(pickle.dumps(figure)).axes[0].images[0]
    assert picture.map.png == ax.images[0].map.png
    figure.savefig(io.BytesIO(), format="pdf", dpi=288)
    # 3 inches in the share that axes have of a figure.
    assert abs(pixels(ax.images[0].map)[0] - 3 * 288 * 0.775) < 2
    plt.close(figure)


def test_axes_of_a_layout_are_laid_out_before_their_map_is_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import io
    import matplotlib.pyplot as plt

    figure, (ax, other) = plt.subplots(1, 2, layout="constrained")
    figure.colorbar(matplotlib.cm.ScalarMappable(), ax=other)
    ax.set_title("Towns")
    for one in (ax, other):
        cs.basemap(one, (-12, 35, 32, 60))
    figure.savefig(io.BytesIO())
    plt.close(figure)


def test_threads_draw_the_same_bytes():
    data = {"lon": np.linspace(-10, 30, 5000), "lat": np.linspace(40, 60, 5000)}
    expected, found = cs.map(data).png, []
    threads = [threading.Thread(target=lambda: [found.append(cs.map(data).png) for _ in range(5)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 20


def test_memory_stays_flat_over_a_thousand_maps(python):
    pytest.importorskip("psutil")
    grown = python("""
import clustersnap as cs, numpy as np, psutil, os
data = {"lon": np.linspace(-10, 30, 20000), "lat": np.linspace(40, 60, 20000)}
def draw(count):
    for _ in range(count): cs.map(data, size=(200, 150), basemap="none").png
draw(100)
before = psutil.Process().memory_info().rss
draw(900)
print((psutil.Process().memory_info().rss - before) >> 20)
""")
    # 20,000 points of 16 bytes in 900 maps would be 275 MB.
    assert int(grown) < 40


@pytest.mark.parametrize("is_used", [False, True])
def test_a_child_draws_after_fork(is_used, python):
    text = f"""
import os, clustersnap as cs
data = {{"lon": [1, 2], "lat": [3, 4]}}
expected = cs.map(data).png if {is_used} else None
child = os.fork()
if child == 0:
    png = cs.map(data).png
    os._exit(0 if expected in (None, png) else 9)
print(os.waitpid(child, 0)[1])
"""
    assert python(text) == "0"


@pytest.mark.parametrize("way", ["spawn", "fork", "forkserver", "joblib", "threads"])
def test_a_map_of_a_worker_is_that_map_and_stays_when_others_go(way, python, tmp_path):
    if way == "joblib":
        pytest.importorskip("joblib")
    (tmp_path / "work.py").write_text("""
import clustersnap as cs
def draw(title):
    return cs.map({"lon": [50], "lat": [60]}, basemap="none", title=title, size=(300, 100))
""")
    text = f"""
import sys, warnings
sys.path.insert(0, {str(tmp_path)!r})
warnings.simplefilter("ignore")
import work
if __name__ == "__main__":
    mine, same = work.draw("parent"), work.draw("worker")
    png = mine.png
    if {way!r} == "joblib":
        from joblib import Parallel, delayed
        theirs = Parallel(2, backend="loky")([delayed(work.draw)("worker"), delayed(work.draw)("other")])[0]
    elif {way!r} == "threads":
        from concurrent.futures import ThreadPoolExecutor
        theirs = next(ThreadPoolExecutor(2).map(work.draw, ["worker", "other"]))
    else:
        import multiprocessing
        with multiprocessing.get_context({way!r}).Pool(2) as pool:
            theirs = pool.map(work.draw, ["worker", "other"])[0]
    assert (theirs.png, theirs.svg, theirs.title, theirs.alt) == (same.png, same.svg, same.title, same.alt)
    assert [str(note) for note in theirs.notes] == [str(note) for note in same.notes]
    assert theirs.markers.to_dicts() == same.markers.to_dicts() and theirs.view.bbox == same.view.bbox
    del theirs, same
    assert mine.png == png and "parent" in mine.svg
    print("done")
"""
    (tmp_path / "main.py").write_text(text)
    assert python(f"import runpy; runpy.run_path({str(tmp_path / 'main.py')!r}, run_name='__main__')") == "done"


def test_copies_of_a_map_share_its_picture_and_outlive_it(tmp_path):
    m = cs.map({"lon": [1, 2], "lat": [3, 4]}, size=(100, 80))
    png, rows = m.png, m.markers.to_dicts()
    for one in (copy.copy(m), copy.deepcopy(m), copy.copy(m.markers), copy.deepcopy(m.markers)):
        del one
    assert m.png == png
    copies, markers, pickled = [copy.copy(m), copy.deepcopy([m])[0]], copy.deepcopy(m.markers), pickle.dumps(m)
    del m
    assert [one.png for one in copies] == [png, png] and markers.to_dicts() == rows
    kept = pickle.loads(pickle.dumps(pickle.loads(pickled)))
    assert kept.png == png and pickle.loads(pickle.dumps(kept.markers)).to_dicts() == rows
    kept.save(tmp_path / "m.html")
    with pytest.raises(cs.OutputError, match="a map of another process has no webp; make it there, or save the map as"):
        kept.save(tmp_path / "m.webp")
    with pytest.raises(TypeError, match="an answer belongs to its process"):
        pickle.dumps(copies[0]._answer)


def test_a_pickled_session_is_another_one():
    session = cs.Session(threads=2)
    other = pickle.loads(pickle.dumps(session))
    session.close()
    assert cs.map({"lon": [1], "lat": [2]}, session=other, center=(1, 2), zoom=3).png


def test_ctrl_c_cancels_and_the_next_map_is_drawn(python):
    text = """
import clustersnap as cs, numpy as np, os, signal, threading, time
rng = np.random.default_rng(1)
data = {"lon": rng.uniform(-180, 180, 2_000_000), "lat": rng.uniform(-80, 80, 2_000_000)}
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
try:
    cs.map(data, method="dbscan", eps=200, size=(4000, 4000)).png
    print("drawn")
except KeyboardInterrupt:
    print("interrupted" if time.monotonic() - began < 3 else "late")
assert cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3).png
"""
    assert python(text) == "interrupted"


def test_another_glib_in_the_process_does_no_harm(python):
    text = """
import ctypes, ctypes.util
name = ctypes.util.find_library("gobject-2.0")
if name: ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
import clustersnap as cs
print(cs.map({"lon": [1], "lat": [2]}, center=(1, 2), zoom=3, title="A").png[:4] == b"\\x89PNG")
"""
    assert python(text) == "True"


def test_a_million_rows_of_polars_take_no_longer_than_their_csv(tmp_path):
    polars = pytest.importorskip("polars")
    rng = np.random.default_rng(7)
    frame = polars.DataFrame({"lon": rng.uniform(-10, 30, 1_000_000), "lat": rng.uniform(35, 60, 1_000_000), "kind": rng.choice(["a", "b", "c"], 1_000_000)})
    path = tmp_path / "million.csv"
    frame.write_csv(path)

    def best(data):
        times = []
        for _ in range(3):
            began = time.perf_counter()
            with cs.Session() as session:
                cs.map(data, session=session, color_by="kind", basemap="none").png
            times.append(time.perf_counter() - began)
        return min(times)

    from_frame, from_csv = best(frame), best(path)
    print(f"polars {from_frame:.3f} s, CSV {from_csv:.3f} s")
    assert from_frame <= 1.3 * from_csv
