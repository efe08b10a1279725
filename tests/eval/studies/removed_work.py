#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the doctor find benchmarks whose work the optimiser has removed, and no good ones?

tests/removed/generate.py with gcc and clang, -O1 to -O3, without and with -flto, in our harness and
in Google Benchmark. Whether the work is gone is told by the time: what is left of it takes at least
20 ns an iteration, what is gone less than LIMIT (5) ns.
"""
import json
import subprocess
import sys

from study import SOURCE, arguments, bdriver, built, need, own_lock, print_csv, say, workplace

GENERATE = SOURCE / "tests/removed/generate.py"
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6}
FLAGS = ["-w", "-DNDEBUG", f"-I{SOURCE}"]


def build(framework, kind, compiler, level, lto):
    ours = framework == "ours"
    source = f"{kind}.{'c' if ours else 'cc'}"
    with open(source, "w") as out:
        subprocess.run([sys.executable, GENERATE, framework, kind], check=True, stdout=out)
    name = compiler if ours else {"gcc": "g++", "clang": "clang++"}[compiler]
    standard = [] if ours else ["-std=gnu++17"]
    link = ["-flto"] * lto + ["-fuse-ld=lld"] * (lto and compiler == "clang")
    program = f"{framework}-{kind}-{compiler}{level}{'-lto' * lto}"
    libraries = [built("harness/libbdharness.a"), "-lm"] if ours else ["-lbenchmark_main", "-lbenchmark"]
    subprocess.run([name, level, *FLAGS, *standard, *link, source, *libraries, "-lpthread", "-o", program], check=True)
    return program


def times_of(program, framework):
    """CPU time of an iteration by name, in ns: other programs do not change it much."""
    if framework == "gbench":
        out = subprocess.run([f"./{program}", "--benchmark_min_time=0.01", "--benchmark_format=json"], check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        return {row["name"]: row["cpu_time"] * UNITS[row["time_unit"]] for row in json.loads(out)["benchmarks"]
                if "cpu_time" in row}
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
    gone, kept, found, good, named = {}, 0, set(), 0, set()
    for kind in "removed", "more-removed", "good", "more-good":
        program = build(framework, kind, compiler, level, lto)
        say(program)
        these, times = audit(program, framework, limit)
        if kind.endswith("removed"):
            gone |= {name: time for name, time in times.items() if time < limit}
            kept += sum(time >= limit for time in times.values())
            found |= these
        else:
            good += len(times)
            named |= these
    return row | {"removed": len(gone), "found": len(gone.keys() & found),
                  "missed": " ".join(sorted(gone.keys() - found)), "kept": kept,
                  "found_kept": len(found - gone.keys()), "good": good, "false": len(named),
                  "named": " ".join(sorted(named))}


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
