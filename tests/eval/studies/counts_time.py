#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do changes of instruction counts tell changes of time?

Pairs of builds of all our suites. callgrind counts the instructions of the timed iterations of one
launch; what is proven to be the same code has equal counts. A paired run measures the time. The edit is
a new benchmark in each suite, without alignment: it changes places alone. --keep FILE adds the counts
and times to a file, and takes those that are there.
"""
import bisect
import json
import math
import pathlib
import random
import re
import statistics
import subprocess
from concurrent.futures import ThreadPoolExecutor

import trees
from study import (COMPARED, SOURCE, arguments, bdriver, benchmarks_of, compare, need,
                   own_lock, print_csv, say, workplace)

NEW_FILE = """#include "harness/bench.h"
static void run(struct bd *b, uint64_t n)
{
	uint64_t sum = 1;
	while (n--)
		bd_keep(sum = sum * 33 + n);
	bd_result(b, 1);
}
BD_BENCHMARK("AaNew", run)
"""
BASE, EDITED, OTHER = "gcc -O2", "edited", "gcc -O2, not aligned"
BUILDS = {BASE: ("gcc", "-O2"), "gcc -Os": ("gcc", "-Os"), "gcc -O3": ("gcc", "-O3"),
          "clang -O2": ("clang", "-O2"), OTHER: ("gcc", "-O2"), EDITED: ("gcc", "-O2")}
PAIRS = [(BASE, "gcc -Os"), (BASE, "gcc -O3"), (BASE, "clang -O2"), (OTHER, EDITED)]
LAUNCH_NS = 1e6
GATE = math.log(1.03)
EQUAL = 0.003
THREADS = re.compile("QueueWork|PingPong")  # execute elsewhere what they measure
SAMPLING = re.compile(r"^fn=bd_sampling_run\n(.*?)(?=^fn=|\Z)", re.M | re.S)
CALL = re.compile(r"^cfn=(.*)\ncalls=.*\n\S+ (\d+)$", re.M)


class Built(dict):
    """The suites of each build, when they are wanted."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.source = folder, trees.copied_source(folder / "source")

    def __missing__(self, name):
        suites = sorted(path.name for path in (self.source / "suites").iterdir() if path.is_dir())
        new = {self.source / "suites" / suite / "aa_new.c": NEW_FILE for suite in suites}
        with trees.edited(new if name == EDITED else {}):
            self[name] = trees.build(self.source, self.folder / re.sub(r"\W+", "_", name), suites,
                                     *BUILDS[name], align=name not in (OTHER, EDITED))
        return self[name]


