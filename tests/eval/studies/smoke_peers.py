#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A smoke run of all our suites beside hyperfine and Google Benchmark, in equal time: who is right?

apt-get install hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++
Copies of our suites have no change. A tenth of the benchmarks get one afterwards: the times of the
new build are multiplied. All 388 take 12 minutes. --every 6 takes each sixth benchmark, --first 1
begins with the second one; --seconds is the time of a tool, instead of that of the smoke run.
--short takes under a minute.
"""
import concurrent.futures
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import time

from peers import (COMPARE_PY, PACKAGES, WARMUP, Hyperfine, google_compare, google_name,
                   google_ratio, google_suite, hyperfine_calls, hyperfine_error, on_cpu)
from planted import Log, key_of
from study import (COMPARED, Run, arguments, bdriver, built, compare, listed, measured, need,
                   need_module, own_lock, print_csv, say, sign, stop, suites, tree, workplace)

LEVELS = (0, 2, 5, 10)  # per cent
SHARE = 10              # per cent of the benchmarks are slower
SUSPECT_P, SUSPECT_EFFECT = 0.50, math.log(1.01)  # driver/plan/smoke.h
# A process of hyperfine works for so many seconds, and for so many times as it takes to start, if
# there is time for so many runs: its default. If there is less time, it has at least RUNS_MIN.
WORK, STARTS, RUNS, RUNS_MIN = 0.01, 5, 10, 3
REPETITIONS = 9  # that compare.py wants for its U test
TRIALS = 0.0005, 0.004  # seconds; what Google Benchmark needs is linear in its minimum time
NO_OUTPUT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def at_once(job, parts):
    """job(CPU, part) of each part, each on its own CPU."""
    cpus = sorted(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(len(parts)) as pool:
        return [done.result() for done in
                [pool.submit(job, cpus[i % len(cpus)], part) for i, part in enumerate(parts)]]


# bdriver

def logs_of(folder):
    return {build: Log(f"{folder}/{build}.log") for build in ("old", "new")}


def write_logs(logs, rows, folder, factors, ending=""):
    """rows: of each build. Only the new build is slower."""
    pathlib.Path(folder).mkdir(exist_ok=True)
    for build, log in logs.items():
        log.write(f"{folder}/{build}.log{ending}", rows[build], factors if build == "new" else {},
                  not ending)


def judged(folder):
    return {key_of(row): row for row in compare(f"{folder}/old.log", f"{folder}/new.log")["rows"]
            if row["verdict"] in COMPARED}


def stage_of(logs, number, keys=None):
    return {build: [row for row in log.stage(number) if keys is None or key_of(row) in keys]
            for build, log in logs.items()}


class Smoke:
    """A smoke run of the copies, and what the same run says if some benchmarks are slower.

    A smoke run measures suspects again. So the first stage of the run, with `slower` benchmarks, is
    resumed as if it had been interrupted: the second stage is measured. Less of a change has fewer
    suspects.
    """

    def __init__(self, names, everything, slower, workers):
        # An expression is at most 1000 bytes long.
        names = [] if everything else [word for i in range(0, len(names), 20) for word in
                                       ("-f", f"^({'|'.join(names[i:i + 20])})$")]
        first = bdriver("run", "--old", "old", "--new", "new", "--profile", "smoke", "-j", workers,
                        "--seed", 1, "-q", "-o", "smoke", *names, allowed=(0, 1, 3))
        self.seconds = first.wall
        self.logs, self.slower = logs_of("smoke"), slower
        self.first = stage_of(self.logs, 1)
        write_logs(self.logs, self.first, "slower", self.factors(max(LEVELS)), ".part")
        again = bdriver("run", "--resume", "slower", "-q", allowed=(0, 1, 3))
        self.second = logs_of("slower")
        self.measured = {key_of(row) for row in self.second["new"].stage(2)}
        self.others = self.measured - self.suspects(max(LEVELS))
        # With changes the second stage is longer.
        before, now = (len(logs["new"].stage(2)) for logs in (self.logs, self.second))
        self.seconds_slower = first.wall + again.wall * (1 - before / now) if now else first.wall
        say(f"smoke run {first.wall:.0f} s, {before} launches in its second stage; with changes "
            f"{self.seconds_slower:.0f} s, {now} launches")

    def factors(self, level):
        return {key: 1 + level / 100 for key in self.slower}

    def suspects(self, level):
        write_logs(self.logs, self.first, "first", self.factors(level))
        return {key for key, row in judged("first").items() if row["p_value"] is not None and
                row["p_value"] < SUSPECT_P and abs(math.log(row["time_ratio"])) >= SUSPECT_EFFECT}

    def rows(self, level):
        if not level:
            return judged("smoke")
        suspects = self.suspects(level)
        if suspects - self.measured:
            say(f"+{level} %: suspects without a second stage: {suspects - self.measured}")
        second = stage_of(self.second, 2, suspects | self.others)
        write_logs(self.logs, {build: self.first[build] + second[build] for build in self.logs},
                   "judged", self.factors(level))
        return judged("judged")

    def rounds(self):
        counts = {}
        for row in self.logs["new"].rows:
            counts[key_of(row)] = counts.get(key_of(row), 0) + 1
        return statistics.median(counts.values())


# hyperfine

def process(build, key, iterations, samples):
    return [f"{build}/{key[0]}", key[1], "--iterations", str(iterations), "--samples", str(samples),
            "--launch-time", "10s", "--out-fd", "1"]


class Commands:
    """Processes that do the same work in both builds, long beside their start."""

    def __init__(self, parts, seconds):
        self.tuned = {}
        for row in measured("smoke/old.log"):
            self.tuned.setdefault(key_of(row), (row["iterations"], min(row["samples"])))
        self.seconds, self.times, self.samples, self.took = seconds, {}, {}, {}
        at_once(self.tune, parts)
        start = time.monotonic()
        at_once(self.measure, parts)
        self.wall = time.monotonic() - start

    def words(self, build, key, samples):
        return process(build, key, self.tuned[key][0], samples)

    def wall_of(self, cpu, key, samples):
        return Run([*on_cpu(cpu), *self.words("old", key, samples)], **NO_OUTPUT).wall

    def tune(self, cpu, keys):
        for key in keys:
            start = min(self.wall_of(cpu, key, 1) for _ in range(3))
            room = self.seconds / len(keys) / 2 / (RUNS + WARMUP) - start
            iterations, each = self.tuned[key]
            work = min(max(WORK, STARTS * start), room)
            self.choose(cpu, key, work / (int(iterations) * each / 1e9))
            if self.took[key] > start + work:  # the machine is busy
                self.choose(cpu, key, self.samples[key] * work / (self.took[key] - start))

    def choose(self, cpu, key, samples):
        self.samples[key] = min(100000, max(1, round(samples)))
        self.took[key] = self.wall_of(cpu, key, self.samples[key])

    def measure(self, cpu, keys):
        """What one benchmark takes too much or too little, the next ones make up."""
        end = time.monotonic() + self.seconds
        for i, key in enumerate(keys):
            room = (end - time.monotonic()) / (len(keys) - i)
            done = Hyperfine(*(" ".join(self.words(build, key, self.samples[key]))
                               for build in ("old", "new")),
                             max(RUNS_MIN, round(room / 2 / self.took[key]) - WARMUP),
                             f"hyperfine-{cpu}.json", cpu)
            self.times[key] = done.old["times"], done.new["times"]

    def calls(self, level, slower):
        """By its own error, and by Welch's t."""
        own, welch = {}, {}
        for key, (old, new) in self.times.items():
            factor = 1 + level / 100 * (key in slower)
            own[key], welch[key] = hyperfine_calls(old, [one * factor for one in new])
        return own, welch


