import json
import pathlib
import subprocess
import sys

import pytest

import clustersnap as cs

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOWNS = ROOT / "Samples/towns-5000.csv"


@pytest.fixture
def command():
    """Draws a request with the command: the bytes that the package must draw, too."""

    def draw(request, format="png"):
        run = subprocess.run(
            [cs.command(), "render", "--request", "-", "-o", "-", "--format", format], input=json.dumps(request).encode(),
            capture_output=True, cwd=ROOT, timeout=120,
        )
        assert run.returncode == 0, run.stderr.decode()
        return run.stdout

    return draw


@pytest.fixture
def python():
    """Runs lines in a process of their own; what they print."""

    def run(text):
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
