#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Old and new of other people's suites at once on one CPU: is that better than alternating?

--pairs NAME=OLD:NEW,...: two folders of executables of Google Benchmark with the same names.
--copies NAME=DIR,...: a folder against a copy of it, so that each call is false.
--commands DIR: ten commands on a text made there; each against itself.
--folder DIR: where the benchmarks find their files.
--count N: benchmarks of each project, evenly spread over its list.

The ways alternate, with equal rounds and launch times. The same code is judged by its times.
"""
import collections
import math
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess

from study import (COMPARED, Run, arguments, bdriver, compare, measured, no_repeats, own_lock,
                   print_csv, say, sign, stop, tree, workplace)

WAYS = ("at-once", "no")
COMMANDS = {
    "gzip": "gzip -1 -c {0}/text", "bzip2": "bzip2 -c {0}/less", "xz": "xz -0 -c {0}/less",
    "sha": "sha256sum {0}/text {0}/text", "sort": "sort --parallel=1 -n {0}/text",
    "awk": "awk '{{s += $1; a[$1 % 1000] += $1}} END {{print s}}' {0}/text",
    "perl": "perl -e '$s += $_ * $_ for 1..1000000'",
    "python": "python3 -c 'sum(i * i for i in range(300000))'",
    "sed": "sed -n s/12*/x/p {0}/text", "gcc": "gcc -O2 -S -o /dev/null -x c {0}/code.c"}


def executables(folder):
    return [path for path in sorted(pathlib.Path(folder).iterdir())
            if path.is_file() and os.access(path, os.X_OK)]


def listed(path, count):
    """Some of its benchmarks, as bdriver names them."""
    names = Run([path, "--benchmark_list_tests"], stdout=subprocess.PIPE).output.splitlines()
    return [names[i * len(names) // count] for i in range(count)] if count < len(names) else names


def projects(options, folder):
    """(name, kind, old, new, more arguments)"""
    for kind in ("pairs", "copies"):
        for text in filter(None, getattr(options, kind).split(",")):
            name, _, where = text.partition("=")
            old, _, new = where.partition(":")
            trees = [tree(folder / name / kind / build, executables(source))
                     for build, source in (("old", old), ("new", new or old))]
            names = [n for path in executables(trees[0]) for n in listed(path, options.count)]
            chosen = "^(" + "|".join(re.escape(n) for n in names) + ")$"
            yield name, kind, *trees, ["--adapter", "gbench", "--group", "no", "-f", chosen]
    if options.commands:
        where = pathlib.Path(options.commands)
        random.seed(1)
        lines = "\n".join(str(random.randrange(10**6)) for _ in range(60000)) + "\n"
        (where / "text").write_text(lines)
        (where / "less").write_text(lines[:200000])
        (where / "code.c").write_text("".join(
            f"int f{i}(int a) {{ int s = 0; for (int k = 0; k < a; k++) s += k * {i} % 7; return s; }}\n"
            for i in range(150)))
        more = [word for name, line in COMMANDS.items()
                for word in ("--command", f"{name}: {line.format(where)}")]
        for build in ("old", "new"):
            (folder / "none" / build).mkdir(parents=True)
            for line in COMMANDS.values():
                program = line.split()[0]
                (folder / "none" / build / program).symlink_to(shutil.which(program, path="/usr/bin:/bin"))
        yield "commands", "copies", folder / "none/old", folder / "none/new", more


def taken(name, old, new, more, way, seed, options, folder):
    """Seconds, benchmark -> row, the benchmarks whose launches were at once."""
    out = folder / f"{name}-{way}-{seed}"
    run = bdriver("run", "--old", old, "--new", new, "-r", options.rounds, "--launch-time",
                  options.launch_time, "-j", 1, "--interleave", way, "--seed", seed, "-q",
                  "--force", "-o", out, *more, allowed=(0, 1, 3))
    rows = {(row["suite"], row["benchmark"]): row
            for row in compare(out / "old.log", out / "new.log")["rows"]
            if row["verdict"] in COMPARED and row["ratio_low"]}
    at_once = {(row["suite"], row["benchmark"]) for row in measured(out / "new.log")
               if row["settle_ns"] == "0" and row["turn_ns"] != "0"}
    return run.wall, rows, at_once


def middle(row):
    return math.log(row["ratio_high"] * row["ratio_low"]) / 2


def half_width(row):
    return math.log(row["ratio_high"] / row["ratio_low"]) / 2


def agree(one, other):
    """Within three standard errors of the difference, each of which is half of a half width."""
    return abs(middle(one) - middle(other)) <= 1.5 * math.hypot(half_width(one), half_width(other))


def summary(name, kind, runs):
    """runs: (at once, alternating) of each repeat, as taken() returns them."""
    costs, pairs = collections.defaultdict(list), []
    called = [0, 0]
    for (wall, rows, at_once), (other_wall, others, _) in runs:
        for key in rows.keys() & others.keys() & at_once:
            costs[key].append((half_width(rows[key]) / half_width(others[key])) ** 2 * wall / other_wall)
            pairs.append((rows[key], others[key]))
            for k, row in enumerate(pairs[-1]):
                called[k] += sign(row) != 0
    ratios = sorted(statistics.geometric_mean(each) for each in costs.values())
    quarter = len(ratios) // 4
    return {"project": name, "kind": kind, "load": f"{os.getloadavg()[0]:.1f}",
            "benchmarks": len(runs[0][0][1]), "at_once": len(ratios),
            "cost": f"{statistics.median(ratios):.2f}", "cost_low": f"{ratios[quarter]:.2f}",
            "cost_high": f"{ratios[-1 - quarter]:.2f}",
            "half_width": f"{statistics.median(100 * half_width(a) for a, _ in pairs):.2f}",
            "half_width_alternating": f"{statistics.median(100 * half_width(b) for _, b in pairs):.2f}",
            "comparisons": len(pairs), "agree": sum(agree(a, b) for a, b in pairs),
            "called": called[0], "called_alternating": called[1]}


def main():
    options = arguments(pairs="", copies="", commands="", folder=".", count=20, rounds=12,
                        launch_time="20ms", repeats=2)
    own_lock()
    no_repeats()
    table = []
    with workplace() as folder:
        os.chdir(options.folder)
        for name, kind, old, new, more in projects(options, folder):
            runs = []
            for repeat in range(options.repeats):
                ways = WAYS[::-1] if repeat % 2 else WAYS
                done = {way: taken(name, old, new, more, way, repeat + 1, options, folder)
                        for way in ways}
                runs.append([done[way] for way in WAYS])
                say(f"{name}: {', '.join(f'{done[way][0]:.0f} s' for way in WAYS)}")
            table.append(summary(name, kind, runs))
    if not table:
        stop("nothing to measure: give --pairs, --copies or --commands")
    print_csv(table)


main()
