#!/usr/bin/env python3
"""make_wheel.py LIBRARY VERSION: build/clustersnap-VERSION-py3-none-….whl, with every shared library that a bare system
lacks: copied under a name with a hash, found beside each other ($ORIGIN), their licenses with them. Needs a C compiler, patchelf
and dpkg."""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import struct
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What every Linux has with a C++ compiler's runtime, as manylinux has it.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libstdc\+\+|libgcc_s)\.so|^ld-linux|^linux-vdso")
# The newest C library that a file may ask for.
NEWEST = (2, 34)
# Opened by these names when first needed, so that they keep them; of several the first that is there.
AVIF = ["libavif.so.16", "libavif.so.15"]
OPENED = [AVIF, ["libcurl.so.4"], ["libmicrohttpd.so.12"], ["libturbojpeg.so.0"], ["libwebp.so.7"], ["libzstd.so.1"]]


def run(*words, text=None):
    done = subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}make wheel: error: {words[0]} failed")
    return done.stdout


def needed(path):
    """The libraries that a file needs, by name, with their paths."""
    found = {}
    for line in run("ldd", path).splitlines():
        match = re.match(r"\s*(\S+) => (\S+)", line)
        if match:
            if match[2] == "not":
                sys.exit(f"make wheel: error: {path} needs {match[1]}, which is not there; install it")
            found[match[1]] = match[2]
    return found


def opened():
    paths = {}
    for line in run("/sbin/ldconfig", "-p").splitlines():
        match = re.match(r"\s*(\S+) \(.*\) => (\S+)", line)
        if match:
            paths.setdefault(match[1], match[2])
    found = [next((name for name in names if name in paths), None) for names in OPENED]
    missing = [names[-1] for names, name in zip(OPENED, found) if not name]
    if missing:
        sys.exit(f"make wheel: error: {', '.join(missing)} is not installed; install the package of Debian that has it")
    return {name: paths[name] for name in found}


# The command is in the library: what starts it is a file of some kilobytes.
STARTER = "int cs_main(int, char **);\nint main(int count, char **words) { return cs_main(count, words); }\n"


ARCHIVES = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu")


def compile(source, *words):
    compiler = shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        sys.exit("make wheel: error: there is no C compiler; install gcc or clang")
    run(compiler, "-O2", "-x", "c", "-", "-x", "none", *words, text=source)


def compile_library(path, source, shown, *archives):
    """A library of a source and of what it shows from static archives."""
    symbols = path.with_suffix(".map")
    symbols.write_text("{ global: " + " ".join(f"{name};" for name in shown) + " local: *; };\n")
    compile(source, "-fPIC", "-shared", *(f"-Wl,-u,{name}" for name in shown), *archives, "-lm", "-lpthread",
            f"-Wl,--gc-sections,-z,defs,-Bsymbolic,--version-script={symbols},-soname={path.name}", "-o", path)
    symbols.unlink()


def functions(path, which):
    """What a library shows to others, or takes from others but the C library, whose functions have versions."""
    names = [line.split()[-1] for line in run("nm", "-D", which, path).splitlines()]
    return sorted(name for name in names if "@GLIBC" not in name and not name.startswith("_"))


def codecs_of(avif, folder):
    """What libavif stands on beside dav1d, which reads, as one library: aom, which writes, and libyuv. The other codecs are never asked
    for, so that their functions are there by name alone."""
    wanted = [name for name in functions(avif, "--undefined-only") if not name.startswith("dav1d_")]
    others = [name for name in wanted if name.startswith(("Libgav1", "rav1e_", "svt_av1_"))]
    source = "#include <stdlib.h>\n" + "".join(f"void {name}(void) {{ abort(); }}\n" for name in others)
    path = folder / "libavif-codecs.so"
    compile_library(path, source, wanted, ARCHIVES / "libaom.a", ARCHIVES / "libyuv.a")
    return path


# Libraries that a process may have in other versions as well, for all to see, as PyGObject brings its GLib.
SHARED = re.compile(
    r"lib(glib|gobject|gio|gmodule|pango|pangocairo|pangoft2|cairo|harfbuzz|freetype|fontconfig|pixman|png16|expat|fribidi|thai|datrie|graphite2|"
    r"pcre2|sqlite3|deflate)\b")


