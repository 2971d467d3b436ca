"""The fixture map_golden: a golden a test, nothing on a server, pictures of failures beside nothing else."""
import os
import subprocess
import sys

import pytest

HEAD = """import clustersnap as cs, pytest
def draw(title="", size=(200, 150)): return cs.map({"lon": [1, 9], "lat": [2, 3]}, size=size, basemap="none", title=title or None)
"""


@pytest.fixture
def suite(tmp_path):
    """Writes a test file and runs pytest on the folder; its status and what it printed, in one line."""

    def run(tests=None, *words, name="test_a.py", **environment):
        if tests is not None:
            (tmp_path / name).write_text(HEAD + tests)
        environment = {**os.environ, "CI": "", **environment}
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words], capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
        return done.returncode, done.stdout

    run.files = lambda: sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.png"))
    run.folder = tmp_path
    return run


NINE = """
def test_map(map_golden): map_golden(draw())
class TestX:
    def test_map(self, map_golden): map_golden(draw("X"))
class TestY:
    def test_map(self, map_golden): map_golden(draw("Y"))
@pytest.mark.parametrize("n", ["a/b", "a b", "a-b", "\u00e4"])
def test_p(map_golden, n): map_golden(draw(n))
def test_two(map_golden):
    map_golden(draw())
    map_golden(draw("second"))
    map_golden(draw("third"), name="../up")
    map_golden(draw("fourth"), name="x" * 300)
"""


def test_each_test_has_goldens_of_its_own(suite):
    (suite.folder / "test_b.py").write_text(HEAD + "def test_map(map_golden): map_golden(draw('b'))")
    status, text = suite(NINE)
    assert status == 1 and "record it with --map-golden-update" in text
    assert suite(None, "--map-golden-update")[0] == 0
    found = [name for name in suite.files() if name.startswith("goldens/")]
    assert [name for name in found if "xxx" not in name] == [
        "goldens/test_a.TestX.test_map.png", "goldens/test_a.TestY.test_map.png", "goldens/test_a.test_map.png", "goldens/test_a.test_p[%5Cxe4].png",
        "goldens/test_a.test_p[a%20b].png", "goldens/test_a.test_p[a%2Fb].png", "goldens/test_a.test_p[a-b].png", "goldens/test_a.test_two-..%2Fup.png",
        "goldens/test_a.test_two-2.png", "goldens/test_a.test_two.png", "goldens/test_b.test_map.png",
    ]
    assert len(found) == 12
    # What was written for tests that failed is gone with them.
    assert suite.files() == found
    assert suite()[0] == 0


def test_a_name_that_is_taken_is_an_error(suite):
    status, text = suite("def test_one(map_golden):\n    map_golden(draw(), name='x')\n    map_golden(draw(), name='x')\n", "--map-golden-update")
    assert status == 1 and "is compared twice in one test; give each call of map_golden a name= of its own, or none" in text
    status, text = suite("def test_one(map_golden): map_golden(draw())\ndef test_ONE(map_golden): map_golden(draw('b'))\n", "--map-golden-update")
    assert status == 1 and "test_a.test_ONE.png is the golden of test_a.py::test_one, too; give one of them another name=" in text


def test_a_server_records_nothing_and_writes_nothing_that_is_not_asked_for(suite):
    test = "def test_map(map_golden): map_golden(draw(%s))"
    status, text = suite(test % "", "--map-golden-update", CI="true")
    assert status == 1 and "CI is set, so that it is not recorded" in text and suite.files() == []
    assert suite(None, "--map-golden-update", CI="false")[0] == 0
    golden = (suite.folder / "goldens/test_a.test_map.png").read_bytes()
    status, text = suite(test % "'other'", "--map-golden-update", CI="1")
    assert status == 1 and "pixels differ, in " in text and suite.files() == ["goldens/test_a.test_map.png"]
    assert (suite.folder / "goldens/test_a.test_map.png").read_bytes() == golden
    assert suite(None, "--map-golden-output", "out", CI="1")[0] == 1
    assert suite.files() == ["goldens/test_a.test_map.png", "out/test_a.test_map.actual.png", "out/test_a.test_map.difference.png"]


def test_pictures_of_failures_lie_in_the_build_folder_while_they_fail(suite):
    test = "def test_map(map_golden): map_golden(draw(%s))"
    assert suite(test % "", "--map-golden-update")[0] == 0
    for change, words, pictures in [
        ("'other'", "pixels differ, in ", ["actual", "difference"]), ("size=(90, 80)", "cannot be compared with", ["actual"]),
    ]:
        status, text = suite(test % change)
        assert status == 1 and words in text and "Traceback" not in text and "build/maps/test_a.test_map.actual.png" in text
        assert suite.files() == [f"build/maps/test_a.test_map.{kind}.png" for kind in pictures] + ["goldens/test_a.test_map.png"]
    (suite.folder / "goldens/test_a.test_map.png").write_bytes(b"no picture")
    status, text = suite(test % "")
    assert status == 1 and "cannot be compared with" in text and "Traceback" not in text
    assert suite(None, "--map-golden-update")[0] == 0 and suite()[0] == 0
    assert suite.files() == ["goldens/test_a.test_map.png"]


def test_a_pointer_of_git_lfs_is_kept(suite):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n"
    (suite.folder / "goldens").mkdir()
    (suite.folder / "goldens/test_a.test_map.png").write_bytes(pointer)
    for words in ([], ["--map-golden-update"]):
        status, text = suite("def test_map(map_golden): map_golden(draw())", *words)
        assert status == 1 and "is a pointer of Git LFS; fetch the file with git lfs pull" in text
    assert (suite.folder / "goldens/test_a.test_map.png").read_bytes() == pointer


def test_a_golden_of_the_old_name_is_named_with_its_new_one(suite):
    suite("class TestX:\n    def test_map(self, map_golden): map_golden(draw())\n", "--map-golden-update")
    os.rename(suite.folder / "goldens/test_a.TestX.test_map.png", suite.folder / "goldens/test_map.png")
    status, text = suite()
    assert status == 1 and f"it had another name: mv {suite.folder}/goldens/test_map.png {suite.folder}/goldens/test_a.TestX.test_map.png" in text


def test_the_bytes_of_a_png_are_compared_and_what_is_no_picture_is_named(suite):
    test = "def test_map(map_golden): map_golden(draw(%s)%s)"
    assert suite(test % ("", ".png"), "--map-golden-update")[0] == suite(test % ("", ""))[0] == 0
    status, text = suite(test % ("'other'", ".png"))
    assert status == 1 and "pixels differ, in " in text and "build/maps/test_a.test_map.actual.png" in text
    status, text = suite(test % ("", ".svg"))
    assert status == 1 and "map_golden takes a map, a film or the bytes of a PNG, not str; save it as PNG, and give the bytes" in text and "Traceback" not in text


def test_a_comparison_is_exact_unless_there_is_a_reason(suite):
    # One of 255 steps apart: within the threshold of clustersnap diff, which is for colors as seen.
    test = "def test_map(map_golden): map_golden(cs.map({'lon': [1], 'lat': [2]}, size=(200, 150), basemap='none', background='#0000%s', attribution=False)%s)"
    assert suite(test % ("fe", ""), "--map-golden-update")[0] == 0
    assert suite(test % ("ff", ""))[0] == 1
    status, text = suite(test % ("ff", ", tolerance=1"))
    assert status == 1 and "tolerance: a golden that is not exact needs a reason; add reason=" in text
    assert suite(test % ("ff", ", tolerance=1, reason='the driver rounds'"))[0] == 0
    assert suite(test % ("ff", ", max_pixels=30000"))[0] == 0
