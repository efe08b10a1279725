#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Projects with Google Benchmark: how long does a smoke run take, and what does it decide?

--copies snappy=DIR,...: each folder of executables against a stripped copy, so that nothing proves
the same code, and each call is false.
--pairs snappy=OLD:NEW,...: two builds of one project.
--typed WHAT=OLD:NEW,...: the same as a user types it, so that only what may have changed is measured.
--commits FILE: real commits, each a line of "project revision claim OLD NEW [FILTER]", with the
folders of both builds. A long run tells what is true of benchmarks with other code.
--compare-py FILE: what compare.py of Google Benchmark says, of ten repetitions of each build one
after the other.
--folder DIR: where the benchmarks find their files.
--filter REGEX: of the benchmarks, the same in all projects.

To repeat it, build github.com/google/snappy (--recurse-submodules, target snappy_benchmark) and
github.com/RoaringBitmap/CRoaring (-DENABLE_ROARING_MICROBENCHMARKS=ON, target synthetic_bench). Give the
folders of their executables to --copies, or two builds to --pairs. snappy reads `testdata` in its folder:
--folder snappy.
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

from study import (COMPARED, Run, arguments, bdriver, built, busy, compare, own_lock, print_csv,
                   say, sign, stop, tree)

UNITS = {"s": 1, "m": 60, "h": 3600, "ms": 0.001}


def seconds(text):
    return sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+) (\w+)", text))


def promised(errors):
    """"In all: 39.6 s to 1 m 59 s", or "... as many rounds as fit: at most 5 m"."""
    for line in errors.splitlines():
        if line.startswith("In all: "):
            least, _, most = line.removeprefix("In all: ").partition(" to ")
            return seconds(least), seconds(most)
        if ": at most " in line:
            return 0, seconds(line.rsplit(": at most ", 1)[1])
    return stop(f"no promise in: {errors}")


def measured(project, kind, old, new, more):
    with tempfile.TemporaryDirectory() as folder:
        out, errors = pathlib.Path(folder) / "out", pathlib.Path(folder) / "errors"
        with errors.open("w", encoding="utf-8") as said:
            run = bdriver("run", "--old", old, "--new", new, "--adapter", "gbench", "--profile",
                          "smoke", "--all", "-o", out, *more, allowed=(0, 1, 3), stderr=said)
        least, most = promised(errors.read_text(encoding="utf-8"))
        rows = [row for row in compare(out / "old.log", out / "new.log")["rows"]
                if row["verdict"] in COMPARED]
    count = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COMPARED}
    return {"project": project, "kind": kind, "compared": len(rows),
            "promised_least": f"{least:.0f}",
            "promised_most": f"{most:.0f}", "seconds": f"{run.wall:.0f}",
            **count, "called": count["regressed"] + count["improved"]}


def typed(what, old, new, more):
    with tempfile.TemporaryDirectory() as folder:
        out, errors = pathlib.Path(folder) / "out", pathlib.Path(folder) / "errors"
        with errors.open("w", encoding="utf-8") as said:
            run = bdriver("run", "--old", old, "--new", new, "--profile", "smoke", "-o", out, *more,
                          allowed=(0, 1, 3), stderr=said)
        first = errors.read_text(encoding="utf-8").splitlines()[0]
        rows = json.loads(bdriver("compare", "--format", "json", out / "old.log", out / "new.log",
                                  stdout=subprocess.PIPE).output)["rows"]
    count = int(re.match(r"\d+", first)[0])
    same = re.search(r"(\d+) with the same", first)
    return {"what": what, "benchmarks": count, "same": same[1] if same else count,
            "seconds": f"{run.wall:.0f}",
            "called": sum(row["verdict"] in ("regressed", "improved") for row in rows)}


def executables(folder):
    return [path for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and os.access(path, os.X_OK)]


def copies(project, folder, more):
    with tempfile.TemporaryDirectory(dir=folder) as name:
        found = executables(folder)
        old, new = (tree(pathlib.Path(name) / build, found, True) for build in ("old", "new"))
        names = [word for path in found for word in ("-s", path.name)]
        return measured(project, "copy", old, new, [*names, *more])


LONG = "20"  # rounds
LARGE = 0.03  # a change that a smoke run has to find


