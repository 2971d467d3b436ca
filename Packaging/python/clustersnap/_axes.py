"""Maps in axes of matplotlib, drawn anew for the limits and the pixels that the axes have when they are drawn."""
import functools
import io
import math
import warnings

import numpy
from matplotlib import image

from ._library import ClusterSnapWarning, InputError

_EDGE = 85.0511287798
_METERS = math.pi * 6378137 / 180


def _forth(latitude):
    """Mercator's y in degrees of the equator, so that a unit is as long in both directions."""
    angles = numpy.radians(numpy.clip(latitude, -89.9999, 89.9999))
    return numpy.degrees(numpy.log(numpy.tan(numpy.pi / 4 + angles / 2)))


def _back(y):
    return numpy.degrees(2 * numpy.arctan(numpy.exp(numpy.radians(y))) - numpy.pi / 2)


# Settings that would move the map away from its axes, with what to do instead.
_REFUSED = {
    **dict.fromkeys(
        ("bbox", "center", "zoom", "fit", "max_zoom_fit", "padding", "fit_cluster", "expand", "tile_size"),
        "the limits of the axes set what a map in them shows; call ax.set_xlim and ax.set_ylim",
    ),
    **dict.fromkeys(
        ("size", "panel_size", "width", "height", "figsize", "scale", "dpi"),
        "the axes and the dpi of their figure set the size of a map in them; leave it out",
    ),
    **dict.fromkeys(
        ("projection", "central_meridian", "parallels", "bearing", "pitch"),
        "a map in axes is in Mercator's projection with north up; draw others with clustersnap.map",
    ),
    **dict.fromkeys(
        ("facets", "columns", "zooms", "insets", "themes"), "axes hold one map; draw each into axes of its own, or all with clustersnap.map",
    ),
}
# Without a corner they would take a strip from the map where they cover counts.
_CORNERS = {
    "title": "top-left", "title_template": "top-left", "subtitle": "top-left", "subtitle_template": "top-left", "legend": "top-right",
    "north_arrow": "top-right", "scale_bar": "bottom-left", "attribution": "bottom-right",
}
_BESIDE = ("above", "below", "left", "right")


def fixed(settings):
    """Settings of a map in axes; those that would move it are refused."""
    for name, value in settings.items():
        is_off = value is None or value is False or isinstance(value, (int, float)) and value == 0
        if name in _REFUSED and not is_off and not (name == "projection" and value == "mercator"):
            raise InputError(f"{name}: {_REFUSED[name]}")
        if isinstance(value, dict) and value.get("position") in _BESIDE:
            raise InputError(f'{name}: axes have no room {value["position"]} of the map; set its position to a corner, such as "top-left"')
    kept = {name: value for name, value in settings.items() if name not in _REFUSED}
    for name, corner in _CORNERS.items():
        value = kept.get(name)
        if value is not None and value is not False:
            kept[name] = {"position": corner, **(value if isinstance(value, dict) else {} if value is True else {"text": value})}
    # Over those of a style.
    return {**kept, "projection": "mercator", "bearing": 0, "pitch": 0}


def _is_metric(numbers):
    return any(abs(number) > 540 for number in numbers)


def _is_seen_metric(x, y):
    """True for limits in meters, False for degrees; others than both are refused."""
    if not _is_metric((*x, *y)):
        # Twice the margin of a plot of the whole world.
        is_seen = max(map(abs, y)) <= 108
    else:
        # The middle of EPSG:3857 is open sea. Plots show at most the world once on either side.
        is_seen = max(map(abs, (*x, *y))) > 1e5 and max(map(abs, x)) <= 540 * _METERS and max(map(abs, y)) <= 216 * _METERS
    if is_seen:
        return _is_metric((*x, *y))
    limits = f"{x[0]:g} to {x[1]:g} and {y[0]:g} to {y[1]:g}"
    raise InputError(f"the limits of the axes, {limits}, are neither degrees nor meters of EPSG:3857; set them, or give crs=")


def _pictures(ax):
    return [picture for picture in ax.images if isinstance(picture, Picture)]


def is_metric(ax, crs):
    """True for axes in EPSG:3857, as contextily makes them; False for axes in degrees."""
    pictures = _pictures(ax)
    if crs is None:
        return pictures[0].is_metric if pictures else _is_seen_metric(ax.get_xlim(), ax.get_ylim())
    code = str(crs.to_epsg() if hasattr(crs, "to_epsg") else crs).upper().rpartition(":")[2]
    if code not in ("4326", "3857", "CRS84"):
        raise InputError(f"axes in {' '.join(str(crs).split())[:80]} are not understood; give axes in degrees, or in EPSG:3857")
    if pictures and pictures[0].is_metric != (code == "3857"):
        raise InputError("the axes hold a map in another crs; draw this one into axes of their own")
    return code == "3857"


def _bounds(ax, is_metric):
    """The limits of axes in units that are as long in both directions."""
    south, north = ax.get_ylim()
    return (*ax.get_xlim(), *((south, north) if is_metric else (float(_forth(south)), float(_forth(north)))))


