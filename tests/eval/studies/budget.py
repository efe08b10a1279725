#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Planned and taken time of paired runs with a budget; see budget.sh."""
import pathlib
import tempfile

from paired_tools import BUILD, arguments, bdriver, print_csv, rows, say, tree

def measure(what, seconds, workers, folder, out):
    run = bdriver("run", "--old", folder / "old", "--new", folder / "new", "--budget", f"{seconds}s",
                  "-j", workers, "-q", "--seed", 1, "-o", out, allowed=(0, 1, 3))
    # Also those that failed: there are as many slots as rows of the old build.
    text = (out / "old.log").read_text(encoding="utf-8").splitlines()
    launches = sum(not line.startswith("#") for line in text) - 1
    names = {row["benchmark"] for row in rows(out / "old.log")}
    line = {"what": what, "workers": workers, "budget": seconds, "benchmarks": len(names),
            "rounds_each": f"{launches / max(1, len(names)):.1f}", "took": f"{run.wall:.2f}",
            "off_percent": f"{100 * (run.wall / seconds - 1):+.1f}"}
    say(f"budget: {line}")
    return line

def main():
    options = arguments("budgets", budgets="10 20 40", workers="1 2", suites="classic uthash xxhash",
                        short=False)
    budgets = [int(word) for word in ("3 6" if options.short else options.budgets).split()]
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        binaries = [BUILD / "suites" / f"{suite}_O2" for suite in options.suites.split()]
        few = [BUILD / "suites/csv_O2", BUILD / "suites/ini_O2"]
        failing = [BUILD / "tests/fakes/dies"]
        for what, chosen, wanted in (("many benchmarks", binaries, budgets),
                                     ("some that die", few + failing, budgets[:1])):
            place = folder / what.replace(" ", "_")
            for build in ("old", "new"):
                tree(place / build, chosen)
            for workers in (int(word) for word in options.workers.split()):
                for seconds in wanted:
                    table.append(measure(what, seconds, workers, place,
                                         place / f"out{workers}_{seconds}"))
    print_csv(table)

main()
