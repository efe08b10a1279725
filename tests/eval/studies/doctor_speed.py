#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long do the doctor's checks take on a log of 500 benchmarks x 20 launches x 200 samples?

CPU time, the least of three runs. The launches are of 1, 2, 4 and 8 iterations, then all of 8 (the
slowest case).
"""
import random

from study import arguments, bdriver, print_csv, workplace

COLUMNS = ("suite,benchmark,round,status,iterations,clock_step_ns,checksum,setup_ns,cpu_ns,"
           "wall_ns,peak_kib,run_delay_ns,samples\n")


def samples(benchmark, level):
    """Every fifth benchmark drifts, every seventh has two modes: the slow paths."""
    base = level * random.gauss(1, .004)
    return [base * random.gauss(1, .003) * (1 + (k / 4000 if benchmark % 5 == 0 else 0))
            * (1.1 if benchmark % 7 == 0 and random.random() < .4 else 1) for k in range(200)]


def write_log(path, counts, benchmarks):
    random.seed(1)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"# bdriver-log: 1\n# suite.s.flags: -O2 -DNDEBUG\n{COLUMNS}")
        for b in range(benchmarks):
            level = random.uniform(5e3, 8e5)
            for launch in range(20):
                n = counts[launch % len(counts)]
                values = samples(b, level)
                wall = f"{sum(values) * n:.0f}"
                out.write(f's,"Bench{b}",{launch // len(counts) + 1},ok,{n},1,0000000000000007,'
                          f'1000,{wall},{wall},1500,0,"{" ".join(f"{s:.1f}" for s in values)}"\n')
        out.write(f"# end: {benchmarks * 20}\n")


def main():
    options = arguments(benchmarks=500)
    table = []
    with workplace():
        for counts in (1, 2, 4, 8), (8,):
            write_log("x.log", counts, options.benchmarks)
            for what, check in (("reading the log", "name-length"), ("reading and all checks", ""),
                                *((f"reading and {check}", check) for check in
                                  ("modes", "drift", "dependence", "outliers"))):
                words = ["doctor", "--from", "x.log", *(["--check", check] if check else [])]
                seconds = min(bdriver(*words).cpu for _ in range(3))
                table.append({"what": what, "iterations": " ".join(map(str, counts)),
                              "seconds": f"{seconds:.2f}"})
    print_csv(table)


main()
