#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One benchmark against copies of its file and against itself: does the place in memory matter?

Files of tmpfs keep their physical pages. Of a disk, bdriver renews those of both builds before each
launch.
Each pair of files is measured several times. By chance alone, the ratios of one pair would differ
from each other as much as from those of other pairs: F of ln(new / old) by pairs of files, against
random permutations.
"""
import contextlib
import math
import pathlib
import random
import shutil
import statistics
import tempfile

from study import (CHANGED, arguments, bdriver, built, compare, own_lock, print_csv, say)

PERMUTATIONS = 2000
WAYS = {  # copies or two names, and where
    "two copies in tmpfs": (True, "/dev/shm"),
    "two copies on a disk": (True, "/var/tmp"),
    "one file, two names": (False, "/var/tmp"),
}


def pair_of_files(folder, binary, copies):
    """A copy is written anew, not a reflink: other blocks of the page cache."""
    for side in ("old", "new"):
        (folder / side).mkdir(parents=True)
    shutil.copy2(binary, folder / "old")
    if copies:
        shutil.copy2(binary, folder / "new")
    else:
        (folder / "new" / binary.name).hardlink_to(folder / "old" / binary.name)


def measure(folder, number, options):
    out = folder / f"out{number}"
    bdriver("run", "--old", folder / "old", "--new", folder / "new", "-r", options.rounds,
            "--launch-time", options.launch_time, "-j", 1, "--seed", number, "-q", "-o", out,
            options.benchmark, allowed=(0, 1, 3))
    return compare(out / "old.log", out / "new.log")["rows"][0]


def f_test(groups):
    """F and the mean squares between the groups and within."""
    n, k = sum(map(len, groups)), len(groups)
    mean = statistics.fmean(x for group in groups for x in group)
    between = sum(len(g) * (statistics.fmean(g) - mean) ** 2 for g in groups) / (k - 1)
    within = sum((x - statistics.fmean(g)) ** 2 for g in groups for x in g) / (n - k)
    return between / within, between, within


def chance(groups, f):
    """Of an F as large where the values are dealt to the groups at random."""
    deal, values, size = random.Random(1), [x for g in groups for x in g], len(groups[0])
    larger = 0
    for _ in range(PERMUTATIONS):
        deal.shuffle(values)
        larger += f_test([values[i:i + size] for i in range(0, len(values), size)])[0] >= f
    return (larger + 1) / (PERMUTATIONS + 1)


def summary(way, groups, rows):
    f, between, within = f_test(groups)
    runs = len(groups[0])
    place = math.sqrt(max(0, (between - within) / runs))
    return {"files": way, "pairs_of_files": len(groups), "runs": runs,
            "means": " ".join(f"{100 * math.expm1(statistics.fmean(g)):+.2f}" for g in groups),
            "sd_within": f"{100 * math.sqrt(within):.2f}", "sd_between": f"{100 * place:.2f}",
            "f": f"{f:.2f}", "p": f"{chance(groups, f):.4f}",
            "compared": len(rows),
            "missed": sum(not row["ratio_low"] <= 1 <= row["ratio_high"] for row in rows),
            "changed": sum(row["verdict"] in CHANGED for row in rows)}


def main():
    options = arguments(suite="uv_O2", benchmark="TimerStartStop/10", files=8, runs=6, rounds=8,
                        launch_time="10ms")
    own_lock()
    binary = built(f"suites/{options.suite}")
    with contextlib.ExitStack() as stack:
        results = {way: {} for way in WAYS}
        for way, (copies, place) in WAYS.items():
            name = stack.enter_context(tempfile.TemporaryDirectory(dir=place))
            for i in range(options.files):
                folder = pathlib.Path(name) / str(i)
                pair_of_files(folder, binary, copies)
                results[way][folder] = []
        for number in range(1, options.runs + 1):
            for i in range(options.files):
                for of_way in results.values():
                    folder = list(of_way)[i]
                    of_way[folder].append(measure(folder, number, options))
            say(f"{number} of {options.runs}")
    table = []
    for way, of_way in results.items():
        groups = [[math.log(r["time_ratio"]) for r in rows] for rows in of_way.values()]
        table.append(summary(way, groups, [r for rows in of_way.values() for r in rows]))
    print_csv(table)


main()
