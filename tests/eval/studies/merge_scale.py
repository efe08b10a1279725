#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does it cost to merge a run of 400,000 launches in 8 parts?

20,000 benchmarks x 2 builds x 10 rounds. The rows are those of one measured launch, with other names.
"""
import os
import shutil

from study import arguments, bdriver, memory_kib, own_lock, print_csv, suites, workplace

PARTS, BENCHMARKS, ROUNDS = 8, 20000, 10


def multiply(build):
    """The parts of the log of one benchmark."""
    with open(f"one/{build}.log", encoding="utf-8") as file:
        lines = file.read().splitlines()
    head = [line for line in lines if line.startswith("#") and
            not line.startswith(("# end", "# shard"))]
    header, row = [line for line in lines if not line.startswith("#")][:2]
    cells, size = row.split(","), 0
    for part in range(1, PARTS + 1):
        path = f"out.{part}/{build}.log"
        os.makedirs(f"out.{part}", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            print(*head, f"# shard: {part}/{PARTS} of {BENCHMARKS}, list 00000000000000aa", header,
                  sep="\n", file=file)
            for i in range(part - 1, BENCHMARKS, PARTS):
                for k in range(1, ROUNDS + 1):
                    cells[1], cells[4] = f'"Made/{i}"', str(k)
                    print(",".join(cells), file=file)
            print(f"# end: {BENCHMARKS // PARTS * ROUNDS}", file=file)
        size += os.path.getsize(path)
    return size


def main():
    arguments()
    own_lock()
    suite = next(path for path in suites("O2") if path.name.startswith("classic"))
    with workplace():
        for build in ("old", "new"):
            os.mkdir(build)
            shutil.copy(suite, f"{build}/classic")
        bdriver("run", "--old", "old", "--new", "new", "--shard", "1/1", "-r", 1, "--all",
                "--launch-time", "5ms", "-o", "one", "BitCount/1", allowed=(0, 1))
        size = multiply("old") + multiply("new")
        run = bdriver("merge", *(f"out.{k}" for k in range(1, PARTS + 1)), "-o", "out",
                      allowed=(0,), sample=memory_kib)
    print_csv([{"launches": 2 * BENCHMARKS * ROUNDS, "parts": PARTS,
                "mib": f"{size / 2**20:.0f}", "seconds": f"{run.wall:.2f}",
                "cpu_seconds": f"{run.cpu:.2f}", "peak_mib": f"{max(run.samples) / 1024:.0f}"}])


main()
