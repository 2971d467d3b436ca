"""Maps of tables of DuckDB, whose points are counted where they are."""
import json
import subprocess

from ._library import InputError, command
from ._tables import plain

_LONGITUDES, _LATITUDES = ("longitude", "lon", "lng", "long", "x"), ("latitude", "lat", "y")


def _column(columns, given, names, keyword):
    if given is not None:
        return given
    found = [column for name in names for column in columns if column.lower() == name]
    if not found:
        raise InputError(f"no column of {', '.join(columns)} is named like a {names[0]}; name it as {keyword}=")
    return found[0]


def counted(con, table, request):
    """A request in which cells that DuckDB counts stand for the points of a table, and the cells."""
    try:
        rows = con.sql(f"FROM '{table}'") if "/" in table or table.endswith((".parquet", ".csv", ".json")) else con.table(table)
        request = {
            "longitude": _column(rows.columns, request.get("longitude"), _LONGITUDES, "lon"),
            "latitude": _column(rows.columns, request.get("latitude"), _LATITUDES, "lat"), **request,
        }
        if "bbox" not in request and "center" not in request:
            x, y = ('"' + request[name].replace('"', '""') + '"' for name in ("longitude", "latitude"))
            request["bbox"] = list(rows.aggregate(f"MIN({x}), MIN({y}), MAX({x}), MAX({y})").fetchall()[0])
            if None in request["bbox"]:
                raise InputError(f"{table} has no coordinates; correct the columns of lon= and lat=")
            request.setdefault("padding", 40)
        words = [command(), "sql", "--dialect", "duckdb", "--table", table, "--request", "-", "--quiet"]
        run = subprocess.run(words, input=json.dumps(request, default=plain).encode(), capture_output=True)
        if run.returncode:
            raise InputError(run.stderr.decode("utf-8", "replace").strip().split("\n")[0].replace("clustersnap: error: ", ""))
        cells = con.sql(run.stdout.decode())
        del request["longitude"], request["latitude"]
        return {**request, "cells": {"points": "cells"}}, cells
    except Exception as error:
        if isinstance(error, InputError) or not type(error).__module__.startswith(("_duckdb", "duckdb")):
            raise
        raise InputError(f"{table}: DuckDB cannot count it: {' '.join(str(error).split())[:300]}; correct the table or its columns") from error
