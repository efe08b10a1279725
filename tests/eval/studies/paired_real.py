#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real changes, gcc -O2 against gcc -O3 and clang -O2: do two independent paired runs agree?

--short takes under a minute: a part of one suite. --suites "A;B": folders below suites/; --trees
FOLDER keeps what is built, --keep FOLDER the logs.
"""
import pathlib
import tempfile

import trees
from study import COMPARED, SOURCE, arguments, bdriver, compare, need, print_csv, say, sign

BUILDS = {"gcc_O2": ("gcc", "-O2"), "gcc_O3": ("gcc", "-O3"), "clang_O2": ("clang", "-O2")}
PAIRS = (("gcc_O2", "gcc_O3"), ("gcc_O2", "clang_O2"))


def agreement(old, new, first, second, seconds):
    """Both are {benchmark: row of the comparison}."""
    names = [name for name in first if name in second and all(
        rows[name]["verdict"] in COMPARED for rows in (first, second))]
    pairs = [(sign(first[name]), sign(second[name])) for name in names]
    for name, (a, b) in zip(names, pairs):
        if a != b:
            say("{} {}: {}, p {:.2g}, {} and {}, p {:.2g}, {}".format(
                new, name, *(item for rows in (first, second) for item in (
                    f"{100 * rows[name]['time_ratio'] - 100:+.2f} %", rows[name]["p_value"],
                    rows[name]["verdict"]))))
    same = [name for name in names if first[name].get("same_code")]
    for name in same:
        if sign(first[name]) or sign(second[name]):
            say(f"{new} {name}: same code, called in a run")
    return {
        "old": old, "new": new, "compared": len(names),
        "changed_first": sum(a != 0 for a, _ in pairs),
        "changed_second": sum(b != 0 for _, b in pairs),
        "changed_in_any": sum(a != 0 or b != 0 for a, b in pairs),
        "changed_in_both_alike": sum(a == b != 0 for a, b in pairs),
        "opposite": sum(a * b < 0 for a, b in pairs),
        "changed_then_unchanged": sum(
            (a != 0 and second[name]["verdict"] == "unchanged") or
            (b != 0 and first[name]["verdict"] == "unchanged")
            for name, (a, b) in zip(names, pairs)),
        "same_code": len(same),
        "same_code_changed": sum(any(sign(rows[name]) for rows in (first, second))
                                 for name in same),
        "seconds_a_run": f"{seconds:.0f}",
    }


def main():
    options = arguments(rounds=8, launch_time="15ms", workers=1,
                        suites="classic;uthash;zlib;xxhash", filter=".", trees="", keep="",
                        short=False)
    need("gcc clang cmake ninja-build", "gcc", "clang", "cmake", "ninja")
    if options.short:
        options.filter, options.suites = "^[A-C]", "classic"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(options.keep or name)
        built = {build: trees.build(SOURCE, pathlib.Path(options.trees or folder) / build,
                                    options.suites.split(";"), *how)
                 for build, how in BUILDS.items()}
        table = []
        for old, new in PAIRS:
            found, wall = [], 0
            for run in (1, 2):
                out = folder / f"{new}_{run}"
                wall += bdriver("run", "--old", built[old], "--new", built[new], "-f",
                                options.filter, "-r", options.rounds, "--launch-time",
                                options.launch_time, "-j", options.workers, "-q", "--seed", run,
                                "-o", out, allowed=(0, 1, 3)).wall
                result = compare(out / "old.log", out / "new.log")
                found.append({f"{row['suite']}/{row['benchmark']}": row for row in result["rows"]})
            table.append(agreement(old, new, *found, wall / 2))
    print_csv(table)


main()
