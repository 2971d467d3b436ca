"""The wheel is one library that no other library of the process can change, a few beside it, and needs no more than its name promises."""
import glob
import pathlib
import re
import shutil
import struct
import subprocess

import pytest

import clustersnap as cs

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = pathlib.Path(cs.__file__).parent / "_lib"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="this is no wheel")
# Libraries that every Linux with glibc has.
SYSTEM = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s)\.so\.\d+$")
# What the library has inside, by the names of the system's own; but for what Python's modules need themselves.
PARTS = ["glib-2.0", "gobject-2.0", "gio-2.0", "cairo", "pango-1.0", "pangocairo-1.0", "pangoft2-1.0", "harfbuzz", "freetype", "fontconfig", "pixman-1", "png16",
         "zstd", "webp", "deflate", "pcre2-8", "fribidi", "thai", "curl", "nghttp2"]


class Code:
    """The parts of a file with code that the loader reads."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        (place,) = struct.unpack_from("<Q", self.data, 40)
        size, count = struct.unpack_from("<HH", self.data, 58)
        self.parts = [struct.unpack_from("<IIQQQQIIQQ", self.data, place + size * number) for number in range(count)]

    def text(self, part, offset):
        start = self.parts[part[6]][4] + offset
        return self.data[start:self.data.index(b"\0", start)].decode()

    def functions(self):
        """The names of what it shows to others."""
        for part in self.parts:
            if part[1] == 11:
                for offset in range(part[4] + 24, part[4] + part[5], 24):
                    name, _, _, section = struct.unpack_from("<IBBH", self.data, offset)
                    if section:
                        yield self.text(part, name)

    def needed(self):
        """The names of the libraries that it needs."""
        for part in self.parts:
            if part[1] == 6:
                for offset in range(part[4], part[4] + part[5], 16):
                    tag, value = struct.unpack_from("<QQ", self.data, offset)
                    if tag == 1:
                        yield self.text(part, value)

    def versions(self):
        """The versions of other libraries that it asks for."""
        for part in self.parts:
            place = part[4]
            while part[1] == 0x6FFFFFFE:
                _, count, _, entry, following = struct.unpack_from("<HHIII", self.data, place)
                entry += place
                for _ in range(count):
                    _, _, _, name, step = struct.unpack_from("<IHHII", self.data, entry)
                    yield self.text(part, name)
                    entry += step
                if not following:
                    break
                place += following


def test_the_library_shows_its_own_functions_alone():
    shown = set(Code(FOLDER / "libclustersnap.so").functions())
    assert {"cs_version", "cs_main"} <= shown
    assert {name for name in shown if not name.startswith("cs_")} == set()


def test_files_with_code_are_few_and_need_one_another_or_what_every_linux_has():
    files = sorted(FOLDER.iterdir())
    assert len(files) <= 8
    for path in files:
        for name in Code(path).needed():
            assert SYSTEM.match(name) or (FOLDER / name).exists(), f"{path.name} needs {name}"


def test_no_file_asks_for_more_than_the_name_of_the_wheel_promises():
    files = sorted(FOLDER.iterdir())
    assert FOLDER / "libclustersnap.so" in files and FOLDER / "clustersnap" in files
    # Those of manylinux_2_34, https://github.com/pypa/auditwheel.
    newest = {"GLIBC": (2, 34), "GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
    for path in files:
        for version in Code(path).versions():
            kind, _, number = version.partition("_")
            if kind in newest:
                assert tuple(map(int, number.split("."))) <= newest[kind], f"{path.name} asks for {version}"


WORDS = "lon,lat,name\n13.4,52.5,Berlin café\n46.7,24.7,الرياض\n35.2,31.8,ירושלים\n100.5,13.7,กรุงเทพ\n27.9,-26.2,ŋ̊ṩ̂\n2.3,48.8,fi ffl AV\n"


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_pictures_have_the_bytes_of_the_command_that_uses_the_libraries_of_the_system(ending, tmp_path):
    system = ROOT / ".build/release/clustersnap"
    if not system.exists():
        pytest.skip("there is no release build; make build")
    (tmp_path / "words.csv").write_text(WORDS)
    for words in (["Samples/towns-5000.csv", "--title", "Towns", "--scale", "2"], [tmp_path / "words.csv", "--color-by", "name"]):
        drawn = []
        for command in (system, FOLDER / "clustersnap"):
            picture = tmp_path / f"{command.parent.name}.{ending}"
            subprocess.run([command, "render", *words, "--legend", "--basemap", "world", "-o", picture], check=True, cwd=ROOT)
            drawn.append(picture.read_bytes())
        assert drawn[0] == drawn[1]


@pytest.fixture
def compiled(tmp_path):
    """A shared library of a source."""
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")

    def compile(name, text):
        source, made = tmp_path / name, tmp_path / (name + ".so")
        source.write_text(text)
        subprocess.run(["gcc", "-O1", "-fno-builtin", "-fPIC", "-shared", "-nostdlib", source, "-o", made], check=True)
        return str(made)

    return compile


DRAWN = """
import clustersnap as cs, os, sys
a = cs.map({"lon": [1, 3], "lat": [2, 4], "kind": ["a", "b"]}, color_by="kind", legend=True, title="A", basemap="world", size=(300, 200))
for ending in ENDINGS:
    a.save(os.path.join(FOLDER, "a." + ending))
