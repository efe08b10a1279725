#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated suites, special cases: what is each part of the rules good for?

Short, normal and full: 5, 200 and 2,000 pairs of logs a row. Normal takes ten minutes on two idle
cores.
"""
from simulation import Cells

cells = Cells()
n = cells.pick(5, 200, 2000)


def claim(label, noise=".0252", **options):
    # The median of 20 executions of sd .0252 makes 1 % of the ratio of a round.
    cells.add("suite", label=label, model="M0", executions=20, rounds=8, replications=n,
              noise=noise, **options)


def paired():
    for label, more in ("equal noise", {}), ("unequal noise", {"spread": 0.5}):
        claim(label, effect=2, **more)
        claim(f"{label}; no moderation", effect=2, **more, options="--no-moderation")
        claim(f"{label}; strict", effect=2, **more, options="--strict")
    claim("all 0.3 % slower", effect=2, shift=0.3)
    claim("all 0.3 % slower; strict", effect=2, shift=0.3, options="--strict")
    claim("all 0.3 % slower; nothing else changed", shift=0.3, changed=0)
    second = {"changed": 0, "order_effect": 1}
    claim("second of a round 1 % slower", **second)
    claim("second of a round 1 % slower; order not logged", **second, no_position=True)
    claim("second of a round 1 % slower; ABBA", **second, abba=True)
    claim("1 % of the benchmarks four times noisier", changed=0, noisy=1)
    claim("1 % of the benchmarks four times noisier; no moderation", changed=0, noisy=1,
          options="--no-moderation")
    claim("clock step of 2 %", changed=0, step=200000)
    claim("permanent build offset of 0.5 %", changed=0, offset=0.005)
    claim("permanent build offset of 1 %", changed=0, offset=0.01)
    # Half the noise: there the threshold binds.
    half = ".0126"
    claim("half the noise; all 0.3 % slower", half, effect=2, shift=0.3)
    claim("half the noise; all 0.3 % slower; threshold 0.1 %", half, effect=2, shift=0.3,
          options="--threshold 0.1")
    claim("half the noise; second of a round 1 % slower", half, **second)
    claim("half the noise; second of a round 1 % slower; order not logged", half, **second,
          no_position=True)


def unpaired():
    for threshold in 5, 3, 1:
        label = f"two sessions; threshold {threshold} %"
        what = {"plan": "unpaired", "rounds": 4, "replications": n,
                "options": f"--threshold {threshold}"}
        for model in "M3", "M6":
            cells.add("suite", label=label, model=model, changed=0, **what)
            cells.add("suite", label=label, model=model, effect="5,10", **what)
        cells.add("suite", label=f"{label}; half of the suite changed", model="M3", effect=10,
                  changed=50, **what)


paired()
unpaired()
cells.run()
