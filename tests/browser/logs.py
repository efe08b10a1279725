#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""logs.py FOLDER BENCHMARKS LAUNCHES SAMPLES: writes FOLDER/old.log and new.log, a paired run.

Every tenth benchmark is 20 % slower, every 25th 15 % faster. Of the launches some are disturbed,
some had a shared core, and some samples are outliers. The names of the first benchmarks attack the
page. Seeded, so that a run can be repeated.
"""
import json
import os
import random
import sys

HOSTILE = ["</script><script>window.attacked = 1</script>", "<img src=x onerror=window.attacked=1>",
           "quotes \"'` & &lt;", "line\u2028and\u2029paragraph", "100% #?effects/..//x y",
           "__proto__", "constructor", "<!-- <script>"]
COLUMNS = ("suite,benchmark,build,stage,round,attempt,position,worker,cpu,status,detail,iterations,"
           "clock_step_ns,file,line,wall_ns,peak_kib,voluntary_switches,involuntary_switches,"
           "migrations,run_delay_ns,core_low,core_high,disturbed,samples\n")


def name(i):
    return HOSTILE[i] if i < len(HOSTILE) else f"Family{i % 40}/{i}"


def row(i, build, rnd, samples, rng):
    base = 10 ** random.Random(i).uniform(1.5, 6)
    change = 1.2 if i % 10 == 3 else 0.85 if i % 25 == 1 else 1
    level = base * (change if build == "new" else 1) * rng.gauss(1, 0.004)
    values = " ".join(
        f"{level * (1 + rng.expovariate(200)) * (1.5 if rng.random() < 0.01 else 1):.6g}"
        for _ in range(samples))
    disturbed = "run-delay" if (i + rnd) % 17 == 0 else ""
    core = 1.6 if (i + rnd) % 6 == 0 else 0.85
    position = (i + rnd + (build == "new")) % 2 + 1
    quoted = name(i).replace('"', '""')
    return (f'"suite{i % 5}","{quoted}","{build}",,{rnd},1,{position},{i % 2},{i % 2},ok,"",{1 + i % 7},'
            f'20,"suites/suite{i % 5}/file{i}.c",{i + 1},{level * samples * 5:.0f},{2000 + i},0,'
            f'{rng.randrange(3)},0,{rng.randrange(10000)},0.84,{core},"{disturbed}","{values}"\n')


def main():
    folder, benchmarks, launches, samples = sys.argv[1], *map(int, sys.argv[2:5])
    os.makedirs(folder, exist_ok=True)
    tags = json.dumps({"hash": [name(i) for i in range(2, benchmarks, 10)], "</b>": [name(2)]})
    for build in "old", "new":
        rng = random.Random(build)
        with open(f"{folder}/{build}.log", "w", encoding="utf-8", newline="") as out:
            out.write("# bdriver-log: 1\n# session: page\n# started: 2026-11-20T22:00:00Z\n"
                      f"# build: {build}\n# host: <host>\n# cores: 2\n# workers: 2\n"
                      f"# suite.suite2.tags: {tags}\n" + COLUMNS)
            for rnd in range(1, launches + 1):
                for i in range(benchmarks):
                    out.write(row(i, build, rnd, samples, rng))
            out.write(f"# end: {benchmarks * launches}\n")


if __name__ == "__main__":
    main()
