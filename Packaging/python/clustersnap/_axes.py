"""Maps in axes of matplotlib."""
import functools
import io

import numpy
from matplotlib import image

from ._library import InputError

_ADVICE = "draw the map after it, into axes of their own"


class Picture(image.AxesImage):
    """A map that fills axes. It shows other places than they say where their limits change, and ellipses for circles where their
    shape does, so that both are refused."""

    def __init__(self, ax, m):
        super().__init__(ax, extent=(0, 1, 0, 1), interpolation="none", origin="upper")
        self.set_data(image.imread(io.BytesIO(m.png)))
        self.set_transform(ax.transAxes)
        self.shape_of_map = m.width / m.height

    def draw(self, renderer, *words, **more):
        box = self.axes.get_window_extent(renderer)
        # A share that nobody sees, and what rounding to pixels takes.
        if abs(box.width - box.height * self.shape_of_map) > 0.03 * box.width + 2:
            raise InputError(
                f"the axes were {self.shape_of_map:.2f} times as wide as high when the map was drawn, and are now {box.width / box.height:.2f} times;"
                " circles would be ellipses: add colorbars and set the layout first, then draw the map"
            )
        if self.axes.get_yscale() != "function" or self.axes.get_xscale() != "linear" or self.axes.get_aspect() != "auto":
            raise InputError(f"axes with a map keep their scales and their aspect; set another one first, and {_ADVICE}")
        super().draw(renderer, *words, **more)


def _pictures(ax):
    return [picture for picture in ax.images if isinstance(picture, Picture)]


def _keep_limits(ax):
    """Takes other limits back where axes hold a map."""
    if not _pictures(ax) or numpy.allclose((*ax.get_xlim(), *ax.get_ylim()), ax._map_limits, rtol=0, atol=1e-6):
        return
    west, east, south, north = ax._map_limits
    ax.set_xlim(west, east, emit=False)
    ax.set_ylim(south, north, emit=False)
    raise InputError(f"axes with a map keep its limits, {west:g} to {east:g} and {south:g} to {north:g}; name others as bbox= of basemap, in axes of their own")


def _keep_aspect(ax, aspect, *words, **more):
    if _pictures(ax) and aspect != "auto":
        raise InputError(f"axes with a map keep their aspect, which is the map's; set another one first, and {_ADVICE}")
    type(ax).set_aspect(ax, aspect, *words, **more)


_HALF = numpy.pi / 4


def _forth(latitude):
    return numpy.log(numpy.tan(_HALF + numpy.radians(numpy.clip(latitude, -85.06, 85.06)) / 2))


def _back(y):
    return numpy.degrees(2 * (numpy.arctan(numpy.exp(y)) - _HALF))


def _set_limits(ax, bbox):
    west, south, east, north = bbox
    ax.set_yscale("function", functions=(_forth, _back))
    ax.set_aspect("auto")
    ax.set_xlim(west, east if east > west else east + 360)
    ax.set_ylim(south, north)


def measures(ax, bbox):
    """The size in points of axes that will show a box, and their pixels a point."""
    figure = ax.figure.canvas.figure
    if not _pictures(ax) and figure.get_layout_engine() is not None:
        # The layout depends on the labels of degrees.
        _set_limits(ax, bbox)
        figure.draw_without_rendering()
    box, dpi = ax.get_window_extent(), ax.figure.dpi
    return (max(1, round(box.width)) * 72 / dpi, max(1, round(box.height)) * 72 / dpi), dpi / 72


def lay(ax, m, zorder):
    """Puts a map into axes; from then on they are in degrees, y as Web Mercator, and keep their limits."""
    if not _pictures(ax):
        _set_limits(ax, m.view.bbox)
        ax._map_limits = (*ax.get_xlim(), *ax.get_ylim())
        for name in ("xlim_changed", "ylim_changed"):
            ax.callbacks.connect(name, _keep_limits)
        ax.set_aspect = functools.partial(_keep_aspect, ax)
    west, south, east, north = m.view.bbox
    # Those of the axes, but for rounding.
    if not numpy.allclose((west, east if east > west else east + 360, south, north), ax._map_limits, rtol=1e-3, atol=0.1):
        raise InputError("the axes hold a map of other limits; draw this one into axes of their own")
    picture = Picture(ax, m)
    picture.set_zorder(zorder)
    ax.add_image(picture)
