#!/usr/bin/env python3
"""make_wheel.py OBJECTS ARCHIVES VERSION: build/clustersnap-VERSION-py3-none-….whl with one library, which the objects of
`make library` and the archives of make-archives.sh are linked into, the command, and beside them the libraries that are opened
when first needed: TurboJPEG, and libavif with its codecs; their licenses with them. Needs Swift, gcc, patchelf and dpkg."""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The libraries that every Linux with glibc has.
SYSTEM = re.compile(r"^(ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s)\.so")
# The newest version of glibc that a file may need.
NEWEST = (2, 34)
AVIF = ["libavif.so.16", "libavif.so.15"]
JPEG = ["libturbojpeg.so.0"]
# Of the archives, those that the objects and each other refer to.
LIBRARIES = """pangocairo-1.0 pangoft2-1.0 pango-1.0 gio-2.0 gobject-2.0 glib-2.0 pcre2-8 ffi fribidi thai datrie harfbuzz graphite2
  cairo pixman-1 fontconfig expat freetype png16 brotlidec brotlicommon sqlite3 curl nghttp2 idn2 unistring ssl crypto microhttpd webp
  zstd deflate z""".split()
# Functions of codecs that libavif refers to and never selects.
UNUSED = ("Libgav1", "aom_codec_av1_dx", "aom_codec_dec", "aom_codec_get_frame", "rav1e_", "svt_av1_")


def fail(text):
    sys.exit(f"make wheel: error: {text}")


def run(*words, text=None):
    done = subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stderr)
        fail(f"{pathlib.Path(words[0]).name} failed, see above")
    return done.stdout


def installed(names):
    """The path of the first of these libraries that is there."""
    listed = run("/sbin/ldconfig", "-p")
    for name in names:
        match = re.search(rf"^\s*{re.escape(name)} \(.*\) => (\S+)", listed, re.MULTILINE)
        if match:
            return pathlib.Path(match[1])
    fail(f"{names[-1]} is not installed; install the package of Debian that has it")


def functions_of_others(path):
    """The functions that a library needs from others than the C library, whose functions have versions."""
    names = [line.split()[-1] for line in run("nm", "-D", "--undefined-only", path).splitlines()]
    return sorted(name for name in names if "@" not in name and not name.startswith("_"))


def link(objects, archives, path):
    """Links the one library. Only its own functions are visible, so that the loader binds none of its parts to another library."""
    linked, script = archives / "linked.o", archives / "frames.ld"
    run("gcc", "-O2", "-fPIC", "-Wall", "-Werror", "-I", ROOT / "Sources/System/CLibraries/include", "-c", HERE / "linked.c", "-o", linked)
    # Tables of stack frames serve debuggers and C++ exceptions, which no part throws; they are 1.5 of 25 MB.
    script.write_text("SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;\n")
    options = [
        "--no-eh-frame-hdr", "-T", script, f"--version-script={ROOT / 'Packaging/libclustersnap.map'}", f"-soname={path.name}",
        "-rpath=$ORIGIN", "--exclude-libs=ALL", "--gc-sections", "-s", "-z", "defs", "--wrap=hypot", "--wrap=hypotf",
        "--start-group", *(f"-l{name}" for name in LIBRARIES), "--end-group",
    ]
    run(os.environ.get("SWIFT", "swift") + "c", "-emit-library", "-static-stdlib", "-use-ld=lld", f"@{objects}", linked,
        "-L", archives / "lib", "-L", ROOT / ".build/static", *(word for option in options for word in ("-Xlinker", option)), "-o", path)


# The command is in the library; the program that starts it has some kilobytes.
STARTER = "int cs_main(int, char **);\nint main(int count, char **words) { return cs_main(count, words); }\n"


