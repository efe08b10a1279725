#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does `bdriver explain` name the function that a benchmark got slower in?

The new build differs in 20 functions that do as much work as before, and in one that takes longer, in
one of seven ways. That of kind PLACE differs in no code: its data stand elsewhere in memory.
"""
import json
import os
import pathlib

from study import BDRIVER, SOURCE, Run, arguments, built, need, own_lock, print_csv, say, workplace

KINDS = {"LOOP": ["loop_work"], "INLINE": ["small", "inline_work"], "HASH": ["find", "hash_work"],
         "BRANCH": ["branch_work"], "STRUCT": ["walk"], "ALLOCATION": ["allocate"],
         "PLACE": ["read_buffer"]}


def build(kind, size):
    for new, name in enumerate(("old", "new")):
        pathlib.Path(name).mkdir(exist_ok=True)
        Run([os.environ.get("CC", "cc"), "-O2", "-g", f"-I{SOURCE}", f"-DNEW={new}", f"-DPLANT={kind}",
             f"-DSIZE={size}", SOURCE / "tests/eval/lib/explain_suite.c",
             SOURCE / "harness/suite_main.c", built("harness/libbdharness.a"), "-Wl,--emit-relocs",
             "-o", f"{name}/suite"])


def explain(kind, size, rounds):
    build(kind, size)
    Run([BDRIVER, "run", "--old", "old", "--new", "new", "-r", rounds, "-o", "out.d", "--force",
         "--no-wait", "-q"], allowed=(0, 1))
    text = Run([BDRIVER, "explain", "out.d", "Planted", "--format", "json"], stdout=-1).output
    one = json.loads(text)["benchmarks"][0]
    time = one["time"]
    known = [f for f in time["functions"] if f["name"]]
    attributed = sum(f["new"] - f["old"] for f in known) / time["old"] + 1
    return {"kind": kind, "size": size, "ratio": one["ratio"], "verdict": one["verdict"],
            "cause": one["cause"], "function": one["function"] or "", "sentence": one["sentence"],
            "right": int(one["function"] in KINDS[kind]),
            "attributed": int(one["ratio_low"] - 0.001 <= attributed <= one["ratio_high"] + 0.001),
            "false_work": int(kind == "PLACE" and one["cause"] == "work")}


def main():
    options = arguments(sizes=3, rounds=10)
    need("gcc valgrind", "cc", "valgrind")
    own_lock()
    rows = []
    with workplace():
        for size in range(1, options.sizes + 1):
            for kind in KINDS:
                rows.append(explain(kind, size, options.rounds))
                say(json.dumps(rows[-1]))
    print_csv(rows)


if __name__ == "__main__":
    main()
