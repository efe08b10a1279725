#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Launches interleaved or one after the other: false changes, found changes, width of intervals.

--short takes under a minute. The default takes five minutes: each repeat is four runs of some 25 s.
"""
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import tempfile

from study import (COMPARED, arguments, bdriver, built, compare, listed, print_csv, say, suites,
                   tree)

SHORT, LONG = (0, 1, 2, 5), (0, 2)
WAYS = {"one after the other": "no", "interleaved": "long"}
# Busy and idle for 50 to 300 ms each, on any core.
NEIGHBOUR = """
import random, sys, time
r = random.Random(int(sys.argv[1]))
while True:
    end = time.monotonic() + r.uniform(0.05, 0.3)
    while time.monotonic() < end:
        pass
    time.sleep(r.uniform(0.05, 0.3))
"""


def trees(folder):
    """Real suites are copies of themselves; the changes of the spins are known."""
    made = []
    for build in ("old", "new"):
        made.append(tree(folder / build, suites("O2") + [built(f"tests/spin/{build}/spin")]))
    return made


def real_names(folder):
    """All benchmarks of the real suites, in an order of chance that is always the same."""
    names = [f"{path.name}/{one['name']}" for path in sorted(folder.glob("*_O2"))
             for one in listed(path)]
    random.Random(1).shuffle(names)
    return names


def kind(row):
    """What the benchmark is, and its true change in per cent."""
    known = re.fullmatch(r"(Short|Long)_plus(\d+)/\d+", row["benchmark"])
    if not known:
        return "real benchmarks", 0
    return {"Short": "100 us", "Long": "20 ms"}[known[1]], int(known[2])


def half_width(row):
    return 100 * math.log(row["ratio_high"] / row["ratio_low"]) / 2


def measured(result):
    """Of each benchmark that could be compared: kind, change, interval, verdict."""
    found = {}
    for row in result["rows"]:
        if row["verdict"] in COMPARED and row["ratio_low"]:
            what, change = kind(row)
            found[row["suite"], row["benchmark"]] = {
                "kind": what, "change": change, "half": half_width(row),
                "off": abs(100 * (row["time_ratio"] - 1) - change), "verdict": row["verdict"],
                "unchanged": row["verdict"] == "unchanged"}
    return found


def words(options, names, number):
    """Other benchmarks in each repeat."""
    first = 1 + number * options.spin
    spins = [f"spin/Short_plus{change}/{first + i}"
             for change in SHORT for i in range(options.spin)]
    first = 1 + number * options.long
    spins += [f"spin/Long_plus{change}/{first + i}" for change in LONG for i in range(options.long)]
    return spins + names[number * options.real:(number + 1) * options.real]


def runs(machine, options, old, new, names, folder):
    """Way -> what was measured, its seconds; the ways alternate."""
    found = {way: [] for way in WAYS}
    seconds = dict.fromkeys(WAYS, 0)
    for number in range(options.repeats):
        order = list(WAYS.items())[::-1 if number % 2 else 1]
        for way, interleave in order:
            out = folder / f"{machine.replace(' ', '_')}_{number}_{interleave}"
            run = bdriver("run", "--old", old, "--new", new, "--interleave", interleave, "-o", out,
                          "-r", options.rounds, "--launch-time", options.launch_time, "-j",
                          options.workers, "--seed", number + 1, "-q",
                          *words(options, names, number), allowed=(0, 1, 3))
            seconds[way] += run.wall
            found[way].append(measured(compare(out / "old.log", out / "new.log")))
            say(f"{machine}, repeat {number + 1}, {way}: {run.wall:.0f} s")
    return found, seconds


def table_of(machine, found, seconds):
    for way, repeats in found.items():
        other = found[[name for name in WAYS if name != way][0]]
        kinds = sorted({(one["kind"], one["change"]) for run in repeats for one in run.values()})
        count = sum(len(run) for run in repeats)
        for what, change in kinds:
            pairs = [(run[key], there.get(key)) for run, there in zip(repeats, other)
                     for key in run if (run[key]["kind"], run[key]["change"]) == (what, change)]
            mine = [one for one, _ in pairs]
            ratios = [one["half"] / there["half"] for one, there in pairs
                      if there and one["half"] > 0 and there["half"] > 0]
            yield {
                "machine": machine, "way": way, "kind": what, "change": change,
                "comparisons": len(mine), "seconds_each": f"{seconds[way] / count:.2f}",
                "called_slower": sum(one["verdict"] == "regressed" for one in mine),
                "called_faster": sum(one["verdict"] == "improved" for one in mine),
                "unchanged": sum(one["unchanged"] for one in mine),
                "half_width": f"{statistics.median(one['half'] for one in mine):.3f}",
                "off": f"{statistics.median(one['off'] for one in mine):.3f}",
                "narrower": sum(ratio < 1 for ratio in ratios),
                "width_ratio": f"{statistics.geometric_mean(ratios):.3f}" if ratios else ""}


def main():
    options = arguments(repeats=3, spin=4, long=1, real=14, rounds=8,
                        launch_time="50ms", workers=1, short=False)
    if options.short:
        options.repeats, options.spin, options.long, options.real = 1, 2, 1, 4
        options.launch_time = "30ms"
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        old, new = trees(folder)
        names = real_names(old)
        for machine, count in (("as it is", 0), ("beside bursts on every core", os.cpu_count())):
            load = [subprocess.Popen(["python3", "-c", NEIGHBOUR, str(i)]) for i in range(count)]
            try:
                table += table_of(machine, *runs(machine, options, old, new, names, folder))
            finally:
                for one in load:
                    one.terminate()
                    one.wait()
    print_csv(table)


main()
