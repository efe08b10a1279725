#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real suites measured twice in sequence: false changes of the rules for two sessions, and power.

Nothing changed between the runs. For the power, a tenth of the benchmarks of the new log is made 2,
5 or 10 % slower by scaling its samples; each tenth in turn, so that every benchmark is changed once
and is beside changed ones nine times. The default takes about 12 minutes.
"""
import argparse
import csv
import random
import subprocess

from study import CHANGED, bdriver, built, print_csv, workplace

CHANGES = (2, 5, 10)
RULES = {
    "unpaired at 5 %": ["--rule", "unpaired"],
    "unpaired at 3 %": ["--rule", "unpaired", "--threshold", "3"],
    "unpaired at 1 %": ["--rule", "unpaired", "--threshold", "1"],
    "bootstrap at 5 %": ["--rule", "bootstrap"],
    "minima beyond 5 % (swift)": ["--rule", "swift"],
    "minima beyond 2 % (swift)": ["--rule", "swift", "--threshold", "2"],
}


def plant(log, percent, part, target):
    """Slows tenth `part` of the benchmarks of a log, in an order of chance; returns their names."""
    lines = open(log, encoding="utf-8", newline="").read().splitlines()
    head, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    suite, name, samples = map(head.index, ("suite", "benchmark", "samples"))
    every = sorted({(row[suite], row[name]) for row in rows})
    random.Random(1).shuffle(every)
    slower = set(every[part::10])
    with open(target, "w", encoding="utf-8", newline="") as out:
        out.writelines(f"{line}\n" for line in lines
                       if line.startswith("#") and not line.startswith("# end:"))
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(head)
        for row in rows:
            if (row[suite], row[name]) in slower:
                row[samples] = " ".join(f"{float(s) * (1 + percent / 100):.4f}"
                                        for s in row[samples].split())
            writer.writerow(row)
        out.writelines(f"{line}\n" for line in lines if line.startswith("# end:"))
    return slower


def judge(old, new, changed, rule):
    """Counts over the benchmarks; `changed`: those that really are slower."""
    done = bdriver("compare", "--judge-same-code", "--fail-on", "never", "--format", "csv",
                   *rule, old, new, allowed=(0,), stdout=subprocess.PIPE)
    count = dict.fromkeys(("same", "false", "real", "found", "unchanged", "failed"), 0)
    for row in csv.DictReader(done.output.splitlines()):
        verdict, really = row["verdict"], (row["suite"], row["benchmark"]) in changed
        if verdict in ("failed", "added", "removed"):
            count["failed"] += 1
            continue
        count["real" if really else "same"] += 1
        count["found"] += really and verdict == "regressed"
        count["false"] += verdict == "improved" if really else verdict in CHANGED
        count["unchanged"] += not really and verdict == "unchanged"
    return count


def measure(workers, log, options):
    words = [word for suite in options.suites for word in ("-s", built(f"suites/{suite}"))]
    bdriver("run", "-q", "-c", built("bdriver.ini"), *words, "-j", workers, "-r", options.rounds,
            "--launch-time", options.launch_time, "--seed", 1, "-o", log, allowed=(0, 3))


def row(workers, rounds, rule, planted):
    alone = judge("old.log", "new.log", (), RULES[rule])
    line = {"workers": workers, "rule": rule, "rounds": rounds,
            **{key: alone[key] for key in ("same", "false", "unchanged", "failed")}}
    for percent in CHANGES:
        counts = [judge("old.log", log, changed, RULES[rule]) for log, changed in planted[percent]]
        for key in "same", "false", "real", "found":
            line[f"{key}{percent}"] = sum(count[key] for count in counts)
    return line


def main():
    parser = argparse.ArgumentParser(prog="tests/eval/run aa_suites", description=__doc__)
    parser.add_argument("rounds", nargs="?", default=10)
    parser.add_argument("launch_time", nargs="?", default="50ms")
    parser.add_argument("suites", nargs="*", default=["classic_O2", "zlib_O2", "sqlite_O2"])
    options = parser.parse_args()
    table = []
    with workplace() as folder:
        for workers in 1, 2:
            for log in folder.glob("*.log"):
                log.unlink()
            for log in "old.log", "new.log":
                measure(workers, log, options)
            planted = {percent: [(f"{percent}.{part}.log",
                                  plant("new.log", percent, part, f"{percent}.{part}.log"))
                                 for part in range(10)] for percent in CHANGES}
            table += [row(workers, options.rounds, rule, planted) for rule in RULES]
    print_csv(table)


main()
