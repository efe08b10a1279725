#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does `bdriver explain` name the function that a benchmark got slower in?

The new build differs in 20 functions that do as much work as before, and in one that takes longer, in
one of six ways. That of kind PLACE differs in no code: its data stand elsewhere in memory. Variants
differ in the order of the calls, and in how much of the time the other functions have.
"""
import json
import pathlib
import time

from study import BDRIVER, SOURCE, Run, arguments, built, need, own_lock, print_csv, say, workplace

KINDS = {"LOOP": ["loop_work"], "INLINE": ["small", "inline_work"], "HASH": ["find", "hash_work"],
         "BRANCH": ["branch_work"], "STRUCT": ["walk"], "ALLOCATION": ["allocate"],
         "PLACE": ["read_buffer"]}
PLACES = 5
LIBRARY = built("harness/libbdharness.a")
RELINK = f"""cd "$(dirname "$BDRIVER_SUITE")" && cc -fuse-ld=lld suite.o main.o {LIBRARY} \
-Wl,--emit-relocs -T {SOURCE}/harness/package/bdriver-align.ld -Wl,--shuffle-sections='.text*'="$BDRIVER_SEED" \
-o "$BDRIVER_OUTPUT" """


def build(kind, size, variant):
    for new, name in enumerate(("old", "new")):
        folder = pathlib.Path(name)
        folder.mkdir(exist_ok=True)
        words = ["cc", "-O2", "-g", "-ffunction-sections", f"-I{SOURCE}", "-c"]
        Run([*words, f"-DNEW={new}", f"-DPLANT={kind}", f"-DSIZE={size}", f"-DVARIANT={variant}",
             SOURCE / "tests/eval/lib/explain_suite.c", "-o", folder / "suite.o"])
        Run([*words, SOURCE / "harness/suite_main.c", "-o", folder / "main.o"])
        Run(["cc", folder / "suite.o", folder / "main.o", LIBRARY, "-Wl,--emit-relocs",
             "-o", folder / "suite"])


def explain(kind, size, variant, options):
    build(kind, size, variant)
    Run([BDRIVER, "run", "--old", "old", "--new", "new", "-r", options.rounds, "-o", "out.d", "--force",
         "--no-wait", "-q"], allowed=(0, 1))
    text = Run([BDRIVER, "explain", "out.d", "Planted", "--format", "json", "--relink", RELINK,
                "--placements", options.placements, "--budget", "5m"], stdout=-1, allowed=(0, 3)).output
    one = json.loads(text)["benchmarks"][0]
    duration = one["time"]
    known = [f for f in duration["functions"] if f["name"]]
    attributed = sum(f["new"] - f["old"] for f in known) / duration["old"] + 1
    right = one["function"] in KINDS[kind]
    return {"kind": kind, "size": size, "variant": variant, "all": 1, "planted": int(kind != "PLACE"),
            "places": int(kind == "PLACE"), "ratio": one["ratio"], "percent": 100 * one["ratio"] - 100,
            "verdict": one["verdict"], "cause": one["cause"], "proven": int(one["proven"]),
            "place": one["place"]["answer"], "code": one["place"]["code"],
            "function": one["function"] or "", "sentence": one["sentence"],
            "right": int(right and kind != "PLACE"),
            "said_place": int(kind == "PLACE" and one["cause"] == "place"),
            "attributed": int(one["ratio_low"] - 0.001 <= attributed <= one["ratio_high"] + 0.001),
            "false_work": int(kind == "PLACE" and one["cause"] == "work"),
            "false_proven": int(one["proven"] and (kind == "PLACE" or not right))}


def main():
    options = arguments(first=0, plants=95, sizes=3, rounds=10, placements=8, minutes=1000.0)
    need("gcc valgrind lld", "cc", "valgrind", "ld.lld")
    own_lock()
    rows, end = [], time.monotonic() + 60 * options.minutes
    plants = [(kind, size, variant) for variant in range(1, 9) for size in range(1, options.sizes + 1)
              for kind in KINDS if kind != "PLACE"][options.first:options.plants]
    places = [("PLACE", i % options.sizes + 1, i + 1) for i in range(PLACES)]
    with workplace():
        for plant in (plants if options.first else places + plants):
            if time.monotonic() < end:
                rows.append(explain(*plant, options))
                say(json.dumps(rows[-1]))
    print_csv(rows)


if __name__ == "__main__":
    main()
