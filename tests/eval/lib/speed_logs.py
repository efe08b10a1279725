#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the logs that speed_compare.py reads.

speed_logs.py quantiles BENCHMARKS OUT       Swift's --quantile=20: minimum to maximum, whole us
speed_logs.py delta BENCHMARKS OUT           the same numbers with --delta
speed_logs.py launches BENCHMARKS EACH OUT   bdriver's form, EACH launches of 30 samples

Seeded by the name of OUT, so that old and new differ and runs can be repeated.
"""
import random
import sys

STEPS = "123456789ABCDEFGHIJ"


def swift(out, count, rng, delta):
    names = ["𝚫V" + c for c in STEPS] + ["𝚫MAX"] if delta else \
        [f"V{c}(μs)" for c in STEPS] + ["MAX(μs)"]
    out.write("#,TEST,SAMPLES,MIN(μs)," + ",".join(names) + "\n")
    for i in range(count):
        # 40 us to 4 ms, which makes two logs of 20,000 benchmarks 4.7 MB.
        least = 10 ** random.Random(i).uniform(1.6, 3.6) * rng.uniform(1, 1.04)
        values = sorted(int(least * (1 + rng.expovariate(20))) for _ in range(21))
        if delta:
            values[1:] = [b - a or "" for a, b in zip(values, values[1:])]
        out.write(f"{i + 1},Benchmark.Number.{i},200,{','.join(map(str, values))}\n")
    out.write(f"\nTotal performance tests executed: {count}\n")


def launches(out, count, each, rng):
    out.write("# bdriver-log: 1\n# workers: 2\n")
    out.write("suite,benchmark,round,position,worker,cpu,status,detail,iterations,clock_step_ns,"
              "file,line,cpu_ns,wall_ns,peak_kib,involuntary_switches,disturbed,samples\n")
    # A pool, as writing 30 million random numbers in Python takes minutes.
    pool = []
    for i in range(5000):
        base = 10 ** random.Random(i // 20).uniform(2, 4)
        pool.append(" ".join(f"{base * rng.uniform(1, 1.05):.2f}" for _ in range(30)))
    for launch in range(each):
        for i in range(count):
            samples = pool[(i % 250) * 20 + launch % 20]
            out.write(f'"suite_O2","Family/Benchmark{i}",{launch + 1},1,0,0,ok,"",64,20,'
                      f'"suites/suite/file{i % 99}.c",{i % 300},93000000,94000000,1548,0,"",'
                      f'"{samples}"\n')
    out.write(f"# end: {count * each}\n")


def main():
    form, *counts, path = sys.argv[1:]
    rng = random.Random(path.split("/")[-1])
    with open(path, "w", encoding="utf-8", newline="") as out:
        if form == "launches":
            launches(out, int(counts[0]), int(counts[1]), rng)
        else:
            swift(out, int(counts[0]), rng, form == "delta")


main()
