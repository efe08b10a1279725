#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the doctor find benchmarks whose work the optimiser has removed, and no good ones?

tests/removed/generate.py with gcc and clang, -O1 to -O3, without and with -flto, in our harness and
in Google Benchmark. Whether the work is gone is told by the time: what is left of it takes at least
20 ns an iteration, what is gone less than LIMIT (5) ns.
"""
import csv
import json
import subprocess
import sys

from study import SOURCE, arguments, bdriver, built, need, own_lock, print_csv, say, workplace

GENERATE = SOURCE / "tests/removed/generate.py"
FLAGS = ["-w", "-DNDEBUG", f"-I{SOURCE}"]


def build(framework, kind, compiler, level, lto):
    ours = framework == "ours"
    source = f"{kind}.{'c' if ours else 'cc'}"
    with open(source, "w") as out:
        subprocess.run([sys.executable, GENERATE, framework, kind], check=True, stdout=out)
    name = compiler if ours else {"gcc": "g++", "clang": "clang++"}[compiler]
    link = ["-flto"] * lto + ["-fuse-ld=lld"] * (lto and compiler == "clang")
    program = f"{framework}-{kind}-{compiler}{level}{'-lto' * lto}"
    libraries = [built("harness/libbdharness.a"), "-lm"] if ours else ["-lbenchmark_main", "-lbenchmark"]
    subprocess.run([name, level, *FLAGS, *link, source, *libraries, "-lpthread", "-o", program], check=True)
    return program


def times_of(program, framework):
    """CPU time of an iteration by name, in ns: other programs do not change it much."""
    if framework == "gbench":
        out = subprocess.run([f"./{program}", "--benchmark_min_time=0.01", "--benchmark_format=csv"], check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        return {row["name"]: float(row["cpu_time"]) for row in csv.DictReader(out.splitlines())}
    bdriver("run", "-s", f"./{program}", "-r", 1, "-j", 1, "-q", "-o", f"{program}.log", allowed=(0, 1, 3))
    rows = json.loads(bdriver("show", f"{program}.log", "--format", "json", stdout=subprocess.PIPE).output)
    return {row["benchmark"]: row["min_ns"] for row in rows["benchmarks"] if row["min_ns"] is not None}


def audit(program, framework, limit):
    """Names of the benchmarks that the check names, and times of an iteration by name. The code is
    enough for it, unless the time is above the limit."""
    times = times_of(program, framework)
    lines = subprocess.run([built("tests/loops"), program, *times], check=True, stdout=subprocess.PIPE, text=True)
    named = {line.split()[0] for line in lines.stdout.splitlines() if line.split()[1] != "works"}
    return {name for name in named if times[name] < limit}, times


def judge(limit, framework, compiler, level, lto):
    row = {"framework": framework, "compiler": compiler, "level": level, "lto": "yes" if lto else "no"}
    for kind in "removed", "good":
        program = build(framework, kind, compiler, level, lto)
        say(program)
        found, times = audit(program, framework, limit)
        if kind == "removed":
            gone = {name for name, time in times.items() if time < limit}
            row.update(removed=len(gone), found=len(gone & found), missed=" ".join(sorted(gone - found)),
                       kept=len(times) - len(gone), found_kept=len(found - gone))
        else:
            row.update(good=len(times), false=len(found), named=" ".join(sorted(found)))
    return row


def main():
    options = arguments(limit=5, compilers="gcc clang", levels="O1 O2 O3", frameworks="ours gbench")
    built("tests/loops")
    need("libbenchmark-dev lld clang", "gcc", "clang", "ld.lld", "/usr/include/benchmark/benchmark.h")
    own_lock()
    with workplace():
        print_csv([judge(options.limit, framework, compiler, f"-{level}", lto)
                   for framework in options.frameworks.split()
                   for compiler in options.compilers.split()
                   for level in options.levels.split() for lto in (False, True)])


if __name__ == "__main__":
    main()