# Google Benchmark

def google_link(suite):
    """The objects, the place of functions and the harness of the suite."""
    objects = sorted(built(f"suites/CMakeFiles/{suite}.dir").glob("**/*.o"))
    google_suite(objects, built("harness/libbdharness.a"), f"google-old-{suite}",
                 f"-T{built(f'suites/{suite}-align.ld')}")
    shutil.copy2(f"google-old-{suite}", f"google-new-{suite}")


class Google:
    """Each suite: all of old, then all of new, as compare.py runs two programs."""

    def __init__(self, parts, seconds):
        self.seconds, self.min_times, self.failed = seconds, [], set()
        for suite in sorted({key[0] for keys in parts for key in keys}):
            google_link(suite)
        grouped = [{suite: [name for other, name in keys if other == suite] for suite, _ in keys}
                   for keys in parts]
        costs = at_once(self.try_out, grouped)
        start = time.monotonic()
        at_once(self.measure, list(zip(grouped, costs)))
        self.wall = time.monotonic() - start
        self.runs = {"old": [], "new": []}
        for build, runs in self.runs.items():
            for path in sorted(pathlib.Path().glob(f"google-*-{build}.json")):
                suite = path.name.split("-")[2]
                runs += self.read(suite, path)

    def read(self, suite, path):
        found = []
        for run in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
            key = suite, google_name(run["run_name"])
            if run.get("error_occurred"):
                self.failed.add((*key, run["error_message"]))
            elif run["run_type"] == "iteration":
                found.append({**run, "name": "\t".join(key)})
        return found

    def run(self, cpu, build, suite, names, min_time, out="/dev/null"):
        return Run([*on_cpu(cpu), f"./google-{build}-{suite}",
                    f"--benchmark_filter=^({'|'.join(names)})/real_time$",
                    f"--benchmark_repetitions={REPETITIONS}",
                    f"--benchmark_min_time={min_time:.6f}",
                    "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json",
                    f"--benchmark_out={out}"], **NO_OUTPUT).wall

    def try_out(self, cpu, group):
        """{suite: what it takes in any case, what it takes for each second of the minimum time}"""
        costs, (low, high) = {}, TRIALS
        for suite, names in group.items():
            fast, slow = (self.run(cpu, "old", suite, names, trial) for trial in TRIALS)
            slope = max(len(names) * REPETITIONS, (slow - fast) / (high - low))
            costs[suite] = max(0, fast - slope * low), slope
        return costs

    def measure(self, cpu, part):
        group, costs = part
        end, left = time.monotonic() + self.seconds, list(group)
        took = expected = 0
        for suite, names in group.items():
            always, slope = (sum(costs[one][i] for one in left) for i in (0, 1))
            pace = took / expected if took else 1
            min_time = ((end - time.monotonic()) / 2 / pace - always) / slope
            min_time = max(TRIALS[0] / 5, min_time)
            self.min_times.append(min_time)
            for build in "old", "new":
                took += self.run(cpu, build, suite, names, min_time,
                                 f"google-{cpu}-{suite}-{build}.json")
                expected += costs[suite][0] + costs[suite][1] * min_time
            left.remove(suite)

    def calls(self, level, slower):
        """By the U test of wall time at 5 %, and by medians that differ by more than 5 %."""
        for build, runs in self.runs.items():
            factors = {"\t".join(key): 1 + level / 100 for key in slower} if build == "new" else {}
            pathlib.Path(f"judged-{build}.json").write_text(json.dumps(
                {"context": {}, "benchmarks": [
                    {**run, "real_time": run["real_time"] * factors.get(run["name"], 1)}
                    for run in runs]}), encoding="utf-8")
        said = {tuple(line["name"].split("\t")): (line["utest"]["time_pvalue"], google_ratio(line))
                for line in google_compare("judged-old.json", "judged-new.json")}
        return ({key: (1 if ratio > 1 else -1) if p < 0.05 else 0
                 for key, (p, ratio) in said.items()},
                {key: (1 if ratio > 1 else -1) if abs(ratio - 1) > 0.05 else 0
                 for key, (_, ratio) in said.items()})


