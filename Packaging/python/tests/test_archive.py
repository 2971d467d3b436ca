"""The archive for Linux names what is missing."""
import os
import pathlib
import shutil
import subprocess

import pytest

ARCHIVE = pathlib.Path(__file__).resolve().parents[2] / "archive"
CAIRO = "\tlibcairo.so.2 => not found\n\tlibpango-1.0.so.0 => not found\n\tlibpangocairo-1.0.so.0 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n"
NAMES = "libcairo.so.2 libpango-1.0.so.0 libpangocairo-1.0.so.0"


@pytest.mark.parametrize("listed, tool, words", [
    (CAIRO, "apt-get", f"missing: {NAMES}; run: apt-get install libcairo2 libpango-1.0-0 libpangocairo-1.0-0"),
    (CAIRO, "dnf", f"missing: {NAMES}; run: dnf install cairo pango"),
    (CAIRO, "zypper", f"missing: {NAMES}; install them with your system's tool"),
    ("\t/lib/ld-musl-x86_64.so.1 (0x1)\n", "apk", "the program is for systems with glibc, and this one has musl; use the container's image"),
    ("bin/clustersnap: /lib/libm.so.6: version `GLIBC_2.35' not found (required by bin/clustersnap)\n", "apt-get",
     "the program is for a newer glibc, see README; use the package for Python, which needs 2.34"),
    ("\tnot a dynamic executable\n", "apt-get", "the program is for another processor or system; see README"),
    (None, "apt-get", "there is no ldd, which reads what a program needs; see README"),
])
def test_what_is_missing_is_one_line(tmp_path, listed, tool, words):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "sed", "awk"):
        (tools / name).symlink_to(os.path.realpath(shutil.which(name)))
    for name, text in (("ldd", listed), (tool, "")):
        if text is not None:
            (tools / name).write_text(f"#!/bin/sh\nprintf '%s' '" + text.replace("'", "'\\''") + "'\n")
            (tools / name).chmod(0o755)
    for name in ("check", "libraries.txt"):
        shutil.copy(ARCHIVE / name, tmp_path)
    run = subprocess.run([tmp_path / "check"], env={"PATH": str(tools)}, capture_output=True, text=True)
    assert (run.returncode, run.stderr, run.stdout) == (1, f"check: error: {words}\n", "")


def test_nothing_is_missing_where_all_is_there(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/clustersnap").symlink_to(os.path.realpath(shutil.which("ls")))
    for name in ("check", "libraries.txt"):
        shutil.copy(ARCHIVE / name, tmp_path)
    run = subprocess.run([tmp_path / "check"], capture_output=True, text=True)
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "all libraries are here\n")
