#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Of ideas that are tried in a loop, which are kept, and what are they worth?

The suite classic, one edited file an attempt. Nothing: a comment; two functions in another order; code
that is executed and does nothing; padding. Real: 1 to 5 % less work in
all benchmarks of the file.
Kept by `bdriver try` is the base of the next one. Beside it, for the same pairs of builds: a smoke run
(some improved, none regressed); launches of one build and then of the other, in the time that the median
attempt needs, kept if the geometric mean of minima is smaller, as with Google Benchmark by hand, or if
Welch's test (5 %) calls a benchmark faster and none slower, as with hyperfine.
"""
import csv
import json
import math
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import time

import trees
from study import arguments, bdriver, busy, need, own_lock, print_csv, say, workplace

OPTIONS = arguments(nothing=200, real=40, seed=1, alone=False, load=0, minutes=0, seconds=4.0)
HEAD = "static void run(struct bd *b, uint64_t n)\n{"
EXTRA = 0.25     # of an iteration: what ideas can save
TURN_NS = 1.23  # of the loop that is saved
RULES = {"try": "bdriver try", "smoke": "smoke run", "minimum": "smaller minimum", "welch": "Welch's test"}


def wrapped(text, extra):
    """`run` and so many turns of a loop for each 1000 iterations, by the argument of the benchmark."""
    start = text.index(HEAD)
    end = text.index("\n}\n", start) + 3
    body = text[start:end].replace("static void run(",
                                   "static __attribute__((noinline)) void run_all(", 1)
    return (text[:start] + body + "\nstatic void run(struct bd *b, uint64_t n)\n{\n"
            "\tuint64_t turns = n * EXTRA(b->arg) / 1000, x = n;\n\n\trun_all(b, n);\n"
            "\tfor (; turns; turns--)\n"
            "\t\t__asm__ volatile(\"imul $3, %0, %0\\n\\tadd $1, %0\" : \"+r\"(x));\n}\n"
            + text[end:]).replace(HEAD, table(extra) + HEAD, 1)


def table(extra):
    cases = " : ".join(f"(arg) == {arg} ? UINT64_C({round(turns)})" for arg, turns in extra.items())
    return f"#define EXTRA(arg) ({cases} : 0)\n"


def faster(text, extra):
    return re.sub(r"#define EXTRA.*\n", lambda _: table(extra), text, count=1)


def argument(name):
    last = name.rsplit("/", 1)[-1]
    return int(last) if last.isdigit() else 0


def commented(text, i):
    return f"{text}\n/* Attempt {i}. */\n"


def reordered(text, _i):
    """Two functions that follow each other, and do not call each other, change places."""
    blocks = text.split("\n\n")
    for k in random.sample(range(len(blocks) - 1), len(blocks) - 1):
        one, two = blocks[k], blocks[k + 1]
        names = [re.search(r"^static [^=;]*?(\w+)\([^;]*\)\n\{", b, re.M) for b in (one, two)]
        if all(names) and names[0][1] not in two and all(b.endswith("\n}") for b in (one, two)):
            blocks[k], blocks[k + 1] = two, one
            return "\n\n".join(blocks)
    return commented(text, 0)


def idle(text, i):
    """Once a sample, outside of the loop."""
    if i % 2:
        return text.replace("\trun_all(b,", f"\t__asm__ volatile(\".skip {1 + i % 13}, 0x90\");\n\trun_all(b,", 1)
    cold = f"\tif (__builtin_expect(n == UINT64_MAX - {i}, 0))\n\t\tbd_result(b, n);\n"
    return text.replace("\trun_all(b,", cold + "\trun_all(b,", 1)


def padded(text, i):
    return (text + f"\nstatic __attribute__((used)) char pad_data{i}[{64 * (1 + i % 50)}];\n"
            f"static __attribute__((used)) void pad_code{i}(void)\n{{\n"
            f"\t__asm__ volatile(\".skip {64 * (1 + i % 7)}, 0x90\");\n}}\n")


NOTHING = {"comment": commented, "reordered": reordered, "idle code": idle, "padding": padded}


def fit_files(source, suite):
    """Of each file the time of an iteration, ns, by the argument of the benchmark."""
    bdriver("run", "-s", suite, "-q", "-r", 3, "--launch-time", "20ms", "-o", "tune.log", allowed=(0, 1, 3))
    times, names = {}, trees.files_of(suite)
    with open("tune.log", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            name = names.get(row["benchmark"])
            if name and row["status"] == "ok" and HEAD in (source / name).read_text(encoding="utf-8"):
                one = times.setdefault(name, {})
                arg = argument(row["benchmark"])
                one[arg] = min(one.get(arg, math.inf), *map(float, row["samples"].split()))
    return times


def ideas(files):
    wanted = [(kind, 0) for kind in NOTHING for _ in range(OPTIONS.nothing // len(NOTHING))]
    wanted += [("real", (1 + k % 5) / 100) for k in range(OPTIONS.real)]
    random.shuffle(wanted)
    return [(kind, gain, random.choice(files)) for kind, gain in wanted]


def smoke():
    shutil.rmtree("smoke", ignore_errors=True)
    start = time.monotonic()
    bdriver("run", "--old", "best", "--new", "idea", "--profile", "smoke", "--controls", 0, "-q",
            "-o", "smoke", allowed=(0, 1, 3, 5))
    seconds = time.monotonic() - start
    if not pathlib.Path("smoke/old.log").exists():
        return "same code", seconds
    out = bdriver("compare", "smoke", "--format", "json", allowed=(0, 1, 3, 5),
                  stdout=subprocess.PIPE).output
    verdicts = {row["verdict"] for row in json.loads(out)["rows"]}
    return "keep" if "improved" in verdicts and "regressed" not in verdicts else "drop", seconds


def take(build, names):
    words = [word for name in names for word in ("-f", f"^{re.escape(name)}$")]
    bdriver("run", "-s", f"{build}/classic", "-q", "--force", "--budget", f"{OPTIONS.seconds / 2}s",
            "--launch-time", "20ms", "-o", "rival.log", *words, allowed=(0, 1, 3))
    times = {name: [] for name in names}
    with open("rival.log", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if row["status"] == "ok" and row["benchmark"] in times:
                samples = [float(x) for x in row["samples"].split()]
                times[row["benchmark"]].append((min(samples), statistics.fmean(samples)))
    return {name: rows for name, rows in times.items() if len(rows) > 1}


def welch_t(a, b):
    va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    if va + vb == 0:
        return 0, 1
    df = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    return (statistics.fmean(a) - statistics.fmean(b)) / math.sqrt(va + vb), df


def beyond(t, df):
    """|t| beyond the 5 % quantile of Student's t (Cornish-Fisher, to 1 % from 3 degrees on)."""
    z = 1.959964
    return abs(t) > z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2)