# The table

def row(tool, rule, keys, slower, calls, **more):
    """calls: of each level, +1 slower, -1 faster, 0 not called."""
    found = {f"found_{level}": sum(calls[level].get(key) == 1 for key in slower)
             for level in LEVELS if level}
    return {"tool": tool, "rule": rule, "benchmarks": len(keys), "measured": len(calls[0]),
            "false": sum(map(abs, calls[0].values())), "slower": len(slower), **found,
            "slower_all": len(slower) * len(found),
            "wrong": sum(calls[level].get(key) == -1 for key in slower for level in LEVELS if level),
            "undecided": 0, "half_width": "", **more}


def ours(smoke, keys):
    rows = {level: smoke.rows(level) for level in LEVELS}
    widths = [math.log(one["ratio_high"] / one["ratio_low"]) / 2 for one in rows[0].values()
              if one["ratio_low"]]
    return row("bdriver", "smoke run", keys, smoke.slower,
               {level: {key: sign(one) for key, one in rows[level].items()} for level in LEVELS},
               undecided=sum(one["verdict"] == "inconclusive" for one in rows[0].values()),
               half_width=f"{100 * statistics.median(widths):.2f}",
               repetitions=f"{smoke.rounds():.0f}", seconds=f"{smoke.seconds:.0f}",
               seconds_slower=f"{smoke.seconds_slower:.0f}")


