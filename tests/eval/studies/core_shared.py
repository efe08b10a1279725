#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slow launches of a real suite: do the core probes, the run delay and the CPU share explain them?

A launch took `excess` longer (its median) than the median of its benchmark's launches that had core
and CPU for themselves. Benchmarks with fewer than five of these are left out. --raw LOG keeps the
log. The rules here are those of the evidence alone. That a launch must also be slow is not asked
for, as slowness is what is to be explained.
"""
import pathlib
import shutil
import statistics
from collections import defaultdict

from study import arguments, bdriver, built, measured, print_csv, quantile, stop, workplace

SHARED, DELAY, CPU_SHARE = 1.2, 0.01, 0.98


def excesses(launches):
    """Evidence -> by how many per cent each launch was slower."""
    floor = defaultdict(lambda: float("inf"))
    for row in launches:
        floor[row["cpu"]] = min(floor[row["cpu"]], float(row["core_low"]))
    benchmarks = defaultdict(list)
    for row in launches:
        wall = float(row["wall_ns"])
        shared = float(row["core_high"]) > SHARED * floor[row["cpu"]]
        waited = (float(row["run_delay_ns"] or 0) > DELAY * wall or
                  float(row["cpu_ns"]) < CPU_SHARE * wall)
        group = ("both" if waited else "core shared") if shared else \
            "waited for its CPU" if waited else "core and CPU of its own"
        median = statistics.median(row["samples"])
        benchmarks[row["suite"], row["benchmark"]].append((group, median))
    found = {"core and CPU of its own": [], "waited for its CPU": [], "core shared": [], "both": []}
    for rows in benchmarks.values():
        own = [median for group, median in rows if group == "core and CPU of its own"]
        if len(own) >= 5:
            for group, median in rows:
                found[group].append(100 * (median / statistics.median(own) - 1))
    return found


def main():
    options = arguments(raw="", rounds=20, launch_time="50ms")
    raw = options.raw and pathlib.Path(options.raw).resolve()
    suite = built("suites/classic_O2")
    with workplace():
        bdriver("run", "-q", "-s", suite, "-j", 1, "-r", options.rounds, "--launch-time",
                options.launch_time, "--repeat-disturbed", 0, "--seed", 1, "-o", "core.log",
                allowed=(0,))
        if raw:
            shutil.copy2("core.log", raw)
        launches = [row for row in measured("core.log") if row["core_high"]]
    table = []
    for group, excess in excesses(launches).items():
        if excess:
            line = {"group": group, "launches": len(excess), "median": statistics.median(excess),
                    "q90": quantile(excess, 0.9), "q99": quantile(excess, 0.99)}
            for limit in 2, 5, 20:
                line[f"beyond_{limit}"] = 100 * sum(e > limit for e in excess) / len(excess)
            table.append({key: f"{value:.1f}" if isinstance(value, float) else value
                          for key, value in line.items()})
    if not table:
        stop("no benchmark had five launches with core and CPU of their own; measure more rounds")
    print_csv(table)


main()
