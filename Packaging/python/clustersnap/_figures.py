"""Figures in documents: cells of a request or of words of the command become pictures.

A cell is a fenced block ``clustersnap``. Lines that begin with ``#|`` set ``caption``, ``alt``, ``width``, ``label``, ``format`` and
``file``; the rest is a request (JSON), or the words behind ``clustersnap render``.
"""
import argparse
import difflib
import hashlib
import html
import os
import re
import shlex
import subprocess
import sys
import tempfile

from ._library import ClusterSnapError, InputError, command


KEYS = ("caption", "alt", "width", "label", "format", "file")
_ALIASES = {"cap": "caption", "id": "label", "name": "label"}
# Keys of Quarto's cells that concern the page, not the picture.
_IGNORED = {"echo", "eval", "output", "include", "warning", "message", "error", "tags", "column", "code-fold", "fig-pos", "fig-align"}


def _option(line):
    """The key and the value of a line that begins with ``#|``; no key where the picture needs none."""
    match = re.match(r"#\|\s*([^\s:=]+)\s*:\s*(.*)$", line)
    if not match:
        raise InputError(f"{line}: is no key with a value; write #| caption: Shops of the town")
    name = re.sub(r"^fig[-.]", "", match[1])
    name = _ALIASES.get(name, name)
    if name in KEYS:
        return name, re.sub(r"^([\"'])(.*)\1$", r"\2", match[2])
    if match[1].replace(".", "-") in _IGNORED:
        return None, None
    near = difflib.get_close_matches(name, KEYS, 1)
    raise InputError(f"#| {match[1]}: unknown key; " + (f"did you mean {near[0]}?" if near else f"write {', '.join(KEYS[:-1])} or {KEYS[-1]}"))


class Cell:
    """A cell of a document."""

    def __init__(self, text, folder=""):
        self.options, self.description = {}, None
        lines = text.strip("\n").split("\n")
        while lines and lines[0].lstrip().startswith("#|"):
            name, value = _option(lines.pop(0).strip())
            if name:
                self.options[name] = value
        late = [line.strip() for line in lines if line.lstrip().startswith("#|")]
        if late:
            raise InputError(f"{late[0]}: stands below the words of the picture; write it above them")
        self.text, self.folder = "\n".join(lines).strip(), folder
        if not self.text:
            raise InputError("the cell is empty; write a request, or the words behind clustersnap render")
        if re.search(r"\s", self.label or ""):
            raise InputError(f'#| label: {self.label} has spaces; write {"-".join(self.label.split())}')

    @property
    def label(self):
        """The id of the figure, which links name."""
        return self.options.get("label")

    @property
    def alt(self):
        """The author's words for those who cannot see the picture, else those that were made when it was drawn."""
        return self.options.get("alt") or self.description or self.options.get("caption") or "A map of clustered points"

    @property
    def is_request(self):
        return self.text.startswith("{")

    def _words(self):
        words = shlex.split(self.text.replace("\\\n", " "), comments=True)
        if words[:1] == ["clustersnap"]:
            words = words[1:]
        return words[1:] if words[:1] == ["render"] else words

    def key(self, format):
        """What the picture depends on: the cell, the files it names, and the version."""
        digest = hashlib.sha256(f"{format}\n{self.text}\n{_version()}".encode())
        for word in sorted(set(re.findall(r"[^\s\"'=,\[\]{}]+", self.text))):
            path = os.path.join(self.folder, word)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    digest.update(word.encode() + hashlib.sha256(file.read()).digest())
        return digest.hexdigest()[:16]

    def draw(self, format, scale=None, prefix=None):
        """The picture's bytes; ``prefix`` stands before ids and classes of an SVG, unless the cell sets one."""
        # The command has a folder of its own, which threads of this process do not share.
        words = ["--request", "-"] if self.is_request else self._words()
        if scale and "scale" not in self.text:
            words += ["--scale", str(scale)]
        if prefix and not re.search("id-prefix|idPrefix", self.text):
            words += ["--id-prefix", prefix]
        with tempfile.TemporaryDirectory() as room:
            description = os.path.join(room, "alt.txt")
            if not re.search("--alt-text|metadata", self.text):
                words += ["--alt-text", description]
            words = [command(), "render", *words, "-o", "-", "--format", format]
            run = subprocess.run(words, input=self.text.encode() if self.is_request else b"", cwd=self.folder or ".", capture_output=True)
            if run.returncode:
                raise InputError(run.stderr.decode("utf-8", "replace").strip().split("\n")[-1])
            if os.path.exists(description):
                # A title, an empty line, and the description.
                with open(description, encoding="utf-8") as file:
                    self.description = " ".join(file.read().partition("\n\n")[2].split())
        return run.stdout


def _version():
    from . import __version__

    return __version__