def rivals(names):
    """Decisions of the two rules, and what the first claims."""
    old, new = take("best", names), take("idea", names)
    both = [name for name in old if name in new]
    if not both:
        return "drop", "drop", 1
    ratio = statistics.fmean(math.log(min(x[0] for x in old[n]) / min(x[0] for x in new[n])) for n in both)
    signs = []
    for name in both:
        t, df = welch_t([x[1] for x in old[name]], [x[1] for x in new[name]])
        signs.append((t > 0) - (t < 0) if beyond(t, df) else 0)
    return ("keep" if ratio > 0 else "drop",
            "keep" if 1 in signs and -1 not in signs else "drop", math.exp(ratio))


def attempt(note):
    done = bdriver("try", "--base", "best", "--idea", "idea", "--series", "series.csv", "--note", note,
                   "--format", "json", allowed=(0, 1, 5, 6), stdout=subprocess.PIPE)
    return json.loads(done.output)["attempt"]


def confirmed():
    """All that was kept, and the truth of it."""
    done = bdriver("try", "--final", "--base", "first", "--idea", "best", "--series", "series.csv",
                   "--format", "json", allowed=(0, 1, 5, 6), stdout=subprocess.PIPE)
    return json.loads(done.output)


def series():
    source = trees.copied_source(pathlib.Path.cwd() / "source")
    folder = source / "suites/classic"
    built = trees.build(source, pathlib.Path.cwd() / "build", ["classic"], align=True) / "classic"
    times = fit_files(folder, built)
    files = sorted(times)
    extra = {name: {arg: 1000 * EXTRA * ns / TURN_NS for arg, ns in times[name].items()} for name in files}
    say(f"{len(files)} files: {' '.join(files)}")
    for name in files:
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(wrapped(text, extra[name]), encoding="utf-8")
    trees.build(source, built.parent.parent, ["classic"])
    names = trees.files_of(built)
    for name in ("first", "best"):
        pathlib.Path(name).mkdir()
        shutil.copy2(built, f"{name}/classic")
    truth, table, began = 0, [], time.monotonic()
    for i, (kind, gain, name) in enumerate(ideas(files), 1):
        if OPTIONS.minutes and time.monotonic() - began > 60 * OPTIONS.minutes:
            break
        file = folder / name
        before = file.read_text(encoding="utf-8")
        less = {arg: turns - gain * (turns + 1000 * times[name][arg] / TURN_NS)
                for arg, turns in extra[name].items()}
        if kind == "real" and min(less.values()) < 0:
            continue
        text = faster(before, less) if kind == "real" else NOTHING[kind](before, i)
        file.write_text(text, encoding="utf-8")
        trees.build(source, built.parent.parent, ["classic"])
        shutil.rmtree("idea", ignore_errors=True)
        pathlib.Path("idea").mkdir()
        shutil.copy2(built, "idea/classic")
        mine = [n for n, of in names.items() if of == name]
        row = {"attempt": i, "kind": kind, "gain": gain, "file": name, "benchmarks": len(mine),
               "load": f"{os.getloadavg()[0]:.1f}"}
        done = attempt(f"{kind} {gain} {name}")
        row |= {"try": done["decision"], "seconds": f"{done['seconds']:.2f}", "speed": done["speed"],
                "corrected": done["corrected"], "p": done["p"], "level": done["level"], "reason": done["reason"]}
        if not OPTIONS.alone:
            row["smoke"], seconds = smoke()
            row["smoke_seconds"] = f"{seconds:.2f}"
            row["minimum"], row["welch"], row["minimum_claims"] = rivals(mine)
        if done["decision"] == "keep":
            truth -= math.log(1 - gain) * len(mine) / len(names)
            extra[name] = less if kind == "real" else extra[name]
            shutil.rmtree("best")
            os.rename("idea", "best")
        else:
            file.write_text(before, encoding="utf-8")
        table.append(row)
        say(row)
    end = confirmed()
    say(end | {"truth": math.exp(truth)})
    return table, end, len(names)