def theirs(tool, rules, measurement, keys, slower, **more):
    calls = {level: measurement.calls(level, slower) for level in LEVELS}
    for i, rule in enumerate(rules):
        yield row(tool, rule, keys, slower, {level: calls[level][i] for level in LEVELS},
                  seconds=f"{measurement.wall:.0f}", seconds_slower=f"{measurement.wall:.0f}",
                  **more)


def chosen(options):
    """The keys (suite, benchmark), and their names."""
    keys = [(suite.name, one["name"]) for suite in suites("O2")
            for one in listed(suite)]
    names = sorted({name for _, name in keys})[options.first::options.every]
    return [key for key in keys if key[1] in set(names)], names


def require():
    binaries = suites("O2")
    need(PACKAGES, "hyperfine", COMPARE_PY, "/usr/include/benchmark/benchmark.h", "g++", "strip",
         "taskset")
    need_module(PACKAGES, "scipy")  # compare.py wants it as well
    return binaries


def main():
    options = arguments(every=1, first=0, seconds=0.0, workers=2, short=False)
    if options.short:
        options.every = 24
    binaries = require()
    if options.workers > len(os.sched_getaffinity(0)):
        stop("each worker needs a CPU of its own")
    own_lock()
    keys, names = chosen(options)
    slower = set(random.Random(options.first).sample(keys, max(1, len(keys) * SHARE // 100)))
    with workplace():
        for build in "old", "new":
            tree(pathlib.Path(build), binaries, stripped=True)
        smoke = Smoke(names, options.every == 1, slower, options.workers)
        seconds = options.seconds or max(smoke.seconds, smoke.seconds_slower)
        table = [ours(smoke, keys)]
        say(table[-1])
        parts = [keys[i::options.workers] for i in range(options.workers)]
        commands = Commands(parts, seconds)
        errors = [100 * hyperfine_error(*times)[1] for times in commands.times.values()]
        table += theirs("hyperfine", ("its own ± of the ratio", "Welch's t at 5 %"), commands, keys,
                        slower, half_width=f"{statistics.median(errors):.2f}", repetitions=
                        f"{statistics.median(len(old) for old, _ in commands.times.values()):.0f}")
        say(table[-2:])
        google = Google(parts, seconds)
        say(f"Google Benchmark: minimum times {min(google.min_times):.4f} to "
            f"{max(google.min_times):.4f} s, failed: {google.failed}")
        table += theirs("Google Benchmark", ("U test of compare.py at 5 %", "medians over 5 %"),
                        google, keys, slower, repetitions=REPETITIONS)
        say(table[-2:])
    print_csv(table)


main()
