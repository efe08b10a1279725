#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Code or place: what does `bdriver explain --relink` say of benchmarks that an edit elsewhere moved?

The suite is built without alignment, with -ffunction-sections unless --plain. Two edits change no
benchmark's code. In the third one, benchmarks wait for 3 % of the time that they took, and one is
added as well. Those that are called changed are explained, with both builds linked by lld in shuffled
orders of their sections, which begin at cache lines unless --plain. Of each edit, at most --slower
that became slower and --innocent ones are drawn at random.
"""
import json
import os
import random
import re
import shutil
import subprocess

import trees
from source_edits import BENCHMARK, HELPER, planted_files, read, slower
from study import (BDRIVER, CHANGED, SOURCE, Run, arguments, bdriver, compare, need, own_lock, print_csv,
                   say, script, workplace)

RELINK = """cd "$(dirname "$BDRIVER_SUITE")/.." && gcc -fuse-ld=lld {script} \
-Wl,--emit-relocs,--shuffle-sections='.text*'="$BDRIVER_SEED" \
$(find CMakeFiles/suite_{suite}.dir -name '*.o' | sort) libbdharness.a -lm -o "$BDRIVER_OUTPUT" """


def edits(source, options):
    """Name, new texts, files whose benchmarks get slower."""
    folder = source / "suites" / options.suite
    header = source / "harness/bench.h"
    text, new = read(header), {folder / "aa_new.c": BENCHMARK}
    end = text.rindex("#ifdef __cplusplus")
    yield "new benchmark", new, ()
    yield "function in a shared header", {header: text[:end] + HELPER + text[end:]}, ()
    files = planted_files(folder, options.planted, 3)
    yield "+3 %", {**new, **{path: slower(read(path), 30) for path in files}}, {
        path.name for path in files}


def explained(names, options):
    """Place of each; without valgrind, and with few launches that are sampled."""
    done = Run([BDRIVER, "explain", "out", *names, "-n", 2, "--relink",
                RELINK.replace("{suite}", options.suite).replace("{script}", options.script),
                "--placements", options.placements, "--budget", "5m", "--format", "json"],
               stdout=subprocess.PIPE, allowed=(0, 3))
    return {one["benchmark"]: one for one in json.loads(done.output)["benchmarks"]}


def drawn(rows, slow, homes, options):
    """Those to explain; what an edit of their own file made faster is left out."""
    chance = random.Random(1)
    slower = [name for name in rows if homes[name] in slow and rows[name]["time_ratio"] > 1]
    innocent = [name for name in rows if homes[name] not in slow]
    return (chance.sample(sorted(slower), min(options.slower, len(slower))) +
            chance.sample(sorted(innocent), min(options.innocent, len(innocent))))


def one_edit(source, old, new, edit, options):
    name, texts, slow = edit
    with trees.edited(texts):
        trees.build(source, new, [options.suite], flags=options.flags)
    bdriver("run", "--old", old / "suites", "--new", new / "suites", "-r", 8, "--launch-time", "20ms",
            "-j", 1, "--all", "--seed", 1, "-q", "--force", "-o", "out", allowed=(0, 1, 3))
    homes = trees.files_of(new / "suites" / options.suite)
    rows = {row["benchmark"]: row for row in compare("out/old.log", "out/new.log")["rows"]
            if row["verdict"] in CHANGED and homes[row["benchmark"]] != "aa_new.c"}
    names = drawn(rows, slow, homes, options)
    say(f"{name}: {len(rows)} called, {len(names)} of these explained")
    for benchmark, one in (explained(names, options) if names else {}).items():
        place, innocent = one["place"], homes[benchmark] not in slow
        slower = not innocent
        yield {"edit": name, "benchmark": benchmark,
               "called": f"{100 * rows[benchmark]['time_ratio'] - 100:+.2f}",
               **{word: place[word] for word in ("answer", "placements", "unknown")},
               **{word: place[word] and f"{100 * place[word]:.2f}"
                  for word in ("code", "code_low", "code_high", "place_sd")},
               "innocent": int(innocent), "innocent_code": int(innocent and place["answer"] == "code"),
               "innocent_place": int(innocent and place["answer"] == "place"), "slower": int(slower),
               "slower_code": int(slower and place["answer"] == "code"),
               "slower_place": int(slower and place["answer"] == "place")}


def main():
    options = arguments(suite="classic", planted=16, placements=16, slower=100, innocent=100,
                        plain=False, only="")
    options.flags = "-O2" if options.plain else "-O2 -ffunction-sections"
    options.script = "" if options.plain else f"-T {SOURCE}/harness/package/bdriver-align.ld"
    need("cmake ninja-build gcc lld", "cmake", "ninja", "gcc", "ld.lld")
    own_lock()
    table = []
    with workplace() as here:
        script("valgrind", "exit 1")
        os.environ["PATH"] = f"{here}:{os.environ['PATH']}"
        source = trees.copied_source(here / "source")
        trees.build(source, here / "old", [options.suite], flags=options.flags)
        for edit in edits(source, options):
            if not re.search(options.only, edit[0]):
                continue
            for row in one_edit(source, here / "old", here / "new", edit, options):
                say(", ".join(str(value) for value in row.values()))
                table.append(row)
            shutil.rmtree(here / "new")
    print_csv(table)


main()
