#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does one sample of the harness cost beside a bare pair of clock reads?

The ratio should be at most 1.2. What an empty function shows as its time is the error of a sample
before it is divided by the iterations.
"""
import csv
import statistics
import subprocess

from study import Run, arguments, built, compiled, print_csv, workplace

SAMPLES = 100000


def main():
    options = arguments(runs=15)
    found = {"bare pair of clock reads": [], "sample of the harness": [],
             "what an empty function shows": []}
    with workplace():
        overhead = compiled("harness_overhead.c", built("harness/libbdharness.a"))
        # Alternating, so that a drift of the machine meets both.
        for _ in range(options.runs):
            bare = Run([overhead, "bare"], stdout=subprocess.PIPE).output
            lines = Run([overhead, "Nothing", "--iterations", 1, "--samples", SAMPLES,
                         "--launch-time", "10s", "--out-fd", 1], stdout=subprocess.PIPE).output
            row, = csv.DictReader(line for line in lines.splitlines() if not line.startswith("#"))
            shown = statistics.median_low(map(float, row["samples"].split()))
            for values, value in zip(found.values(),
                                     (float(bare), float(row["wall_ns"]) / SAMPLES, shown)):
                values.append(value)
    table = [{"what": what, "runs": options.runs, "median_ns": f"{statistics.median(values):.2f}",
              "minimum_ns": f"{min(values):.2f}"} for what, values in found.items()]
    bare, sample = list(found.values())[:2]
    table.append({"what": "ratio of sample to bare pair (aim: at most 1.2)", "runs": options.runs,
                  "median_ns": f"{statistics.median(sample) / statistics.median(bare):.3f}",
                  "minimum_ns": f"{min(sample) / min(bare):.3f}"})
    print_csv(table)


main()
