#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Suites of other frameworks alternate their launches: what does it cost beside turns?

apt-get install libbenchmark-dev g++
The same spins of 100 us, as a suite with our harness (in turns, and one launch after the other) and
as an executable of Google Benchmark, whose launches alternate. Equal rounds and launch times; the
ways take turns. The default takes about four minutes, --short half a minute.
"""
import math
import statistics

from study import (COMPARED, SOURCE, Run, arguments, bdriver, built, compare, need, no_repeats,
                   print_csv, say, sign, tree, workplace)

CHANGES = (0, 2, 5)
WAYS = (("our harness, in turns", "ours", "long"), ("our harness, alternating", "ours", "no"),
        ("Google Benchmark, alternating", "google", "no"))


def trees(folder):
    for number, build in enumerate(("old", "new")):
        tree(folder / "ours" / build, [built(f"tests/spin/{build}/spin")])
        (folder / "google" / build).mkdir(parents=True)
        Run(["c++", "-O2", f"-I{SOURCE}", f"-DSPIN_NEW={number}", "-o",
             folder / "google" / build / "spin", SOURCE / "tests/eval/spin/google.cpp",
             "-lbenchmark", "-lpthread"])


def selection(first, count):
    changes = "|".join(map(str, CHANGES))
    numbers = "|".join(map(str, range(first, first + count)))
    return f"^Short_plus({changes})/({numbers})$"


def main():
    options = arguments(rounds=8, launch_time="25ms", comparisons=8, repeats=3, short=False)
    if options.short:
        options.comparisons, options.repeats = 3, 1
    need("libbenchmark-dev g++", "c++", "/usr/include/benchmark/benchmark.h")
    no_repeats()
    found = {way: [] for way, _, _ in WAYS}
    seconds = dict.fromkeys(found, 0)
    with workplace() as folder:
        trees(folder)
        for repeat in range(options.repeats):
            for way, kind, interleave in WAYS[repeat % 3:] + WAYS[:repeat % 3]:
                out = folder / f"{kind}-{interleave}-{repeat}"
                run = bdriver("run", "--old", folder / kind / "old", "--new", folder / kind / "new",
                              "-f", selection(1 + repeat * options.comparisons, options.comparisons),
                              "-r", options.rounds, "--launch-time", options.launch_time, "-j", 1,
                              "--interleave", interleave, "--seed", repeat + 1, "-q", "-o", out)
                seconds[way] += run.wall
                rows = compare(out / "old.log", out / "new.log")["rows"]
                found[way] += [row for row in rows if row["verdict"] in COMPARED and row["ratio_low"]]
                say(f"{way}: {run.wall:.0f} s")
    table = []
    for way, rows in found.items():
        for change in CHANGES:
            of = [row for row in rows if row["benchmark"].startswith(f"Short_plus{change}/")]
            table.append({
                "way": way, "change": change, "comparisons": len(of),
                "called_slower": sum(sign(row) > 0 for row in of),
                "called_faster": sum(sign(row) < 0 for row in of),
                "half_width": f"{statistics.median(50 * math.log(r['ratio_high'] / r['ratio_low']) for r in of):.3f}",
                "off": f"{statistics.median(abs(100 * (r['time_ratio'] - 1) - change) for r in of):.3f}",
                "seconds_each": f"{seconds[way] / len(rows):.2f}"})
    print_csv(table)


main()
