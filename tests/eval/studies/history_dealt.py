#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many false alarms does a history give on real launches, and how soon does it find a step?

Real launches of the same executables, measured in many short runs, are dealt into the logs of nights,
with replacement: each alarm is false. Disturbed launches are left out, as a run repeats them. A tenth
of the benchmarks is said to have new code each night, and steps are multiplied in. The nights `in
order` are the runs themselves, one a night. --runs-in DIR keeps the logs, and goes on with those that
are there.
"""
import csv
import datetime
import io
import math
import pathlib
import random
import sqlite3
import subprocess

from study import arguments, bdriver, built, launches, print_csv, say, stop, suites, workplace

SUITES = ("classic_O2", "xxhash_O2")
WORLDS = ("quiet", "all code is new", "step 1 sd", "step 2 sd", "step 3 sd", "step 5 %")
RULES = {"segments": 0, "binary": 4.5, "cusum": 8.45, "window": 7, "quartiles": 3, "fixed": 0.05}
COLUMNS = ("world", "rule", "threshold", "nights", "alarms", "same_code_alarms", "steps", "found_2",
           "found_7", "found_30")
# Of a log; all of them stand in the logs of runs.
KEPT = ("suite", "benchmark", "round", "status", "iterations", "checksum", "code_fingerprint", "disturbed",
        "samples")


def measure(folder, args):
    chosen = [word for path in suites("O2") if path.name in SUITES for word in ("-s", path)]
    folder.mkdir(exist_ok=True)
    for number in range(1, args.runs + 1):
        log = folder / f"{number:04}.log"
        if not log.exists():
            log.with_suffix(".log.part").unlink(missing_ok=True)
            bdriver("run", "-q", *chosen, "-r", args.rounds, "--launch-time", "2ms", "-o", log,
                    "--repeat-disturbed", "0%", "--repeat-alone", "0%")
    return sorted(folder.glob("*.log"))


def deal(logs, folder, args):
    """Nights of `args.launches` launches, drawn from all runs. Returns how many launches a benchmark has."""
    rows = {}
    for log in logs:
        for row in launches(log):
            if row["status"] == "ok" and not row["disturbed"]:
                rows.setdefault((row["suite"], row["benchmark"]), []).append(row)
    draw = random.Random(1)
    folder.mkdir()
    for night in range(args.nights):
        start = datetime.datetime(2025, 1, 1, 2) + datetime.timedelta(days=night)
        out = io.StringIO()
        writer = csv.DictWriter(out, KEPT, extrasaction="ignore", quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writeheader()
        for those in rows.values():
            for number, row in enumerate(draw.choices(those, k=args.launches), 1):
                writer.writerow(row | {"round": number})
        with open(folder / f"{night:04}.log", "w", encoding="utf-8") as file:
            print("# bdriver-log: 1", f"# started: {start:%Y-%m-%dT%H:%M:%SZ}", "# host: dealt",
                  f"# seed: {night}", out.getvalue().replace('"', "", 2 * len(KEPT)).rstrip("\n"),
                  f"# end: {len(rows) * args.launches}", sep="\n", file=file)
    return sorted(map(len, rows.values()))[len(rows) // 2]


def levels(history, path):
    """Of the benchmarks that all nights have; returns how many these are, and the median SD of a night."""
    lines = {}
    database = sqlite3.connect(f"{history}/history.db")
    database.row_factory = sqlite3.Row
    for row in database.execute("SELECT * FROM v_level WHERE metric = 'time' ORDER BY night"):
        lines.setdefault((row["suite"], row["benchmark"]), []).append(row)
    nights = max(map(len, lines.values()))
    whole = [rows for rows in lines.values() if len(rows) == nights]
    with open(path, "w", encoding="utf-8") as out:
        for number, rows in enumerate(whole):
            for night, row in enumerate(rows):
                print(number, night, math.log(float(row["ns"])), row["relative_error"] or "nan", file=out)
    if len(whole) < 50:
        stop(f"only {len(whole)} of {len(lines)} benchmarks were measured in all {nights} nights")
    say(f"{len(whole)} of {len(lines)} benchmarks were measured in all {nights} nights")
    return len(whole)


def simulate(world, rule, threshold, seeds, path):
    total = None
    for seed in range(1, seeds + 1):
        text = subprocess.check_output([built("tests/simulate_history"), world, rule, str(threshold),
                                        str(seed), path], text=True)
        one = dict(zip(COLUMNS, next(csv.reader(io.StringIO(text)))))
        if total:
            one |= {key: int(one[key]) + int(total[key]) for key in COLUMNS[3:]}
        total = one
    return total


def main():
    args = arguments(runs=110, rounds=3, nights=200, launches=10, seeds=5, runs_in="")
    kept = pathlib.Path(args.runs_in).resolve() if args.runs_in else None
    table = []
    with workplace() as folder:
        logs = measure(kept or folder / "runs", args)
        pool = deal(logs, folder / "dealt", args)
        for source, nights in ("dealt", folder / "dealt"), ("in order", kept or folder / "runs"):
            bdriver("history", "add", "-q", "--history", source, nights)
            lines = levels(source, f"{source}.levels")
            table += [{"source": source, "benchmarks": lines, "launches": pool} |
                      simulate(world, rule, threshold, args.seeds, f"{source}.levels")
                      for world in WORLDS for rule, threshold in RULES.items()]
    print_csv(table)


main()
