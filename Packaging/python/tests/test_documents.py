"""Figures in documents: each sample is built, and its pictures are those that the cells describe."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import clustersnap as cs
from conftest import ROOT

SAMPLES = ROOT / "Samples/Documents"
OUT = ROOT / "build/documents"
BIN = pathlib.Path(sys.executable).parent
POINTS = '{"sources": {"p": {"points": [[1, 2], [60, 20]]}}, "size": [90, 90]}'


@pytest.fixture(scope="module")
def samples():
    """The samples in a folder of their own, beside the tables."""
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(SAMPLES, OUT / "Documents")
    for name in ("capitals.csv", "quakes.csv", "towns-5000.csv"):
        shutil.copy(ROOT / "Samples" / name, OUT)
    return OUT / "Documents"


def run(*words, cwd):
    environment = {**os.environ, "CLUSTERSNAP_COMMAND": cs.command(), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc of Debian is not installed")
@pytest.mark.parametrize("ending, picture", [("html", "svg"), ("docx", "png"), ("tex", "pdf")])
def test_pandoc_gives_each_format_its_picture(samples, ending, picture):
    run("pandoc", "-s", "--lua-filter", pathlib.Path(cs.__file__).parent / "clustersnap.lua", "paper.md", "-o", f"paper.{ending}", cwd=samples)
    made = sorted((samples / "clustersnap-figures").glob(f"*.{picture}"))
    assert len(made) == 2
    times = [path.stat().st_mtime_ns for path in made]
    run("pandoc", "-s", "--lua-filter", pathlib.Path(cs.__file__).parent / "clustersnap.lua", "paper.md", "-o", f"paper.{ending}", cwd=samples)
    assert [path.stat().st_mtime_ns for path in made] == times, "nothing has changed, so that nothing is drawn"
    if picture == "png":
        # Two pixels a point.
        assert {int.from_bytes(path.read_bytes()[16:20], "big") for path in made} == {1280}
    if ending == "html":
        text = (samples / "paper.html").read_text()
        assert "Capitals of the world, near ones as one bubble" in text and "A world map of 200 capitals in bubbles" in text
        # The second cell has no words of its author, but those of its picture.
        assert re.search(r'alt="1,200 points: [^"]*Largest clusters: ', text)
        prefixes = [set(re.findall(r' id="(m[0-9a-f]{8}-)', path.read_text())) for path in made]
        assert all(len(found) == 1 for found in prefixes) and prefixes[0] != prefixes[1]


def pandoc(page, text, command=None):
    page.write_text(text)
    words = ["pandoc", "--lua-filter", pathlib.Path(cs.__file__).parent / "clustersnap.lua", page.name, "-t", "html"]
    environment = {**os.environ, "CLUSTERSNAP_COMMAND": command or cs.command()}
    return subprocess.run(words, cwd=page.parent, capture_output=True, text=True, timeout=300, env=environment)


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc of Debian is not installed")
def test_pandoc_takes_captions_as_quarto_and_knitr_write_them(tmp_path):
    for key in ("caption", "cap", "fig-cap", "fig.cap"):
        done = pandoc(tmp_path / "page.md", f"```{{.clustersnap #fig-a}}\n#| {key}: \"A *b*\"\n#| fig.alt: c\n#| echo: false\n{POINTS}\n```\n")
        assert done.returncode == 0, done.stderr
        assert "<figcaption" in done.stdout and "A <em>b</em></figcaption>" in done.stdout and 'alt="c"' in done.stdout and 'id="fig-a"' in done.stdout
    done = pandoc(tmp_path / "page.md", f"```{{.clustersnap}}\n#| label: fig-b\n{POINTS}\n```\n")
    assert 'id="fig-b"' in done.stdout, "also without a caption"


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc of Debian is not installed")
@pytest.mark.parametrize("lines, message", [
    ("#| capton: A", "figure 2: #| capton: unknown key; did you mean caption?"),
    ("#| label: fig-a\n#| fig.height: 3", "figure 2 (fig-a): #| fig.height: unknown key; write fig-cap, fig-alt, width or label"),
    ("#| Towns", "figure 2: #| Towns: is no key with a value; write #| fig-cap: Shops of the town"),
    ("x.csv\n#| alt: A", "figure 2: #| alt: A: stands below the words of the picture; write it above them"),
    ("", "figure 2: the block is empty; write a request, or the words behind clustersnap render"),
    ("#| label: fig-a\nnone.csv", "figure 2 (fig-a): cannot be drawn; see the line above"),
])
def test_pandoc_ends_with_a_line_that_names_page_and_figure(tmp_path, lines, message):
    done = pandoc(tmp_path / "page.md", f"```{{.clustersnap}}\n{POINTS}\n```\n\n```{{.clustersnap}}\n{lines}\n```\n")
    errors = done.stderr.splitlines()
    assert done.returncode == 1 and errors.pop() == f"clustersnap: error: page.md: {message}"
    # Above it stands the command's own line, and no stack of Lua.
    assert len(errors) == ("line above" in message) and all(line.startswith("none.csv: error: ") for line in errors)


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc of Debian is not installed")
def test_pandoc_reports_a_command_that_is_not_found(tmp_path):
    done = pandoc(tmp_path / "page.md", f"```{{.clustersnap}}\n{POINTS}\n```\n", command="/none/clustersnap")
    advice = "the command /none/clustersnap is not found; install it, or set CLUSTERSNAP_COMMAND to its path"
    assert (done.returncode, done.stderr) == (1, f"clustersnap: error: page.md: figure 1: {advice}\n")


def test_sphinx_shows_figures_with_captions(samples):
    run(sys.executable, "-m", "sphinx", "-q", "-W", "sphinx", "sphinx/out", cwd=samples)
    text = (samples / "sphinx/out/index.html").read_text()
    assert text.count("<figure") == 2 and 'alt="A world map of capitals in bubbles"' in text and "Earthquakes by magnitude" in text
    assert len(list((samples / "sphinx/out/_images").glob("*.svg"))) == 2


def test_mkdocs_shows_a_figure_inline(samples):
    run(sys.executable, "-m", "mkdocs", "build", "-q", "--strict", cwd=samples / "mkdocs")
    text = (samples / "mkdocs/site/index.html").read_text()
    assert re.search(r'<figure class="clustersnap"[^>]*>\s*<svg role="img" aria-label="197 points: [^"]*Largest clusters: ', text)
    assert "<figcaption>Capitals of the world</figcaption>" in text
    # As wide as the column at most, and each attribute once.
    start = re.search(r"<svg [^>]*>", text)[0]
    assert "max-width:100%" in start and start.count(" role=") == 1


def test_figures_of_one_page_share_neither_ids_nor_classes():
    from clustersnap.mkdocs import fence

    cell = '{"sources": {"p": {"points": [[1, 2], [60, 20]]}}, "themes": ["light", "dark"], "size": [90, 90]%s}'
    pages = [fence(cell % more, "", "", {}, None) for more in ("", ', "title": "b"', ', "idPrefix": "own-"')]
    names = [set(re.findall(r' (?:id|class)="([^"]+)"', page)) - {"clustersnap"} for page in pages]
    assert all(len(found) > 3 for found in names)
    assert not (names[0] & names[1] or names[1] & names[2] or names[0] & names[2])
    assert all(name.startswith("own-") for name in names[2])
    for page, found in zip(pages, names):
        assert {reference for reference in re.findall(r'(?:href="|url\()#([^")]+)', page)} <= found
        assert ".dark{" not in page


def test_figures_keep_the_lines_of_markdown_up_to_date(samples):
    words = [sys.executable, "-c", "from clustersnap._command import main; main()", "figures"]
    page = samples / "page.md"

    def figures(*more):
        return subprocess.run([*words, *more, "page.md"], cwd=samples, capture_output=True, text=True, timeout=300)

    assert figures("--check").returncode == 1
    assert figures().stdout.startswith("page.md:5: page-clustersnap-")
    first = page.read_text()
    assert figures("--check").returncode == 0 and figures().stdout == ""
    page.write_text(first.replace("640x400", "320x200"))
    assert figures("--check").returncode == 1 and figures().returncode == 0
    second = page.read_text()
    names = re.findall(r"\((page-clustersnap-\w+\.svg)\)", second)
    assert len(names) == 1 and [path.name for path in samples.glob("page-clustersnap-*.svg")] == names
    page.write_text(second.replace("--size 320x200", "--sice 320x200"))
    done = figures()
    assert done.returncode == 2 and re.match(r"clustersnap: error: page.md:5: error: .*--sice", done.stderr)
    page.write_text(second)


def figures(page, *more):
    words = [sys.executable, "-c", "from clustersnap._command import main; main()", "figures", *more, page.name]
    return subprocess.run(words, cwd=page.parent, capture_output=True, text=True, timeout=300)


def test_figures_write_captions_and_anchors_below_a_block_of_markdown(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Above.\n\n```clustersnap\n#| caption: Two of *three*\n#| alt: Dots\n#| label: fig-a\n{POINTS}\n```\n\nBetween.\n\n"
                    f"```{{.clustersnap #fig-b}}\n#| caption: Two & more\n{POINTS}\n```\n```clustersnap\n{POINTS}\n```\nBelow.\n")
    assert figures(page).returncode == 0
    first = page.read_text()
    assert re.search(r'```\n\n<a id="fig-a"></a>!\[Dots\]\(page-\S+\)<!-- clustersnap -->\n\nTwo of \*three\*<!-- clustersnap caption -->\n\nBetween', first)
    assert re.search(r'<a id="fig-b"></a>!\[2 points[^\]]*\]\(page-\S+\)<!-- clustersnap -->\n\n\*Two & more\*<!-- clustersnap caption -->\n```', first)
    assert first.count("<!-- clustersnap -->") == 3 and first.endswith("\nBelow.\n")
    assert figures(page, "--check").returncode == 0 and figures(page).stdout == "" and page.read_text() == first
    page.write_text(first.replace("| caption: Two & more", "| caption: Both").replace("#| label: fig-a\n", "").replace("#| caption: Two of *three*\n", ""))
    assert figures(page, "--check").returncode == 1 and figures(page).returncode == 0
    second = page.read_text()
    assert second.count("<!-- clustersnap caption -->") == 1 and "\n*Both*<!--" in second and 'id="fig-a"' not in second
    assert figures(page, "--check").returncode == 0


@pytest.mark.parametrize("lines", ["#| label: fig-a", "#| id: fig-a", "#| name: 'fig-a'"])
def test_mkdocs_gives_a_figure_its_id(lines):
    from clustersnap.mkdocs import fence

    assert '<figure class="clustersnap" id="fig-a">' in fence(f"{lines}\n{POINTS}", "", "", {}, None, id_value="other")
    assert '<figure class="clustersnap" id="other">' in fence(POINTS, "", "", {}, None, id_value="other")
    assert '<figure class="clustersnap">' in fence(POINTS, "", "", {}, None, id_value="")


def test_captions_are_taken_as_quarto_and_knitr_write_them():
    from clustersnap._figures import Cell

    for key in ("caption", "cap", "fig-cap", "fig.cap"):
        assert Cell(f"#| {key}: \"A's 'towns'\"\n#| fig.alt: b\n#| echo: false\nx.csv").options == {"caption": "A's 'towns'", "alt": "b"}


WRONG = [
    ("#| capton: Towns", "#| capton: unknown key; did you mean caption?"),
    ("#| fig-capton: Towns", "#| fig-capton: unknown key; did you mean caption?"),
    ("#| zzz: Towns", "#| zzz: unknown key; write caption, alt, width, label, format or file"),
    ("#| Towns", "#| Towns: is no key with a value; write #| caption: Shops of the town"),
    ("#| label: fig a", "#| label: fig a has spaces; write fig-a"),
    ("x.csv\n#| alt: Towns", "#| alt: Towns: stands below the words of the picture; write it above them"),
]


@pytest.mark.parametrize("lines, message", WRONG)
def test_faults_in_the_lines_of_a_block_are_reported(tmp_path, caplog, lines, message):
    from clustersnap.mkdocs import fence

    assert fence(f"{lines}\n{POINTS}", "", "", {}, None) == f'<p class="clustersnap-error">{message}</p>'
    first = lines.split("\n")[0]
    assert caplog.messages == [f"{message} (block: {first})"]
    page = tmp_path / "page.md"
    page.write_text(f"Above.\n\n```clustersnap\n{lines}\n{POINTS}\n```\n")
    done = figures(page)
    assert (done.returncode, done.stderr) == (2, f"clustersnap: error: page.md:3: error: {message}\n")


def test_a_strict_build_of_mkdocs_fails_where_a_figure_is_missing(tmp_path):
    shutil.copy(SAMPLES / "mkdocs/mkdocs.yml", tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# A\n\n```clustersnap\n#| label: fig-a\nnone.csv\n```\n")
    words = [sys.executable, "-m", "mkdocs", "build", "-q", "--strict"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 1 and re.search(r"index\.md: none\.csv: .*\(block: #\| label: fig-a\)", done.stdout + done.stderr)


@pytest.mark.parametrize("lines", [":name: fig-a\n\n   ", "\n   #| label: fig-a\n   "])
def test_sphinx_numbers_figures_that_have_a_name(tmp_path, lines):
    (tmp_path / "conf.py").write_text('extensions = ["clustersnap.sphinx"]\nnumfig = True\n')
    (tmp_path / "index.rst").write_text(f"A\n=\n\nSee :numref:`fig-a`.\n\n.. clustersnap::\n   :caption: Two\n   {lines}{POINTS}\n")
    run(sys.executable, "-m", "sphinx", "-q", "-W", ".", "out", cwd=tmp_path)
    text = (tmp_path / "out/index.html").read_text()
    assert 'id="fig-a"' in text and re.search(r'href="#fig-a"[^>]*><span class="std std-numref">Fig. 1<', text)


def test_a_notebook_shows_the_picture_of_a_map(samples):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    cells = [
        "import clustersnap as cs\n%load_ext clustersnap", "towns = {'lon': [1, 1.1, 20], 'lat': [2, 2, 3]}\ncs.map(towns, size=(300, 200))",
        "%%clustersnap t=towns\n{\"size\": [300, 200], \"title\": \"Towns\"}", "cs.film({**towns, 'day': ['2024-01-01', '2024-02-01', '2024-03-01']}, time='day', every='month', size=(200, 100), fps=2)",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    kinds = [set(cell.outputs[0]["data"]) for cell in book.cells[1:]]
    assert "image/svg+xml" in kinds[0] and "image/svg+xml" in kinds[1] and "image/png" in kinds[2]
    (OUT / "notebook.svg").write_text(book.cells[1].outputs[0]["data"]["image/svg+xml"])
    nbformat.write(book, OUT / "notebook.ipynb")


@pytest.mark.parametrize("name", sorted(file.stem for file in (ROOT / "Samples/Notebooks").glob("*.ipynb")))
def test_the_notebooks_of_the_samples_run(samples, name):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    for package in ("pandas", "polars", "duckdb", "geopandas", "matplotlib"):
        pytest.importorskip(package)
    folder = OUT / "Notebooks"
    folder.mkdir(exist_ok=True)
    for table in ("deliveries.csv", "town.pmtiles"):
        shutil.copy(ROOT / "Samples" / table, OUT)
    book = nbformat.read(ROOT / f"Samples/Notebooks/{name}.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    shown = [output["data"] for cell in book.cells if cell.cell_type == "code" for output in cell.outputs if "data" in output]
    pictures = [data for data in shown if "image/svg+xml" in data or "image/png" in data]
    assert len(pictures) == {"earthquakes": 1, "figures": 5, "tables": 4}[name]
    assert all(data["text/plain"] for data in shown)
    nbformat.write(book, folder / f"{name}.ipynb")


def test_the_lines_of_the_guide_run_without_a_warning(tmp_path):
    for package in ("pandas", "duckdb", "matplotlib", "PIL", "pyarrow", "geopandas"):
        pytest.importorskip(package)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "Documentation/guide/13-in-python.md").read_text(), re.M | re.S)
    tables = """
