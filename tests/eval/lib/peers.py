# SPDX-License-Identifier: GPL-3.0-or-later
"""What hyperfine says of two commands: by its own error of the ratio, and by Welch's t."""
import json
import math
import subprocess

from study import Run

WARMUP = 2  # runs


def welch_p(a, b):
    """Two-sided p of Welch's t, as hyperfine's script welch_ttest.py takes it from SciPy."""
    from scipy import stats
    return stats.ttest_ind(a, b, equal_var=False).pvalue


class Hyperfine:
    """Old, then new, one after the other. `own`, `welch`: +1 slower, -1 faster, 0 not called."""

    def __init__(self, old, new, runs, out="hyperfine.json"):
        self.wall = Run(["hyperfine", "-N", "--warmup", WARMUP, "--runs", runs, "--export-json", out,
                         "--style", "none", old, new], stdout=subprocess.DEVNULL).wall
        with open(out, encoding="utf-8") as file:
            self.old, self.new = json.load(file)["results"]
        # "1.02 +- 0.01 times faster": its own error of the ratio; called where 1 lies outside.
        self.ratio = self.new["mean"] / self.old["mean"]
        error = self.ratio * math.hypot(self.new["stddev"] / self.new["mean"],
                                        self.old["stddev"] / self.old["mean"])
        direction = 1 if self.ratio > 1 else -1
        self.own = direction if abs(self.ratio - 1) > error else 0
        self.welch = direction if welch_p(self.old["times"], self.new["times"]) < 0.05 else 0
