"""The C interface of ClusterSnap (clustersnap.h), by ctypes."""
import ctypes
import glob
import json
import os
import shutil
import threading
import time
import warnings

_PENDING, _DONE, _CANCELLED = 1, 2, 4


class ClusterSnapError(Exception):
    """Why nothing was drawn: where, what, and what to do, in one line.

    ``place`` is the table, file or line that it is about (None for the request), ``message`` the rest.
    """

    def __init__(self, text, message=None, place=None):
        super().__init__(text)
        self.message, self.place = message or text, place


class InputError(ClusterSnapError, ValueError):
    """Something in the data, the settings or a file cannot be used."""


class OutputError(ClusterSnapError, RuntimeError):
    """A picture cannot be made."""


class ClosedError(ClusterSnapError, RuntimeError):
    """The session is closed."""


class ClusterSnapWarning(UserWarning):
    """Something worth knowing about a map that is drawn all the same."""


class Note:
    """A warning or information about a map: ``severity``, ``message``, ``place``; as text one line."""

    def __init__(self, fields):
        self.severity, self.message = fields["severity"], fields["message"]
        self.place, self._text = fields.get("place"), fields["text"]

    def __str__(self):
        return self._text

    __repr__ = __str__


_folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_lib")


def command():
    """The path of the command ``clustersnap`` that belongs to this package."""
    for path in [os.environ.get("CLUSTERSNAP_COMMAND"), os.path.join(_folder, "clustersnap"), shutil.which("clustersnap")]:
        if path and os.path.exists(path):
            return path
    raise ClusterSnapError("there is no command clustersnap; install the wheel, or name it in CLUSTERSNAP_COMMAND")


class _Stream(ctypes.Structure):
    _fields_ = [("functions", ctypes.c_void_p * 3), ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ("data", ctypes.c_void_p)]


def _load():
    path = os.environ.get("CLUSTERSNAP_LIBRARY")
    if not path:
        found = sorted(glob.glob(os.path.join(_folder, "libclustersnap*")))
        if not found:
            raise ImportError("libclustersnap is not in the package; install the wheel, or name it in CLUSTERSNAP_LIBRARY")
        path = found[0]
    library = ctypes.CDLL(path)
    text, number, state, pointer = ctypes.c_char_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p
    for name, result, arguments in [
        ("cs_version", state, []),
        ("cs_open", number, [text, text, ctypes.c_size_t]),
        ("cs_close", None, [number]),
        ("cs_new", number, [number, text]),
        ("cs_add_table", state, [number, text, pointer]),
        ("cs_add_columns", state, [number, text, ctypes.c_int64, state, pointer, text, pointer]),
        ("cs_add_bytes", state, [number, text, text, ctypes.c_size_t]),
        ("cs_start", state, [number, text, text]),
        ("cs_wait", state, [number, state]),
        ("cs_cancel", None, [number]),
        ("cs_report", text, [number]),
        ("cs_bytes", pointer, [number, ctypes.c_size_t, text, ctypes.POINTER(ctypes.c_size_t)]),
        ("cs_markers", state, [number, ctypes.c_size_t, pointer]),
        ("cs_free", None, [number]),
    ]:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    if library.cs_version() < 1:
        raise ImportError(f"{path} is too old; install the wheel anew")
    return library


_library = None


def library():
    """The loaded library."""
    global _library
    if _library is None:
        _library = _load()
    return _library


class Session:
    """Draws maps, and keeps what they read for the next one; safe to use from several threads.

    ``threads`` work at one map (as many as there are processors, 8 at most), ``budget`` bytes are kept (512 MB), ``root`` is the
    folder that files must lie below, ``network=False`` fetches no tiles.
    """

    def __init__(self, threads=None, budget=None, root=None, network=True):
        self._options = (threads, budget, root, network)
        options = {"threads": threads or max(1, min(8, os.cpu_count() or 1)), "network": bool(network)}
        # The wheel has a fontconfig of its own.
        if "CLUSTERSNAP_LIBRARY" not in os.environ:
            options["ownsFonts"] = True
        if budget is not None:
            options["budget"] = budget
        if root is not None:
            options["root"] = os.fspath(root)
        error = ctypes.create_string_buffer(1000)
        self._number = library().cs_open(json.dumps(options).encode(), error, len(error))
        if not self._number:
            raise InputError(error.value.decode())

    def __reduce__(self):
        # A number is of one process; another one opens a session of its own.
        return Session, self._options

    def close(self):
        """Closes the session; maps that are being drawn are cancelled."""
        if self._number and _library:
            _library.cs_close(self._number)
        self._number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def answer(self, request, tables, what, film=None):
        """Answers a request: its JSON, tables by name, and png, svg, pdf, markers or film."""
        number = library().cs_new(self._number, json.dumps(request).encode())
        if not number:
            raise ClosedError("the session is closed; open another one")
        answer = Answer(number)
        for name, table in tables.items():
            table.add(_library, number, name.encode())
        _library.cs_start(number, what.encode() if what else None, json.dumps(film).encode() if film else None)
        answer.wait()
        return answer


_default = None
_lock = threading.Lock()


