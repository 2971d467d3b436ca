#!/usr/bin/env python3
"""pages.py TARGET: gathers the pages of the site in one folder, with links that hold there.

README is the first page. Guides, recipes, reference and internals keep their folders; pictures go to `pictures/`, the pages of
DocC catalogs to `reference/`. A link to another file of the checkout becomes its name, as the site has no such page."""

import html
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def targets():
    """The files of the site: where each is in the checkout, and where it goes."""
    pages = {ROOT / "README.md": "index.md", ROOT / "SECURITY.md": "internals/security.md",
             ROOT / "CHANGELOG.md": "internals/changelog.md", ROOT / "CONTRIBUTING.md": "internals/contributing.md"}
    for page in sorted((ROOT / "Documentation").rglob("*.md")):
        pages[page] = str(page.relative_to(ROOT / "Documentation"))
    for page in sorted((ROOT / "Sources").glob("*/*.docc/*.md")):
        pages[page] = "reference/" + page.stem.lower() + ".md"
    for folder in [ROOT / "Samples/pictures", *(ROOT / "Sources").glob("*/*.docc/Resources")]:
        for picture in sorted(folder.glob("*.png")) + sorted(folder.glob("*.svg")):
            pages[picture] = "pictures/" + picture.name
    pages[ROOT / "Documentation/site/site.css"] = "site.css"
    return pages


def relinked(text, page, pages):
    here = os.path.dirname(pages[page])

    def link(match):
        mark, words, address, anchor = match[1], match[2], match[3], match[4] or ""
        if re.match(r"[a-z]+:", address) or not address:
            return match[0]
        target = pages.get((page.parent / address).resolve())
        if target is None:
            return words if not mark else ""
        return f"{mark}[{words}]({os.path.relpath(target, here or '.')}{anchor})"

    text = re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)", link, text)
    # A bar within code within a table, which MkDocs would show with its backslash.
    text = re.sub(r"`([^`\n]*\\\|[^`\n]*)`", lambda code: "<code>" + html.escape(code[1]).replace("\\|", "&#124;") + "</code>", text)
    # The words of DocC that Markdown does not have.
    text = re.sub(r"(?<!`)``(?!`)([^`\n]+)``(?!`)", r"`\1`", text)
    return re.sub(r"<doc:(\w+)>", lambda name: f"[{name[1]}]({name[1].lower()}.md)", text)


def main():
    target = pathlib.Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    pages = targets()
    for source, name in pages.items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            file.write_text(relinked(source.read_text(), source, pages))
        else:
            shutil.copyfile(source, file)


main()
