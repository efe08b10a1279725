#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does 1 % cost: who finds a true .5, 1, 2 or 5 %, after how many seconds, and who is wrong?

apt-get install hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++
Copies of our suites are measured once by each tool, for the longest time. Shorter times are its first
rounds or repetitions. In each of --draws drawings a quarter of the benchmarks become slower: the
times of the new build are multiplied. --every 8 takes each eighth benchmark. --busy: two processes a
CPU come and go. --short takes about a minute.
"""
import json
import pathlib
import random
import shutil
import subprocess
import time

from peers import (COMPARE_PY, PACKAGES, WARMUP, Hyperfine, google_compare, google_name, google_ratio,
                   google_suite, hyperfine_calls)
from planted import Log
from study import (Run, arguments, bdriver, built, busy, compare, listed, measured, need, need_module,
                   own_lock, print_csv, say, sign, suites, tree, workplace)

LEVELS = (.5, 1, 2, 5)       # per cent
SECONDS = (.3, 1, 2, 5)      # of both builds of a benchmark
THRESHOLDS = (.2, .5, 1, 2)  # per cent; 1 is the default
PARTS = 4                    # a fourth of the benchmarks is slower
LAUNCH = .02                 # s
WORK = .01                   # s of a process that hyperfine starts
NO_OUTPUT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
REPETITIONS_MIN = 9          # that compare.py wants for its U test


def tally(tool, rule, seconds, took, keys, draws, calls, threshold=""):
    """calls(factors): +1 slower, -1 faster, 0 not called, of each key."""
    said = calls({})
    line = {"tool": tool, "rule": rule, "seconds": seconds, "took": f"{took:.2f}", "threshold": threshold,
            "copies": len(said), "false": sum(map(abs, said.values()))}
    for level in LEVELS:
        found = wrong = planted = 0
        for draw in range(draws):
            slower = random.Random(draw).sample(keys, max(1, len(keys) // PARTS))
            said = calls({key: 1 + level / 100 for key in slower})
            planted += len(slower)
            found += sum(said.get(key, 0) > 0 for key in slower)
            wrong += sum(said.get(key, 0) < 0 for key in slower)
        line |= {f"found_{level}": found, f"wrong_{level}": wrong, "planted": planted}
    return line


def ours(keys, draws):
    rounds = round(SECONDS[-1] / 2 / (LAUNCH * 1.25))
    names = "|".join(name for _, name in keys)
    run = bdriver("run", "--old", "old", "--new", "new", "-r", rounds, "--launch-time", f"{LAUNCH * 1000:.0f}ms",
                  "-j", 1, "--seed", 1, "-q", "-o", "paired", "-f", f"^({names})$", allowed=(0, 1, 3, 5))
    logs = {build: Log(f"paired/{build}.log") for build in ("old", "new")}
    each = run.wall / len(keys) / rounds
    say(f"bdriver: {run.wall:.0f} s, {each * 1000:.0f} ms a round")
    for seconds in SECONDS:
        first = min(rounds, max(2, round(seconds / each)))
        for threshold in THRESHOLDS:
            def calls(factors):
                for build, log in logs.items():
                    log.write(f"{build}.log", [row for row in log.rows if int(row["round"]) <= first],
                              factors if build == "new" else {})
                found = compare("old.log", "new.log", "--threshold", f"{threshold}%")["rows"]
                return {(row["suite"], row["benchmark"]): sign(row) for row in found}
            yield tally("bdriver", "paired", seconds, first * each, keys, draws, calls, threshold)


def commands(keys, draws):
    """hyperfine: processes that do the same work in both builds."""
    tuned, times = {}, {}
    for row in measured("paired/old.log"):
        tuned.setdefault((row["suite"], row["benchmark"]), (row["iterations"], min(row["samples"])))
    start = time.monotonic()
    for suite, name in keys:
        iterations, each = tuned[suite, name]
        samples = max(1, round(WORK / (int(iterations) * each / 1e9)))
        words = [" ".join((f"{build}/{suite}", name, "--iterations", iterations, "--samples", str(samples),
                           "--launch-time", "10s", "--out-fd", "1")) for build in ("old", "new")]
        took = Hyperfine(*words, 3).wall / 2 / (3 + WARMUP)
        done = Hyperfine(*words, max(3, round(SECONDS[-1] / 2 / took) - WARMUP))
        times[suite, name] = done.old["times"], done.new["times"]
    wall = (time.monotonic() - start) / len(keys)
    for seconds in SECONDS:
        for number, rule in enumerate(("its own ± of the ratio", "Welch's t at 5 %")):
            def calls(factors):
                said = {}
                for key, (old, new) in times.items():
                    count = max(3, round(len(old) * seconds / SECONDS[-1]))
                    said[key] = hyperfine_calls(old[:count], [one * factors.get(key, 1) for one in new[:count]])[number]
                return said
            yield tally("hyperfine", rule, seconds, wall * seconds / SECONDS[-1], keys, draws, calls)


def google_runs(keys):
    """{build: runs}, repetitions a benchmark, seconds: each suite, all of old, then all of new."""
    repetitions = REPETITIONS_MIN * round(SECONDS[-1] / SECONDS[0])
    runs, wall = {"old": [], "new": []}, 0
    for suite in sorted({suite for suite, _ in keys}):
        objects = sorted(built(f"suites/CMakeFiles/{suite}.dir").glob("**/*.o"))
        google_suite(objects, built("harness/libbdharness.a"), f"google-old-{suite}",
                     f"-T{built(f'suites/{suite}-align.ld')}")
        shutil.copy2(f"google-old-{suite}", f"google-new-{suite}")
        names = "|".join(name for other, name in keys if other == suite)
        each = SECONDS[-1] / 2 / repetitions

        def launch(build, count, min_time):
            return Run([f"./google-{build}-{suite}", f"--benchmark_filter=^({names})/real_time$",
                        f"--benchmark_repetitions={count}", "--benchmark_out_format=json",
                        f"--benchmark_min_time={min_time:.5f}", "--benchmark_out=google.json",
                        "--benchmark_enable_random_interleaving=true"], **NO_OUTPUT).wall

        # It takes longer than it is told, as others use the CPU and as it first searches.
        took = launch("old", REPETITIONS_MIN, each) / REPETITIONS_MIN / (names.count("|") + 1)
        for build, all_runs in runs.items():
            wall += launch(build, repetitions, each * each / took)
            for run in json.loads(pathlib.Path("google.json").read_text(encoding="utf-8"))["benchmarks"]:
                if run["run_type"] == "iteration" and not run.get("error_occurred"):
                    all_runs.append(run | {"name": f"{suite}\t{google_name(run['run_name'])}"})
    return runs, repetitions, wall / len(keys)


def google(keys, draws):
    runs, repetitions, wall = google_runs(keys)
    for seconds in SECONDS:
        count = round(repetitions * seconds / SECONDS[-1])

        def calls(factors):
            for build, mine in runs.items():
                kept = [run | {"real_time": run["real_time"] * (
                    factors.get(tuple(run["name"].split("\t")), 1) if build == "new" else 1)}
                    for run in mine if run["repetition_index"] < count]
                pathlib.Path(f"judged-{build}.json").write_text(
                    json.dumps({"context": {}, "benchmarks": kept}), encoding="utf-8")
            return {tuple(line["name"].split("\t")): 0 if line["utest"]["time_pvalue"] >= .05 else
                    1 if google_ratio(line) > 1 else -1
                    for line in google_compare("judged-old.json", "judged-new.json")}
        yield tally("Google Benchmark", "U test of compare.py at 5 %", seconds, wall * seconds / SECONDS[-1],
                    keys, draws, calls)


def main():
    options = arguments(every=8, draws=4, busy=False, short=False)
    if options.short:
        options.every, options.draws = 60, 1
    binaries = suites("O2")
    need(PACKAGES, "hyperfine", COMPARE_PY, "/usr/include/benchmark/benchmark.h", "g++", "strip")
    need_module(PACKAGES, "scipy")  # compare.py wants it as well
    own_lock()
    keys = [(suite.name, one["name"]) for suite in binaries for one in listed(suite)][::options.every]
    with workplace(), busy(4 if options.busy else 0):
        for build in "old", "new":
            tree(pathlib.Path(build), binaries, stripped=True)
        table = []
        for tool in ours, commands, google:
            for line in tool(keys, options.draws):
                table.append({"machine": "busy" if options.busy else "as it is"} | line)
                say(table[-1])
    print_csv(table)


main()
