#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated machines, one benchmark alone: how often is a change called, false and true?

Machines M0 to M6; short, normal and full: 100, 2,000 and 10,000 replications. Normal takes five
minutes on two idle cores.
"""
from simulation import Cells

cells = Cells()
n = cells.pick(100, 2000, 10000)
for model in range(7):
    cells.add("alone", model=f"M{model}", rounds="8,10,20", effect="0,1,2,5,10", replications=n)
for model in range(7):
    cells.add("alone", plan="unpaired", model=f"M{model}", rounds="4,10", effect="0,2,5,10",
              replications=n)
cells.run()
