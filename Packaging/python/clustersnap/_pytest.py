"""The fixture ``map_golden`` for pytest: ``map_golden(m)`` compares a map with a golden beside the test."""
import hashlib
import os
import pathlib
import re
import shlex
import sys

import pytest

_LOOSER = {"tolerance", "threshold", "profile", "include_aa"}
_FOLDER = "build/maps"
_POINTER = b"version https://git-lfs.github.com/spec/v1"


def pytest_addoption(parser):
    group = parser.getgroup("clustersnap")
    group.addoption("--map-golden-update", action="store_true", help="record goldens of maps instead of comparing; never where CI is set")
    group.addoption(
        "--map-golden-output", metavar="DIR",
        help=f"folder for pictures of tests that fail, {_FOLDER} below the root folder by default; where CI is set, none are written without it",
    )


def pytest_configure(config):
    # The test of each golden, by its path.
    config._map_goldens = {}


def _is_server():
    return os.environ.get("CI", "") not in ("", "0", "false")


def _escaped(text):
    """A text as a part of a file's name, no two of them alike."""
    return re.sub(r"[^A-Za-z0-9_.-]", lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogateescape")), text)


def _name(node):
    """The name of a test: file, classes, function, parameters in brackets."""
    names = [pathlib.Path(str(node.path)).stem.replace(".", "-")]
    names += [part.name for part in node.listchain() if isinstance(part, pytest.Class)]
    names.append(getattr(node, "originalname", None) or node.name)
    call = getattr(node, "callspec", None)
    return ".".join(map(_escaped, names)) + (f"[{_escaped(call.id)}]" if call else "")


def _short(name):
    """A name that file systems take, 255 bytes with its ending."""
    return name if len(name) <= 200 else f"{name[:180]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _sentence(figures):
    count, pixels = figures["diffPixels"], figures["width"] * figures["height"]
    place = figures.get("bounds")
    where = f", in {place[2]}x{place[3]} at {place[0]},{place[1]}" if place else ""
    return f"{count} of {pixels} pixels differ{where}"


class _Picture:
    """A PNG that is no map."""

    def __init__(self, png):
        self.png = png

    def save(self, path):
        pathlib.Path(path).write_bytes(self.png)


class _Goldens:
    """The goldens of one test."""

    def __init__(self, node):
        self.config, self.node, self.calls, self.paths = node.config, node, 0, set()
        self.test = pathlib.Path(str(node.path))
        self.folder = self.test.parent / "goldens"
        output = self.config.getoption("--map-golden-output")
        self.output = pathlib.Path(self.config.invocation_params.dir, output) if output else None if _is_server() else self.config.rootpath / _FOLDER

    def path(self, name):
        """The golden of a call; a name that was given before is an error."""
        if name is None:
            self.calls += 1
            part = f"-{self.calls}" if self.calls > 1 else ""
        else:
            part = f"-{_escaped(name)}"
        path = self.folder / (_short(_name(self.node) + part) + ".png")
        # File systems may take letters of both cases for one.
        key = str(path).casefold()
        owner = self.config._map_goldens.setdefault(key, self.node.nodeid)
        if owner != self.node.nodeid:
            pytest.fail(f"{path} is the golden of {owner}, too; give one of them another name=", pytrace=False)
        if key in self.paths:
            pytest.fail(f"{path} is compared twice in one test; give each call of map_golden a name= of its own, or none", pytrace=False)
        self.paths.add(key)
        return path

    def compare(self, m, name, reason, options):
        from . import ClusterSnapError, diff

        if isinstance(m, (bytes, bytearray)) and m.startswith(b"\x89PNG"):
            m = _Picture(bytes(m))
        if not hasattr(m, "png"):
            pytest.fail(f"map_golden takes a map, a film or the bytes of a PNG, not {type(m).__name__}; save it as PNG, and give the bytes", pytrace=False)
        if _LOOSER & set(options) and not reason:
            pytest.fail(f"{', '.join(sorted(_LOOSER & set(options)))}: a golden that is not exact needs a reason; add reason=", pytrace=False)
        if not _LOOSER & set(options):
            # The mathematics of Apple's systems rounds otherwise.
            options["tolerance"] = int(sys.platform == "darwin")
        path = self.path(name)
        if path.exists():
            with path.open("rb") as file:
                if file.read(len(_POINTER)) == _POINTER:
                    pytest.fail(f"{path} is a pointer of Git LFS; fetch the file with git lfs pull", pytrace=False)
        if self.config.getoption("--map-golden-update") and not _is_server():
            path.parent.mkdir(parents=True, exist_ok=True)
            m.save(path)
            self.keep(path, None, None)
            return
        if not path.exists():
            old = self.folder / (re.sub(r"[^\w.-]+", "-", self.node.name).strip("-") + (f"-{name}" if name else "") + ".png")
            advice = "look at the picture, and record it with --map-golden-update"
            if self.config.getoption("--map-golden-update"):
                advice = "CI is set, so that it is not recorded; record it where you can look at it"
            elif old.exists():
                advice = f"it had another name: mv {shlex.quote(str(old))} {shlex.quote(str(path))}"
            self.fail(f"there is no golden {path}; {advice}", path, m, None)
        try:
            difference = diff(path, m.png, **options)
        except ClusterSnapError as error:
            self.fail(f"the map cannot be compared with {path}: {error}", path, m, None)
        if difference:
            self.fail(f"the map differs from {path}: {_sentence(difference.figures)}", path, m, difference)
        self.keep(path, None, None)

    def keep(self, path, m, difference):
        """Writes the pictures of a test that fails, and removes those of one that does not; what was written."""
        if self.output is None:
            return ""
        try:
            folder = self.test.parent.relative_to(self.config.rootpath)
        except ValueError:
            folder = ""
        files = {kind: self.output / folder / f"{path.stem}.{kind}.png" for kind in ("actual", "difference")}
        for file in files.values():
            file.unlink(missing_ok=True)
        pictures = {kind: picture for kind, picture in (("actual", m), ("difference", difference)) if picture is not None}
        for kind, picture in pictures.items():
            files[kind].parent.mkdir(parents=True, exist_ok=True)
            picture.save(files[kind])
        return "; look at " + " and ".join(str(files[kind]) for kind in pictures) if pictures else ""

    def fail(self, text, path, m, difference):
        pytest.fail(text + self.keep(path, m, difference), pytrace=False)


@pytest.fixture
def map_golden(request):
    """Compares a map with ``goldens/FILE.TEST[PARAMETERS][-NAME].png`` beside the test, pixel by pixel.

    ``--map-golden-update`` records it. Calls of one test without a name are numbered. Options are those of ``clustersnap diff``;
    those that compare less strictly need a ``reason``.
    """
    goldens = _Goldens(request.node)

    def check(m, name=None, *, reason=None, **options):
        goldens.compare(m, name, reason, options)

    return check
