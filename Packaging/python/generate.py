#!/usr/bin/env python3
"""generate.py COMMAND [--check]: writes the settings and the type stubs of the package from the table of settings, which
`COMMAND schema request` and `schema scenario` print."""
import json
import keyword
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).parent / "clustersnap"
# Members that name files of the command, several pictures, or what the functions take by other names.
LEFT_OUT = {"$schema", "sources", "views", "output", "dump", "golden", "format"}
# Settings that columns are given to, by name or as arrays.
COLUMNS = {"id", "color_by", "size_by", "group_by", "donut_by", "label_by", "weight", "facets"}
FILM = ["animator", "duration", "fps", "hold", "camera", "captions"]

# The size of the picture as other libraries of Python name it.
SIZES = {
    "width": {"type": "number", "description": "The picture's width in points of 1/72 inch. Without it: that of size, or 4/3 of height."},
    "height": {"type": "number", "description": "The picture's height in points. Without it: that of size, or 3/4 of width."},
    "figsize": {"type": "array", "description": "The picture's width and height in inches, as figures of matplotlib have them; dpi sets their pixels."},
}


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), name)


def type_of(schema):
    if "enum" in schema:
        return "Literal[" + ", ".join(json.dumps(value) for value in schema["enum"]) + "]"
    if "anyOf" in schema or "oneOf" in schema:
        kinds = list(dict.fromkeys(type_of(one) for one in schema.get("anyOf") or schema["oneOf"]))
        return kinds[0] if len(kinds) == 1 else "Union[" + ", ".join(kinds) + "]"
    return {
        "string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "_Array",
        "object": "Mapping[str, Any]", "null": "None",
    }.get(schema.get("type"), "Any")


def schema(command, name):
    return json.loads(subprocess.run([command, "schema", name], check=True, capture_output=True).stdout)["properties"]


def settings(command):
    request, scenario = schema(command, "request"), schema(command, "scenario")
    animation = scenario.get("animation", {}).get("properties", {}) or scenario
    for key, member in request.items():
        if key not in LEFT_OUT and not keyword.iskeyword(snake(key)):
            yield snake(key), key, member, False
    for key, member in SIZES.items():
        yield key, key, member, False
    for key in FILM:
        if key in animation:
            yield snake(key), key, animation[key], True


def describe(member):
    text = " ".join(member.get("description", "").split())
    if "default" in member and "Without it" not in text:
        text += f" Without it: {json.dumps(member['default'])}."
    return text


def module(entries):
    lines = ['"""Settings by their names in Python. Made by generate.py from the table of settings."""', "", "# name: member of the request, description"]
    for name, film in [("SETTINGS", False), ("FILM", True)]:
        lines.append(f"{name} = {{")
        lines += [f"    {key!r}: ({member!r}, {describe(schema)!r})," for key, member, schema, is_film in entries if is_film == film]
        lines.append("}")
    return "\n".join(lines) + "\n"


def stubs(entries):
    head, tail = (HERE.parent / "stubs.txt").read_text().split("# SETTINGS\n")
    def parameters(with_film):
        rows = []
        for key, _, member, is_film in entries:
            if with_film or not is_film:
                kind = f"Union[{type_of(member)}, _Array]" if key in COLUMNS else type_of(member)
                rows.append(f"    {key}: {kind} = ...,")
        return "\n".join(rows)
    def documentation(with_film):
        rows = []
        for key, _, member, is_film in entries:
            if with_film or not is_film:
                rows += textwrap.wrap(f"{key}: {describe(member)}", 116, initial_indent="    ", subsequent_indent="        ", break_long_words=False)
        return "\n".join(rows).replace("\\", "\\\\")
    for name, film in [("PARAMETERS", False), ("FILM PARAMETERS", True)]:
        tail = tail.replace(f"    # {name}\n", parameters(film) + "\n")
    for name, film in [("DOCUMENTATION", False), ("FILM DOCUMENTATION", True)]:
        tail = tail.replace(f"    # {name}\n", documentation(film) + "\n")
    return head + tail


def main():
    entries = list(settings(sys.argv[1]))
    stale = []
    for name, text in [("_settings.py", module(entries)), ("__init__.pyi", stubs(entries))]:
        path = HERE / name
        if "--check" in sys.argv:
            if path.read_text() != text:
                stale.append(name)
        else:
            path.write_text(text)
    if stale:
        sys.exit(f"generate.py: error: {', '.join(stale)} differ from the table of settings; run make coverage")


main()