def count(rows, rule):
    return sum(row[rule] == "keep" for row in rows)


def percent(logs):
    return f"{100 * math.expm1(sum(logs)):.2f}"


def summary(table, end, benchmarks):
    """A row for each rule."""
    nothing = [row for row in table if not row["gain"]]
    small = [row for row in table if 0 < row["gain"] < 0.02]
    real = [row for row in table if row["gain"] >= 0.02]
    measured = [float(row["seconds"]) for row in table if row["try"] != "same code"]
    same = [float(row["seconds"]) for row in table if row["try"] == "same code"]
    for rule, name in RULES.items():
        if rule not in table[0]:
            continue
        seconds = {"try": measured, "smoke": [float(row["smoke_seconds"]) for row in table
                                              if row.get("smoke", "same code") != "same code"]
                   }.get(rule, [OPTIONS.seconds])
        kept = [row for row in table if row[rule] == "keep"]
        yield {"rule": name, "nothing": len(nothing), "nothing_kept": count(nothing, rule),
               "measured": len([row for row in nothing if row["try"] != "same code"]),
               "small": len(small), "small_kept": count(small, rule),
               "real": len(real), "real_kept": count(real, rule),
               "undecided": sum(row[rule] == "cannot tell" for row in table),
               "seconds": f"{statistics.median(seconds):.1f}", "seconds_most": f"{max(seconds):.1f}",
               "seconds_all": f"{statistics.median(measured + same):.1f}",
               "seconds_same": f"{statistics.median(same):.2f}", "seconds_same_most": f"{max(same):.2f}",
               "true": percent(-math.log(1 - row["gain"]) * row["benchmarks"] / benchmarks for row in kept),
               "claimed": percent(math.log(row["minimum_claims"]) * row["benchmarks"] / benchmarks
                                  for row in kept) if rule == "minimum" else "",
               "load_least": min(float(row["load"]) for row in table),
               "load_most": max(float(row["load"]) for row in table)} | (
                   {"claimed": percent([math.log(end["claimed"])]),
                    "corrected": percent([math.log(end["claimed_corrected"])]),
                    "confirmed": percent([math.log(end["attempt"]["speed"])]),
                    "low": percent([math.log(end["attempt"]["low"])]),
                    "high": percent([math.log(end["attempt"]["high"])])} if rule == "try"
                   else {key: "" for key in ("corrected", "confirmed", "low", "high")})


def main():
    need("cmake ninja-build", "cmake", "ninja")
    own_lock()
    random.seed(OPTIONS.seed)
    with workplace(), busy(OPTIONS.load):
        print_csv(list(summary(*series())))


main()