def _apply_aspect(ax, position=None):
    """Extends limits that have another shape than the axes about their middle, so that a map in them is true."""
    pictures = _pictures(ax)
    if not pictures:
        return type(ax).apply_aspect(ax, position)
    ax._set_position(ax.get_position(original=True) if position is None else position, which="active")
    is_metric, box = pictures[0].is_metric, ax.get_window_extent()
    limits = (ax.get_xlim(), ax.get_ylim())
    if limits == ax._map_limits[1]:
        # Those that were set, so that axes that change to and fro come back.
        limits = ax._map_limits[0]
        ax.set_xlim(limits[0], auto=None)
        ax.set_ylim(limits[1], auto=None)
    west, east, south, north = _bounds(ax, is_metric)
    width, height = east - west, north - south
    if box.width < 1 or box.height < 1 or width <= 0 or height <= 0:
        return
    more = box.width / box.height * height - width
    if more > 1e-6 * width:
        ax.set_xlim(west - more / 2, east + more / 2, auto=None)
    elif more < -1e-6 * width:
        more = box.height / box.width * width - height
        south, north = south - more / 2, north + more / 2
        ax.set_ylim((south, north) if is_metric else (float(_back(south)), float(_back(north))), auto=None)
    ax._map_limits = (limits, (ax.get_xlim(), ax.get_ylim()))


def prepare(ax, is_metric, bbox=None):
    """Gives axes Mercator's scale, and limits in degrees."""
    if ax.name != "rectilinear" or ax.get_xscale() != "linear":
        raise InputError("a map needs plain axes with linear x; draw it into axes of their own")
    if not is_metric and ax.get_yscale() != "function":
        ax.set_yscale("function", functions=(_forth, _back))
    if bbox is None:
        return
    try:
        west, south, east, north = (float(number) for number in bbox)
    except (TypeError, ValueError):
        raise InputError(f"bbox is west, south, east, north, not {bbox!r}; give four numbers") from None
    if is_metric and not _is_metric(bbox):
        west, east = west * _METERS, east * _METERS
        south, north = (float(_forth(latitude)) * _METERS for latitude in (south, north))
    turn = 360 * (_METERS if is_metric else 1)
    ax.set_xlim(west, east if east > west else east + turn)
    ax.set_ylim(south, north)


class Picture(image.AxesImage):
    """A map that fills axes, for the limits, the size and the pixels that they have."""

    def __init__(self, ax, is_metric, draw, zorder):
        super().__init__(ax, extent=(0, 1, 0, 1), interpolation="none", origin="upper")
        self.set_transform(ax.transAxes)
        self.set_zorder(zorder)
        self.is_metric, self._draw_map, self._key, self.map = is_metric, draw, None, None

    def get_window_extent(self, renderer=None):
        return self.axes.get_window_extent(renderer)

    def update_map(self, magnification=1):
        """Draws the map anew where the axes have changed."""
        ax, dpi = self.axes, self.axes.figure.dpi
        box, limits = ax.get_window_extent(), (ax.get_xlim(), ax.get_ylim())
        key = (limits, round(box.width, 3), round(box.height, 3), dpi, magnification, ax.get_yscale())
        if key == self._key:
            return
        if ax.get_xscale() != "linear" or ax.get_yscale() != ("linear" if self.is_metric else "function"):
            raise InputError("axes with a map keep their scales; set other ones in axes of their own")
        west, east, south, north = (bound / (_METERS if self.is_metric else 1) for bound in _bounds(ax, self.is_metric))
        if not (east > west and north > south):
            raise InputError("axes with a map run from west to east and from south to north; take the inversion back")
        shared = ax.get_shared_y_axes().get_siblings(ax)
        others = [other.get_window_extent() for other in ax.get_shared_x_axes().get_siblings(ax) if other in shared]
        # Half a percent, which nobody sees, is more than rounding takes.
        if any(abs((east - west) * other.height - (north - south) * other.width) > 0.005 * (east - west) * other.height for other in [box, *others]):
            raise InputError("the axes share limits with axes of another shape, in which circles would be ellipses; share one axis at most")
        x, y = (west + east) / 2, (south + north) / 2
        latitude = float(_back(y))
        if abs(latitude) > _EDGE:
            raise InputError(f"the axes' middle is at latitude {latitude:.2f}, where no map is; set limits within 85 degrees")
        width, height = max(1, round(box.width * magnification)), max(1, round(box.height * magnification))
        scale = dpi * magnification / 72
        zoom = math.log2(width / scale * 360 / (east - west) / 512)
        if not -2 <= zoom <= 25:
            raise InputError(f"the axes are {east - west:.3g} degrees wide, which is zoom {zoom:.1f}; maps have zooms from -2 to 25, so set other limits")
        x = (x + 180) % 360 - 180
        with warnings.catch_warnings():
            if self.map is not None:
                # A zoom in a window draws often.
                warnings.simplefilter("ignore", ClusterSnapWarning)
            self.map = self._draw_map(center=[x, latitude], zoom=zoom, size=(width / scale, height / scale), scale=scale)
        self.set_data(image.imread(io.BytesIO(self.map.png)))
        self._key = key

    def draw(self, renderer, *words, **more):
        if not self.get_visible():
            return
        self.update_map(renderer.get_image_magnification())
        super().draw(renderer, *words, **more)


def lay(ax, is_metric, draw, zorder):
    """Puts a map into axes, which draw it anew where they change; returns the map as it is now."""
    picture = Picture(ax, is_metric, draw, zorder)
    if not _pictures(ax):
        ax._map_limits = (None, None)
        ax.apply_aspect = functools.partial(_apply_aspect, ax)
    ax.add_image(picture)
    try:
        ax.apply_aspect()
        picture.update_map()
    except Exception:
        picture.remove()
        raise
    return picture.map
