#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants changes in a log, so that what is really changed is known.

plant.py IN PER_CENT SEED PART OUT NAMES: the samples of tenth PART (0 to 9) of the benchmarks, in an
order drawn by SEED, become slower by PER_CENT. NAMES gets these, one "SUITE BENCHMARK" a line.
"""
import csv
import random
import sys


def main():
    source, percent, seed, part, target, names = sys.argv[1:]
    factor = 1 + float(percent) / 100
    lines = open(source, encoding="utf-8", newline="").read().splitlines()
    head = next(csv.reader([line for line in lines if not line.startswith("#")][:1]))
    at = {name: place for place, name in enumerate(head)}
    rows = [line if line.startswith("#") else next(csv.reader([line])) for line in lines]
    launches = [row for row in rows if isinstance(row, list) and row != head]
    every = sorted({(row[at["suite"]], row[at["benchmark"]]) for row in launches})
    random.Random(int(seed)).shuffle(every)
    slower = set(every[int(part)::10])
    for row in launches:
        if (row[at["suite"]], row[at["benchmark"]]) in slower:
            samples = row[at["samples"]].split()
            row[at["samples"]] = " ".join(f"{float(s) * factor:.4f}" for s in samples)
    with open(target, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        for row in rows:
            if isinstance(row, list):
                writer.writerow(row)
            else:
                out.write(row + "\n")
    with open(names, "w", encoding="utf-8") as out:
        out.writelines(f"{suite} {name}\n" for suite, name in sorted(slower))


main()
