#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large does a history of a year become, and how long does each screen take?

Simulated nights of many benchmarks with 10 launches each; the last night has 30 samples a launch, as
real ones have. Times are medians of five.
"""
import os
import pathlib
import shutil
import statistics
import sys

from study import SOURCE, Run, arguments, bdriver, print_csv, say, workplace

MAKER = SOURCE / "tests/eval/lib/history_logs.py"


def size(path):
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return sum(p.stat().st_size for p in files)


def medians(runs):
    """Of the time that passed, and of the CPU time."""
    return [f"{statistics.median(values):.3f}" for values in zip(*((r.wall, r.cpu) for r in runs))]


def screen(*words):
    return medians([bdriver("history", *words) for _ in range(5)])


def main():
    args = arguments(nights=365, benchmarks=500, launches=10)
    bdriver("history", "--help")
    with workplace():
        for folder, samples, first in ("year", 3, 1), ("night", 30, args.nights):
            os.mkdir(folder)
            Run([sys.executable, MAKER, folder, "--nights", args.nights, "--first", first,
                 "--benchmarks", args.benchmarks, "--launches", args.launches, "--samples", samples,
                 "--change", f"{args.nights // 2}:3-9:1.05", "--kernel", args.nights // 3,
                 "--compiler", args.nights // 4])
        last = pathlib.Path(f"night/{args.nights:04}.log")
        os.remove(f"year/{args.nights:04}.log")
        say("logs are made")
        bdriver("history", "add", "-q", "year")
        before = size(pathlib.Path("history/history.db"))
        adds = []
        for i in range(5):
            shutil.copytree("history", f"copy{i}")
            adds.append(bdriver("history", "add", "-q", "--history", f"copy{i}", last))
        bdriver("history", "add", "-q", last)
        kept = max(p.stat().st_size for p in pathlib.Path("history/logs").rglob("*.gz"))
        row = {"nights": args.nights, "benchmarks": args.benchmarks, "launches": args.launches,
               "database_mb": f"{before / 1e6:.1f}", "log_kb": round(size(last) / 1e3),
               "kept_log_kb": round(kept / 1e3)}
        times = {"add": medians(adds), "morning": screen(), "show": screen("show", "Bench/3"),
                 "changes": screen("changes", "--format", "json")}
        for name, (wall, cpu) in times.items():
            row |= {f"{name}_s": wall, f"{name}_cpu_s": cpu}
        row["rebuild_s"] = f"{bdriver('history', 'rebuild', '-q').wall:.1f}"
    print_csv([row])


main()
