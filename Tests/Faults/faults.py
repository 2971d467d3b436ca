#!/usr/bin/env python3
"""Runs every command with every call of the system failing once, and looks at what becomes of its outputs.

The rule: a former output is untouched, or the new one is whole; the status is 2 or 3, or 0 where the fault does no harm and the
output is as it always is; one line is written; nothing is left; and it ends within the time limit.

Where an allocation fails, of which there are too many to try each, the rule is that no output is damaged: 200 of each
command's, seeded, whatever the status.
"""
import argparse
import concurrent.futures
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLS = "open read write fsync close rename mmap mkstemp pthread_create".split()
SAMPLES = os.path.join(ROOT, "Samples")
VIEW = ["--center", "13,48", "--zoom", "3", "--size", "200x150"]

# The words of each command, and the files it writes.
COMMANDS = {
    "render png": (["render", "in.csv", *VIEW, "-o", "out.png"], ["out.png"]),
    "render svg and dump": (["render", "in.csv", *VIEW, "-o", "out.svg", "--dump", "out.csv"], ["out.svg", "out.csv"]),
    "render pdf": (["render", "in.csv", *VIEW, "-o", "out.pdf"], ["out.pdf"]),
    "render to standard output": (["render", "in.csv", *VIEW, "-o", "-"], []),
    "render packed": (["render", "in.csv.gz", *VIEW, "--basemap", "none", "-o", "out.png"], ["out.png"]),
    "render a request": (["render", "--request", "request.json"], ["a.png", "b.svg"]),
    "render a style": (["render", "--style", "style.json", *VIEW, "-o", "out.png"], ["out.png"]),
    "render a stream": (["render", "-", *VIEW, "-o", "out.png"], ["out.png"]),
    "clusters": (["clusters", "in.csv", "-o", "out.geojson", "--grid", "grid.geojson", "--method", "grid"],
                 ["out.geojson", "grid.geojson"]),
    "animate": (["animate", "story.json", "--size", "120x90", "-o", "out.png"], ["out.png"]),
    "animate into a folder": (["animate", "story.json", "--size", "120x90", "--fps", "2", "-o", "frames", "--format", "png"], None),
    "diff": (["diff", "first.png", "second.png", "-o", "out.png"], ["out.png"]),
    "verify": (["verify", "case.json", "--junit", "out.xml"], ["out.xml"]),
    "verify --record": (["verify", "other.json", "--record", "all"], ["other.png"]),
    "check": (["check", "style.json"], []),
    "eval": (["eval"], []),
    "sql": (["sql", "--dialect", "sqlite", "--table", "t", "--center", "13,48", "--zoom", "3"], []),
    "schema": (["schema", "request"], []),
    "manual": (["manual", "-o", "pages"], None),
    "help": (["help", "render"], []),
}


def prepare(folder, ours):
    """The inputs of all commands."""
    with open(os.path.join(SAMPLES, "capitals.csv"), "rb") as file:
        rows = file.read()
    files = {
        "in.csv": rows,
        "in.csv.gz": gzip.compress(rows, mtime=0),
        "in.geojson": b'{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1},'
                      b'"geometry":{"type":"Point","coordinates":[13.4,49.5]}}]}',
        "request.json": b'{"sources":{"points":"in.csv"},"size":[200,150],"views":['
                        b'{"output":"a.png","center":[13,48],"zoom":3},{"output":"b.svg","center":[2,48],"zoom":4}]}',
        "style.json": b'{"version":8,"sources":{"points":{"type":"geojson","data":"in.geojson"}},"layers":['
                      b'{"id":"a","type":"circle","source":"points"}]}',
        "story.json": b'{"sources":{"points":"in.csv"},"center":[13,48],"zoom":3,"steps":[{"add":true},'
                      b'{"snapshot":"a"},{"zoom":"+1"},{"snapshot":"b"}]}',
        "case.json": b'{"sources":{"points":"in.csv"},"size":[200,150],"output":"case.png"}',
        "other.json": b'{"sources":{"points":"in.csv"},"size":[200,150],"output":"other.png"}',
    }
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    run = lambda *words: subprocess.run([ours, *words], cwd=folder, check=True, capture_output=True)
    os.mkdir(os.path.join(folder, "pages"))
    run("verify", "case.json", "other.json", "--record", "all")
    run("render", "in.csv", *VIEW, "-o", "first.png")
    run("render", "in.csv", *VIEW, "--method", "none", "-o", "second.png")


def contents(folder):
    """Everything in a folder, by its path."""
    result = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                result[os.path.relpath(path, folder)] = file.read()
    return result


def is_xml(content):
    try:
        return xml.etree.ElementTree.fromstring(content) is not None
    except xml.etree.ElementTree.ParseError:
        return False


