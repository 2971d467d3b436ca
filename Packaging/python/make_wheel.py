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
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What every Linux has with a C++ compiler's runtime, as manylinux has it.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libstdc\+\+|libgcc_s)\.so|^ld-linux|^linux-vdso")
# Opened by these names when first needed, so that they keep them; of several the first that is there.
OPENED = [["libavif.so.16", "libavif.so.15"], ["libcurl.so.4"], ["libturbojpeg.so.0"], ["libwebp.so.7"], ["libzstd.so.1"]]


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


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


def compile_starter(library, path):
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        sys.exit("make wheel: error: there is no C compiler; install gcc or clang")
    words = [compiler, "-O2", "-x", "c", "-", "-x", "none", library, "-Wl,--allow-shlib-undefined", "-o", path]
    subprocess.run([str(word) for word in words], input=STARTER, text=True, check=True)


def bundle(library, folder):
    folder.mkdir(parents=True)
    kept = opened()
    libraries = dict(kept)
    for path in [library, *kept.values()]:
        libraries.update({name: place for name, place in needed(path).items() if not SYSTEM.match(name)})
    names = {}
    for name, path in sorted(libraries.items()):
        digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:8]
        stem, rest = name.split(".so", 1)
        names[name] = name if name in kept else f"{stem}-{digest}.so{rest}"
        shutil.copy(path, folder / names[name])
    shutil.copy(library, folder / "libclustersnap.so")
    run("patchelf", "--set-soname", "libclustersnap.so", folder / "libclustersnap.so")
    compile_starter(folder / "libclustersnap.so", folder / "clustersnap")
    for path in sorted(folder.iterdir()):
        own = run("patchelf", "--print-needed", path).split()
        # What is stripped after patchelf may be broken, and patchelf 0.14 mixes up names that it changes at once.
        run("strip", "--strip-unneeded", path)
        changes = [word for name in own if names.get(name, name) != name for word in ("--replace-needed", name, names[name])]
        for words in (changes, [] if path.name == "clustersnap" else ["--set-soname", path.name], ["--set-rpath", "$ORIGIN"]):
            if words:
                run("patchelf", *words, path)
        path.chmod(0o755)
    return libraries


def licenses(libraries, folder):
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copy(ROOT / "Packaging/LICENSES.md", folder)
    shutil.copytree(ROOT / "Packaging/licenses", folder / "licenses")
    for path in sorted(set(libraries.values())):
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


def tag():
    version = platform.libc_ver()[1].replace(".", "_")
    return f"py3-none-manylinux_{version}_{platform.machine()}"


def main():
    library, version = sys.argv[1:3]
    stage = ROOT / "build/wheel"
    shutil.rmtree(stage, ignore_errors=True)
    package, info = stage / "clustersnap", stage / f"clustersnap-{version}.dist-info"
    shutil.copytree(HERE / "clustersnap", package, ignore=shutil.ignore_patterns("__pycache__", "_lib"))
    libraries = bundle(library, package / "_lib")
    licenses(libraries, info / "licenses")
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: clustersnap\nVersion: {version}\nSummary: Points in, a clustered map picture out.\n"
        "Requires-Python: >=3.9\nLicense: MIT\nDescription-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()
    )
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\nTag: {tag()}\n")
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
    wheel = ROOT / f"build/clustersnap-{version}-{tag()}.whl"
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
