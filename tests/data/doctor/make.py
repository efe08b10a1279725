#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes sick.log and healthy.log: what `bdriver doctor` would measure, with exact numbers."""
import os

HEADER = ("suite,benchmark,stage,round,status,iterations,tuned_iterations,clock_step_ns,"
          "checksum,verified,file,line,setup_ns,cpu_ns,wall_ns,peak_kib,run_delay_ns,samples")
WIGGLE = (0, .002, .001, .003, .0005, .0015, .0025, .0007, .0012, .0021, .0004, .0017)


def rows(name, line, once, each, kib):
    for launch in range(5):
        for n in (1, 2, 4, 8):
            level = (once + each * n) / n
            samples = [level * (1 + WIGGLE[(i * 5 + launch * 7 + n) % 12]) for i in range(12)]
            samples[launch] = level
            wall = sum(samples) * n
            yield (f's,"{name}",1,{launch + 1},ok,{n},1,1,0000000000000007,1,suites/a.c,{line},1000,'
                   f'{wall:.0f},{wall:.0f},{kib(n)},0,"{" ".join(f"{s:.2f}" for s in samples)}"')


def write(path, benchmarks):
    lines = [row for benchmark in benchmarks for row in rows(*benchmark)]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), path), "w") as out:
        out.write("# bdriver-log: 1\n# suite.s.flags: -O2 -DNDEBUG\n# doctor: 1\n" + HEADER + "\n")
        out.write("\n".join(lines) + f"\n# end: {len(lines)}\n")


write("healthy.log", [("Fine", 5, 0, 100e3, lambda n: 4000),
                      ("Short/64", 6, 20, 100e3, lambda n: 4000 + n)])
write("sick.log", [("Fine", 5, 0, 100e3, lambda n: 4000),
                   ("SetupInside", 12, 50e3, 100e3, lambda n: 4000),
                   ("LongWork", 20, 0, 12.4e6, lambda n: 4000),
                   ("Leaks", 30, 0, 200e3, lambda n: 4000 + 400 * n)])