print("drawn")
"""


def lines(folder, endings):
    return DRAWN.replace("ENDINGS", repr(endings)).replace("FOLDER", repr(str(folder)))


def test_libraries_of_the_process_take_the_place_of_no_part(python, compiled, tmp_path):
    """Each function that the system's libraries show stands in the process, for all to see, and ends it."""
    names = set()
    for part in PARTS:
        for path in glob.glob(f"/usr/lib/*-linux-gnu/lib{part}.so.*")[:1]:
            names |= set(Code(path).functions())
    names = sorted(name for name in names if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name))
    assert {"g_object_unref", "cairo_create", "FT_New_Face"} <= set(names)
    entries = "".join(f".globl {name}\n.type {name}, @function\n{name}:\n" for name in names)
    foreign = compiled("foreign.s", f'.text\n{entries}int3\n.section .note.GNU-stack,"",@progbits\n')
    first = f"import ctypes\nforeign = ctypes.CDLL({foreign!r}, mode=ctypes.RTLD_GLOBAL)\nassert ctypes.CDLL(None).g_object_unref and foreign.g_free\n"
    assert python(first + lines(tmp_path, ("png", "svg", "pdf", "webp", "html"))) == "drawn"


# Memory comes from one block, and what does not lie there must not be given back.
ALLOCATOR = """
#include <stddef.h>
#include <sys/mman.h>
#include <errno.h>
static char *block; static size_t used; enum { head = 16 };
static const size_t most = 64ul << 30;
void *memcpy(void *, const void *, size_t);
void *memalign(size_t to, size_t count) {
  if (!block) {
    char *made = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), *none = NULL;
    __atomic_compare_exchange_n(&block, &none, made, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  if (to < head) to = head;
  size_t at = __atomic_fetch_add(&used, count + to + head, __ATOMIC_SEQ_CST);
  char *place = block + (at + head + to - 1) / to * to;
  ((size_t *)place)[-1] = count;
  return place;
}
void *malloc(size_t count) { return memalign(head, count); }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *aligned_alloc(size_t to, size_t count) { return memalign(to, count); }
int posix_memalign(void **place, size_t to, size_t count) { *place = memalign(to, count); return 0; }
void free(void *place) { if (place && ((char *)place < block || (char *)place >= block + most)) __builtin_trap(); }
size_t malloc_usable_size(void *place) { return place ? ((size_t *)place)[-1] : 0; }
void *realloc(void *place, size_t count) {
  free(place);
  void *made = malloc(count);
  size_t old = malloc_usable_size(place);
  return place ? memcpy(made, place, old < count ? old : count) : made;
}
"""


def test_another_allocator_in_the_process_does_no_harm(python, compiled, tmp_path, monkeypatch):
    monkeypatch.setenv("LD_PRELOAD", compiled("allocator.c", ALLOCATOR))
    assert python(lines(tmp_path, ("png", "svg", "pdf", "webp", "html"))) == "drawn"
