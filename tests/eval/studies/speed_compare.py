#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast does `bdriver compare` read large logs, beside a Python script that does less?

LAUNCHES: the largest log, 1000000 (700 MB in $TMPDIR, two minutes); 100000 is the short form. Times
are the least of five runs, of two from 100,000 launches on.
"""
import os
import subprocess
import sys

from study import BDRIVER, SOURCE, Run, compiled, print_csv, workplace

LIB = SOURCE / "tests/eval/lib"
COMPARE = [BDRIVER, "compare", "--fail-on", "never", "old", "new"]


def logs(*words):
    for side in "old", "new":
        Run([sys.executable, LIB / "speed_logs.py", *words, side])


def best(loop, times, what, command):
    """The least of each; measured by a small program, as a peak begins with that of its parent."""
    found = [list(map(float, Run([loop, 1, 1, *command], stdout=subprocess.PIPE).output.split()))
             for _ in range(times)]
    wall, cpu, kib = map(min, zip(*found))
    return {"what": what, "bytes": os.path.getsize("old") + os.path.getsize("new"),
            "wall_ms": f"{1e3 * wall:.1f}", "cpu_ms": f"{1e3 * cpu:.1f}", "peak_kib": f"{kib:.0f}"}


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    minima = [sys.executable, LIB / "speed_minima.py"]
    table = []
    with workplace():
        loop = compiled("spawn_loop.c")
        logs("quantiles", 20000)
        table.append(best(loop, 5, "20000 benchmarks with 21 quantiles each: bdriver", COMPARE))
        table.append(best(loop, 5, "the same: Python reads all numbers and takes minima",
                          [*minima, "all", "old", "new"]))
        table.append(best(loop, 5, "the same: Python looks at the first number only",
                          [*minima, "first", "old", "new"]))
        logs("delta", 20000)
        table.append(best(
            loop, 5, "20000 benchmarks with 21 quantiles each as differences: bdriver", COMPARE))
        logs("launches", 500, 10)
        table.append(best(loop, 5, "500 benchmarks x 10 launches x 30 samples: bdriver", COMPARE))
        count = 10000
        while count <= largest:
            logs("launches", count // 20, 20)
            table.append(best(loop, 5 if count < 100000 else 2,
                              f"{count} launches x 30 samples: bdriver", COMPARE))
            count *= 10
    print_csv(table)


main()
