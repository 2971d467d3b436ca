#!/usr/bin/env python3
"""lint.py [PAGE.md ...]: reads the pages for newcomers, and reports sentences that are hard to read.

A sentence has at most 25 words, does not begin with "Of" or "What ... is", and uses none of the words below. Code, tables and
comments are not sentences. Exits with 1 where there is something to mend. Without pages it reads README, recipes and guides."""

import pathlib
import re
import sys

MOST_WORDS = 25
WORDS = ["thereby", "wherein", "whereby", "henceforth", "aforementioned", "utilize", "leverage", "in order to", "seamless", "blazing",
         "simply", "obviously", "just works", "cutting-edge", "powerful", "robustly"]
HERE = pathlib.Path(__file__).resolve().parent


def sentences(text):
    """The sentences of a page, each with its line."""
    text = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text)
    block, first = [], 0
    for number, line in enumerate(text.split("\n") + [""], 1):
        starts_block = not line.strip() or re.match(r"\s*([#|!>]|[-*] |\d+\. )", line)
        if starts_block and block:
            yield from divided(" ".join(block), first)
            block = []
        if line.strip() and not re.match(r"\s*[#|!]", line):
            if not block:
                first = number
            block.append(re.sub(r"^\s*([-*>]|\d+\.) ", "", line).strip())


def divided(block, line):
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "code", block))
    for sentence in re.split(r"(?<=[.!?:;])\s+", plain):
        if sentence:
            yield line, sentence


def faults(page):
    for line, sentence in sentences(page.read_text()):
        count = len(sentence.split())
        if count > MOST_WORDS:
            yield line, f"{count} words: {sentence[:60]} ..."
        if re.match(r"Of\b|What\b.*\bis\b", sentence):
            yield line, f"begins with {sentence.split()[0]}: {sentence[:60]}"
        for word in WORDS:
            if re.search(rf"\b{word}\b", sentence, re.I):
                yield line, f'write a plainer word than "{word}"'


def main():
    named = [pathlib.Path(name) for name in sys.argv[1:]]
    pages = named or [HERE.parent / "README.md", HERE.parent / "CONTRIBUTING.md", HERE / "recipes.md", *sorted((HERE / "guide").glob("*.md"))]
    found = [(page, *fault) for page in pages for fault in faults(page)]
    for page, line, words in found:
        print(f"{page}:{line}: {words}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
