#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Command lines beside hyperfine: overhead, spread, and the changes found in equal time.

apt-get install hyperfine python3-scipy
Three real commands on inputs of a known size: a change of 2 % is 2 % more input. --loops: beside a
process on each CPU that is always busy. The default takes about four minutes, --short half a minute.
"""
import random
import statistics

from peers import WARMUP, Hyperfine
from study import (Run, arguments, bdriver, compare, loops, measured, need, need_module, no_repeats,
                   print_csv, say, sign, workplace)

CHANGES = (0, 2, 5)
# Lines of input for some 15 ms.
COMMANDS = {"gzip": ("gzip -c", 12000), "sort": ("sort", 25000), "awk": ("awk {n+=$2}END{print(n)}", 40000)}


def lines(count):
    rng = random.Random(7)
    return [f"{rng.randrange(10 ** 9):09d} {rng.randrange(10 ** 6)}\n" for _ in range(count)]


def inputs(options):
    """One file for each comparison, in two folders: FOLDER/COMMAND-CHANGE-NUMBER."""
    for command, (_, count) in COMMANDS.items():
        text = lines(round(count * 1.05) + 1)
        for change in CHANGES:
            for number in range(options.comparisons):
                for folder, more in (("old", 0), ("new", change)):
                    with open(f"{folder}/{command}-{change}-{number}", "w", encoding="utf-8") as out:
                        out.writelines(text[:round(count * (1 + more / 100))])


def row(command, tool, change, called, ratios, spreads, seconds):
    return {"command": command, "tool": tool, "change": change, "comparisons": len(called),
            "called_slower": called.count(1), "called_faster": called.count(-1),
            "off": f"{statistics.median(abs(100 * (r - 1) - change) for r in ratios):.2f}",
            "spread": f"{statistics.median(spreads):.2f}", "seconds_each": f"{seconds:.2f}"}


def ours(command, options):
    words = COMMANDS[command][0]
    names = [f"{command}-{change}-{number}" for change in CHANGES
             for number in range(options.comparisons)]
    asked = [word for name in names for word in ("--command", f"{name}: {words} {{build}}/{name}")]
    run = bdriver("run", "--old", "old", "--new", "new", "-r", options.rounds, "--launch-time",
                  options.launch_time, "-j", 1, "-q", "--seed", 1, "-o", f"out-{command}", *asked)
    seconds = run.wall / len(names)
    say(f"{command}: {seconds:.2f} s a comparison")
    found, times = {}, {}
    for launch in measured(f"out-{command}/old.log"):
        times.setdefault(launch["benchmark"], []).append(statistics.median(launch["samples"]))
    for line in compare(f"out-{command}/old.log", f"out-{command}/new.log")["rows"]:
        change = int(line["benchmark"].split("-")[1])
        values = times[line["benchmark"]]
        found.setdefault(change, []).append(
            (sign(line), line["time_ratio"], 100 * statistics.stdev(values) / statistics.fmean(values)))
    usual = statistics.median(value for values in times.values() for value in values) / 1e9
    return seconds, usual, [row(command, "bdriver", change, *map(list, zip(*found[change])), seconds)
                            for change in CHANGES]


def theirs(command, options, seconds, usual):
    """The comparisons of a command get as many seconds together as bdriver took for them: what one
    takes too much or too little, as the load changes, is made up by the next ones."""
    words = COMMANDS[command][0]
    quoted = words.replace("{n+=$2}END{print(n)}", "'{n+=$2}END{print(n)}'")
    done = {change: [] for change in CHANGES}
    left, each = seconds * options.comparisons * len(CHANGES), usual
    for number in range(options.comparisons):
        for change in CHANGES:
            still = options.comparisons * len(CHANGES) - sum(map(len, done.values()))
            runs = max(3, round(left / still / 2 / each) - WARMUP)
            one = Hyperfine(f"{quoted} old/{command}-{change}-{number}",
                            f"{quoted} new/{command}-{change}-{number}", runs)
            done[change].append(one)
            left -= one.wall
            each = one.wall / 2 / (runs + WARMUP)
    taken = seconds - left / options.comparisons / len(CHANGES)
    say(f"{command}: hyperfine {taken:.2f} s a comparison")
    for change in CHANGES:
        spreads = [100 * one.old["stddev"] / one.old["mean"] for one in done[change]]
        ratios = [one.ratio for one in done[change]]
        for tool, called in (("hyperfine, its own ± of the ratio", [one.own for one in done[change]]),
                             ("hyperfine, Welch's t at 5 %", [one.welch for one in done[change]])):
            yield row(command, tool, change, called, ratios, spreads, taken)


def overhead(options):
    """What each tool says of `true`, and its wall time for each run of it."""
    run = bdriver("run", "-q", "-r", options.rounds, "--launch-time", "100ms", "-j", 1, "--command",
                  "true", "-o", "true.log")
    samples = [value for row in measured("true.log") for value in row["samples"]]
    ours_us = statistics.median(samples) / 1e3
    done = Hyperfine("true", "true", len(samples) // 2)
    yield {"tool": "bdriver", "says": ours_us, "costs": 1e6 * run.wall / len(samples)}
    times = done.old["times"] + done.new["times"]
    yield {"tool": "hyperfine", "says": 1e6 * statistics.median(times), "costs": 1e6 * done.wall / len(times)}


def main():
    options = arguments(comparisons=5, rounds=8, launch_time="30ms", loops=False, short=False)
    if options.short:
        options.comparisons = 2
    need("hyperfine python3-scipy", "hyperfine", "gzip", "sort", "awk")
    need_module("python3-scipy", "scipy")
    no_repeats()
    table = []
    with workplace(), loops(options.loops):
        Run(["mkdir", "old", "new"])
        inputs(options)
        for command in COMMANDS:
            seconds, usual, rows = ours(command, options)
            table += rows + list(theirs(command, options, seconds, usual))
        for one in overhead(options):
            table.append({**dict.fromkeys(table[0], ""), "command": "true", "tool": one["tool"],
                          "says_us": f"{one['says']:.0f}", "costs_us": f"{one['costs']:.0f}"})
    for line in table:
        line.setdefault("says_us", "")
        line.setdefault("costs_us", "")
    print_csv(table)


main()
