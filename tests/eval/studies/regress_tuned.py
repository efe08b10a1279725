#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Regression beside samples of tuned iterations: agreement, and spread between launches.

Each benchmark of one suite has as many launches of the same length of `bdriver regress` and of
`bdriver run`. The default takes about two minutes.
"""
import csv
import math
import statistics
import subprocess

from study import arguments, bdriver, built, launches, measured, no_repeats, print_csv, quantile, workplace

ARGUMENTS = arguments(suite="classic_O2", rounds=5, launch_time="100ms")


def slope(row):
    """Least squares of the batches of one launch."""
    n, t = ([float(word) for word in row[name].split()] for name in ("batch_iterations", "batch_ns"))
    mean_n, mean_t = statistics.fmean(n), statistics.fmean(t)
    return (sum((a - mean_n) * (b - mean_t) for a, b in zip(n, t)) /
            sum((a - mean_n) ** 2 for a in n))


def collect(rows, value):
    found = {}
    for row in rows:
        found.setdefault(row["benchmark"], []).append(value(row))
    return found


def spread(values):
    """SD of ln between the launches, in per cent; a slope that is not above 0 has none."""
    return 100 * statistics.stdev(math.log(v) for v in values) if min(values) > 0 else math.inf


def line(what, values):
    values = sorted(values)
    return {"what": what, "benchmarks": len(values), "median": f"{statistics.median(values):.3f}",
            "quantile_90": f"{quantile(values, 0.9):.3f}"}


no_repeats()
with workplace():
    suite = ["-q", "-s", built(f"suites/{ARGUMENTS.suite}"), "-r", ARGUMENTS.rounds,
             "--launch-time", ARGUMENTS.launch_time, "-j", 1]
    bdriver("regress", *suite, "-o", "regress.log")
    bdriver("run", *suite, "-o", "run.log")
    shown = bdriver("show", "-q", "--regress", "--format", "csv", "regress.log", stdout=subprocess.PIPE)
    fits = {row["benchmark"]: row for row in csv.DictReader(shown.output.splitlines())}
    slopes = collect((row for row in launches("regress.log") if row["status"] == "ok"), slope)
    minima = collect(measured("run.log"), lambda row: min(row["samples"]))
    medians = collect(measured("run.log"), lambda row: statistics.median(row["samples"]))
names = sorted(set(slopes) & set(minima))
both = [(spread(slopes[n]), spread(minima[n])) for n in names]
print_csv([
    line("slope / minimum of samples", [float(fits[n]["slope_ns"]) / min(minima[n]) for n in names]),
    line("slope / median of medians",
         [float(fits[n]["slope_ns"]) / statistics.median(medians[n]) for n in names]),
    line("SD between launches, slope, %", [a for a, _ in both]),
    line("SD between launches, minimum, %", [b for _, b in both]),
    line("SD between launches, median, %", [spread(medians[n]) for n in names]),
    line("launches for the same width, slope / minimum", [(a / b) ** 2 for a, b in both if b > 0]),
    line("1 - R^2", [1 - float(fits[n]["r_squared"]) for n in names]),
])
