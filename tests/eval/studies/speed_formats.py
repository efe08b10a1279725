#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast does `bdriver compare` read Google Benchmark's JSON, beside a Python that only parses it?

Two files of 10,000 rows each, in the form that Google Benchmark 1.7 writes: 1,000 benchmarks of ten
repetitions, and 10,000 benchmarks of one. Python reads both with its json module, which is in C, and
does nothing with them. Times are the least of TIMES runs (20), the programs in turn.
"""
import os
import random
import subprocess
import sys

from study import BDRIVER, Run, compiled, print_csv, workplace

PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
PARSE = "import json, sys\nfor path in sys.argv[1:]:\n\twith open(path) as f: json.load(f)"
PROGRAMS = {
    "bdriver compare": [BDRIVER, "compare", "--fail-on", "never", "old", "new"],
    "Python parses only": [PYTHON, "-c", PARSE, "old", "new"],
    "Python starts only": [PYTHON, "-c", "pass"],
}
CONTEXT = """{
  "context": {
    "date": "2026-05-17T08:30:00+00:00",
    "host_name": "vm",
    "executable": "./suite",
    "num_cpus": 2,
    "mhz_per_cpu": 2596,
    "cpu_scaling_enabled": false,
    "caches": [
    ],
    "load_avg": [0.1,0.1,0.1],
    "library_build_type": "release"
  },
  "benchmarks": [
"""
ROW = """    {{
      "name": "{name}",
      "family_index": {family},
      "per_family_instance_index": 0,
      "run_name": "{name}",
      "run_type": "iteration",
      "repetitions": {repetitions},
      "repetition_index": {index},
      "threads": 1,
      "iterations": {iterations},
      "real_time": {real:.16e},
      "cpu_time": {cpu:.16e},
      "time_unit": "ns"
    }}"""


def write(path, benchmarks, repetitions):
    rng = random.Random(path)
    rows = []
    for i in range(benchmarks):
        base = 10 ** random.Random(i).uniform(1, 5)
        for index in range(repetitions):
            real = base * rng.uniform(1, 1.05)
            rows.append(ROW.format(name=f"BM_Family<int>/{i}/threads:1", family=i,
                                   repetitions=repetitions, index=index,
                                   iterations=int(1e8 / base), real=real, cpu=0.99 * real))
    with open(path, "w", encoding="utf-8") as out:
        out.write(CONTEXT + ",\n".join(rows) + "\n  ]\n}\n")


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    table = []
    with workplace():
        loop = compiled("spawn_loop.c")
        for benchmarks, repetitions in (1000, 10), (10000, 1):
            for side in "old", "new":
                write(side, benchmarks, repetitions)
            found = {what: [] for what in PROGRAMS}
            for _ in range(times):
                for what, command in PROGRAMS.items():
                    run = Run([loop, 1, 1, *command], stdout=subprocess.PIPE)
                    found[what].append(list(map(float, run.output.split())))
            for what, runs in found.items():
                wall, cpu, kib = map(min, zip(*runs))
                table.append({"benchmarks": benchmarks, "repetitions": repetitions, "what": what,
                              "bytes": os.path.getsize("old") + os.path.getsize("new"),
                              "wall_ms": f"{1e3 * wall:.1f}", "cpu_ms": f"{1e3 * cpu:.1f}",
                              "peak_kib": f"{kib:.0f}"})
            least = {row["what"]: row for row in table[-len(PROGRAMS):]}
            for row in table[-len(PROGRAMS):]:
                row["share"] = f"{float(row['wall_ms']) / float(least['Python parses only']['wall_ms']):.3f}"
    print_csv(table)


main()
