#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do calls and intervals hold where benchmarks share launches?

Simulated suites of 50 benchmarks: each alone in its launches, or 10 or all 50 in one process, which
takes 2 s to start. What the process has in common: the modes of M4 and M5, or 1 or 3 % besides.
Short, normal and full: 5, 40 and 400 pairs of logs a cell, more where nothing changed.
"""
from simulation import Cells

cells = Cells()
n = cells.pick(5, 40, 400)
for group in 0, 10, 50:
    for launch_sd in 0, 1, 3:
        for model in ("M0", "M2", "M4", "M5") if launch_sd == 0 else ("M0", "M2"):
            for changed, effect in (0, 0), (10, 5):
                cells.add("suite", label=f"{group}; {launch_sd}", model=model, rounds=16,
                          benchmarks=50, executions=5, abba=True, changed=changed, effect=effect,
                          replications=n if changed else cells.pick(5, 100, 1000),
                          noise=0.03, spread=0.5, launch_sd=launch_sd,
                          **({"group": group, "start": 2} if group else {}))
cells.run()
