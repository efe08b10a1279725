#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Projects with Google Benchmark: how long does a smoke run take, and what does it decide?

--copies snappy=DIR,...: each folder of executables against a stripped copy, so that nothing proves
the same code, and each call is false.
--pairs snappy=OLD:NEW,...: two builds of one project.
--folder DIR: where the benchmarks find their files.
--filter REGEX: of the benchmarks, the same in all projects.

tests/eval/pages/strangers.md says how to build some projects.
"""
import os
import pathlib
import re
import tempfile

from study import COMPARED, arguments, bdriver, built, compare, own_lock, print_csv, say, stop, tree

UNITS = {"s": 1, "m": 60, "h": 3600, "ms": 0.001}


def seconds(text):
    return sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+) (\w+)", text))


def promised(errors):
    """"In all: 39.6 s to 1 m 59 s", or "... as many rounds as fit: at most 5 m"."""
    for line in errors.splitlines():
        if line.startswith("In all: "):
            least, _, most = line.removeprefix("In all: ").partition(" to ")
            return seconds(least), seconds(most)
        if ": at most " in line:
            return 0, seconds(line.rsplit(": at most ", 1)[1])
    return stop(f"no promise in: {errors}")


def measured(project, kind, old, new, more):
    with tempfile.TemporaryDirectory() as folder:
        out, errors = pathlib.Path(folder) / "out", pathlib.Path(folder) / "errors"
        with errors.open("w", encoding="utf-8") as said:
            run = bdriver("run", "--old", old, "--new", new, "--adapter", "gbench", "--profile",
                          "smoke", "--all", "-o", out, *more, allowed=(0, 1, 3), stderr=said)
        least, most = promised(errors.read_text(encoding="utf-8"))
        rows = [row for row in compare(out / "old.log", out / "new.log")["rows"]
                if row["verdict"] in COMPARED]
    count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COMPARED}
    return {"project": project, "kind": kind, "compared": len(rows),
            "promised_least": f"{least:.0f}",
            "promised_most": f"{most:.0f}", "seconds": f"{run.wall:.0f}",
            **count, "called": count["regressed"] + count["improved"]}


def executables(folder):
    return [path for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and os.access(path, os.X_OK)]


def copies(project, folder, more):
    with tempfile.TemporaryDirectory(dir=folder) as name:
        found = executables(folder)
        old, new = (tree(pathlib.Path(name) / build, found, True) for build in ("old", "new"))
        names = [word for path in found for word in ("-s", path.name)]
        return measured(project, "copy", old, new, [*names, *more])


def main():
    options = arguments(copies="", pairs="", folder=".", filter="", seed=1, budget="")
    more = ["--seed", options.seed, *(["-f", options.filter] if options.filter else [])]
    more += ["--budget", options.budget] if options.budget else []
    table = []
    built("bdriver")
    own_lock()
    os.chdir(options.folder)
    for word in filter(None, options.copies.split(",")):
        table.append(copies(*word.split("=", 1), more))
        say(table[-1])
    for word in filter(None, options.pairs.split(",")):
        project, folders = word.split("=", 1)
        table.append(measured(project, "pair", *folders.split(":"), more))
        say(table[-1])
    if not table:
        stop("nothing to measure: give --copies or --pairs")
    print_csv(table)


main()