import matplotlib; matplotlib.use("agg")
import pathlib, webbrowser; webbrowser.open = lambda address: None
shops = schools = {"lon": [1, 22], "lat": [50, 41]}
trips = {"lon": [1, 12, 23], "lat": [50, 51, 52], "date": ["2024-01-01", "2024-02-01", "2024-03-01"]}
pathlib.Path("schools.geojson").write_text('{"type": "Point", "coordinates": [3, 50]}')
pathlib.Path("maps").mkdir()
"""
    lines = "\n".join(block for block in blocks if "map_golden" not in block)
    assert len(blocks) > 7 and "cs.diff" in lines
    lines = lines.replace('m.save("in-python.png")', 'm.save("in-python.png"); m.save("before.png")', 1)
    (tmp_path / "guide.py").write_text(tables + lines + "\nfigure.canvas.draw()")
    (tmp_path / "Samples").symlink_to(ROOT / "Samples")
    run(sys.executable, "-W", "error", "guide.py", cwd=tmp_path)


@pytest.mark.parametrize("address", ["unix:health.sock", "127.0.0.2:18090", "[::1]:18091", "[::]:18092", "0.0.0.0:18093", ":18094"])
def test_the_check_of_a_container_asks_the_address_that_its_server_listens_on(tmp_path, address):
    (tmp_path / "points.csv").write_text("lon,lat\n13.4,52.5\n")

    def health(words):
        (tmp_path / "words").write_text("\0".join(words) + "\0")
        environment = {**os.environ, "CLUSTERSNAP_COMMAND": str(tmp_path / "words")}
        return subprocess.run(["bash", ROOT / "Packaging/container-health.sh"], cwd=tmp_path, env=environment, capture_output=True, timeout=60).returncode

    words = ["clustersnap", "serve", ".", "--listen", address]
    assert health(["clustersnap", "render", "points.csv"]) == 0, "no server runs"
    assert health(words) == 1, "no server answers"
    server = subprocess.Popen([cs.command(), *words[1:]], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        first = server.stderr.readline()
        if "libmicrohttpd" in first or "::" in address and "cannot be listened on" in first:
            pytest.skip(first)
        assert "serving" in first and health(words) == 0 and health([*words[:3], f"--listen={address}"]) == 0
    finally:
        server.terminate()
        server.wait()
