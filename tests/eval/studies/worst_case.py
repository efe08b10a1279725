#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the worst case hold, and the interval of the geometric mean? Real rounds, dealt anew.

Three sets of 40 rounds are measured, or read from --logs FOLDER: `calm` and `busy` are a build and
its copy, `busy` beside bursts on each CPU; `changed` is -O2 against -Os. A draw takes some rounds
of each benchmark, the same ones of all, as they share what disturbed them. Of copies it also draws
which launch is old. It multiplies some new benchmarks by a change of -5 to 10 %. The truth is that,
and in `changed` also what all 40 rounds measure. --short takes a minute.
"""
import math
import pathlib
import random
import statistics
import tempfile

from dealing import Rounds
from study import arguments, bdriver, built, bursts, compare, no_repeats, print_csv, say, tree

CONFIDENCE = statistics.NormalDist()


def measure(folder, filters):
    no_repeats()
    for name, level in ("calm", "O2"), ("busy", "O2"), ("changed", "Os"):
        old = tree(folder / f"{name}-old", [built("suites/classic_O2")])
        new = tree(folder / f"{name}-new", [])
        (new / "classic_O2").write_bytes(built(f"suites/classic_{level}").read_bytes())
        (new / "classic_O2").chmod(0o755)
        with bursts(name == "busy"):
            bdriver("run", "--old", old, "--new", new, "--all", "-r", 40, "--launch-time", "2ms",
                    "-j", 1, "-q", "-f", filters, "-o", folder / name, allowed=(0, 1, 3, 5))
    return folder


def thin(launch, most=4):
    """Fewer samples of each turn, so that a draw is read quickly."""
    kept, turns, start, values = [], [], 0, launch.samples.split()
    for count in launch.turns:
        part, start = values[start:start + count], start + count
        kept += part[::max(1, -(-count // most))]
        turns.append(len(part[::max(1, -(-count // most))]))
    if turns:
        launch.text = launch.text.rsplit(',"', 1)[0] + ',"' + " ".join(map(str, turns)) + '"'
        launch.samples = " ".join(kept)


class Draws:
    def __init__(self, folder, copies):
        source = Rounds(folder)
        self.heads, self.copies = source.heads, copies
        self.rounds = {name: {old.round: (old, new) for old, new in pairs}
                       for name, pairs in source.rounds.items()}
        self.numbers = sorted({number for pairs in self.rounds.values() for number in pairs})
        for pairs in self.rounds.values():
            for pair in pairs.values():
                for launch in pair:
                    thin(launch)
        self.truth = dict.fromkeys(self.rounds, 0)
        if not copies:
            with tempfile.TemporaryDirectory() as name:
                rows = self.judged(pathlib.Path(name), random.Random(1), self.numbers, {})["rows"]
            self.truth = {(row["suite"], row["benchmark"]): math.log(row["time_ratio"])
                          for row in rows}

    def judged(self, folder, rng, numbers, factors):
        texts = [*self.heads[0]], [*self.heads[1]]
        for name, pairs in self.rounds.items():
            for number in numbers:
                if number not in pairs:
                    continue
                old, new = pairs[number]
                if self.copies and rng.random() < .5:
                    old, new = new, old
                texts[0].append(old.line("old", "", number, 1))
                texts[1].append(new.line("new", "", number, factors.get(name, 1)))
        for head, text, build in zip(self.heads, texts, ("old", "new")):
            text.append(f"# end: {len(text) - len(head)}\n")
            (folder / f"{build}.log").write_text("".join(text), encoding="utf-8")
        return compare(folder / "old.log", folder / "new.log")

    def one(self, folder, seed, rounds, planted):
        """One comparison: does each bound hold, and how wide is it beyond the truth?"""
        rng = random.Random(f"{seed} {rounds} {planted}")
        names = sorted(self.rounds)
        factors = {name: 1 + rng.uniform(-.05, .1)
                   for name in rng.sample(names, min(planted, len(names)))}
        result = self.judged(folder, rng, rng.sample(self.numbers, rounds), factors)
        true = {name: self.truth[name] + math.log(factors.get(name, 1)) for name in names}
        mean, most = statistics.mean(true.values()), max(0, *true.values())
        summary = result["summary"]
        bound = math.log1p(summary["worst_case"]["slower_by_at_most"])
        factor = CONFIDENCE.inv_cdf(1 - .05 / len(names)) / CONFIDENCE.inv_cdf(.975)
        bonferroni = max(math.log(row["time_ratio"]) + factor * math.log(
            row["ratio_high"] / row["ratio_low"]) / 2 for row in result["rows"])
        low, high = (math.log(summary[f"geometric_mean_{end}"]) for end in ("low", "high"))
        return {"holds": bound >= most - 1e-9, "slack": 100 * (bound - most),
                "bonferroni": 100 * (bonferroni - most), "mean": low <= mean <= high,
                "mean_half": 50 * (high - low)}


def main():
    options = arguments(logs="", draws=60, rounds="6,10,20", planted="0,1,5,40", filter="^[M-S]",
                        short=False)
    if options.short:
        options.draws, options.rounds, options.filter = 4, "10", "^M"
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        logs = pathlib.Path(options.logs) if options.logs else measure(folder, options.filter)
        for kind in "calm", "busy", "changed":
            draws = Draws(logs / kind, kind != "changed")
            for rounds in map(int, options.rounds.split(",")):
                for planted in map(int, options.planted.split(",")):
                    results = [draws.one(folder, seed, rounds, planted)
                               for seed in range(options.draws)]
                    table.append({
                        "set": kind, "benchmarks": len(draws.rounds), "rounds": rounds,
                        "planted": planted, "draws": len(results),
                        "holds": sum(one["holds"] for one in results),
                        "mean_holds": sum(one["mean"] for one in results),
                        **{key: f"{statistics.median(one[key] for one in results):.3f}"
                           for key in ("slack", "bonferroni", "mean_half")}})
                    say(table[-1])
    print_csv(table)


main()
