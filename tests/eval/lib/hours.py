#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the results of one hour beside those of other hours.

hours.py RESULTS HOUR NEW    replaces the rows of HOUR in RESULTS, which get a column `hour`
"""
import pathlib
import re
import sys

OTHERWISE = "otherwise "


def parts(path):
    """The `# key: value` lines, the header and the rows of a file of results."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    meta = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    head, *rows = [line for line in lines if not line.startswith("#")] or [""]
    return meta, head, rows


def main():
    results, hour, new = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    meta, head, rows = parts(new)
    known, old_head, old_rows = parts(results)
    machine, load = re.fullmatch(r"(.*), (load \S+) at the start", meta["machine"]).groups()
    hours = {}
    if old_head == f"hour,{head}":
        hours = {key: value for key, value in known.items() if key.startswith("hour")}
    else:
        old_rows = []
    hours.pop(f"hour{hour}", None)
    # The machine of most hours has a line of its own; another one stands with its hour.
    if any(not text.endswith(")") for text in hours.values()):
        usual = known["machine"].removeprefix(OTHERWISE)
    else:
        usual = machine
    if machine != usual:
        load = f"{load} ({machine})"
    hours[f"hour{hour}"] = f"{meta['date']}, {load}"
    rows = sorted([row for row in old_rows if row.split(",", 1)[0] != hour] +
                  [f"{hour},{row}" for row in rows], key=lambda row: row.split(",", 1)[0])
    if any(text.endswith(")") for text in hours.values()):
        usual = OTHERWISE + usual
    lines = [f"# date: {'; '.join(hours[key] for key in sorted(hours))}", f"# machine: {usual}",
             f"# command: {meta['command']}",
             *(f"# {key}: {hours[key]}" for key in sorted(hours)), f"hour,{head}", *rows]
    results.write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
