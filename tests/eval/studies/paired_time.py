#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long do the profiles smoke and nightly take for 500 benchmarks, and the driver of that?

--short takes under a minute, --full over an hour: without it only every Nth benchmark is measured
(--smoke-every, --nightly-every), the time is extrapolated, and the row says so. --budget SECONDS: 0
for none.
"""
import pathlib
import tempfile

from study import arguments, bdriver, listed, measured, print_csv, say, suites, tree

WANTED = 500


def select():
    """Whole suites, all at -O2 first, until 500 benchmarks are together: {binary: names}."""
    chosen = {}
    for level in ("O2", "Os"):
        for binary in suites(level):
            if sum(map(len, chosen.values())) < WANTED:
                chosen[binary] = [bench["name"] for bench in listed(binary)]
    return chosen


def measure(profile, workers, chosen, every, more, folder):
    """Every Nth benchmark of each suite's list, in a paired run of two copies."""
    trees = folder / "old", folder / "new"
    wanted = sorted({name for names in chosen.values() for name in names})[::every]
    out = folder / f"{profile}{workers}{''.join(more)}"
    run = bdriver("run", "--old", trees[0], "--new", trees[1], "--profile", profile, "--all",
                  "-j", workers,
                  "-q", "--seed", 1, "-o", out, *more, *wanted, allowed=(0, 1, 3))
    launches = [row for build in ("old", "new") for row in measured(out / f"{build}.log")]
    count = len({(row["suite"], row["benchmark"]) for row in launches})
    seconds = sum(float(row["wall_ns"]) for row in launches) / 1e9
    line = {
        "profile": " ".join([profile, *more]), "workers": workers, "benchmarks": count,
        "launches": len(launches), "seconds": f"{run.wall:.1f}",
        "minutes_for_500": "" if more else f"{run.wall / count * WANTED / 60:.1f}",
        "how": "measured" if every == 1 else "budget" if more else "extrapolated",
        "measuring_percent": f"{100 * seconds / run.wall / workers:.1f}",
        "driver_percent_of_a_core": f"{100 * run.cpu / run.wall:.2f}",
        "driver_seconds": f"{run.cpu:.2f}",
    }
    say(line)
    return line


def main():
    options = arguments(smoke_every=8, nightly_every=8, budget=40,
                        budget_every=16, full=False, short=False)
    if options.short:
        options.smoke_every, options.nightly_every = 60, 120
        options.budget_every, options.budget = 80, 10
    if options.full:
        options.smoke_every = options.nightly_every = 1
    chosen = select()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for build in ("old", "new"):
            tree(folder / build, chosen)
        table = [measure(profile, workers, chosen, every, [], folder)
                 for profile, every in (("smoke", options.smoke_every),
                                        ("nightly", options.nightly_every))
                 for workers in (1, 2)]
        if options.budget:
            table.append(measure("nightly", 1, chosen, options.budget_every,
                                 ["--budget", f"{options.budget}s"], folder))
    print_csv(table)


main()