def element(text, folder="", class_name="clustersnap", label=None):
    """A cell as a figure of HTML, its picture inline. Its id is the cell's label, else ``label``."""
    cell = Cell(text, folder)
    # A page has several figures, and its own ids and classes.
    picture = cell.draw("svg", prefix=f"m{cell.key('svg')[:8]}-").decode()
    picture = re.sub(r"^<\?xml[^>]*>\s*", "", picture)
    alt = html.escape(cell.alt, quote=True)
    picture = picture.replace(' role="graphics-document"', "", 1)
    picture = picture.replace("<svg ", f'<svg role="img" aria-label="{alt}" style="max-width:100%;height:auto" ', 1)
    width = cell.options.get("width")
    style = f' style="max-width:{html.escape(width, quote=True)}"' if width else ""
    caption = cell.options.get("caption")
    below = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    label = cell.label or label
    id = f' id="{html.escape(label, quote=True)}"' if label else ""
    return f'<figure class="{class_name}"{id}{style}>{picture}{below}</figure>'


def error_element(error, class_name="clustersnap"):
    """What stands in place of a figure that cannot be drawn."""
    return f'<p class="{class_name}-error">{html.escape(str(error))}</p>'


# A fence, then the lines that an earlier run wrote: an anchor with the picture, and the caption.
_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[ ]*\{?\.?clustersnap\b(?P<head>[^\n]*)\n(?P<text>.*?)^(?P=fence)[ ]*$\n?"
    r"(?:\n?(?:<a id=\"[^\"\n]*\"></a>)?!\[(?P<alt>[^\n]*)\]\((?P<file>[^)\n]*clustersnap-[0-9a-f]{16}\.\w+|[^)\n]*)\)<!-- clustersnap -->[^\n]*\n?"
    r"(?:\n[^\n]+<!-- clustersnap caption -->[ ]*(?:\n|\Z))?)?",
    re.M | re.S,
)


def update(path, is_check):
    """Draws the cells of a Markdown file; what has changed, a line each."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    folder, changes = os.path.dirname(path), []
    stem = os.path.splitext(os.path.basename(path))[0]

    def replaced(match):
        line = text.count("\n", 0, match.start()) + 1
        try:
            cell = Cell(match["text"], folder)
            format = cell.options.get("format", "svg")
            if format not in ("svg", "png"):
                raise InputError(f"format: {format} is no picture of a page; write svg or png")
            name = cell.options.get("file") or f"{stem}-clustersnap-{cell.key(format)}.{format}"
            place = os.path.join(folder, name)
            if match["file"] == name:
                # The words of this very picture.
                cell.description = match["alt"]
            body = match["fence"] + match.group(0)[len(match["fence"]):match.end("text") - match.start()] + match["fence"] + "\n"

            label = cell.label or (re.search(r"#([\w:.-]+)", match["head"]) or [None, None])[1]
            anchor = f'<a id="{html.escape(label, quote=True)}"></a>' if label else ""
            caption = cell.options.get("caption")
            shown = caption if not caption or "*" in caption else f"*{caption}*"
            below = f"\n{shown}<!-- clustersnap caption -->\n" if caption else ""

            def line_of():
                return body + f"\n{anchor}![{cell.alt.replace(']', '')}]({name})<!-- clustersnap -->\n{below}"

            made = line_of()
            isCurrent = os.path.exists(place) and made == match.group(0)
            if "file" in cell.options and isCurrent:
                with open(place, "rb") as file:
                    isCurrent = file.read() == cell.draw(format)
            if isCurrent:
                return match.group(0)
            changes.append(f"{path}:{line}: {name}")
            if not is_check:
                data = cell.draw(format)
                with open(place, "wb") as file:
                    file.write(data)
                old = match["file"]
                if old and old != name and "-clustersnap-" in old and os.path.exists(os.path.join(folder, old)):
                    os.remove(os.path.join(folder, old))
            return line_of()
        except ClusterSnapError as error:
            raise InputError(f"{path}:{line}: error: {error}") from None

    new = _FENCE.sub(replaced, text)
    if not is_check and new != text:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(new)
    return changes


def main(words):
    parser = argparse.ArgumentParser("clustersnap figures", description="Draws the cells of Markdown files into files beside them, and keeps the image lines up to date.")
    parser.add_argument("files", nargs="+", metavar="FILE.md")
    parser.add_argument("--check", action="store_true", help="Draw nothing; status 1 where a picture is not up to date.")
    options = parser.parse_args(words)
    changed = []
    for path in options.files:
        try:
            changed += update(path, options.check)
        except (ClusterSnapError, OSError) as error:
            print(f"clustersnap: error: {error}", file=sys.stderr)
            return 2
    for line in changed:
        print(line)
    if options.check and changed:
        print("clustersnap: error: pictures are not up to date; run clustersnap figures without --check", file=sys.stderr)
        return 1
    return 0
