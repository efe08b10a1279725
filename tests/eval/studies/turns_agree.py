#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do short turns of interleaved launches measure the same change as turns of 10 ms?

Old is gcc -O2, new gcc -Os and clang -O2, of all our suites. All ways take turns every few rounds,
so that what changes with the hour is part of each. Ratios agree if they differ by at most three
standard errors (trimmed means over rounds, Yuen 1974). --ways takes some of the ways, separated by
semicolons.
"""
import math
import pathlib
import random
import statistics
import tempfile

import trees
from study import (SOURCE, arguments, bdriver, benchmarks_of, by_round, need, no_repeats, own_lock,
                   print_csv, quantile, say, stop)

BUILDS = {"gcc -O2": ("gcc", "-O2"), "gcc -Os": ("gcc", "-Os"), "clang -O2": ("clang", "-O2")}
OLD, *NEW = BUILDS
LONG, AGAIN, RANDOM, SHORT, SHORT_20, SHORT_50 = (
    "turns of 10 ms", "turns of 10 ms again", "turns of 10 ms, random layout", "short turns",
    "short turns, launches of 20 ms", "short turns, launches of 50 ms")
WAYS = {  # interleaving, layout and length of launches
    LONG: ("long", "same", "30ms"),
    AGAIN: ("long", "same", "30ms"),
    RANDOM: ("long", "random", "30ms"),
    SHORT: ("short", "same", "10ms"),
    SHORT_20: ("short", "same", "20ms"),
    SHORT_50: ("short", "same", "50ms"),
}
FEW = f"{LONG};{AGAIN};{RANDOM};{SHORT}"


def add_rounds(found, folder):
    """Adds ln(new / old) of the lower quartiles of each round to those of its benchmark."""
    old, new = (by_round(folder / f"{build}.log") for build in ("old", "new"))
    for key in sorted(old.keys() & new.keys()):
        a, b = quantile(old[key]["samples"], .25), quantile(new[key]["samples"], .25)
        if a > 0 and b > 0:
            found.setdefault(key[0], []).append(math.log(b / a))


def trimmed(values):
    """Mean without the lowest and the highest tenth, and its standard error (Yuen 1974)."""
    ordered, cut = sorted(values), len(values) // 10
    kept = ordered[cut:len(values) - cut]
    n, h = len(ordered), len(kept)
    winsorised = [kept[0]] * cut + kept + [kept[-1]] * cut
    return (statistics.mean(kept),
            math.sqrt(statistics.variance(winsorised) * (n - 1) / (h * (h - 1))))


def agreement(mine, reference, way):
    """How many benchmarks agree, of how many that have all rounds in both ways."""
    near = count = 0
    for name in sorted(mine.keys() & reference.keys()):
        if len(mine[name]) == len(reference[name]):
            (a, error_a), (b, error_b) = trimmed(mine[name]), trimmed(reference[name])
            agrees = abs(a - b) <= 3 * math.hypot(error_a, error_b)
            count += 1
            near += agrees
            if not agrees:
                say(f"  {way}: {name}: {100 * a:+.2f}+-{100 * error_a:.2f} %, not "
                    f"{100 * b:+.2f}+-{100 * error_b:.2f} %")
    return near, count


def run(options, way, rounds, old, new, names, out):
    interleave, layout, launch_time = WAYS[way]
    return bdriver("run", "--old", old, "--new", new, "-o", out, "-r", rounds, "--launch-time",
                   launch_time, "--interleave", interleave, "--layout", layout, "-j",
                   options.workers, "-q", *names, allowed=(0, 1, 3)).wall


def measure(options, ways, old, new, names, folder):
    """Way -> its seconds; way -> benchmark -> rounds."""
    seconds, found = dict.fromkeys(ways, 0), {way: {} for way in ways}
    for first in range(0, len(names), options.group):
        group = names[first:first + options.group]
        run(options, SHORT, 1, old, new, group, folder / f"trial_{first}")
        for block in range(options.rounds // options.block):
            for way in random.sample(ways, len(ways)):
                out = folder / f"{first}_{block}_{ways.index(way)}"
                seconds[way] += run(options, way, options.block, old, new, group, out)
                add_rounds(found[way], out)
    return seconds, found


def table_of(options, pair, seconds, found):
    for way, rounds in found.items():
        near, count = agreement(rounds, found[LONG], way) if way != LONG else ("", "")
        near_random, _ = (agreement(rounds, found[RANDOM], f"{way}, random")
                          if RANDOM in found and way != RANDOM else ("", ""))
        error = statistics.median(trimmed(each)[1] for each in rounds.values() if len(each) > 1)
        yield {"old": OLD, "new": pair, "way": way, "benchmarks": len(rounds), "agree": near,
               "agree_of": count, "agree_random": near_random, "error": f"{100 * error:.3f}",
               "seconds_a_round":
               f"{seconds[way] * options.workers / options.rounds / len(rounds):.4f}"}


def main():
    options = arguments(benchmarks=400, rounds=20, block=4, group=13, workers=2, suites="",
                        ways=FEW)
    ways = options.ways.split(";")
    if LONG not in ways or set(ways) - set(WAYS):
        stop(f"--ways are '{LONG}' and some of: " + "; ".join(WAYS))
    need("gcc clang cmake ninja-build", "gcc", "clang", "cmake", "ninja")
    wanted = options.suites.split(";") if options.suites else sorted(
        path.name for path in (SOURCE / "suites").iterdir() if path.is_dir())
    own_lock()
    no_repeats()
    random.seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        built = {build: trees.build(SOURCE, folder / build.replace(" ", "_"), wanted, *how,
                                    align=True) for build, how in BUILDS.items()}
        names = benchmarks_of(built[OLD])
        random.shuffle(names)
        say(f"{len(names)} benchmarks")
        table = []
        for new in NEW:
            with tempfile.TemporaryDirectory() as logs:
                table += table_of(options, new, *measure(
                    options, ways, built[OLD], built[new], names[:options.benchmarks],
                    pathlib.Path(logs)))
        print_csv(table)


main()
