#!/usr/bin/env python3
"""Counts the instructions of six small fixed jobs and compares them with the numbers in cost.json.

Time on a shared machine varies by a third; instructions of one thread by less than a percent. The numbers belong to a
system's libraries: elsewhere the counts are printed, and nothing is compared.

    check-cost.py --ours .build/release/clustersnap [--record]
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBERS = os.path.join(HERE, "cost.json")
SAMPLES = os.path.join(HERE, "..", "Samples")
TOLERANCE = 0.03

VIEW = ["--bbox", "-11,36,30,58", "--size", "400x260", "--threads", "1", "--quiet"]
JOBS = {
    "start": ["--version"],
    "csv to png": ["render", f"{SAMPLES}/towns-5000.csv", *VIEW, "--basemap", "none", "-o", "a.png"],
    "csv over the world to png": ["render", f"{SAMPLES}/towns-5000.csv", *VIEW, "-o", "b.png"],
    "csv to svg": ["render", f"{SAMPLES}/towns-5000.csv", *VIEW, "-o", "c.svg"],
    "radius clusters as json": [
        "clusters", f"{SAMPLES}/quakes.csv", "--method", "radius", "--format", "json", "--threads", "1", "-o", "d.json"],
    "film of a story": ["animate", f"{SAMPLES}/story.json", "--camera", "none", "--fps", "5", "--threads", "1", "-o", "e.png"],
}


def system():
    """The system whose libraries count: distribution, release and processor."""
    facts = {}
    try:
        with open("/etc/os-release") as file:
            facts = dict(line.rstrip().replace('"', "").split("=", 1) for line in file if "=" in line)
    except OSError:
        pass
    return f"{facts.get('ID', platform.system())} {facts.get('VERSION_ID', '')} {platform.machine()}".replace("  ", " ")


def without_debug_info(binary, folder):
    """A copy that valgrind can read: it gives up on debug information newer than itself."""
    copy = os.path.join(folder, "clustersnap")
    if shutil.which("strip") and subprocess.run(["strip", "-o", copy, binary], capture_output=True).returncode == 0:
        return copy
    return binary


def instructions(binary, words, folder):
    """The instructions of one run."""
    # Swift seeds its hashes anew in every process unless a variable forbids it.
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", LC_ALL="C", TZ="UTC")
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", binary, *words],
        cwd=folder, env=environment, capture_output=True, text=True, errors="replace")
    found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"check-cost: {' '.join(words)} failed:\n{run.stderr[-2000:]}")
    return int(found.group(1).replace(",", ""))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--record", action="store_true", help="write the counts into cost.json")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("check-cost: skipped, valgrind is not installed")
        return 0
    numbers = {}
    if os.path.exists(NUMBERS):
        with open(NUMBERS) as file:
            numbers = json.load(file)
    known = numbers.get(system(), {})
    binary = os.path.abspath(options.ours)
    counts, faults = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        binary = without_debug_info(binary, folder)
        for name, words in JOBS.items():
            count = instructions(binary, words, folder)
            counts[name] = count
            line = f"{name:28} {count / 1e6:9.1f} million instructions"
            if name in known:
                change = count / known[name] - 1
                line += f"  {change * 100:+6.2f} %"
                if abs(change) > TOLERANCE:
                    faults += 1
                    line += "  beyond 3 %" + ("; record it: make check-cost RECORD=1" if change < 0 else "")
            print(line, flush=True)
    if options.record:
        numbers[system()] = counts
        with open(NUMBERS, "w") as file:
            json.dump(numbers, file, indent=2)
            file.write("\n")
        print(f"recorded for {system()}")
        return 0
    if not known:
        print(f"there are no numbers for {system()}; make check-cost RECORD=1 writes them")
    return 1 if faults else 0


sys.exit(main())
