#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two plain runs, and part of the suite became slower: who is called, and what does the exit code say?

Real launches of the same executables, measured in plain runs, are dealt anew into an old and a new log,
without replacement (source `dealt`); or two of the runs are the logs (source `sessions`). The source `noisy`
is `dealt` with three times the noise and with 2 % that each benchmark differs by between the logs. A part of the
benchmarks of the new log is made slower by scaling its samples. Worlds: `program`: the code of these
changed; `machine`: it did not, and controls are among them. Controls have the same fingerprint in both
logs, all others have a new one. --runs-in DIR keeps the logs of the runs, and goes on with those there.
"""
import csv
import io
import itertools
import json
import math
import pathlib
import random
import statistics
import subprocess

from study import arguments, bdriver, launches, print_csv, say, suites, workplace

SLOWER = (2, 5, 10, 30)  # per cent
SHARES = (0, 25, 50, 60, 70, 80, 100)  # per cent of the benchmarks that may change
CONTROLS = (0, 10, 40)  # per cent of all benchmarks
KEPT = ("suite", "benchmark", "round", "status", "iterations", "checksum", "code_fingerprint", "disturbed",
        "samples")


def measure(folder, args):
    words = [word for path in suites("O2") for word in ("-s", path)]
    folder.mkdir(exist_ok=True)
    for number in range(1, args.runs + 1):
        log = folder / f"run{number}.log"
        if not log.exists():
            log.with_suffix(".log.part").unlink(missing_ok=True)
            bdriver("run", "-q", *words, "-f", args.filter, "-r", args.launches, "--launch-time", "30ms", "-o", log)
    return [read(log) for log in sorted(folder.glob("run*.log"))]


def read(log):
    rows = {}
    for row in launches(log):
        if row["status"] == "ok":
            # The rule compares minima, so a few samples do.
            row["samples"] = " ".join(sorted(row["samples"].split(), key=float)[:5])
            rows.setdefault((row["suite"], row["benchmark"]), []).append(row)
    return rows


def write(path, session, sample, code, factors):
    out = io.StringIO()
    writer = csv.DictWriter(out, KEPT, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for name, rows in sample.items():
        for number, row in enumerate(rows, 1):
            row = row | {"round": number, "code_fingerprint": code[name]}
            if name in factors:
                row["samples"] = " ".join(f"{float(v) * factors[name]:.7g}" for v in row["samples"].split())
            writer.writerow(row)
    pathlib.Path(path).write_text(f"# bdriver-log: 1\n# session: {session}\n# host: dealt\n{out.getvalue()}"
                                  f"# end: {sum(map(len, sample.values()))}\n", encoding="utf-8")


def noisy(rows, offset):
    minima = [float(row["samples"].split()[0]) for row in rows]
    centre = statistics.median(minima)
    return [row | {"samples": " ".join(f"{float(v) * (minimum / centre) ** 2 * math.exp(offset):.7g}"
                                       for v in row["samples"].split())} for row, minimum in zip(rows, minima)]


def pairs(runs, args):
    """(source, old, new): launches of the benchmarks that all runs have."""
    names = sorted(set.intersection(*(set(run) for run in runs)))
    for draw in range(args.draws):
        old, new = {}, {}
        for place, name in enumerate(names):
            pool = [row for run in runs for row in run[name]]
            random.Random(1000 * draw + place).shuffle(pool)
            old[name], new[name] = pool[:args.launches], pool[args.launches:2 * args.launches]
        yield "dealt", old, new
        yield "noisy", {n: noisy(r, 0) for n, r in old.items()}, {
            n: noisy(r, random.Random(f"{draw} {n}").gauss(0, .02)) for n, r in new.items()}
    for a, b in list(zip(runs, runs[1:])) + list(zip(runs[1:], runs)):
        yield "sessions", {n: a[n] for n in names}, {n: b[n] for n in names}


def judge(factor, chosen, controls, old, new):
    names = list(old)
    write("old.log", "one", old, {n: f"c{i}" if n in controls else f"a{i}" for i, n in enumerate(names)}, {})
    write("new.log", "two", new, {n: f"c{i}" if n in controls else f"b{i}" for i, n in enumerate(names)},
          dict.fromkeys(chosen, factor))
    done = bdriver("compare", "--format", "json", "old.log", "new.log", allowed=(0, 1, 5), stdout=subprocess.PIPE)
    return done, json.loads(done.output)


def count(world, chosen, done, compared):
    """Real: what the program made slower, and controls cannot be."""
    verdict = {(r["suite"], r["benchmark"]): r["verdict"] for r in compared["rows"]}
    real = [verdict[n] for n in chosen if world == "program"]
    same = [v for n, v in verdict.items() if (world != "program" or n not in chosen) and v != "same code"]
    return {"comparisons": 1, "real": len(real), "found": real.count("regressed"),
            "reversed": real.count("improved"), "real_unchanged": real.count("unchanged"),
            "same": len(same), "improved": same.count("improved"), "regressed": same.count("regressed"),
            "with_false": int("improved" in same or "regressed" in same),
            "unchanged": same.count("unchanged"),
            **{f"exit_{code}": int(done.code == code) for code in (0, 1, 5)},
            "shift_line": int(compared["summary"]["shifted"]), "undecided": int(compared["summary"].get("undecided", 0))}


def cell(source, world, slower, share, control, old, new, seed):
    draw = random.Random(seed)
    names = list(old)
    draw.shuffle(names)
    controls = set(names[:len(names) * control // 100])
    may = [n for n in names if world == "machine" or n not in controls]
    draw.shuffle(may)
    chosen = set(may[:round(len(may) * share / 100)])
    done, compared = judge(1 + slower / 100, chosen, controls, old, new)
    return {"source": source, "world": world, "slower": slower, "share": share, "controls": control,
            "benchmarks": len(names)}, count(world, chosen, done, compared)


def cells():
    for slower, share, control in itertools.product(SLOWER, SHARES, CONTROLS):
        if share or slower == SLOWER[0]:
            yield "program", slower, share, control
    for slower, share, control in itertools.product((5, 10, 15, 30), (10, 25, 100), CONTROLS):
        yield "machine", slower, share, control


def main():
    args = arguments(runs=6, launches=10, draws=6, filter="^[H-P]", runs_in="")
    kept = pathlib.Path(args.runs_in).resolve() if args.runs_in else None
    table = {}
    with workplace() as folder:
        runs = measure(kept or folder / "runs", args)
        for seed, (source, old, new) in enumerate(pairs(runs, args)):
            for one in cells():
                key, counts = cell(source, *one, old, new, seed)
                sums = table.setdefault(tuple(key.items()), dict.fromkeys(counts, 0))
                for name, value in counts.items():
                    sums[name] += value
            say(f"pair {seed + 1}")
    print_csv([dict(key) | sums for key, sums in table.items()])


main()
