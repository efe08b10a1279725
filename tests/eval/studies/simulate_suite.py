#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated suites of 500 benchmarks: is the false discovery rate held, and what is found?

Short, normal and full: 5, 40 and 400 pairs of logs a cell, more where nothing changed. Normal takes
about 20 minutes on two idle cores.
"""
from simulation import Cells

cells = Cells()
n = cells.pick(5, 40, 400)
for plan, rounds, effects in ("paired", "8,20", "2,5"), ("unpaired", "4,10", "5,10"):
    for model in range(7):
        what = {"plan": plan, "model": f"M{model}", "rounds": rounds}
        cells.add("suite", label="unchanged", **what, changed=0,
                  replications=cells.pick(5, 100, 1000))
        for changed in 1, 10:
            cells.add("suite", label="changed", **what, effect=effects, changed=changed,
                      replications=n)
cells.run()