class Trial:
    def __init__(self, ours, library, inputs, name, scratch):
        self.ours, self.library, self.inputs, self.name, self.scratch = ours, library, inputs, name, scratch
        self.words, self.outputs = COMMANDS[name]

    def run(self, call="", number=0, lasts=False, counts=None):
        folder = tempfile.mkdtemp(dir=self.scratch)
        try:
            for name, content in self.inputs.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            os.mkdir(os.path.join(folder, "pages"))
            for name in self.outputs or []:
                if name != "other.png":
                    with open(os.path.join(folder, name), "wb") as file:
                        file.write(b"former " + name.encode())
            before = contents(folder)
            environment = dict(os.environ, LD_PRELOAD=self.library, FAULT_CALL=call, FAULT_NUMBER=str(number))
            if lasts:
                environment["FAULT_FROM"] = "1"
            if counts:
                environment["FAULT_COUNTS"] = counts
            given = self.inputs["in.csv"] if "-" in self.words and self.words[1] == "-" else (
                b'["+", 1, 2]\n' if self.words[0] == "eval" else b"")
            try:
                done = subprocess.run([self.ours, *self.words], cwd=folder, input=given, capture_output=True,
                                      env=environment, timeout=60)
            except subprocess.TimeoutExpired:
                return None, before, contents(folder), b"", b""
            return done.returncode, before, contents(folder), done.stdout, done.stderr
        finally:
            shutil.rmtree(folder)

    def counts(self):
        path = os.path.join(self.scratch, "counts-" + self.name.replace(" ", "-"))
        self.status, self.before, self.after, self.output, self.messages = self.run(counts=path)
        with open(path) as file:
            return {line.split()[0]: int(line.split()[1]) for line in file}

    def fault(self, call, number, lasts=False):
        """What is wrong with a run in which a call fails; None where nothing is."""
        status, before, after, output, messages = self.run(call, number, lasts)
        if status is None:
            return "does not end"
        if status == self.status and after == self.after and output == self.output:
            return None  # no harm was done
        if status not in (2, 3):
            return "status %d, %s" % (status, messages.decode(errors="replace").strip() or "no message")
        lines = messages.decode(errors="replace").splitlines()
        if self.name == "verify" or self.name == "verify --record":
            lines = lines or output.decode(errors="replace").splitlines()[:1]  # outcomes are listed there
        if len(lines) != 1:
            return "%d lines: %s" % (len(lines), " | ".join(lines)[:300])
        left = sorted(set(after) - set(before) - set(self.after))
        if left:
            return "leaves " + ", ".join(left)
        changed = [name for name in after if after[name] != before.get(name)]
        # A report is about what went wrong, and whole where it can be parsed.
        reports = [name for name in changed if name.endswith(".xml") and is_xml(after[name])]
        if any(after[name] != self.after.get(name) for name in changed if name not in reports):
            return "half of " + ", ".join(changed)
        if changed and len(changed) < len([name for name in self.after if self.after[name] != before.get(name)]):
            return "some outputs and not others: " + ", ".join(changed)
        gone = sorted(set(before) - set(after))
        if gone:
            return "removes " + ", ".join(gone)
        return None


    def allocation_fault(self, number):
        """What is wrong with the outputs of a run in which an allocation fails; None where nothing is."""
        status, before, after, _, messages = self.run("malloc", number)
        if status is None:
            return "does not end"
        for name in set(before) | set(after):
            if os.path.basename(name).startswith("."):
                continue  # a file beside the output, which a crash may leave
            if after.get(name) in (before.get(name), self.after.get(name)) or name.endswith(".xml") and is_xml(after[name]):
                continue
            return "status %d, damages %s" % (status, name)
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--only", help="commands whose names hold this")
    parser.add_argument("--calls", nargs="*", default=CALLS)
    parser.add_argument("--allocations", type=int, default=200, help="how many of a command's allocations fail, one a run")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    ours, library = os.path.abspath(arguments.ours), os.path.abspath(arguments.library)
    faults, runs = 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder = os.path.join(scratch, "inputs")
        os.mkdir(folder)
        prepare(folder, ours)
        inputs = contents(folder)
        for name in COMMANDS:
            if arguments.only and arguments.only not in name:
                continue
            trial = Trial(ours, library, {key: value for key, value in inputs.items()
                                          if not (name == "verify --record" and key == "other.png")}, name, scratch)
            counts = trial.counts()
            if trial.status not in (0, 1):
                print("%s: status %d without any fault: %s" % (name, trial.status, trial.messages.decode()))
                faults += 1
                continue
            cases = [(call, number, False) for call in arguments.calls for number in range(1, counts[call] + 1)]
            cases += [("pthread_create", number, True) for number in range(1, counts["pthread_create"] + 1)
                      if "pthread_create" in arguments.calls]
            runs += len(cases) + arguments.allocations
            for case, wrong in zip(cases, pool.map(lambda case: trial.fault(*case), cases)):
                if wrong:
                    faults += 1
                    print("%s: %s %d%s: %s" % (name, case[0], case[1], " and later" if case[2] else "", wrong))
            chance = random.Random(name)
            numbers = [chance.randint(1, counts["malloc"]) for _ in range(arguments.allocations)] if counts["malloc"] else []
            for number, wrong in zip(numbers, pool.map(trial.allocation_fault, numbers)):
                if wrong:
                    faults += 1
                    print("%s: allocation %d of %d: %s" % (name, number, counts["malloc"], wrong))
            print("%s: %s" % (name, ", ".join("%s %d" % (call, counts[call]) for call in arguments.calls)), flush=True)
    print("%d runs, %d against the rule" % (runs, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