def rows(old, new, profile, more, judge=True):
    """NAME -> row, and the seconds of the run. Without judge: the same code is a verdict."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        run = bdriver("run", "--old", old, "--new", new, "--adapter", "gbench", "--all", *profile,
                      "-o", out, *more, allowed=(0, 1, 3), stderr=subprocess.DEVNULL)
        logs = [out / "old.log", out / "new.log"]
        found = compare(*logs) if judge else json.loads(
            bdriver("compare", "--format", "json", *logs, stdout=subprocess.PIPE).output)
    verdicts = COMPARED if judge else (*COMPARED, "same code")
    return {row["benchmark"]: row for row in found["rows"] if row["verdict"] in verdicts}, run.wall


def called_by_script(script, old, new, pattern):
    """What compare.py calls: a U test of repetitions of one process, at its default of 5 %."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        start = time.monotonic()
        for side, build in (("old", old), ("new", new)):
            for path in executables(build):
                Run([path, f"--benchmark_filter={pattern or '.'}", "--benchmark_repetitions=10",
                     "--benchmark_min_time=0.05", f"--benchmark_out={out / side}.json",
                     "--benchmark_out_format=json"], stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
        wall = time.monotonic() - start
        # It finds its modules beside itself.
        Run(["env", "-u", "PYTHONSAFEPATH", "python3", script, "-d", out / "both.json",
             "benchmarks", out / "old.json", out / "new.json"], stdout=subprocess.DEVNULL)
        said = json.loads((out / "both.json").read_text(encoding="utf-8"))
    called = {}
    for one in said:
        if one.get("utest") and one["run_type"] == "iteration":
            median = statistics.median(m["time"] for m in one["measurements"])
            called[one["name"]] = (one["utest"]["time_pvalue"] < 0.05) * (1 if median > 0 else -1)
    return called, wall


def chosen(pattern, more):
    return [*more, *(["-f", pattern[0]] if pattern else [])]


def long_run(line, more):
    _, _, _, old, new, *pattern = line.split()
    return rows(old, new, ["--rounds", LONG], chosen(pattern, more))


def commit(line, truth, long, script, load, more):
    project, revision, claim, old, new, *pattern = line.split()
    with busy(load):
        smoke, wall = rows(old, new, ["--profile", "smoke"], chosen(pattern, more), judge=False)
        loaded = os.getloadavg()[0]
        other, beside = {}, 0
        if script:
            other, beside = called_by_script(script, old, new, pattern and pattern[0])
    large = {name: sign(row) for name, row in truth.items()
             if sign(row) and abs(row["time_ratio"] - 1) >= LARGE and not row["same_code"]}
    small = [name for name, row in truth.items() if row["verdict"] == "unchanged"]

    def found(calls):
        return sum(calls.get(name, 0) == way for name, way in large.items())

    def wrong(calls):
        return (sum(calls.get(name, 0) != 0 for name in small) +
                sum(calls.get(name, 0) == -way for name, way in large.items()))

    ours = {name: sign(row) for name, row in smoke.items()}
    for name, row in smoke.items():
        way = large.get(name, 0)
        if sign(row) != way and (name in large or name in small):
            say(f"{revision} {name}: {row['verdict']} {row['time_ratio']:.3f}, "
                f"long run: {truth[name]['verdict']} {truth[name]['time_ratio']:.3f}")
    return {"project": project, "revision": revision, "claim": claim, "compared": len(truth),
            "large": len(large), "small": len(small), "found": found(ours), "wrong": wrong(ours),
            "same_code": sum(row["verdict"] == "same code" for row in smoke.values()),
            "decided": sum(row["verdict"] != "inconclusive" for row in smoke.values()),
            "seconds": f"{wall:.0f}", "long_seconds": f"{long:.0f}",
            "compare_found": found(other), "compare_wrong": wrong(other),
            "compare_seconds": f"{beside:.0f}", **({"load": f"{loaded:.1f}"} if load else {})}


def main():
    options = arguments(copies="", pairs="", typed="", commits="", compare_py="", folder=".", filter="",
                        seed=1, budget="", load=0)
    more = ["--seed", options.seed, *(["-f", options.filter] if options.filter else [])]
    more += ["--budget", options.budget] if options.budget else []
    table = []
    built("bdriver")
    own_lock()
    os.chdir(options.folder)
    for word in filter(None, options.copies.split(",")):
        table.append(copies(*word.split("=", 1), more))
        say(table[-1])
    for word in filter(None, options.pairs.split(",")):
        project, folders = word.split("=", 1)
        table.append(measured(project, "pair", *folders.split(":"), more))
        say(table[-1])
    for word in filter(None, options.typed.split(",")):
        what, folders = word.split("=", 1)
        table.append(typed(what, *folders.split(":"), more))
        say(table[-1])
    if options.commits:
        lines = pathlib.Path(options.commits).read_text(encoding="utf-8").splitlines()
        seed = ["--seed", options.seed]
        for line, (truth, long) in [(line, long_run(line, seed)) for line in lines]:
            table.append(commit(line, truth, long, options.compare_py, options.load, seed))
            say(table[-1])
    if not table:
        stop("nothing to measure: give --copies, --pairs, --typed or --commits")
    print_csv(table)


main()
