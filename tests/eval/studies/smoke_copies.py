#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A smoke run of all our suites against copies of themselves: how many are decided, in what time?

--short takes under a minute: every sixth suite.
"""
import pathlib
import tempfile

from study import COMPARED, arguments, bdriver, compare, print_csv, suites, tree


def main():
    options = arguments(runs=1, workers=2, short=False)
    binaries = suites("O2")[::6] if options.short else suites("O2")
    table = []
    for seed in range(1, options.runs + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            run = bdriver("run", "--old", tree(folder / "old", binaries), "--new",
                          tree(folder / "new", binaries), "--profile", "smoke", "--all", "-j",
                          options.workers, "--seed", seed, "-q", "-o", folder / "out",
                          allowed=(0, 1, 3))
            rows = [row for row in compare(folder / "out/old.log", folder / "out/new.log")["rows"]
                    if row["verdict"] in COMPARED]
        count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COMPARED}
        table.append({"run": seed, "seconds": f"{run.wall:.0f}", "compared": len(rows), **count,
                      "false": count["regressed"] + count["improved"],
                      "decided": len(rows) - count["inconclusive"]})
    print_csv(table)


main()
