# SPDX-License-Identifier: GPL-3.0-or-later
"""The first version of the rule `paired`, for studies that compare it with the present one.

docs/decisions/0016-one-estimator.md says why it was replaced. Needs python3-numpy, python3-scipy.
"""
import math
import statistics

import numpy as np
from scipy import special, stats

THRESHOLD, EQUIVALENCE, FDR = 0.01, 0.02, 0.05
PARTS = 3  # also the Bonferroni factor


def trigamma_inverse(y):
    """Newton, as in the appendix of Smyth 2004."""
    x = 0.5 + 1 / y
    for _ in range(50):
        tri = special.polygamma(1, x)
        step = tri * (1 - tri / y) / special.polygamma(2, x)
        x += step
        if abs(step / x) < 1e-10:
            break
    return x


def prior_of(s2, df):
    """df0 and s0^2 by the moments of ln s2; equal df."""
    e = np.log(s2) - special.digamma(df / 2) + math.log(df / 2)
    excess = e.var(ddof=1) - special.polygamma(1, df / 2)
    if excess <= 0:
        return math.inf, s2.mean()
    df0 = 2 * trigamma_inverse(excess)
    return df0, math.exp(e.mean() + special.digamma(df0 / 2) - math.log(df0 / 2))


def t_quantile(p, df):
    return stats.norm.ppf(p) if math.isinf(df) else stats.t.ppf(p, df)


def t_two_sided(t, df):
    t = np.abs(t)
    return 2 * (stats.norm.sf(t) if math.isinf(df) else stats.t.sf(t, df))


def adjusted(p):
    """Benjamini and Hochberg."""
    order = np.argsort(-p)
    ranked = np.minimum.accumulate(p[order] * len(p) / np.arange(len(p), 0, -1))
    q = np.empty(len(p))
    q[order] = np.minimum(1, ranked)
    return q


class Part:
    """ln(new / old) of one value of the launches: rows are benchmarks, columns are rounds."""

    def __init__(self, old, new, order):
        d = np.log(new) - np.log(old)
        effects = [(row[o > 0].mean() - row[o < 0].mean()) / 2 for row, o in zip(d, order)
                   if (o > 0).any() and (o < 0).any()]
        d = d - (np.median(effects) if len(effects) >= 10 else 0) * order
        rounds, self.df = d.shape[1], d.shape[1] - 1
        self.mean, self.s2 = d.mean(axis=1), d.var(axis=1, ddof=1)
        self.s2 = np.maximum(self.s2, 1e-5 * np.median(self.s2))
        self.df0, s02 = prior_of(self.s2, self.df)
        self.moderated = np.full(len(d), s02) if math.isinf(self.df0) else \
            (self.df0 * s02 + self.df * self.s2) / (self.df0 + self.df)
        total = self.df0 + self.df
        test = total if math.isinf(total) else min(total, self.df * len(d))
        self.p = np.maximum(t_two_sided(self.mean / np.sqrt(self.moderated / rounds), test),
                            t_two_sided(self.mean / np.sqrt(self.s2 / rounds), self.df) / 30)
        self.widest = np.sqrt(np.maximum(self.s2, self.moderated) / rounds)


def swap_test(old, new):
    a, b = old.min(axis=1), new.min(axis=1)
    fast, bar = np.where((a < b)[:, None], old, new), np.maximum(a, b)
    below = (fast < bar[:, None]).sum(axis=1)
    return np.where(below > 0, 2.0 ** (1 - below), 1), np.log(b / a)


def judge(old_median, new_median, old_min, new_min, order, step):
    """Arrays of benchmarks x rounds; order +1 where new ran second; step: of the clock, ns.

    Returns verdict (+1, -1 called; 0 unchanged; nan inconclusive), ln ratio, and the interval.
    """
    parts = [Part(old_median, new_median, order), Part(old_min, new_min, order)]
    swap_p, swap_ratio = swap_test(old_min, new_min)
    p = np.array([parts[0].p, parts[1].p, swap_p])
    ln = np.array([parts[0].mean, parts[1].mean, swap_ratio])
    decides = p.argmin(axis=0)
    ratio = ln[decides, np.arange(p.shape[1])]
    least = np.minimum(old_min, new_min).min(axis=1)
    floor = np.maximum(math.log1p(THRESHOLD), 1.5 * step / least)
    conflict = ((p < 0.025) & (ln > 0)).any(axis=0) & ((p < 0.025) & (ln < 0)).any(axis=0)
    family = np.where(conflict | (np.abs(ratio) < floor), 1, np.minimum(1, PARTS * p.min(axis=0)))
    called = adjusted(family) <= FDR
    total = parts[0].df0 + parts[0].df
    half = {level: t_quantile(level, total) * parts[0].widest for level in (0.95, 0.975)}
    inside = np.abs(parts[0].mean) + half[0.95] < math.log1p(EQUIVALENCE)
    verdict = np.where(called & ~conflict, np.sign(ratio), np.where(inside & ~conflict, 0, np.nan))
    return verdict, ratio, parts[0].mean - half[0.975], parts[0].mean + half[0.975]


def order_of(old, new):
    a, b = int(old["position"] or 0), int(new["position"] or 0)
    return 0 if not a or not b or a == b else 1 if b > a else -1


def judge_rows(old, new, names, rounds, values, factors=()):
    """judge() of rows of logs, by name and round; values(row) are its samples as numbers.

    factors: what multiplies the samples of some benchmarks of the new build. Returns of each
    benchmark the verdict, whether the change lies in its interval, and half its width.
    """
    factors = dict(factors)

    def table(rows, of, scaled):
        return np.array([[of(values(rows[name, r])) * (factors.get(name, 1) if scaled else 1)
                          for r in rounds] for name in names])

    order = np.array([[order_of(old[name, r], new[name, r]) for r in rounds] for name in names])
    step = np.array([float(old[name, rounds[0]]["clock_step_ns"]) /
                     int(old[name, rounds[0]]["iterations"]) for name in names])
    verdict, ratio, low, high = judge(
        table(old, statistics.median, False), table(new, statistics.median, True),
        table(old, min, False), table(new, min, True), order, step)
    return {name: (verdict[i], low[i] <= ratio[i] <= high[i], (high[i] - low[i]) / 2)
            for i, name in enumerate(names)}
