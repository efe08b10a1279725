#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
import argparse, json, os, time

BENCHMARKS = {"Sort": lambda: sorted(range(5000, 0, -1)),
              "Join": lambda: ",".join(map(str, range(5000)))}
parser = argparse.ArgumentParser()
parser.add_argument("name", nargs="?")
for option in "list", "format", "iterations", "samples", "launch-time", "out-fd":
    parser.add_argument("--" + option, nargs="?", const=True)
given = parser.parse_args()
if given.list:
    names = [{"name": name} for name in BENCHMARKS]
    print(json.dumps({"schema": "bdriver-list-1", "suites": [{"benchmarks": names}]}))
else:
    work, count, samples = BENCHMARKS[given.name], int(given.iterations or 20), []
    for sample in range(10):
        start = time.perf_counter_ns()
        for i in range(count):
            work()
        samples.append(f"{(time.perf_counter_ns() - start) / count:.1f}")
    os.write(int(given.out_fd), ("# bdriver-row: 1\nbenchmark,status,iterations,samples\n"
        f'"{given.name}",ok,{count},"{" ".join(samples)}"\n# end: 1\n').encode())