def rename(folder, kept):
    """Gives what those libraries show names of their own, so that the loader never takes others of the process for them."""

    def all_of(path, *which):
        return {line.split()[-1].split("@")[0] for line in run("nm", "-D", *which, path).splitlines()}

    names = set().union(*(all_of(path, "--defined-only") for path in folder.iterdir() if SHARED.match(path.name)))
    # These are asked for by their names.
    names -= set().union(*(all_of(folder / name, "--defined-only") for name in kept))
    names = {name for name in names if re.fullmatch(r"\w+", name)} - {"_init", "_fini", "_edata", "_end", "__bss_start"}
    table = folder.parent / "names"
    table.write_text("".join(f"{name} {name}_clustersnap\n" for name in sorted(names)))
    for path in sorted(folder.iterdir()):
        if not names.isdisjoint(all_of(path)):
            run("patchelf", "--rename-dynamic-symbols", table, path)
    table.unlink()


# Of glibc 2.36, for expat.
RANDOM = """#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
void arc4random_buf(void *bytes, size_t count) {
  for (size_t filled = 0; filled < count;) {
    ssize_t got = getrandom((char *)bytes + filled, count - filled, 0);
    if (got < 0 && errno != EINTR) abort();
    if (got > 0) filled += (size_t)got;
  }
}
"""


# The first version of glibc for a processor, and its hash for the loader.
FIRST = ("GLIBC_2.17", 0x06969197) if platform.machine() == "aarch64" else ("GLIBC_2.2.5", 0x09691A75)


def lower(path):
    """Lets a file take hypot and hypotf, whose newer versions of glibc 2.35 differ in errno alone, from every C library."""
    newer = {line.split()[-1] for line in run("nm", "-D", path).splitlines() if line.endswith("@GLIBC_2.35")}
    if not newer or newer - {"hypot@GLIBC_2.35", "hypotf@GLIBC_2.35"}:
        return
    data = bytearray(path.read_bytes())
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    parts = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * number) for number in range(count)]
    needs = next(part for part in parts if part[1] == 0x6FFFFFFE)
    texts = parts[needs[6]][4]
    older = data.index(f"\0{FIRST[0]}\0".encode(), texts) + 1 - texts
    place = needs[4]
    while True:
        _, entries, _, first, following = struct.unpack_from("<HHIII", data, place)
        entry = place + first
        for _ in range(entries):
            _, _, _, name, step = struct.unpack_from("<IHHII", data, entry)
            if data.startswith(b"GLIBC_2.35\0", texts + name):
                struct.pack_into("<I", data, entry, FIRST[1])
                struct.pack_into("<I", data, entry + 8, older)
            entry += step
        if not following:
            break
        place += following
    path.write_bytes(data)


def bundle(library, folder):
    folder.mkdir(parents=True)
    kept = opened()
    libraries = dict(kept)
    avif = next(name for name in AVIF if name in kept)
    for path in [library, *(path for name, path in kept.items() if name != avif)]:
        libraries.update({name: place for name, place in needed(path).items() if not SYSTEM.match(name)})
    libraries.update({name: place for name, place in needed(kept[avif]).items() if name.startswith("libdav1d.")})
    names = {}
    for name, path in sorted(libraries.items()):
        digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:8]
        stem, rest = name.split(".so", 1)
        names[name] = name if name in kept else f"{stem}-{digest}.so{rest}"
        shutil.copy(path, folder / names[name])
    shutil.copy(library, folder / "libclustersnap.so")
    run("patchelf", "--set-soname", "libclustersnap.so", folder / "libclustersnap.so")
    compile(STARTER, folder / "libclustersnap.so", "-Wl,--allow-shlib-undefined", "-o", folder / "clustersnap")
    codecs = codecs_of(kept[avif], folder)
    for name in run("patchelf", "--print-needed", folder / avif).split():
        if not SYSTEM.match(name) and name not in libraries:
            run("patchelf", "--remove-needed", name, folder / avif)
    run("patchelf", "--add-needed", codecs.name, folder / avif)
    expat = folder / names["libexpat.so.1"]
    compile_library(expat, RANDOM, functions(libraries["libexpat.so.1"], "--defined-only"), ARCHIVES / "libexpat.a")
    for path in sorted(folder.iterdir()):
        own = run("patchelf", "--print-needed", path).split()
        # What is stripped after patchelf may be broken.
        run("strip", "--strip-unneeded", path)
        changes = [word for name in own if names.get(name, name) != name for word in ("--replace-needed", name, names[name])]
        for words in (changes, [] if path.name == "clustersnap" else ["--set-soname", path.name], ["--set-rpath", "$ORIGIN"]):
            if words:
                run("patchelf", *words, path)
    rename(folder, kept)
    for path in folder.iterdir():
        lower(path)
        path.chmod(0o755)
    return libraries


