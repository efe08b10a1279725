#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Suites at 1, 2 and 4 workers, with and without a neighbour: which disturbed launches are marked?

The neighbour keeps the CPU of worker 0 busy in bursts of random length and notes when. A launch is
affected  where a burst for certain covered at least a tenth of its sampling time on its CPU,
clean     where no burst came near it (20 ms) on any CPU,
beside    where one ran on another CPU, and else
between.
Where the kernel can be asked (root, tracefs), a launch without a burst is `interrupted` if other
programs had its CPU for more than 1 % of its sampling time while it was ready to run; `by`: the
program that took most of that. A launch that had its CPU to itself in the middle of a burst is not
affected, as it may be shorter than a time slice. Each log is compared with one of one worker and no
neighbour, so every change is a false one.

--raw FILE keeps the evidence of each launch with its truth. `lib/disturbed_rules.py FILE` tries
variants of the rule on it. --shield (root): as real-time processes, where other programs run.
"""
import argparse
import collections
import csv
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

import kernel_trace
from study import (BDRIVER, BUILD, CHANGED, built, compare, launches, listed, own_lock,
                   print_csv, say, stop, workplace)

MARGIN = 0.020
# When a launch sampled within its life is not known: up to its end, with the harness's own work.
SAMPLED_WITHIN, ENDS_WITHIN = 1.1, 0.002
WAITED = 0.01


def spin(until, shielded):
    """Half of the time where it would get all of it: as the scheduler shares it between two."""
    while (now := time.monotonic()) < until:
        while shielded and time.monotonic() < now + 0.003:
            pass
        if shielded:
            time.sleep(0.003)


def neighbour(cpu, seed, path):
    os.sched_setaffinity(0, {cpu})
    shielded = os.sched_getscheduler(0) == os.SCHED_RR
    if shielded:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))
    draw = random.Random(seed)
    with open(path, "w", buffering=1, encoding="utf-8") as out:
        while True:
            time.sleep(draw.uniform(0.3, 1.2))
            begin = time.monotonic()
            end = begin + draw.uniform(0.2, 0.8)
            out.write(f"{begin} ")
            out.flush()
            spin(end, shielded)
            out.write(f"{time.monotonic()}\n")


def bursts(path):
    spans = []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words:
            spans.append((float(words[0]), float(words[1]) if len(words) > 1 else time.monotonic()))
    return spans


def meta_of(log, key):
    found = ""
    for line in open(log, encoding="utf-8"):
        if line.startswith(f"# {key}: "):
            found = line.split(": ", 1)[1].strip()
    return found


def measure(options, names, workers, log):
    """Returns when it began, when each launch of the log ended, how long all took, the trace."""
    command = [BDRIVER, "run", "-v", "-c", "empty.ini", "-s", str(options.suite), *names, "-j",
               str(workers), "-r", str(options.rounds), "--launch-time", options.launch_time,
               "--seed", str(workers), "-o", log]
    began = time.monotonic()
    # A file that is read at the end: a reader would wake beside the launches.
    trace = kernel_trace.start()
    progress = pathlib.Path("progress")
    with open(progress, "w", encoding="utf-8") as err:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
        while process.poll() is None and " launches on " not in progress.read_text():
            time.sleep(0.001)
        first = time.monotonic()
        process.wait()
    seconds = time.monotonic() - began
    traced = kernel_trace.stop(trace, options.suite.name[:15]) if trace else None
    lines = progress.read_text(encoding="utf-8").splitlines()
    if process.returncode not in (0, 3):
        stop(f"{' '.join(command)} ended with {process.returncode}: {lines[-1:]}")
    # "[DONE/ALL] NAME round N: ok TIME, after SECONDS s"
    ends = [first + float(line.split()[-2])
            for line in lines if line.startswith("[") and " round " in line]
    return first, ends, seconds, traced


def overlap(a, b, spans):
    return sum(max(0, min(b, end) - max(a, begin)) for begin, end in spans)


def min_overlap(first, latest, length, spans):
    """Of a stretch of this length that begins between the two, with the spans."""
    begins = [first, latest] + [t for span in spans for edge in span for t in (edge, edge - length)
                                if first < t < latest]
    return min(overlap(t, t + length, spans) for t in begins)


def waited(row, ended, traced):
    """The share of its sampling time that others had its CPU, at least, and the one with most."""
    launch = traced and kernel_trace.launch_that_ended(traced, int(row["cpu"]), ended)
    if not launch:
        return 0, ""
    wall, by = float(row["wall_ns"]) / 1e9, collections.Counter()
    first = launch.end - wall * SAMPLED_WITHIN - ENDS_WITHIN
    waits = [wait for wait in launch.waits if wait[1] > first]
    for begin, end, who in waits:
        by[who] += end - begin
    share = min_overlap(first, launch.end - wall, wall, [wait[:2] for wait in waits])
    return share / wall, by.most_common(1)[0][0] if by else ""


def truth(row, started, ended, spans, cpu):
    """What became of the launch, and the share of its sampling time that a burst covered.

    When it sampled, between the end of the launch before it and its own, is not known: the share is
    the smallest possible one.
    """
    wall = float(row["wall_ns"]) / 1e9
    latest = max(started, ended - wall)
    share = min_overlap(started, latest, wall, spans) / wall
    if overlap(started - MARGIN, ended + MARGIN, spans) == 0:
        return "clean", 0
    if share < 0.1:
        return "between", share
    return "affected" if int(row["cpu"]) == cpu else "beside", share


EVIDENCE = ("benchmark round attempt worker cpu wall_ns cpu_ns run_delay_ns voluntary_switches "
            "involuntary_switches migrations minor_faults major_faults disturbed").split()
KINDS = ("affected", "affected_marked", "clean", "clean_marked", "clean_core", "clean_other",
         "interrupted", "interrupted_marked", "beside", "beside_marked")


def classify(rows, began, ends, spans, cpu, traced, keep):
    if len(rows) != len(ends):
        stop(f"{len(rows)} rows in the log, but {len(ends)} launches in the progress output")
    before, by = {}, collections.Counter()
    counts = dict.fromkeys(KINDS, 0)
    for row, end in zip(rows, ends):
        started = before.get(row["worker"], began)
        before[row["worker"]] = end
        if row["status"] != "ok":
            continue
        kind, share = truth(row, started, end, spans, cpu)
        lost, who = waited(row, end, traced)
        if kind == "clean" and lost > WAITED:
            kind = "interrupted"
            by[who] += 1
        if kind == "affected" and traced and lost <= WAITED:
            kind = "between"
        samples = [float(x) for x in row["samples"].split()]
        keep([kind, f"{share:.3f}", f"{lost:.4f}", who, *(row[k] for k in EVIDENCE),
              f"{statistics.mean(samples):.6g}", f"{statistics.median_low(samples):.6g}",
              f"{min(samples):.6g}"])
        if kind != "between":
            counts[kind] += 1
            counts[kind + "_marked"] += row["disturbed"] != ""
            # Another guest's work on the core, not the neighbour's: no truth is known of it here.
            counts["clean_core"] += kind == "clean" and row["disturbed"] == "core-shared"
            counts["clean_other"] += kind == "clean" and row["disturbed"] not in ("", "core-shared")
    counts["by"] = ", ".join(f"{n} {who}" for who, n in by.most_common())
    return counts


def false_changes(old, new):
    rows = compare(old, new, "-c", "empty.ini", "--rule", "unpaired", "--fail-on", "never")["rows"]
    return len(rows), sum(row["verdict"] in CHANGED for row in rows)


def arguments():
    parser = argparse.ArgumentParser(prog="tests/eval/run disturbed", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default=BUILD / "suites/classic_O2")
    parser.add_argument("--benchmarks", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--launch-time", default="60ms")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--neighbours", default="none,bursts")
    parser.add_argument("--raw", type=os.path.abspath)
    parser.add_argument("--shield", action="store_true")
    options = parser.parse_args()
    options.suite = built(options.suite)
    return options


def raw_writer(path):
    if not path:
        return lambda cells: None
    writer = csv.writer(open(path, "w", newline="", encoding="utf-8"), lineterminator="\n")
    writer.writerow(["workers", "neighbour", "truth", "share", "lost", "who", *EVIDENCE, "mean_ns",
                     "median_ns", "min_ns"])
    return writer.writerow


def configuration(options, names, workers, kind, quiet, keep):
    """One row: a number of workers, with or without the neighbour; `quiet`: its CPU and seconds."""
    cpu, quiet_seconds = quiet
    log, child, spans = f"{workers}-{kind}.log", None, []
    if kind == "bursts":
        child = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--neighbour",
                                  str(cpu), str(workers), "bursts"])
    began, ends, seconds, traced = measure(options, names, workers, log)
    if child:
        child.kill()
        child.wait()
        spans = bursts("bursts")
    rows = list(launches(log))
    counts = classify(rows, began, ends, spans, cpu, traced,
                      lambda cells: keep([workers, kind, *cells]))
    compared, changed = false_changes("quiet.log", log)
    bias = meta_of(log, "parallel_bias").split()
    bias = bias[1:4] + bias[-1:] if bias else ["", "", "", 0]
    say(f"{workers} workers, neighbour {kind}: {seconds:.1f} s")
    return {"workers": workers, "neighbour": kind,
            "launches": sum(row["status"] == "ok" for row in rows),
            "marked": sum(row["disturbed"] != "" for row in rows), **counts,
            "slots_repeated": sum(row["attempt"] == "2" for row in rows), "compared": compared,
            "false_changes": changed, "seconds": f"{seconds:.1f}",
            "quiet_seconds": f"{quiet_seconds:.1f}",
            **dict(zip(("bias_median", "bias_low", "bias_high", "bias_launches"), bias))}


def main():
    options = arguments()
    own_lock()
    if options.shield:
        # The driver like its launches: it waits for a free CPU as it does otherwise (SCHED_BATCH).
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    keep = raw_writer(options.raw)
    with workplace() as folder:
        (folder / "empty.ini").touch()
        names = [bench["name"] for bench in listed(options.suite)]
        names = sorted(random.Random(1).sample(names, min(options.benchmarks, len(names))))
        say(f"{len(names)} benchmarks, {options.rounds} rounds of {options.launch_time}")
        seconds = measure(options, names, 1, "quiet.log")[2]
        quiet = int(next(launches("quiet.log"))["cpu"]), seconds
        print_csv([configuration(options, names, int(workers), kind, quiet, keep)
                   for kind in options.neighbours.split(",")
                   for workers in options.workers.split(",")])


if len(sys.argv) == 5 and sys.argv[1] == "--neighbour":
    neighbour(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    main()
