#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Length of the turns of interleaved launches: noise of a round and undecided benchmarks.

apt-get install python3-numpy python3-scipy
Both builds are copies of -O2. --ways takes some of the ways, separated by semicolons, or all.
--bursts: another process on each CPU is busy for 5 to 50 ms and then idle for 20 to 200 ms.
"""
import math
import operator
import pathlib
import random
import statistics
import tempfile

from study import (COMPARED, arguments, bdriver, benchmarks_of, bursts, by_round, compare,
                   need_module, no_repeats, own_lock, print_csv, quantile, say, sign, stop, suites,
                   tree)

# Way -> options of the run, arguments of the suites, time of a launch if not --launch-time.
WAYS = {
    "10 ms, all kept": ("long", "random", "--settle 1ns"),
    "2 ms, all kept": ("long", "random", "--slice 2ms --settle 1ns"),
    "0.5 ms, all kept": ("long", "random", "--slice 500us --settle 1ns"),
    "0.2 ms, all kept": ("long", "random", "--slice 200us --settle 1ns"),
    "0.1 ms, all kept": ("long", "random", "--slice 100us --settle 1ns"),
    "10 ms, first 2 ms dropped": ("long", "random", ""),
    "as short as the benchmark allows": ("short", "random", ""),
    "short, launches of 10 ms": ("short", "random", "", "10ms"),
    "10 ms, the same layout": ("long", "same", ""),
    "short, the same layout": ("short", "same", ""),
    "short, launches of 10 ms, the same layout": ("short", "same", "", "10ms"),
    "short, launches of 20 ms, the same layout": ("short", "same", "", "20ms"),
}
OLD, SHORT = "10 ms, all kept", "short, launches of 10 ms, the same layout"
FEW = (f"{OLD};10 ms, the same layout;{SHORT};short, launches of 20 ms, the same layout;"
       "short, the same layout")


def choice(old, number):
    names = benchmarks_of(old)
    random.Random(1).shuffle(names)
    return names[:number]


def configuration(path, old, words):
    text = "".join(f"[suite {suite.name}]\npath = {suite.name}\nargs = {words}\n"
                   for suite in sorted(old.iterdir()))
    path.write_text(text, encoding="utf-8")
    return path


def turns_of(row):
    """The samples of each turn."""
    at = 0
    for word in row["turn_samples"].split():
        yield row["samples"][at:at + int(word)]
        at += int(word)


def slices(old, new):
    """Median over the turns of the ratio of lower quartiles."""
    ratios = [quantile(b, .25) / quantile(a, .25)
              for a, b in zip(turns_of(old), turns_of(new)) if a and b and quantile(a, .25) > 0]
    return statistics.median(ratios) if ratios else math.nan


def beginning(row, share):
    """The samples of the first turns of a launch."""
    kept = list(turns_of(row))
    return [sample for turn in kept[:max(1, round(share * len(kept)))] for sample in turn]


def part(share):
    """The ratio of lower quartiles that a shorter launch would have had."""
    def estimate(old, new):
        a, b = beginning(old, share), beginning(new, share)
        return quantile(b, .25) / quantile(a, .25) if a and b else math.nan
    return estimate


RULE = "minimum", "quartile", "slices"  # the rule takes the least noisy of these
ESTIMATES = {
    "median": lambda old, new: statistics.median(new["samples"]) / statistics.median(old["samples"]),
    "minimum": lambda old, new: min(new["samples"]) / min(old["samples"]),
    "quartile": lambda old, new: quantile(new["samples"], .25) / quantile(old["samples"], .25),
    "slices": slices,
    "quarter": part(1 / 4),
    "half": part(1 / 2),
}


def first_widths(judge_rows, old, new, rounds):
    """Half widths of the intervals of the first version of the rule `paired`."""
    numbers = [str(number + 1) for number in range(rounds)]
    names = sorted({name for name, _ in old if all((name, r) in old and (name, r) in new
                                                   for r in numbers)})
    judged = judge_rows(old, new, names, numbers, operator.itemgetter("samples"))
    return {name: half for name, (_, _, half) in judged.items()}


def seconds_of(old, new, cpu_seconds):
    """Benchmark -> its seconds.

    What the logs do not say of the time, starting and ending launches, is shared by all launches.
    """
    seconds = {}
    for rows in (old, new):
        for (name, _), row in rows.items():
            seconds.setdefault(name, []).append(
                (float(row["wall_ns"]) + float(row["setup_ns"])) / 1e9)
    start = (cpu_seconds - sum(map(sum, seconds.values()))) / sum(map(len, seconds.values()))
    return {name: sum(each) + start * len(each) for name, each in seconds.items()}


def rounds_of(old, new):
    """Benchmark -> estimate -> ln(new / old) of each round; the length of its turns."""
    found, lengths = {}, {}
    for key in sorted(old.keys() & new.keys()):
        a, b = old[key], new[key]
        lengths[key[0]] = int(a["turn_ns"] or 0)
        for name, estimate in ESTIMATES.items():
            if min(a["samples"]) > 0 and min(b["samples"]) > 0:
                value = estimate(a, b)
                if value > 0:
                    found.setdefault(key[0], {}).setdefault(name, []).append(math.log(value))
    return found, lengths


def least_sd(estimates, *names):
    spread = [statistics.stdev(estimates[name]) for name in names
              if len(estimates.get(name, [])) >= 4]
    return min(spread, default=math.nan)


def typical_sd(rounds, *estimates):
    """Median over benchmarks of the least SD between rounds."""
    spread = (least_sd(each, *estimates) for each in rounds.values())
    return statistics.median(sd for sd in spread if not math.isnan(sd))


def half_width(row):
    return math.log(row["ratio_high"] / row["ratio_low"]) / 2


def cost_of(rounds, seconds, rows):
    """Estimate -> benchmark -> variance times time; of the interval, half its width squared.

    `first` is to be compared with the intervals of the first version of the rule.
    """
    def cost(*estimates):
        return {name: least_sd(of, *estimates) ** 2 * seconds[name] for name, of in rounds.items()}

    width = {name: half_width(row) ** 2 * seconds[name] for name, row in rows.items()}
    return {"median": cost("median"), "slices": cost("slices"), "rule": cost(*RULE),
            "width": width, "first": width}


def relative(cost, base):
    """Median over benchmarks of the cost of each, relative to that of another way."""
    return statistics.median(cost[name] / base[name] for name in cost.keys() & base.keys()
                             if cost[name] > 0 and base[name] > 0)


def run(options, way, old, new, names, seed, out, rounds):
    interleave, layout, words, *launch_time = WAYS[way]
    config = configuration(out.parent / f"{out.name}.ini", old, words)
    done = bdriver("run", "-c", config, "--old", old, "--new", new, "-o", out, "-r", rounds,
                   "--launch-time", *(launch_time or [options.launch_time]),
                   "--interleave", interleave, "--layout", layout, "-j", options.workers, "-q",
                   "--seed", seed, *names, allowed=(0, 1, 3))
    return done.wall


class Way:
    """What was measured in one way, by benchmark; `rows` are those of the comparison.

    `first`: half widths by the first version of the rule, where that is given.
    """

    def __init__(self, first_rule):
        self.first_rule = first_rule
        self.wall, self.rounds, self.lengths, self.seconds = 0, {}, {}, {}
        self.first, self.rows = {}, {}

    def add(self, out, wall, options):
        old, new = (by_round(out / f"{build}.log") for build in ("old", "new"))
        self.wall += wall
        rounds, lengths = rounds_of(old, new)
        self.rounds.update(rounds)
        self.lengths.update(lengths)
        self.seconds.update(seconds_of(old, new, wall * options.workers))
        if self.first_rule:
            self.first.update(first_widths(self.first_rule, old, new, options.rounds))
        self.rows.update({f"{row['suite']}/{row['benchmark']}": row
                          for row in compare(out / "old.log", out / "new.log")["rows"]
                          if row["verdict"] in COMPARED})


def measure(options, folder, ways, first_rule):
    old, new = tree(folder / "old", suites("O2")), tree(folder / "new", suites("O2"))
    names = choice(old, options.benchmarks)
    found = {way: Way(first_rule if way == ways[0] else None) for way in ways}
    trial = run(options, SHORT, old, new, names, 1, folder / "trial", 1)
    say(f"{len(names)} benchmarks; a first round, with trials: {trial:.0f} s")
    for number, first in enumerate(range(0, len(names), options.group), 1):
        for way in ways[number % len(ways):] + ways[:number % len(ways)]:
            out = folder / f"{number}_{ways.index(way)}"
            wall = run(options, way, old, new, names[first:first + options.group], number, out,
                       options.rounds)
            found[way].add(out, wall, options)
        say(f"{number} groups")
    return found, trial


def table_of(options, found, trial):
    base = None
    for way, one in found.items():
        each = one.wall * options.workers / options.rounds / max(1, len(one.rounds))
        spread = {name: typical_sd(one.rounds, name) for name in ESTIMATES}
        spread["rule"] = typical_sd(one.rounds, *RULE)
        cost = cost_of(one.rounds, one.seconds, one.rows)
        base = base or {**cost, "first": {name: half ** 2 * one.seconds[name]
                                          for name, half in one.first.items()}}
        rows = one.rows.values()
        yield {
            "way": way, "benchmarks": len(one.rounds), "seconds_a_slot": f"{each:.4f}",
            **{f"sd_{name}": f"{100 * sd:.2f}" for name, sd in spread.items()},
            **{f"cost_{name}": f"{relative(of, base[name]):.3f}" for name, of in cost.items()},
            "compared": len(rows),
            "half_width": f"{100 * statistics.median(map(half_width, rows)):.2f}",
            "undecided": sum(row["verdict"] == "inconclusive" for row in rows),
            "changed": sum(sign(row) != 0 for row in rows),
            "short_turns": sum(0 < ns < 10_000_000 for ns in one.lengths.values()),
            "turn_us": f"{statistics.median(one.lengths.values()) / 1000:.0f}",
            "trial_seconds": f"{trial:.1f}"}


def main():
    options = arguments(benchmarks=130, rounds=8, group=13, launch_time="50ms", workers=2, ways=FEW,
                        bursts=False)
    ways = list(WAYS) if options.ways == "all" else options.ways.split(";")
    if set(ways) - set(WAYS):
        stop("--ways are of: " + "; ".join(WAYS))
    suites("O2")
    first_rule = need_module("python3-numpy python3-scipy", "first_paired").judge_rows
    own_lock()
    no_repeats()
    with tempfile.TemporaryDirectory() as name, bursts(options.bursts):
        print_csv(list(table_of(options, *measure(options, pathlib.Path(name), ways,
                                                    first_rule))))


main()
