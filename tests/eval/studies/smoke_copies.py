#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A smoke run of all our suites against copies of themselves: how many are decided, in what time?

--short takes under a minute: every sixth suite. --by-need takes the first rounds of each benchmark
from one run of 20 rounds, as a smoke run would and eight of each: how many are decided then?
--bursts: another process on each CPU is busy for 5 to 50 ms and then idle for 20 to 200 ms.
--stripped: nothing proves that the code is the same, so suspects get a second stage, and only then
can a benchmark be called changed.
"""
import math
import pathlib
import tempfile

from study import (COMPARED, arguments, bdriver, bursts, compare, no_repeats, print_csv, say, suites,
                   tree)

THRESHOLD = 1.25 * math.log(1.01)  # SMOKE_NARROW
INTERIMS = 8, 12, 16, 20


def counted(rows):
    count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COMPARED}
    return {"compared": len(rows), **count, "false": count["regressed"] + count["improved"],
            "decided": len(rows) - count["inconclusive"],
            "missed": sum(not row["ratio_low"] <= 1 <= row["ratio_high"] for row in rows)}


def judged(folder):
    return [row for row in compare(folder / "old.log", folder / "new.log")["rows"]
            if row["verdict"] in COMPARED]


class Log:
    """The lines of a log, so that it can be written with fewer rounds."""

    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        self.head = [line for line in lines if line.startswith("#") and "# end" not in line]
        head, *self.rows = [line for line in lines if not line.startswith("#")]
        self.head.append(head)
        self.places = [head.split(",").index(name) for name in ("suite", "benchmark", "round")]

    def key(self, line):
        cells = line.split(",", max(self.places) + 1)
        suite, name, number = (cells[place].strip('"') for place in self.places)
        return (suite, name), int(number)

    def write(self, path, rounds):
        keys = [self.key(line) for line in self.rows]
        kept = [line for line, (name, number) in zip(self.rows, keys) if number <= rounds[name]]
        path.write_text("".join([*self.head, *kept, f"# end: {len(kept)}\n"]), encoding="utf-8")


def half_width(row):
    return math.log(row["ratio_high"] / row["ratio_low"]) / 2


def by_need(logs, first, average, folder):
    """Rows after so many rounds in all, divided as driver/plan/adaptive.c does."""
    rounds = {name: first for name in {logs["old"].key(line)[0] for line in logs["old"].rows}}
    left = (average - first) * len(rounds)
    while True:
        for build, log in logs.items():
            log.write(folder / f"{build}.log", rounds)
        rows = judged(folder)
        wide = []
        for row in rows:
            name = row["suite"], row["benchmark"]
            need = rounds[name] * (half_width(row) / THRESHOLD) ** 2
            after = [interim for interim in INTERIMS if interim > rounds[name]]
            if need > rounds[name] and after:
                wide.append((min(interim for interim in (*after, 20) if interim >= need or
                                 interim == 20) - rounds[name], need, name, after[0]))
        granted = False
        for cost, _, name, target in sorted(wide):
            if cost <= left:
                left -= target - rounds[name]
                rounds[name] = target
                granted = True
        if not granted:
            return rows, sum(rounds.values()) / len(rounds)


def paired(folder, binaries, stripped, *how):
    old, new = (tree(folder / build, binaries, stripped) for build in ("old", "new"))
    run = bdriver("run", "--old", old, "--new", new, *how, "-q", "-o", folder / "out",
                  allowed=(0, 1, 3))
    return run.wall


def main():
    options = arguments(runs=1, workers=2, short=False, by_need=False, bursts=False,
                        stripped=False)
    binaries = suites("O2")[::6] if options.short else suites("O2")
    if options.by_need:
        no_repeats()
    table = []
    for seed in range(1, options.runs + 1):
        with tempfile.TemporaryDirectory() as name, bursts(options.bursts):
            folder = pathlib.Path(name)
            common = "-j", options.workers, "--seed", seed
            if not options.by_need:
                wall = paired(folder, binaries, options.stripped, "--profile", "smoke", "--all",
                              *common)
                table.append({"run": seed, "seconds": f"{wall:.0f}",
                              **counted(judged(folder / "out"))})
                say(table[-1])
                continue
            paired(folder, binaries, options.stripped, "-r", 20, "--interleave", "short",
                   "--launch-time", "30ms", *common)
            logs = {build: Log(folder / f"out/{build}.log") for build in ("old", "new")}
            for first in 8, 6, 5, 4:
                rows, average = by_need(logs, first, 8, folder)
                table.append({"run": seed, "first": first, "average": f"{average:.1f}",
                              **counted(rows)})
    print_csv(table)


main()
