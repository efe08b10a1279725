#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Regression beside samples of tuned iterations: agreement, and spread between launches.

Each benchmark of the suites has as many launches of the same length of `bdriver fit` and of
`bdriver run`. All suites take eight minutes, so they are measured in pieces, each with results of
its own (one row a benchmark), and --join makes the table of them:
    tests/eval/run --as regress_tuned/NAME regress_tuned --suites classic_O2,libc_O2
    tests/eval/run regress_tuned --join
"""
import csv
import math
import statistics
import subprocess

from study import (SOURCE, arguments, bdriver, built, launches, measured, no_repeats, print_csv,
                   quantile, stop, workplace)

ARGUMENTS = arguments(suites="classic_O2", rounds=5, launch_time="60ms", join=False)
NUMBERS = ("slope_ns", "r_squared", "minimum_ns", "median_ns", "slope_sd", "minimum_sd", "median_sd")


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


def measure(suite):
    words = ["-q", "-s", built(f"suites/{suite}"), "-r", ARGUMENTS.rounds, "--launch-time",
             ARGUMENTS.launch_time, "-j", 1]
    bdriver("fit", *words, "-o", f"{suite}-fit.log")
    bdriver("run", *words, "-o", f"{suite}-run.log")
    shown = bdriver("show", "-q", "--fit", "--format", "csv", f"{suite}-fit.log",
                    stdout=subprocess.PIPE)
    fits = {row["benchmark"]: row for row in csv.DictReader(shown.output.splitlines())}
    slopes = collect((row for row in launches(f"{suite}-fit.log") if row["status"] == "ok"), slope)
    minima = collect(measured(f"{suite}-run.log"), lambda row: min(row["samples"]))
    medians = collect(measured(f"{suite}-run.log"), lambda row: statistics.median(row["samples"]))
    for name in sorted(set(slopes) & set(minima)):
        values = (float(fits[name]["slope_ns"]), float(fits[name]["r_squared"]), min(minima[name]),
                  statistics.median(medians[name]), spread(slopes[name]), spread(minima[name]),
                  spread(medians[name]))
        yield {"suite": suite, "benchmark": name,
               **{key: f"{value:.6g}" for key, value in zip(NUMBERS, values)}}


def pieces():
    found = sorted((SOURCE / "tests/eval/results").glob("regress_tuned/*.csv"))
    for path in found or stop("there are no results/regress_tuned/*.csv: measure pieces first"):
        lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line[0] != "#")
        for row in csv.DictReader(lines):
            yield {key: float(value) if key in NUMBERS else value for key, value in row.items()}


def line(what, values):
    values = sorted(values)
    return {"what": what, "benchmarks": len(values), "median": f"{statistics.median(values):.3f}",
            "quantile_90": f"{quantile(values, 0.9):.3f}"}


def join():
    rows = list(pieces())
    print_csv([
        line("slope / minimum of samples", [r["slope_ns"] / r["minimum_ns"] for r in rows]),
        line("slope / median of medians", [r["slope_ns"] / r["median_ns"] for r in rows]),
        line("SD between launches, slope, %", [r["slope_sd"] for r in rows]),
        line("SD between launches, minimum, %", [r["minimum_sd"] for r in rows]),
        line("SD between launches, median, %", [r["median_sd"] for r in rows]),
        line("time for the same width, slope / minimum",
             [(r["slope_sd"] / r["minimum_sd"]) ** 2 for r in rows if r["minimum_sd"] > 0]),
        line("time for the same width, slope / median",
             [(r["slope_sd"] / r["median_sd"]) ** 2 for r in rows if r["median_sd"] > 0]),
        line("1 - R^2", [1 - r["r_squared"] for r in rows]),
    ])


if ARGUMENTS.join:
    join()
else:
    no_repeats()
    with workplace():
        print_csv([row for suite in ARGUMENTS.suites.split(",") for row in measure(suite)])
