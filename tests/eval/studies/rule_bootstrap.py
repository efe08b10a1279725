#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated machines: how do the rules bootstrap, paired and unpaired compare on the same times?

One benchmark alone on the machines M0 to M6. Short, normal and full: 45, 180 and 1,800 replications.
Normal takes about one minute.
"""
from simulation import Cells

cells = Cells()
for plan in "paired", "unpaired":
    for rule in plan, "bootstrap":
        for model in range(7):
            cells.add("alone", label=rule, plan=plan, model=f"M{model}", rounds="4,10",
                      effect="0,5", options=f"--rule {rule} --judge-same-code",
                      replications=cells.pick(45, 180, 1800))
cells.run()
