#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Beside hyperfine and Google Benchmark: false and found changes of the same work at equal time.

apt-get install hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++
--loops: beside a process on each CPU that is always busy. --long: the work of 20 ms only. --short
takes under a minute.
"""
import pathlib
import subprocess
import tempfile
import time

from peers import COMPARE_PY, PACKAGES, WARMUP, Hyperfine, google_compare, google_ratio
from study import (SOURCE, Run, arguments, bdriver, built, compare, loops, need, need_module,
                   print_csv, say, sign, tree)

CHANGES = (0, 2, 5)
MIN_REPETITIONS = 9  # repetitions that compare.py wants for its U test


def row(base, tool, change, verdicts, seconds):
    """verdicts: +1 called slower, -1 called faster, 0 not called; seconds of one comparison"""
    return {"base": base, "tool": tool, "change": change, "comparisons": len(verdicts),
            "called_slower": verdicts.count(1), "called_faster": verdicts.count(-1),
            "seconds_each": f"{seconds:.2f}"}


def selection(base, count):
    changes, numbers = ("|".join(map(str, values)) for values in (CHANGES, range(1, count + 1)))
    return f"^{base}_plus({changes})/({numbers})$"


def ours(base, count, launch, options, folder):
    out = folder / f"paired_{base}"
    # Without symbols nothing proves that spins without a change have the same code.
    old, new = (tree(folder / f"{build}_{base}", [built(f"tests/spin/{build}/spin")], stripped=True)
                for build in ("old", "new"))
    run = bdriver("run", "--old", old, "--new", new, "-f", selection(base, count), "-r",
                  options.rounds, "--launch-time", launch, "-j", 1, "-q", "--seed", 1, "-o", out)
    found = {}
    for line in compare(out / "old.log", out / "new.log")["rows"]:
        change = int(line["benchmark"].split("/")[0].split("plus")[1])
        found.setdefault(change, []).append(sign(line))
    seconds = run.wall / count / len(CHANGES)
    say(f"{base}: paired run {run.wall:.0f} s, {seconds:.2f} s a comparison")
    return seconds, {change: row(base, "bdriver run --old --new", change, found[change], seconds)
                     for change in CHANGES}


def compile_peers(folder):
    for change in CHANGES:
        Run(["cc", "-O2", f"-I{SOURCE}", f"-DPERMILLE={10 * change}", "-o",
                        folder / f"command{change}", SOURCE / "tests/eval/spin/command.c"])
    for new, name in enumerate(("old", "new")):
        Run(["c++", "-O2", f"-I{SOURCE}", f"-DSPIN_NEW={new}", "-o", folder / f"google_{name}",
                        SOURCE / "tests/eval/spin/google.cpp", "-lbenchmark", "-lpthread"])


def hyperfine(count, seconds, folder):
    """Old, then new, one after the other, as hyperfine does it."""
    start = time.monotonic()
    for _ in range(20):
        Run([folder / "command0"])
    runs = max(3, round(seconds / 2 / ((time.monotonic() - start) / 20)) - WARMUP)
    own, welch, wall = {}, {}, {}
    for change in CHANGES:
        for _ in range(count):
            done = Hyperfine(folder / "command0", folder / f"command{change}", runs,
                             folder / "hyperfine.json")
            own.setdefault(change, []).append(done.own)
            welch.setdefault(change, []).append(done.welch)
            wall[change] = wall.get(change, 0) + done.wall / count
    for change in CHANGES:
        yield row("Long", "hyperfine, its own ± of the ratio", change, own[change], wall[change])
        yield row("Long", "hyperfine, Welch's t at 5 %", change, welch[change], wall[change])


def google(base, count, seconds, repetition, folder):
    """All old, then all new: two processes; repetitions in random order within each."""
    def run(build, repetitions):
        return Run([folder / f"google_{build}", f"--benchmark_filter={selection(base, count)}",
                    f"--benchmark_repetitions={repetitions}",
                    f"--benchmark_min_time={repetition}",
                    "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json",
                    f"--benchmark_out={folder}/{build}.json"], stdout=subprocess.DEVNULL).wall

    # What a benchmark needs at first, to find its iterations, and then for each repetition.
    one, three = run("old", 1), run("old", 3)
    each = max((three - one) / 2, one / 4)
    start = max(0, one - each)
    repetitions = max(MIN_REPETITIONS, round((seconds * count * len(CHANGES) / 2 - start) / each))
    wall = run("old", repetitions) + run("new", repetitions)
    found = {}
    for line in google_compare(folder / "old.json", folder / "new.json", folder / "compared.json"):
        change = int(line["name"].split("/")[0].split("plus")[1])
        for clock in ("time", "cpu"):
            p = line["utest"]["cpu_pvalue" if clock == "cpu" else "time_pvalue"]
            ratio = google_ratio(line, "real_time" if clock == "time" else "cpu_time")
            found.setdefault((change, clock), []).append(
                0 if p >= 0.05 else 1 if ratio > 1 else -1)
    say(f"{base}: Google Benchmark, {repetitions} repetitions, {wall:.0f} s")
    for change in CHANGES:
        for clock, title in (("time", "wall time"), ("cpu", "CPU time")):
            yield row(base, f"Google Benchmark, compare.py, U test of {title}", change,
                      found[change, clock], wall / count / len(CHANGES))


def require():
    for build in "old", "new":
        built(f"tests/spin/{build}/spin")
    need(PACKAGES, "hyperfine", COMPARE_PY, "/usr/include/benchmark/benchmark.h", "cc", "c++")
    need_module(PACKAGES, "scipy")  # compare.py wants it as well


def main():
    options = arguments(rounds=8, long_comparisons=20, short_comparisons=30,
                        long_launch="25ms", short_launch="8ms", loops=False, long=False,
                        short=False)
    if options.short:
        options.long_comparisons, options.short_comparisons = 2, 8
    require()
    table = []
    with tempfile.TemporaryDirectory() as name, loops(options.loops):
        folder = pathlib.Path(name)
        compile_peers(folder)
        for base, count, launch, repetition in (
                ("Long", options.long_comparisons, options.long_launch, 0.02),
                ("Short", options.short_comparisons, options.short_launch, 0.008)):
            if options.long and base == "Short":
                continue
            seconds, found = ours(base, count, launch, options, folder)
            table += found.values()
            if base == "Long":
                table += hyperfine(count, seconds, folder)
            table += google(base, count, seconds, repetition, folder)
    for line in table:
        line["base"] = {"Short": "100 us", "Long": "20 ms"}[line["base"]]
    print_csv(table)


main()
