#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real logs: how do the rules bootstrap, paired and unpaired judge the same launches?

Our benchmarks against copies of themselves, and spins whose change is known, in one paired run.
The default takes about four minutes, --short half a minute.
"""
import random
import re

from study import (CHANGED, COMPARED, arguments, bdriver, built, compare, listed, no_repeats,
                   print_csv, suites, tree, workplace)

RULES = ("paired", "unpaired", "bootstrap")
CHANGES = (0, 1, 2, 5)


def names(folder, options):
    real = [f"{path.name}/{one['name']}" for path in sorted(folder.glob("*_O2"))
            for one in listed(path)]
    random.Random(1).shuffle(real)
    return real[:options.real] + [f"spin/Short_plus{change}/{number}" for change in CHANGES
                                  for number in range(1, options.spin + 1)]


def kind(row):
    """What the benchmark is, and its true change in per cent."""
    known = re.fullmatch(r"Short_plus(\d+)/\d+", row["benchmark"])
    return ("spin", int(known[1])) if known else ("copies", 0)


def table(rounds, rule, rows):
    found = {}
    for row in rows:
        if row["verdict"] in COMPARED and row["ratio_low"]:
            found.setdefault(kind(row), []).append(row)
    for (what, change), of in sorted(found.items()):
        truth = 1 + change / 100
        yield {"rounds": rounds, "rule": rule, "kind": what, "change": change, "compared": len(of),
               "significant": sum(row["p_value"] <= 0.05 for row in of),
               "called": sum(row["verdict"] in CHANGED for row in of),
               "covered": sum(row["ratio_low"] <= truth <= row["ratio_high"] for row in of)}


def main():
    options = arguments(rounds="4,10", real=150, spin=16, launch_time="20ms", short=False)
    if options.short:
        options.real, options.spin = 20, 3
    no_repeats()
    found = []
    with workplace() as folder:
        for build in "old", "new":
            tree(folder / build, suites("O2") + [built(f"tests/spin/{build}/spin")])
        for rounds in options.rounds.split(","):
            out = folder / f"out{rounds}"
            bdriver("run", "--old", folder / "old", "--new", folder / "new", "-r", rounds, "-j", 1,
                    "--launch-time", options.launch_time, "--seed", 1, "-q", "-o", out,
                    *names(folder / "old", options), allowed=(0, 1, 3))
            for rule in RULES:
                rows = compare(out / "old.log", out / "new.log", "--rule", rule)["rows"]
                found += table(rounds, rule, rows)
    print_csv(found)


main()
