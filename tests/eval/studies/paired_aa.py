#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All our suites against copies of themselves, idle and loaded: false changes of paired runs.

--short takes under a minute: every sixth suite. --level O0, O2 or Os; --every N: every Nth suite;
--keep FOLDER: of the logs.
"""
import pathlib
import subprocess
import tempfile

from study import (CHANGED, COMPARED, arguments, bdriver, compare, print_csv, say, suites,
                   tree)


def summary(machine, seed, seconds, result):
    compared = [row for row in result["rows"] if row["verdict"] in COMPARED]
    for row in compared:
        if row["verdict"] in CHANGED:
            say(f"{row['verdict']}: {row['suite']}/{row['benchmark']} "
                f"{100 * row['time_ratio'] - 100:+.2f} %, p {row['p_value']:.2g}, {row['notes']}")
    count = {verdict: sum(row["verdict"] == verdict for row in compared)
             for verdict in COMPARED}
    return {"machine": machine, "run": seed, "compared": len(compared),
            "changed": count["regressed"] + count["improved"],
            "beyond_5_percent": sum(abs(row["time_ratio"] - 1) > 0.05 for row in compared),
            **count, "seconds": f"{seconds:.0f}"}


def total(machine, table):
    mine = [row for row in table if row["machine"] == machine]
    line = {"machine": machine, "run": f"all {len(mine)}"}
    for key in list(mine[0])[2:]:
        line[key] = sum(int(row[key]) for row in mine)
    return line


def main():
    options = arguments(runs=4, two_worker_runs=6, loaded_runs=2, rounds=8,
                        launch_time="4ms", level="O2", every=1, keep="", short=False)
    if options.short:
        options.runs, options.two_worker_runs, options.loaded_runs, options.every = 2, 1, 1, 6
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(options.keep or name)
        binaries = suites(options.level)[::options.every]
        old, new = tree(folder / "old", binaries), tree(folder / "new", binaries)
        for machine, workers, busy, runs in (
                ("1 worker", 1, False, options.runs),
                ("2 workers", 2, False, options.two_worker_runs),
                ("1 worker beside a busy loop", 1, True, options.loaded_runs)):
            load = subprocess.Popen(["sh", "-c", "while :; do :; done"]) if busy and runs else None
            try:
                for seed in range(1, runs + 1):
                    out = folder / f"{machine.replace(' ', '_')}_{seed}"
                    run = bdriver("run", "--old", old, "--new", new, "-r", options.rounds,
                                  "--launch-time", options.launch_time, "-j", workers,
                                  "--seed", seed, "-q", "-o", out, allowed=(0, 1, 3))
                    table.append(summary(machine, seed, run.wall,
                                         compare(out / "old.log", out / "new.log")))
                    say(table[-1])
            finally:
                if load:
                    load.terminate()
                    load.wait()
            if runs:
                table.append(total(machine, table))
    print_csv(table)


main()