def count(suite, benchmark, iterations, out):
    """Instructions of an iteration in what is timed, the harness left out; None without."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--vgdb=no", "--compress-strings=no",
         f"--callgrind-out-file={out}", suite, benchmark, "--iterations", str(iterations),
         "--samples", "1"], capture_output=True, check=False)
    if done.returncode:
        say(f"{benchmark}: {done.stderr[-200:]}")
        return None
    text = out.read_text(encoding="utf-8", errors="replace")
    out.unlink()
    costs = [int(cost) for part in SAMPLING.findall(text) for name, cost in CALL.findall(part)
             if not name.startswith(("bd_", "clock_gettime"))]
    if not costs:
        say(f"{benchmark}: no timed call")
        return None
    return sum(costs) / iterations


class Kept:
    """Rows that a file keeps, by kind and key."""

    def __init__(self, path):
        self.path = path and pathlib.Path(path).resolve()
        self.rows = {}
        if self.path and self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                *key, value = json.loads(line)
                self.rows[tuple(key)] = value

    def take(self, *key, make):
        if key not in self.rows:
            self.rows[key] = make()
            if self.path:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([*key, self.rows[key]]) + "\n")
        return self.rows[key]


def times(old, new, options, out):
    """SUITE/NAME -> verdict, ratio, ns of old, is it the same code?"""
    bdriver("run", "--old", old, "--new", new, "--all", "-j", options.workers, "-q", "-o", out,
            allowed=(0, 1, 3))
    return {f"{row['suite']}/{row['benchmark']}":
            [row["verdict"], row["time_ratio"], row["old"]["estimate_ns"], row["same_code"]]
            for row in compare(out / "old.log", out / "new.log")["rows"] if row["verdict"] in COMPARED}


def counted(names, measured, built, kept, workers):
    """(build, SUITE/NAME) -> instructions of an iteration."""
    keys = sorted({(which, name) for pair in PAIRS for which in pair for name in names
                   if not measured[pair][name][3]})
    for which in {key[0] for key in keys if ("count", *key) not in kept.rows}:
        built[which]  # pylint: disable=pointless-statement

    def one(key):
        which, name = key
        suite, _, benchmark = name.partition("/")
        iterations = max(1, min(100000, int(LAUNCH_NS / measured[PAIRS[0]][name][2])))
        return kept.take("count", which, name, make=lambda: count(
            built[which] / suite, benchmark, iterations, pathlib.Path(re.sub(r"\W+", "_", which + name))))

    with ThreadPoolExecutor(workers) as pool:
        return dict(zip(keys, pool.map(one, keys)))


def ln_counts(old, new, same_code):
    """None: not known."""
    return 0 if same_code else math.log(new / old) if old and new else None


def ranks(values):
    """The mean place of each among all."""
    ordered = sorted(values)
    return [(bisect.bisect_left(ordered, value) + bisect.bisect_right(ordered, value)) / 2
            for value in values]


def summary(old, new, found):
    """found: verdict, ln of the ratio of times and of counts, of each benchmark."""
    decided = [one for one in found if one[0] != "inconclusive"]
    called = [one for one in decided if one[0] != "unchanged"]
    fine = [one for one in decided if one[0] == "unchanged"]
    large = [one for one in called if abs(one[1]) >= GATE]
    t, c = [one[1] for one in found], [one[2] for one in found]
    varies = len(set(c)) > 1
    return {"old": old, "new": new, "benchmarks": len(found), "decided": len(decided),
            "correlation": f"{statistics.correlation(t, c):.2f}" if varies else "",
            "rank_correlation":
            f"{statistics.correlation(ranks(t), ranks(c)):.2f}" if varies else "",
            "unchanged": len(fine), "false_gate": sum(abs(one[2]) >= GATE for one in fine),
            "called": len(called), "equal_counts": sum(abs(one[2]) <= EQUAL for one in called),
            "large": len(large), "missed": sum(abs(one[2]) < GATE for one in large),
            "missed_equal": sum(abs(one[2]) <= EQUAL for one in large),
            "reversed": sum(abs(one[2]) >= GATE and one[1] * one[2] < 0 for one in large)}


def main():
    options = arguments(benchmarks=400, workers=2, keep="")
    need("gcc clang cmake ninja-build valgrind", "gcc", "clang", "cmake", "ninja", "valgrind")
    own_lock()
    kept = Kept(options.keep)
    with workplace() as folder:
        built = Built(folder)
        measured = {pair: kept.take("time", *pair, make=lambda pair=pair, i=i: times(
            built[pair[0]], built[pair[1]], options, folder / f"out{i}"))
            for i, pair in enumerate(PAIRS)}
        names = sorted(set.intersection(*(set(rows) for rows in measured.values())))
        random.Random(1).shuffle(names)
        names = [name for name in names if not THREADS.search(name)][:options.benchmarks]
        counts = counted(names, measured, built, kept, options.workers)
    table = []
    for old, new in PAIRS:
        found = [(measured[old, new][name][0], math.log(measured[old, new][name][1]), change)
                 for name in names if (change := ln_counts(
                     counts.get((old, name)), counts.get((new, name)), measured[old, new][name][3]))
                 is not None]
        table.append(summary(old, new, found))
        say(table[-1])
    print_csv(table)


main()
