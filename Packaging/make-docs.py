#!/usr/bin/env python3
"""Makes build/docs, one web site with the documentation of every module that a product holds.

    Packaging/make-docs.py [--build FOLDER]

Reads the modules as `swift build --build-tests` left them in FOLDER (.build/debug), so that nothing is compiled for it. Fails on a public
declaration without a comment, and on every warning of docc but one: that a parameter is not described, which our
comments do where its name does not say it.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build"

# Declarations that need no words of their own, each with the reason.
UNDOCUMENTED = {
    "MapStyle.PropertyID.": "a case is a property of the style specification, by its name there",
}
# Broken links that are known, by file and name.
KNOWN_LINKS = {
    ("ClusterHierarchy.swift", "RadiusIndex"),
    ("MapSource.swift", "ReadingOptions"),
    ("MapSource.swift", "SnapshotE "),
    ("MapSource.swift", "columns(for:filter:)"),
    ("MarkerGroup.swift", "ClusterResult"),
    ("ViewportFinding.swift", "SnapshotError"),
    ("ViewportFinding.swift", "padding"),
}


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def product_modules():
    """Every target of every library."""
    package = json.loads(output("swift", "package", "dump-package"))
    modules = {name for product in package["products"] if "library" in product["type"] for name in product["targets"]}
    return sorted(modules)


def extract(modules, build, graphs):
    """Writes a symbol graph for each module."""
    flags = []
    for flag in output("pkg-config", "--cflags", "cairo", "pangocairo", "libpng", "libdeflate", "zlib", "sqlite3").split():
        flags += ["-Xcc", flag]
    for file in sorted(build.glob("*.build/module.modulemap")) + sorted(ROOT.glob("Sources/System/*/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={file}"]
    target = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    if sys.platform == "darwin":
        target += "15.0"
        flags += ["-sdk", output("xcrun", "--show-sdk-path").strip()]
    for module in modules:
        run = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", str(build / "Modules"),
             *flags, "-output-dir", str(graphs), "-minimum-access-level", "public", "-skip-synthesized-members"],
            cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"make-docs: error: no symbols of {module}; build first\n{run.stderr}")


def undocumented(graphs):
    """The public declarations without a comment, and how many there are in all."""
    missing, count = [], 0
    for file in sorted(graphs.glob("*.symbols.json")):
        module = file.name.split(".")[0].split("@")[0]
        for symbol in json.loads(file.read_text())["symbols"]:
            if "location" not in symbol:
                continue  # made by the compiler
            count += 1
            name = f"{module}.{'.'.join(symbol['pathComponents'])}"
            if symbol.get("docComment") or any(name.startswith(prefix) for prefix in UNDOCUMENTED):
                continue
            place = symbol["location"]
            path = place["uri"].split("/Sources/")[-1]
            missing.append(f"Sources/{path}:{place['position']['line'] + 1}: error: {name} has no comment")
    return missing, count


def catalog(modules):
    """One catalog of all modules' own; links of an article begin with its module."""
    folder = OUT / "ClusterSnap.docc"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for module in modules:
        source = next(ROOT.glob(f"Sources/**/{module}.docc"), None)
        if source is None:
            continue
        shutil.copytree(source, folder / module)
        for article in (folder / module).glob("*.md"):
            text = article.read_text()
            title, _, rest = text.partition("\n")
            rest = re.sub(r"``(?!" + module + r"\b)([A-Za-z])", r"``/" + module + r"/\1", rest)
            article.write_text(f"{title}\n{rest}")
    return folder


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--build", type=Path, default=ROOT / ".build" / "debug")
    build = arguments.parse_args().build.resolve()
    graphs = OUT / "symbols"
    for folder in (graphs, OUT / "docs"):
        shutil.rmtree(folder, ignore_errors=True)
    graphs.mkdir(parents=True)
    modules = product_modules()
    extract(modules, build, graphs)
    missing, count = undocumented(graphs)
    faults = OUT / "docs.json"
    docc = Path(shutil.which("swift")).resolve().parent / "docc"
    if not docc.exists():
        docc = "docc" if sys.platform != "darwin" else output("xcrun", "-f", "docc").strip()
    run = subprocess.run(
        [str(docc), "convert", str(catalog(modules)), "--additional-symbol-graph-dir", str(graphs),
         "--fallback-display-name", "ClusterSnap", "--fallback-bundle-identifier", "org.clustersnap.ClusterSnap",
         "--transform-for-static-hosting", "--hosting-base-path", "/", "--diagnostics-file", str(faults),
         "--output-path", str(OUT / "docs")],
        cwd=ROOT, capture_output=True, text=True)
    problems = list(missing)
    if run.returncode != 0:
        problems.append(run.stderr)
    for fault in json.loads(faults.read_text())["diagnostics"] if faults.exists() else []:
        summary = fault["summary"]
        if fault["severity"] not in ("warning", "error") or summary.endswith("is missing documentation"):
            continue
        path = fault.get("source", "").split("/Sources/")[-1]
        named = re.findall(r"'([^']*)'", summary)
        if named and (Path(path).name, named[0]) in KNOWN_LINKS:
            continue
        line = fault.get("range", {}).get("start", {}).get("line", 0)
        problems.append(f"Sources/{path}:{line}: error: {summary}")
    for problem in sorted(set(problems)):
        print(problem, file=sys.stderr)
    print(f"build/docs: {len(modules)} modules, {count} public declarations, {len(missing)} without a comment")
    sys.exit(1 if problems else 0)


main()
