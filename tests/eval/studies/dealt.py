#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real rounds, dealt anew: do verdict, estimate and interval of a row fit? What do runs save?

--logs FOLDER has runs of --all: `copies` (a build and its copy, 40 rounds) and real1, real2 ...
(two builds, 16 rounds each, hours apart), `brief` (copies, 160 rounds of 3 ms). A draw takes some rounds of each benchmark. Of copies it
also draws which launch is old, and multiplies a tenth of the benchmarks by a change. Kinds: fixed
(all have the same rounds), default (ends early), smoke (two stages), real (no change planted), runs
(does the interval of one run hold the mean of the others?). Without --logs it measures two suites.
--short takes under a minute.
"""
import math
import pathlib
import random
import statistics
import tempfile

from dealing import Rounds
from study import COMPARED, arguments, bdriver, compare, print_csv, say, sign, suites, tree

SHARE = 10  # per cent of the benchmarks get the planted change
THRESHOLD = math.log(1.01)
INTERIMS = 8, 12, 16, 20, 25, 30, 35, 40, 50, 65, 80, 100, 125, 160  # driver/plan/adaptive.c
FIRST, USUAL, LAST, FRESH = 6, 16, 60, 24
TURNS, TIMES, BIAS, COST = 3, 4, .25, .7  # driver/plan/brief.c, adaptive.h


def change(pair, factor, turns=None):
    """compare/verdict/row_side.c"""
    ratios = [math.log(new / old) for old, new in list(zip(*(one.turn_quartiles() for one in pair)))
              [:turns] if old > 0 < new]
    return statistics.median(ratios) + math.log(factor) if ratios else math.nan


class Draw:
    """Rounds in a drawn order, with planted changes."""

    def __init__(self, source, folder, swap, noise, change, seed, brief=None):
        rng = random.Random(seed)
        names = sorted(source.rounds)
        planted = rng.sample(names, len(names) * SHARE // 100 if change else 0)
        self.folder, self.heads = folder, source.heads
        self.factors = {name: 1 + change / 100 for name in planted}
        self.rounds = self.drawn(source, names, rng, swap, noise)
        self.brief = self.drawn(brief, names, rng, swap, noise) if brief else {}
        self.prices = {name: brief.ns[name] / source.ns[name] for name in self.brief}

    def drawn(self, source, names, rng, swap, noise):
        drawn = {}
        for name in names:
            pairs = rng.sample(source.rounds[name], len(source.rounds[name]))
            ratios = [math.log(b.quartile() / a.quartile()) for a, b in pairs] if noise != 1 \
                else [0] * len(pairs)
            middle, drawn[name] = statistics.median(ratios), []
            for (old, new), ratio in zip(pairs, ratios):
                sides = [(old, 1), (new, math.exp((noise - 1) * (ratio - middle)))]
                if swap and rng.random() < .5:
                    sides.reverse()
                drawn[name].append((sides[0], (sides[1][0],
                                               sides[1][1] * self.factors.get(name, 1))))
        return drawn

    def gains_by_brief(self, name):
        """driver/plan/brief.c"""
        if name not in self.brief:
            return False
        sides = [([launch for launch, _ in pair], pair[1][1] / pair[0][1])
                 for pair in self.rounds[name][:FIRST]]
        whole = [change(*side) for side in sides]
        first = [change(*side, TURNS) for side in sides]
        bias = [a - b for a, b in zip(first, whole)]
        middle = statistics.median(bias)
        spread = 1.4826 * statistics.median(abs(one - middle) for one in bias)
        if not abs(middle) + spread * (math.pi / 2 / FIRST) ** .5 <= BIAS * THRESHOLD:
            return False
        return statistics.variance(first) * self.prices[name] <= COST * statistics.variance(whole)

    def taken(self, name, count, brief):
        """So many rounds; in what a run takes brief ones, all but the first are."""
        if name not in brief:
            return self.rounds[name][:count]
        return self.rounds[name][:FIRST] + self.brief[name][:count - FIRST]

    def judged(self, first, fresh=None, brief=()):
        """Rows of so many rounds of each benchmark; fresh: then of a second stage."""
        texts = [], []
        for name, rounds in self.rounds.items():
            stages = [("" if fresh is None else 1, self.taken(name, first[name], brief))]
            if fresh and name in fresh:
                stages.append((2, rounds[min(first[name], len(rounds) - FRESH):][:FRESH]))
            for stage, taken in stages:
                for number, pair in enumerate(taken, 1):
                    for text, build, (launch, factor) in zip(texts, ("old", "new"), pair):
                        text.append(launch.line(build, stage, number, factor))
        for head, text, build in zip(self.heads, texts, ("old", "new")):
            (self.folder / f"{build}.log").write_text(
                "".join([*head, *text, f"# end: {len(text)}\n"]), encoding="utf-8")
        return judged(self.folder)

    def by_need(self, narrow, most, usual):
        """As many rounds as driver/run/phase.c gives, if all rounds take as long: (rounds, what has
        brief launches, rows).

        Without the limit of time, which only a noisy machine reaches.
        """
        rounds = dict.fromkeys(self.rounds, FIRST)
        brief = {name for name in rounds if self.gains_by_brief(name)}
        while True:
            rows, more = self.judged(rounds, brief=brief), False
            for name, row in rows.items():
                need = rounds[name] * (half_width(row) / narrow) ** 2
                times = TIMES if name in brief else 1
                there = FIRST + len(self.brief[name]) if name in brief else len(self.rounds[name])
                last = min(times * (most if need <= times * most else usual), there)
                if need > rounds[name] < last:
                    rounds[name] = next(k for k in (*INTERIMS, last) if k > rounds[name])
                    more = True
            if not more:
                return rounds, brief, rows

    def default(self):
        rounds, brief, rows = self.by_need(THRESHOLD, LAST, USUAL)
        return self.cost(rounds, brief), rows

    def smoke(self):
        rounds, brief, rows = self.by_need(1.25 * THRESHOLD, USUAL, USUAL)
        fresh = {name for name, row in rows.items() if suspicious(row)}
        for name in fresh - brief:
            rounds[name] = min(rounds[name], len(self.rounds[name]) - FRESH)
        rows = self.judged(rounds, fresh, brief)
        cost = self.cost(rounds, brief)
        return {name: cost[name] + FRESH * (name in fresh) for name in rounds}, rows

    def cost(self, rounds, brief):
        """In rounds of whole launches."""
        return {name: FIRST + (count - FIRST) * self.prices[name] if name in brief else count
                for name, count in rounds.items()}


def judged(folder):
    rows = compare(folder / "old.log", folder / "new.log")["rows"]
    return {(row["suite"], row["benchmark"]): row for row in rows if row["verdict"] in COMPARED}


def half_width(row):
    return math.log(row["ratio_high"] / row["ratio_low"]) / 2


def suspicious(row):
    """p < .50 and a change of the threshold; where the row hides p, only what is sure of that."""
    change = abs(math.log(row["time_ratio"]))
    return change >= THRESHOLD and (change > .33 * half_width(row) or sign(row) != 0)


def contradicts(row):
    """The verdict says one thing, the interval of the row another."""
    low, high = math.log(row["ratio_low"]), math.log(row["ratio_high"])
    return low <= 0 <= high if sign(row) else low > THRESHOLD or high < -THRESHOLD


def tally(results):
    """results: of each draw the factors, the rounds and the rows"""
    rows = [(factors.get(name, 1), row) for factors, _, table in results
            for name, row in table.items()]
    real = [row for factor, row in rows if factor != 1]
    same = [row for factor, row in rows if factor == 1]
    rounds = [count for _, counts, _ in results for count in counts.values()]
    return {"average": f"{statistics.mean(rounds):.2f}", "rows": len(rows),
            "contradict": sum(contradicts(row) for _, row in rows),
            "undecided": sum(row["verdict"] == "inconclusive" for row in same), "same": len(same),
            "called": sum(sign(row) != 0 for row in same), "planted": len(real),
            "found": sum(sign(row) > 0 for row in real),
            "holds": sum(row["ratio_low"] <= factor <= row["ratio_high"] for factor, row in rows)}


def between(folders):
    """Each run against the others. `holds`: its interval holds their mean. `ideal`: how often it
    would if all intervals were right. `agrees`: the difference from their weighted mean is within
    the errors of both."""
    runs, rng = [judged(folder) for folder in folders], random.Random(1)
    tallies = {beyond: dict.fromkeys(("rows", "holds", "ideal", "agrees"), 0)
               for beyond in (False, True)}
    for name in set.intersection(*map(set, runs)):
        means = [math.log(run[name]["time_ratio"]) for run in runs]
        halves = [max(half_width(run[name]), 1e-9) for run in runs]
        drawn = [rng.gauss(0, half / 1.96) for half in halves]
        for i, half in enumerate(halves):
            others = [j for j in range(len(runs)) if j != i]
            weights = [halves[j] ** -2 for j in others]
            mean = statistics.mean(means[j] for j in others)
            weighted = sum(w * means[j] for w, j in zip(weights, others)) / sum(weights)
            count = tallies[abs(mean) > THRESHOLD]
            count["rows"] += 1
            count["holds"] += abs(means[i] - mean) <= half
            count["ideal"] += abs(drawn[i] - statistics.mean(drawn[j] for j in others)) <= half
            count["agrees"] += abs(means[i] - weighted) <= math.hypot(half, sum(weights) ** -.5)
    return tallies


def measure(folder):
    binaries = suites("O2")[1:3]
    old, new = (tree(folder / build, binaries) for build in ("old", "copy"))
    for out, rounds in ("copies", 40), ("real1", 16), ("real2", 16):
        bdriver("run", "--old", old, "--new", new, "-r", rounds, "--launch-time", "2ms", "-q",
                "-f", "^ParseC", "-o", folder / out, allowed=(0, 1, 3))
    return folder


def main():
    options = arguments(rounds="6,8,10,16,40", draws=32, noise="1,5", changes="0,2", logs="",
                        short=False)
    if options.short:
        options.rounds, options.draws, options.noise = "6", 1, "1"
    table = []

    def add(kind, noise, change, rounds, results):
        table.append({"kind": kind, "noise": f"{noise:g}", "change": f"{change:g}",
                      "rounds": rounds, **tally(results), "ideal": "", "agrees": ""})
        say(table[-1])

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        logs = pathlib.Path(options.logs) if options.logs else measure(folder)
        copies, folders = Rounds(logs / "copies"), sorted(logs.glob("real?"))
        brief = Rounds(logs / "brief") if (logs / "brief").exists() else None
        counts = [int(word) for word in options.rounds.split(",")]
        for noise in map(float, options.noise.split(",")):
            for planted in map(float, options.changes.split(",")):
                draws = [Draw(copies, folder, True, noise, planted, draw, brief)
                         for draw in range(options.draws)]
                for count in counts:
                    fixed = dict.fromkeys(copies.rounds, count)
                    add("fixed", noise, planted, count,
                        [(draw.factors, fixed, draw.judged(fixed)) for draw in draws])
                add("default", noise, planted, "", [
                    (draw.factors, *draw.default()) for draw in draws])
                add("smoke", noise, planted, "", [
                    (draw.factors, *draw.smoke()) for draw in draws])
        real = Rounds(*folders)
        draws = [Draw(real, folder, False, 1, 0, draw) for draw in range(options.draws)]
        for count in counts:
            fixed = dict.fromkeys(real.rounds, count)
            add("real", 1, 0, count, [({}, fixed, draw.judged(fixed)) for draw in draws])
        for beyond, count in between(folders).items():
            table.append({**dict.fromkeys(table[0], ""), "kind": "runs", "rounds": len(folders),
                          "change": "beyond" if beyond else "within", **count})
            say(table[-1])
    print_csv(table)


main()