def licenses(libraries, folder):
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copy(ROOT / "Packaging/LICENSES.md", folder)
    shutil.copytree(ROOT / "Packaging/licenses", folder / "licenses")
    for path in sorted({*libraries.values(), ARCHIVES / "libaom.a", ARCHIVES / "libyuv.a"}, key=str):
        real = os.path.realpath(path)
        if "/swift/linux/" in real:
            continue  # the toolchain's, whose license LICENSES.md has
        for place in (real, real.removeprefix("/usr") if real.startswith("/usr") else "/usr" + real):
            found = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True).stdout
            if found:
                break
        package = found.split(":")[0]
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if not package or not text.exists():
            sys.exit(f"make wheel: error: the license of {path} is not found; install its package from Debian")
        shutil.copy(text, folder / f"{package}.txt")


def tag(folder):
    """The systems that the files run on, by the newest versions of functions of the C library that they name."""
    newest = (2, 17)
    for path in sorted(folder.iterdir()):
        for version in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", run("readelf", "-VW", path)):
            version = int(version[0]), int(version[1])
            if version > NEWEST:
                sys.exit(f"make wheel: error: {path.name} needs glibc {version[0]}.{version[1]}; it may need {NEWEST[0]}.{NEWEST[1]}")
            newest = max(newest, version)
    return f"py3-none-manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def main():
    library, version = sys.argv[1:3]
    stage = ROOT / "build/wheel"
    shutil.rmtree(stage, ignore_errors=True)
    package, info = stage / "clustersnap", stage / f"clustersnap-{version}.dist-info"
    shutil.copytree(HERE / "clustersnap", package, ignore=shutil.ignore_patterns("__pycache__", "_lib"))
    libraries = bundle(library, package / "_lib")
    licenses(libraries, info / "licenses")
    system = tag(package / "_lib")
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: clustersnap\nVersion: {version}\nSummary: Points in, a clustered map picture out.\n"
        "Requires-Python: >=3.9\nLicense: MIT\nDescription-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()
    )
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\nTag: {system}\n")
    (info / "entry_points.txt").write_text(
        "[console_scripts]\nclustersnap = clustersnap._command:main\n\n[pytest11]\nclustersnap = clustersnap._pytest\n"
    )
    files = sorted(path for path in stage.rglob("*") if path.is_file())
    record = []
    for path in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")
        record.append(f"{path.relative_to(stage)},sha256={digest},{path.stat().st_size}\n")
    record.append(f"{info.name}/RECORD,,\n")
    (info / "RECORD").write_text("".join(record))
    wheel = ROOT / f"build/clustersnap-{version}-{system}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in [*files, info / "RECORD"]:
            # The same inputs give the same bytes.
            entry = zipfile.ZipInfo(str(path.relative_to(stage)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if path.parent.name == "_lib" else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes(), compresslevel=9)
    size = wheel.stat().st_size
    if size > 40e6:
        sys.exit(f"make wheel: error: {wheel.name} has {size / 1e6:.1f} MB; it may have 40")
    print(f"{wheel.relative_to(ROOT)}: {size / 1e6:.1f} MB, {len(libraries)} libraries")


main()
