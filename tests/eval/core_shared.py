#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core_shared.py LOG: launches by what they tell of themselves, and how much longer they took.

A launch took `excess` longer (its median) than the median of its benchmark's launches that had core and CPU for themselves;
benchmarks with fewer than five of these are left out. The rules of the evidence alone, without the condition that a launch
must also be slow, as it is slowness that is to be explained here.
"""
import csv
import statistics
import sys
from collections import defaultdict

SHARED, DELAY, CPU_SHARE = 1.2, 0.01, 0.98


def rows(path):
    with open(path, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            if row["status"] == "ok" and row["core_high"]:
                yield row


def quantile(values, q):
    return sorted(values)[min(len(values) - 1, int(q * len(values)))]


def main():
    launches = list(rows(sys.argv[1]))
    floor = defaultdict(lambda: float("inf"))
    for row in launches:
        floor[row["cpu"]] = min(floor[row["cpu"]], float(row["core_low"]))
    benchmarks = defaultdict(list)
    for row in launches:
        wall = float(row["wall_ns"])
        shared = float(row["core_high"]) > SHARED * floor[row["cpu"]]
        waited = float(row["run_delay_ns"] or 0) > DELAY * wall or float(row["cpu_ns"]) < CPU_SHARE * wall
        median = statistics.median(map(float, row["samples"].split()))
        benchmarks[row["suite"], row["benchmark"]].append((shared, waited, median))
    groups = {"core and CPU of its own": [], "waited for its CPU": [], "core shared": [], "both": []}
    for told in benchmarks.values():
        own = [median for shared, waited, median in told if not shared and not waited]
        if len(own) < 5:
            continue
        usual = statistics.median(own)
        for shared, waited, median in told:
            name = ("both" if waited else "core shared") if shared else list(groups)[waited]
            groups[name].append(100 * (median / usual - 1))
    print("group,launches,median,q90,q99,beyond_2,beyond_5,beyond_20")
    for name, excess in groups.items():
        if excess:
            beyond = [100 * sum(e > limit for e in excess) / len(excess) for limit in (2, 5, 20)]
            numbers = [statistics.median(excess), quantile(excess, 0.9), quantile(excess, 0.99), *beyond]
            print(f"{name},{len(excess)}," + ",".join(f"{n:.1f}" for n in numbers))


main()
