"""Fonts for comparisons: DejaVu Sans as a font file for ClusterSnap and as signed distances for MapLibre Native.

Both get the same outlines and the same advances. MapLibre's glyph files hold advances in 24ths of an em and know
neither kerning nor ligatures, so the font file gets such advances, too, and loses both.
"""

import math
import os

import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

FOLDERS = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/TTF",
    "/usr/share/fonts/dejavu", "/Library/Fonts", os.path.expanduser("~/Library/Fonts"),
]
EM = 24  # of MapLibre's glyph files
BORDER = 3  # pixels around a glyph
RADIUS, CUTOFF = 8, 0.25  # how distances become bytes
TOP = 17  # MapLibre sets the top of letters so far above the middle of a line


def find(name):
    for folder in FOLDERS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def comparison_font(source, style, target):
    """Writes a font as both renderers can set it: family Open Sans, whole advances, no kerning, no ligatures."""
    font = TTFont(source)
    scale_upem(font, 2400)
    unit = 2400 // EM
    for name, (advance, bearing) in font["hmtx"].metrics.items():
        font["hmtx"].metrics[name] = (round(advance / unit) * unit, bearing)
    for table in ["kern", "GPOS", "hdmx", "VDMX", "LTSH", "fpgm", "prep", "cvt ", "gasp"]:
        if table in font:
            del font[table]
    if "GSUB" in font:
        for record in font["GSUB"].table.FeatureList.FeatureRecord:
            if record.FeatureTag in ("liga", "dlig", "clig", "ccmp", "calt"):
                record.Feature.LookupListIndex = []
                record.Feature.LookupCount = 0
    for record in font["name"].names:
        text = {1: "Open Sans", 2: style, 4: f"Open Sans {style}", 6: f"OpenSans-{style}",
                16: "Open Sans", 17: style}.get(record.nameID)
        if text:
            record.string = text
    font.save(target)
    return TTFont(target)


def _varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(key, value):
    return _varint(key << 3) + _varint(value)


def _bytes(key, value):
    return _varint(key << 3 | 2) + _varint(len(value)) + value


def _zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def _segments(font, name):
    """The outline of a glyph as straight segments, in pixels of 24 per em, y up."""
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    scale = EM / font["head"].unitsPerEm
    segments, start, here = [], None, None
    for verb, points in pen.value:
        points = [None if p is None else (p[0] * scale, p[1] * scale) for p in points]
        if verb == "moveTo":
            start = here = points[0]
        elif verb == "lineTo":
            segments.append((here, points[0]))
            here = points[0]
        elif verb == "qCurveTo":
            if points[-1] is None:  # a contour of control points alone
                ring = points[:-1]
                here = start = ((ring[0][0] + ring[-1][0]) / 2, (ring[0][1] + ring[-1][1]) / 2)
                points = ring + [start]
            for index, control in enumerate(points[:-1]):
                end = points[index + 1]
                if index + 2 < len(points):
                    end = ((control[0] + end[0]) / 2, (control[1] + end[1]) / 2)
                before = here
                for step in range(1, 7):
                    t = step / 6
                    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                    point = (a * before[0] + b * control[0] + c * end[0], a * before[1] + b * control[1] + c * end[1])
                    segments.append((here, point))
                    here = point
        elif verb in ("closePath", "endPath") and here != start:
            segments.append((here, start))
    return np.array([(*a, *b) for a, b in segments if a != b], dtype=np.float64)


def _glyph(font, code, name, baseline):
    advance = round(font["hmtx"].metrics[name][0] * EM / font["head"].unitsPerEm)
    segments = _segments(font, name)
    head = _number(1, code)
    if len(segments) == 0:
        return head + _number(3, 0) + _number(4, 0) + _number(5, 0) + _number(6, 0) + _number(7, advance)
    xs, ys = segments[:, [0, 2]], segments[:, [1, 3]]
    left, right = math.floor(xs.min()), math.ceil(xs.max())
    # The top of the bitmap is where the baseline comes to lie as ClusterSnap has it, to the part of a pixel.
    top = math.ceil(ys.max() - baseline - TOP)
    upper = top + baseline + TOP
    width, height = right - left, math.ceil(upper - ys.min())
    x = left - BORDER + 0.5 + np.arange(width + 2 * BORDER)
    y = upper + BORDER - 0.5 - np.arange(height + 2 * BORDER)
    px, py = (grid.ravel()[:, None] for grid in np.meshgrid(x, y))
    ax, ay, bx, by = (segments[:, i][None, :] for i in range(4))
    dx, dy = bx - ax, by - ay
    along = np.clip(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy), 0, 1)
    distance = np.sqrt(((px - ax - along * dx) ** 2 + (py - ay - along * dy) ** 2).min(axis=1))
    crosses = (ay <= py) != (by <= py)
    safe = np.where(dy == 0, 1, dy)
    right_of = crosses & (px < ax + (py - ay) / safe * dx)
    winding = (right_of * np.where(dy > 0, 1, -1)).sum(axis=1)
    signed = np.where(winding != 0, -distance, distance)
    pixels = np.clip(np.round(255 - 255 * (signed / RADIUS + CUTOFF)), 0, 255).astype(np.uint8)
    return (head + _bytes(2, pixels.tobytes()) + _number(3, width) + _number(4, height)
            + _number(5, _zigzag(left)) + _number(6, _zigzag(top)) + _number(7, advance))


def write_range(font, stack, start, path):
    """Writes 256 glyphs from `start` on as MapLibre's glyph file, none where there is no font."""
    body = _bytes(1, stack.encode()) + _bytes(2, f"{start}-{start + 255}".encode())
    if font is not None:
        hhea, em = font["hhea"], font["head"].unitsPerEm
        baseline = (hhea.ascent + hhea.descent) / 2 / em * EM
        characters = font.getBestCmap()
        for code in range(start, start + 256):
            if code in characters:
                body += _bytes(3, _glyph(font, code, characters[code], baseline))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(_bytes(1, body))
