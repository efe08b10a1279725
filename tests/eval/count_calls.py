#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads `bdriver compare --format csv` from standard input; argument: names from plant.py, or none.

Prints: benchmarks that did not change, of these called changed, benchmarks that did change, of
these found (as regressed), called unchanged, failed, joined by commas.
"""
import csv
import sys

changed = set()
if len(sys.argv) > 1:
    changed = {tuple(line.rstrip("\n").split(" ", 1)) for line in open(sys.argv[1], encoding="utf-8")}
same = false = real = found = unchanged = failed = 0
for row in csv.DictReader(sys.stdin):
    verdict = row["verdict"]
    called = verdict in ("regressed", "improved")
    if verdict in ("failed", "added", "removed"):
        failed += 1
    elif (row["suite"], row["benchmark"]) in changed:
        real += 1
        found += verdict == "regressed"
        false += verdict == "improved"
    else:
        same += 1
        false += called
        unchanged += verdict == "unchanged"
print(same, false, real, found, unchanged, failed, sep=",")
