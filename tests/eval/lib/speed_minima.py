#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The yardstick of speed_compare.py: reads two logs of Swift's form and takes ratios of minima.

speed_minima.py all|first OLD NEW   of all numbers of a row, or of the first, which is the least
"""
import csv
import sys


def all_numbers(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return {r[1]: min(map(int, r[3:])) for r in csv.reader(lines)
                if len(r) > 3 and r[0].isdigit()}


def first_number(path):
    with open(path, encoding="utf-8") as lines:
        rows = (line.split(",", 4) for line in lines)
        return {r[1]: int(r[3]) for r in rows if len(r) > 3 and r[0].isdigit()}


minima = {"all": all_numbers, "first": first_number}[sys.argv[1]]
old, new = minima(sys.argv[2]), minima(sys.argv[3])
print(sum(1 for name in old if name in new and not 0.95 < new[name] / old[name] < 1.05))
