#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many false alarms does a history give, and how soon does it find a step?

500 simulated benchmarks over 200 nights; each rule judges after each night, from the 30th on. Code
changes in a tenth of the nights; noise of a night has a median SD of .5 %. `segments` is what
`bdriver history` does, at --alarms 1. `oracle` is the most that is possible: it knows the noise and
where a change may stand, and tests each such place once.
"""
import csv
import io
import subprocess

from study import arguments, built, print_csv

WORLDS = ("quiet", "all code is new", "correlated .4", "bad nights 2 %", "slow nights 5 %", "noise doubles",
          "machine shifts 1 %", "unseen shifts 1 %", "step 1 sd", "step 2 sd", "step 3 sd", "step 5 %",
          "creep .1 sd a night")
# Noise of some benchmarks that is unlike that of the others; only the rule of bdriver judges it.
HARDER = ("correlated .2", "a tenth correlated .5", "a tenth correlated .8", "a tenth grows louder", "tails of t 3",
          "bad nights 5 %")
# The usual limits of each rule; 0: from --alarms 1. `oracle` may give as many false alarms.
RULES = {"segments": 0, "oracle": 1, "binary": 4.5, "cusum": 8.45, "otava": 0.001, "asv": 0.05, "window": 7,
         "quartiles": 3, "lnt": 0.01, "lnt 10": 0.01, "fixed": 0.05}
COLUMNS = ("world", "rule", "threshold", "nights", "alarms", "same_code_alarms", "steps", "found_2",
           "found_7", "found_30")


def main():
    args = arguments(seeds=3)
    program = built("tests/simulate_history")
    rows = []
    for world in WORLDS + HARDER:
        for rule, threshold in RULES.items():
            if world in HARDER and rule != "segments":
                continue
            total = None
            for seed in range(1, args.seeds + 1):
                text = subprocess.check_output(
                    [program, world, rule, str(threshold), str(seed)], text=True)
                one = dict(zip(COLUMNS, next(csv.reader(io.StringIO(text)))))
                if total:
                    for key in COLUMNS[3:]:
                        total[key] = int(total[key]) + int(one[key])
                total = total or one
            rows.append(total)
    print_csv(rows)


main()
