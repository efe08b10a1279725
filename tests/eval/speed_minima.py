#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The yardstick of speed_compare.sh: reads two logs of Swift's form and takes ratios of minima."""
import sys


def minima(path):
    with open(path, encoding="utf-8") as lines:
        rows = (line.split(",") for line in lines)
        return {r[1]: int(r[3]) for r in rows if len(r) > 3 and r[0].isdigit()}


old, new = minima(sys.argv[1]), minima(sys.argv[2])
print(sum(1 for name in old if name in new and not 0.95 < new[name] / old[name] < 1.05))
