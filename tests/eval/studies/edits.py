#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits, innocent and real: what is called changed, with and without alignment and identity of code?

Each edit is made in a copy of the source, and both trees are built as users build them. The real
edits let some benchmarks wait for 2, 5 or 10 % of the time that they took, and add a benchmark.
"identity: no" judges benchmarks with the same code as well. --smoke measures what has changed, as a
smoke run does. hyperfine and Google Benchmark measure the trees without alignment, for the edits
that --peers matches: apt-get install hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++
"""
import json
import math
import pathlib
import re
import shutil
import subprocess

import trees
from source_edits import BENCHMARK, HELPER, planted_files, read, slower
from peers import COMPARE_PY, google_compare, google_name, google_suite
from study import (CHANGED, COMPARED, SOURCE, Run, arguments, bdriver, compare, measured, need,
                   own_lock, print_csv, say, sign, workplace)

SHUFFLED = """	foreach(file IN LISTS sources)
		string(MD5 key "${file}")
		list(APPEND keyed "${key}|${file}")
	endforeach()
	list(SORT keyed)
	list(TRANSFORM keyed REPLACE "^[^|]*[|]" "" OUTPUT_VARIABLE sources)
	unset(keyed)
"""


def edits(source, suites, options):
    """Name, new texts, per mille of the planted change, further flags."""
    new = {source / "suites" / name / "aa_new.c": BENCHMARK for name in suites}
    files = {name: sorted((source / "suites" / name).glob("*.c")) for name in suites}
    header = source / "harness/bench.h"
    text = read(header)
    end = text.rindex("#ifdef __cplusplus")
    yield "new benchmark", new, 0, ""
    yield ("changed helper", {paths[0]: read(paths[0]) + HELPER for paths in files.values()}, 0,
           "")
    yield "function in a shared header", {header: text[:end] + HELPER + text[end:]}, 0, ""
    trees_file = source / "tests/eval/trees/CMakeLists.txt"
    glob = re.search(r".*suites/\$\{suite\}/\*\.c\)\n", read(trees_file))
    yield ("link order", {trees_file: read(trees_file).replace(glob[0], glob[0] + SHUFFLED)}, 0,
           "")
    yield "code without effect", {}, 0, " -fpatchable-function-entry=1"
    for percent in 2, 5, 10:
        planted = {path: slower(read(path), 10 * percent) for name in suites
                   for path in planted_files(source / "suites" / name, options.planted, percent)}
        yield f"+{percent} %", {**new, **planted}, 10 * percent, ""


def pair(folder):
    return folder / "old.log", folder / "new.log"


def summary(signs, ratios, planted):
    """signs: +1 slower, -1 faster, 0 not called."""
    untouched = {key: value for key, value in signs.items() if key not in planted}
    called = [ratios[key] for key, value in untouched.items() if value]
    largest = max(called, key=lambda ratio: abs(math.log(ratio)), default=1)
    real = [value for key, value in signs.items() if planted.get(key)]
    return {"untouched": len(untouched), "called": len(called),
            "largest": f"{100 * (largest - 1):+.1f}" if called else "",
            "names": " ".join("/".join(key) for key, value in untouched.items() if value),
            "real": len(real), "found": real.count(1), "reversed": real.count(-1)}


def ours(logs, planted, identity):
    if identity:
        text = bdriver("compare", "--format", "json", *logs, stdout=subprocess.PIPE).output
        rows = json.loads(text)["rows"]
    else:
        rows = compare(*logs)["rows"]
    rows = {(row["suite"], row["benchmark"]): row for row in rows
            if row["verdict"] in COMPARED + ("same code",)}
    return summary({key: sign(row) for key, row in rows.items()},
                   {key: row["time_ratio"] for key, row in rows.items()}, planted)


def google(old, new, suite, planted):
    """Its compare.py with the U test, of wall time."""
    for name, folder in ("g_old", old), ("g_new", new):
        objects = folder.glob(f"CMakeFiles/suite_{suite}.dir/**/*.o")
        program = google_suite(objects, folder / "libbdharness.a", folder / f"google_{suite}")
        Run([program, "--benchmark_repetitions=9", "--benchmark_min_time=0.005",
             "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json",
             f"--benchmark_out={name}.json"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
    signs, ratios = {}, {}
    for line in google_compare("g_old.json", "g_new.json"):
        key = suite, google_name(line["name"])
        change = [m["time"] for m in line["measurements"]]
        ratio = 1 + sorted(change)[len(change) // 2]
        ratios[key] = ratio
        signs[key] = (1 if ratio > 1 else -1) if line["utest"]["time_pvalue"] < 0.05 else 0
    return summary(signs, ratios, planted)


def hyperfine(old, new, suite, logs, planted):
    """A process for each run; called where 1 lies outside its own error of the ratio."""
    iterations = {row["benchmark"]: (int(row["iterations"]), min(row["samples"]))
                  for row in measured(logs[0]) if row["suite"] == suite}
    signs, ratios = {}, {}
    for name, (count, each) in iterations.items():
        samples = max(1, min(5000, round(8e6 / max(1, count * each))))
        commands = [f"{folder}/suites/{suite} {name} --iterations {count} --samples {samples} "
                    "--launch-time 10s" for folder in (old, new)]
        Run(["hyperfine", "-N", "--warmup", 1, "--runs", 10, "--export-json", "hyperfine.json",
             "--style", "none", *commands], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before, after = json.loads(read(pathlib.Path("hyperfine.json")))["results"]
        ratio = after["mean"] / before["mean"]
        error = ratio * math.hypot(after["stddev"] / after["mean"],
                                   before["stddev"] / before["mean"])
        ratios[suite, name] = ratio
        signs[suite, name] = (1 if ratio > 1 else -1) if abs(ratio - 1) > error else 0
    return summary(signs, ratios, planted)


def touched(new, suites, texts, permille):
    """The benchmarks of edited files: True if they are slower."""
    names = {path.name for path, text in texts.items() if path.suffix == ".c"}
    return {(suite, name): permille > 0 and file != "aa_new.c" for suite in suites
            for name, file in trees.files_of(new / "suites" / suite).items() if file in names}


def one_edit(source, folder, edit, align, options):
    """Rows of one edit with one alignment."""
    name, texts, permille, flags = edit
    suites = options.suites.split()
    old, new = folder / "old", folder / "new"
    with trees.edited(texts):
        trees.build(source, new, suites, options.compiler, options.flags + flags, align)
    how = ["-r", options.rounds, "--launch-time", options.launch_time, "-j", 1, "--all"]
    if options.smoke:
        how = ["--profile", "smoke", "-j", 2]
    done = bdriver("run", "--old", old / "suites", "--new", new / "suites", *how, "--seed", 1, "-q",
                   "-o", folder / "out", allowed=(0, 1, 3))
    logs = pair(folder / "out")
    planted = touched(new, suites, texts, permille)
    row = {"compiler": options.compiler, "flags": options.flags, "edit": name}
    for identity in (True,) if options.smoke else (False, True):
        yield {**row, "tool": "bdriver" + ", smoke" * options.smoke, "alignment": "yes" if align else "no",
               "identity": "yes" if identity else "no", **ours(logs, planted, identity),
               "seconds": f"{done.wall:.0f}"}
    if options.peers and not align and re.search(options.peers, name):
        yield {**row, "tool": "Google Benchmark", "alignment": "no", "identity": "no",
               **google(old, new, suites[0], planted), "seconds": ""}
        yield {**row, "tool": "hyperfine", "alignment": "no", "identity": "no",
               **hyperfine(old, new, suites[0], logs, planted), "seconds": ""}
    shutil.rmtree(folder / "out")
    shutil.rmtree(new)


def main():
    options = arguments(suites="classic", compiler="gcc", flags="-O2", rounds=8,
                        launch_time="20ms", planted=12, only="", peers="new|helper|header|5 %",
                        aligned="no yes", smoke=False)
    need("cmake ninja-build", "cmake", "ninja", options.compiler)
    if options.peers:
        need("hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++", "hyperfine",
             COMPARE_PY, "/usr/include/benchmark/benchmark.h", "g++")
    own_lock()
    table = []
    with workplace() as place:
        source = trees.copied_source(place / "source")
        for word in options.aligned.split():
            align = word == "yes"
            folder = place / f"aligned_{align}"
            trees.build(source, folder / "old", options.suites.split(), options.compiler,
                        options.flags, align)
            for edit in edits(source, options.suites.split(), options):
                if not re.search(options.only, edit[0]):
                    continue
                for row in one_edit(source, folder, edit, align, options):
                    say(", ".join(str(value) for value in row.values()))
                    table.append(row)
    print_csv(table)


main()
