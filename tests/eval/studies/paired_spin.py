#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Known changes: reversals and anomalies of paired runs, of two plain runs, and bench_diff's own.

--short takes under a minute. Wants valgrind for the column that counts instructions.
"""
import pathlib
import re
import shutil
import subprocess
import tempfile

from study import arguments, bdriver, built, compare, medians, print_csv, say

CHANGES = (0, 1, 2, 5, 10)
# From its own documentation, for 100 us: change -> reversals, anomalies of 100.
THEIRS = {
    "bench_diff, its own figures": {1: (2, 13), 2: (0, 5), 5: (0, 1), 10: (0, 0)},
    "all old, then all new: bench_diff's figures": {1: (47, 94), 2: (35, 89), 5: (21, 74),
                                                    10: (19, 57)},
}


def instructions(build, family):
    """Instructions that one iteration takes in the benchmark's function, by callgrind."""
    with tempfile.NamedTemporaryFile() as out:
        text = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}",
             f"--toggle-collect=run_{family}", str(built(f"tests/spin/{build}/spin")),
             f"{family}/1", "--iterations", "1", "--samples", "1", "--launch-time", "1ns"],
            capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", text)[1]) / 2  # a warm-up and a sample


def work(base, count):
    """The measured share of additional work of each change, in per cent, or an empty cell."""
    if not count or not shutil.which("valgrind"):
        say("the instructions are not counted (apt-get install valgrind)")
        return {change: "" for change in CHANGES}
    more = {change: instructions("new", f"{base}_plus{change}") /
            instructions("old", f"{base}_plus{change}") - 1 for change in CHANGES}
    return {change: f"{100 * more[change]:.3f}" for change in CHANGES}


def judge(way, base, options, ratios, verdicts, seconds, counted):
    """One row for each change."""
    for change in CHANGES:
        names = [name for name in ratios if name.startswith(f"{base}_plus{change}/")]
        found = [100 * (ratios[name] - 1) for name in names]
        yield {
            "base": "100 us" if base == "Short" else "20 ms", "way": way, "change": change,
            "comparisons": len(names), "rounds": options["rounds"],
            "seconds_each": f"{seconds / len(ratios):.2f}", "instructions_more": counted[change],
            "reversals": sum(f < 0 for f in found) if change else "",
            "anomalies": sum(abs(f - change) > 0.4 * change for f in found) if change else "",
            "called_slower": sum(verdicts[name] == "regressed" for name in names),
            "called_faster": sum(verdicts[name] == "improved" for name in names),
        }


def verdicts_of(result):
    return ({row["benchmark"]: row["time_ratio"] for row in result["rows"] if row["time_ratio"]},
            {row["benchmark"]: row["verdict"] for row in result["rows"]})


def experiment(base, comparisons, launch, options, folder):
    common = ["-f", f"^{base}_plus[0-9]+/({'|'.join(map(str, range(1, comparisons + 1)))})$",
              "-r", options.rounds, "--launch-time", launch, "-j", options.workers, "-q"]
    trees = {build: built(f"tests/spin/{build}") for build in ("old", "new")}
    rounds = {"rounds": options.rounds}
    counted = work(base, not options.short)

    paired = bdriver("run", "--old", trees["old"], "--new", trees["new"], *common, "--seed", 1,
                     "-o", folder / "paired")
    say(f"{base}: paired run {paired.wall:.0f} s, exit code {paired.code}")
    ratios, verdicts = verdicts_of(compare(folder / "paired/old.log", folder / "paired/new.log"))
    yield from judge("bdriver, paired run", base, rounds, ratios, verdicts, paired.wall, counted)

    wall = 0
    for build, path in trees.items():
        wall += bdriver("run", "-s", path / "spin", *common, "--seed", 1,
                        "-o", folder / f"{build}.log").wall
    say(f"{base}: two plain runs {wall:.0f} s")
    old, new = medians(folder / "old.log"), medians(folder / "new.log")
    _, verdicts = verdicts_of(compare(folder / "old.log", folder / "new.log"))
    yield from judge("all old, then all new", base, rounds,
                     {name: new[name] / old[name] for name in old}, verdicts, wall, counted)


def main():
    options = arguments(rounds=8, short_comparisons=100,
                        long_comparisons=10, short_launch="8ms", long_launch="25ms", workers=1,
                        short=False)
    if options.short:
        options.short_comparisons, options.long_comparisons = 12, 2
    table = []
    for base, comparisons, launch in (("Short", options.short_comparisons, options.short_launch),
                                      ("Long", options.long_comparisons, options.long_launch)):
        if comparisons:
            with tempfile.TemporaryDirectory() as folder:
                table += experiment(base, comparisons, launch, options, pathlib.Path(folder))
    for way, figures in THEIRS.items():
        for change, (reversals, anomalies) in figures.items():
            table.append({"base": "100 us", "way": way, "change": change, "comparisons": 100,
                          "reversals": reversals, "anomalies": anomalies})
    print_csv(table)


main()
