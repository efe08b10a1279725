#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated pools of eight machines: pairs on one machine, replicas on three, two runs apart.

Machines differ by 1.5 % (sd), machines and benchmarks by 0.7 %. In half of the cells a machine also
changes the new build of each benchmark by 0.5 %, as an unlucky place of its code would. 12 launches
of each build in all. Short, normal and full: 4, 20 and 200 pairs of logs a cell.
"""
from simulation import Cells

cells = Cells()
n = cells.pick(4, 20, 200)
pool = {"nodes": 8, "node_sd": 1.5, "node_benchmark_sd": 0.7, "benchmarks": 500, "rounds": 12,
        "model": "M2", "noise": 0.02, "executions": 50, "replications": n}
for layout in 0, 0.5:
    for label, plan, replicas in (("one machine", "paired", 1), ("three machines", "paired", 3),
                                  ("six machines", "paired", 6), ("two runs", "unpaired", 1)):
        what = {"plan": plan, "replicas": replicas, "node_layout_sd": layout, **pool}
        name = f"{label}{', layout' if layout else ''}".replace(",", "")
        cells.add("suite", label=name, changed=0, **what)
        cells.add("suite", label=name, changed=10, effect="1,2,5", **what)
cells.run()
