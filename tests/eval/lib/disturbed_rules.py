#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""disturbed_rules.py RAW...: the rule of driver/disturbance.c and variants of it on the evidence of
`tests/eval/run disturbed --raw RAW`: how many affected and how many clean launches each marks.
`program`: the marks of the program itself when the launches were made.
"""
import csv
import math
import statistics
import sys
from collections import defaultdict

NOW = dict(cpu=0.98, delay=0.01, doubt=0.10, spreads=5, mean=0.02, median=0.01, learned=3, kept=20,
           sleeps=5, again=False, own=0.10)
VARIANTS = {
    "rule": {},
    "always by the range": dict(own=math.inf),
    "own 5 %": dict(own=0.05),
    "own 3 %": dict(own=0.03),
    "doubt 5 %": dict(doubt=0.05),
    "judged at the end": dict(again=True),
    "3 spreads": dict(spreads=3),
    "8 spreads": dict(spreads=8),
    "delay 2 %": dict(delay=0.02, cpu=0.97),
    "mean only": dict(median=9),
}

def number(text):
    return float(text) if text else math.nan

def launches(path):
    for row in csv.DictReader(open(path, newline="")):
        wall = number(row["wall_ns"])
        row["cpu_share"] = number(row["cpu_ns"]) / wall
        row["delay_share"] = number(row["run_delay_ns"]) / wall
        for key in ("mean_ns", "median_ns"):
            row[key] = number(row[key])
        row["vol"] = number(row["voluntary_switches"])
        yield row

def above(quiet, key, value, least, spreads):
    values = [q[key] for q in quiet]
    middle = statistics.median_low(values)
    mad = statistics.median_low([abs(v - middle) for v in values])
    return value > middle + max(spreads * 1.4826 * mad, least * middle)

def suspicions(row, quiet, r):
    usual = max([1, statistics.median_low([q["cpu_share"] for q in quiet])]) if quiet else 1
    sleeps = row["vol"] >= r["sleeps"] and not 1 - row["cpu_share"] <= 2 * row["delay_share"]
    return row["cpu_share"] < r["cpu"] * usual and not sleeps, row["delay_share"] > r["delay"]

def judge(row, quiet, r):
    cpu, delay = suspicions(row, quiet, r)
    if not (cpu or delay):
        return False
    if (delay and row["delay_share"] > r["own"]) or (cpu and 1 - row["cpu_share"] > r["own"]):
        return True
    if len(quiet) < r["learned"]:
        return ((cpu and 1 - row["cpu_share"] > r["doubt"]) or
                (delay and row["delay_share"] > r["doubt"]))
    return (above(quiet, "mean_ns", row["mean_ns"], r["mean"], r["spreads"]) or
            above(quiet, "median_ns", row["median_ns"], r["median"], r["spreads"]))

def marks(rows, r):
    histories = defaultdict(list)
    found = []
    for row in rows:
        quiet = histories[row["benchmark"]]
        found.append(judge(row, quiet[-r["kept"]:], r))
        if not any(suspicions(row, quiet, r)):
            quiet.append(row)
    if r["again"]:
        found = [judge(row, histories[row["benchmark"]][-r["kept"]:], r) for row in rows]
    return found

def share(rows, found, kind):
    chosen = [f for row, f in zip(rows, found) if row["truth"] == kind]
    if not chosen:
        return "-"
    return f"{sum(chosen)}/{len(chosen)} = {100 * sum(chosen) / len(chosen):.1f} %"

def main():
    groups = defaultdict(list)
    for path in sys.argv[1:]:
        for row in launches(path):
            groups[path, row["workers"], row["neighbour"]].append(row)
    for (path, workers, neighbour), rows in groups.items():
        print(f"{path}: {workers} workers, neighbour {neighbour}")
        tried = {"program": [row["disturbed"] != "" for row in rows]}
        tried.update((name, marks(rows, {**NOW, **v})) for name, v in VARIANTS.items())
        for name, found in tried.items():
            print(f"  {name:20s} affected {share(rows, found, 'affected'):24s} "
                  f"clean {share(rows, found, 'clean')}")

main()
