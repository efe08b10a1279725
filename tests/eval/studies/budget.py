#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paired runs of real suites with a budget: how far off is the time they take?

--short takes under a minute. --budgets "10 20 40" (seconds), --workers "1 2".
"""
import pathlib
import tempfile

from study import arguments, bdriver, built, launches, print_csv, say, tree


def measure(what, seconds, workers, folder, out):
    run = bdriver("run", "-c", folder / "never_narrow.ini", "--old", folder / "old", "--new",
                  folder / "new", "--budget", f"{seconds}s", "-j", workers, "-q", "--seed", 1, "-o",
                  out, allowed=(0, 1, 3))
    rows = list(launches(out / "old.log"))
    names = {row["benchmark"] for row in rows if row["status"] == "ok"}
    line = {"what": what, "workers": workers, "budget": seconds, "benchmarks": len(names),
            "rounds_each": f"{len(rows) / max(1, len(names)):.1f}", "took": f"{run.wall:.2f}",
            "off_percent": f"{100 * (run.wall / seconds - 1):+.1f}"}
    say(line)
    return line


def main():
    options = arguments(budgets="10 20 40", workers="1 2", suites="classic uthash xxhash",
                        short=False)
    budgets = [int(word) for word in ("3 6" if options.short else options.budgets).split()]
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        binaries = [built(f"suites/{suite}_O2") for suite in options.suites.split()]
        few = [built("suites/csv_O2"), built("suites/ini_O2")]
        failing = [built("tests/fakes/dies")]
        for what, chosen, wanted in (("many benchmarks", binaries, budgets),
                                     ("some that die", few + failing, budgets[:1])):
            place = folder / what.replace(" ", "_")
            for build in ("old", "new"):
                tree(place / build, chosen)
            (place / "never_narrow.ini").write_text("[compare]\nthreshold = 0.001%\n")
            for workers in (int(word) for word in options.workers.split()):
                for seconds in wanted:
                    table.append(measure(what, seconds, workers, place,
                                         place / f"out{workers}_{seconds}"))
    print_csv(table)


main()