def session():
    """The session that maps are drawn with where no other one is given."""
    global _default
    with _lock:
        if _default is None:
            _default = Session()
        return _default


def _after_fork():
    # Threads of the parent are not there; a child begins anew.
    global _default, _lock
    _default, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Answer:
    """What came of a request; copies are the same answer, which ends with the last of them."""

    def __init__(self, number):
        self._number = number

    def __copy__(self):
        return self

    def __deepcopy__(self, memory):
        return self

    def __reduce__(self):
        raise TypeError("an answer belongs to its process; take the bytes of its pictures")

    def __del__(self):
        if _library is not None:
            _library.cs_free(self._number)

    def report(self):
        """What is known of the request."""
        return json.loads(_library.cs_report(self._number).decode("utf-8", "replace"))

    def wait(self):
        """Waits for the end in short steps, so that Ctrl-C cancels."""
        began, bar = time.monotonic(), None
        state = _library.cs_wait(self._number, 50)
        try:
            while state == _PENDING:
                state = _library.cs_wait(self._number, 100)
                if state == _PENDING and time.monotonic() - began > 2:
                    bar = self._progress(bar)
        except BaseException:
            _library.cs_cancel(self._number)
            raise
        finally:
            if bar:
                bar.close()
        if state == _DONE:
            return
        report = self.report()
        if report["state"] == "cancelled" or state == _CANCELLED:
            raise ClosedError("the map was cancelled, as its session was closed")
        error = report.get("error") or {"text": "the map cannot be drawn"}
        kind = OutputError if error.get("kind") == "output" else InputError
        if error["text"].startswith("the session is closed"):
            kind = ClosedError
        raise kind(error["text"], error.get("message"), error.get("place"))

    def _progress(self, bar):
        if bar is False:
            return bar
        if bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return False
            bar = tqdm(total=1.0, bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}", leave=False)
        progress = self.report().get("progress", {})
        bar.set_description_str(" ".join(str(progress[key]) for key in ("stage", "name") if key in progress))
        bar.n = progress.get("share", bar.n)
        bar.refresh()
        return bar

    def bytes(self, number=0, format=None):
        """A picture, or its markers as geojson, csv or json."""
        count = ctypes.c_size_t()
        place = _library.cs_bytes(self._number, number, format.encode() if format else None, ctypes.byref(count))
        if not place:
            raise ClusterSnapError("there is no such picture")
        return ctypes.string_at(place, count.value)

    def stream(self, number=0):
        """The markers of a picture as a capsule of an Arrow C stream."""
        stream = _Stream()
        if _library.cs_markers(self._number, number, ctypes.byref(stream)) != _DONE:
            raise ClusterSnapError("there is no such picture")
        return _capsule(stream)

    def kept(self, number):
        """A picture and its markers as bytes, for another process."""
        parts = {}
        for format in ("png", "svg", "pdf", "html", "geojson", "csv", "json"):
            try:
                parts[format] = self.bytes(number, format)
            except ClusterSnapError:
                pass
        try:
            import pyarrow

            table = pyarrow.RecordBatchReader._import_from_c_capsule(self.stream(number)).read_all()
            sink = pyarrow.BufferOutputStream()
            with pyarrow.ipc.new_stream(sink, table.schema) as writer:
                writer.write_table(table)
            parts["arrow"] = sink.getvalue().to_pybytes()
        except (ImportError, ClusterSnapError):
            pass
        return KeptAnswer(parts)


class KeptAnswer:
    """What came of a request in another process: a picture and its markers, as bytes by their formats."""

    def __init__(self, parts):
        self._parts = parts

    def kept(self, number):
        return self

    def bytes(self, number=0, format=None):
        if format not in self._parts:
            raise OutputError(f"a map of another process has no {format}; make it there, or save the map as png, svg, pdf or html")
        return self._parts[format]

    def stream(self, number=0):
        if "arrow" not in self._parts:
            raise OutputError("the markers of a map of another process are Arrow where it has pyarrow; install it there, or call to_dicts()")
        import pyarrow

        return pyarrow.ipc.open_stream(self._parts["arrow"]).read_all().__arrow_c_stream__()


_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_get = ctypes.pythonapi.PyCapsule_GetPointer
_get.restype, _get.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
_streams = {}


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _forget(capsule):
    stream = _streams.pop(_get(capsule, b"arrow_array_stream"), None)
    if stream is not None and stream.release:
        stream.release(ctypes.addressof(stream))


def _capsule(stream):
    place = ctypes.addressof(stream)
    _streams[place] = stream
    return _new(place, b"arrow_array_stream", ctypes.cast(_forget, ctypes.c_void_p))


def pointer(capsule):
    """The address in a capsule of an Arrow C stream."""
    return ctypes.pythonapi.PyCapsule_GetPointer(ctypes.c_void_p(id(capsule)), b"arrow_array_stream")


def warn(notes, depth):
    """Shows warnings among notes as warnings of Python."""
    for note in notes:
        if note.severity != "information" and note.severity != "info":
            warnings.warn(str(note), ClusterSnapWarning, stacklevel=depth)
