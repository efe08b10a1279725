#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the logs that speed_compare.sh reads.

speed_logs.py swift BENCHMARKS OUT       Swift's form with 21 quantiles, as differences
speed_logs.py launches LAUNCHES OUT      bdriver's form, 20 launches a benchmark, 30 samples each

Seeded by the name of OUT, so that old and new differ and runs can be repeated.
"""
import random
import sys


def swift(out, count, rng):
    names = ["MIN(μs)"] + ["𝚫V" + "123456789ABCDEFGHIJ"[i] for i in range(19)] + ["𝚫MAX"]
    out.write("#,TEST,SAMPLES," + ",".join(names) + "\n")
    for i in range(count):
        least = int(10 ** random.Random(i).uniform(1, 5) * rng.uniform(1, 1.04))
        steps = [rng.choice(("", "", str(rng.randint(1, 9)))) for _ in range(20)]
        out.write(f"{i + 1},Benchmark.Number.{i},200,{least},{','.join(steps)}\n")
    out.write(f"\nTotal performance tests executed: {count}\n")


def launches(out, count, rng):
    out.write("# bdriver-log: 1\n# workers: 2\n")
    out.write("suite,benchmark,round,position,worker,cpu,status,detail,iterations,clock_step_ns,"
              "file,line,cpu_ns,wall_ns,peak_kib,involuntary_switches,disturbed,samples\n")
    benchmarks = max(1, count // 20)
    # A pool, as writing 30 million random numbers in Python takes minutes.
    pool = []
    for i in range(5000):
        base = 10 ** random.Random(i).uniform(4, 5.5)
        pool.append(" ".join(f"{base * rng.uniform(1, 1.05):.3f}" for _ in range(30)))
    for k in range(count):
        i, launch = k % benchmarks, k // benchmarks
        samples = pool[(i % 250) * 20 + launch % 20]
        out.write(f'"suite_O2","Family/Benchmark{i}",{launch + 1},1,0,0,ok,"",64,20,'
                  f'"suites/suite/file{i % 99}.c",{i % 300},93000000,94000000,1548,0,"",'
                  f'"{samples}"\n')
    out.write(f"# end: {count}\n")


def main():
    form, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(path, "w", encoding="utf-8", newline="") as out:
        {"swift": swift, "launches": launches}[form](out, count, random.Random(path.split("/")[-1]))


main()