def bundle_avif(folder, archives):
    """Copies libavif and dav1d, which reads AVIF, and links a library of aom, which writes it, and of libyuv. Unused functions end the
    process."""
    avif = installed(AVIF)
    needed = run("patchelf", "--print-needed", avif).split()
    dav1d = installed([name for name in needed if name.startswith("libdav1d.")])
    wanted = [name for name in functions_of_others(avif) if not name.startswith("dav1d_")]
    others = [name for name in wanted if name.startswith(UNUSED)]
    codecs = folder / "libavif-codecs.so"
    source = "#include <stdlib.h>\n" + "".join(f"void {name}(void) {{ abort(); }}\n" for name in others)
    symbols = archives / "codecs.map"
    symbols.write_text("{ global: " + " ".join(f"{name};" for name in wanted) + " local: *; };\n")
    run("gcc", "-O2", "-s", "-fPIC", "-shared", "-x", "c", "-", "-x", "none", *(f"-Wl,-u,{name}" for name in wanted),
        archives / "lib/libaom.a", archives / "lib/libyuv.a", "-lm", "-lpthread",
        f"-Wl,--gc-sections,-z,defs,-Bsymbolic,--version-script={symbols},-soname={codecs.name}", "-o", codecs, text=source)
    for path in (avif, dav1d):
        shutil.copy(path, folder / path.name)
        run("strip", "--strip-unneeded", folder / path.name)
    for name in needed:
        if not SYSTEM.match(name) and name != dav1d.name:
            run("patchelf", "--remove-needed", name, folder / avif.name)
    run("patchelf", "--add-needed", codecs.name, folder / avif.name)
    run("patchelf", "--set-rpath", "$ORIGIN", folder / avif.name)
    return [avif, dav1d]


def bundle(objects, archives, folder):
    folder.mkdir(parents=True)
    library = folder / "libclustersnap.so"
    link(objects, archives, library)
    run("gcc", "-O2", "-s", "-x", "c", "-", "-x", "none", library, "-Wl,-rpath,$ORIGIN", "-o", folder / "clustersnap", text=STARTER)
    jpeg = installed(JPEG)
    shutil.copy(jpeg, folder / jpeg.name)
    copied = [jpeg, *bundle_avif(folder, archives)]
    for path in folder.iterdir():
        path.chmod(0o755)
    return copied


def licenses(copied, archives, folder):
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copy(ROOT / "Packaging/LICENSES.md", folder)
    shutil.copytree(ROOT / "Packaging/licenses", folder / "licenses")
    for text in sorted((archives / "licenses").iterdir()):
        shutil.copy(text, folder)
    for path in copied:
        real = os.path.realpath(path)
        # Debian knows a file by one of the two names that its folder has.
        for place in (real, real.removeprefix("/usr") if real.startswith("/usr") else "/usr" + real):
            found = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True).stdout
            if found:
                package = found.split(":")[0]
                shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")
                break
        else:
            fail(f"the license of {path} is not found; install its package from Debian")


def tag(folder):
    """The oldest systems that the files run on, by the versions of glibc's functions that they need."""
    newest = (2, 17)
    for path in sorted(folder.iterdir()):
        for version in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", run("readelf", "-VW", path)):
            version = (int(version[0]), int(version[1]))
            if version > NEWEST:
                fail(f"{path.name} needs glibc {version[0]}.{version[1]}; it may need {NEWEST[0]}.{NEWEST[1]} (Packaging/python/linked.c)")
            newest = max(newest, version)
    return f"py3-none-manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def main():
    objects, archives, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    stage = ROOT / "build/wheel"
    shutil.rmtree(stage, ignore_errors=True)
    package, info = stage / "clustersnap", stage / f"clustersnap-{version}.dist-info"
    shutil.copytree(HERE / "clustersnap", package, ignore=shutil.ignore_patterns("__pycache__", "_lib"))
    copied = bundle(objects, archives, package / "_lib")
    licenses(copied, archives, info / "licenses")
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
    size, count = wheel.stat().st_size, len(list((package / "_lib").iterdir()))
    if size > 25e6 or count > 8:
        fail(f"{wheel.name} has {size / 1e6:.1f} MB and {count} files with code; it may have 25 MB and 8 files")
    print(f"{wheel.relative_to(ROOT)}: {size / 1e6:.1f} MB, {count} files with code")


main()
