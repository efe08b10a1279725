#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A smoke run of all our suites against copies of themselves: how many are decided, in what time?

--short takes under a minute: every sixth suite.
--bursts: another process on each CPU is busy for 5 to 50 ms and then idle for 20 to 200 ms.
--stripped: nothing proves that the code is the same, so suspects get a second stage, and only then
can a benchmark be called changed.
"""
import pathlib
import tempfile

from study import COMPARED, arguments, bdriver, bursts, compare, print_csv, say, suites, tree


def counted(rows):
    count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COMPARED}
    return {"compared": len(rows), **count, "false": count["regressed"] + count["improved"],
            "decided": len(rows) - count["inconclusive"],
            "missed": sum(not row["ratio_low"] <= 1 <= row["ratio_high"] for row in rows)}


def judged(folder):
    return [row for row in compare(folder / "old.log", folder / "new.log")["rows"]
            if row["verdict"] in COMPARED]


def paired(folder, binaries, stripped, *how):
    old, new = (tree(folder / build, binaries, stripped) for build in ("old", "new"))
    run = bdriver("run", "--old", old, "--new", new, *how, "-q", "-o", folder / "out",
                  allowed=(0, 1, 3))
    return run.wall


def main():
    options = arguments(runs=1, workers=2, short=False, bursts=False, stripped=False)
    binaries = suites("O2")[::6] if options.short else suites("O2")
    table = []
    for seed in range(1, options.runs + 1):
        with tempfile.TemporaryDirectory() as name, bursts(options.bursts):
            folder = pathlib.Path(name)
            common = "-j", options.workers, "--seed", seed
            wall = paired(folder, binaries, options.stripped, "--profile", "smoke", "--all",
                          *common)
            table.append({"run": seed, "seconds": f"{wall:.0f}", **counted(judged(folder / "out"))})
            say(table[-1])
    print_csv(table)


main()
