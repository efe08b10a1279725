#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does the driver take from launches on busy CPUs, with and without CPU wakers?

Needs root and tracefs. Without: pidfd_open() is refused, so that there are none. Both ways in turn,
as often as asked. `gap_ms`: from the end of a launch to the start of the next on its CPU. `taken`:
launches that the driver interrupted after their start-up (2 ms), and `taken_us` for how long.
"""
import argparse
import os
import statistics

import kernel_trace
from study import BDRIVER, BUILD, Run, built, no_repeats, own_lock, print_csv, stop, workplace

SHIM = """
#include <errno.h>
int pidfd_open(int pid, unsigned flags)
{
	(void)pid, (void)flags, errno = ENOSYS;
	return -1;
}
"""
STARTED = 0.002


def measure(options, shim):
    preload = ["env", f"LD_PRELOAD={shim}"] if shim else []
    trace = kernel_trace.start()
    if not trace:
        stop("the kernel's record of switches cannot be read: "
             "be root, mount -t tracefs none /sys/kernel/tracing")
    Run([*preload, BDRIVER, "run", "-q", "-c", "empty.ini", "-s", options.suite, *options.names,
         "-j", os.cpu_count(), "-r", options.rounds, "--launch-time", options.launch_time,
         "--seed", 1, "-o", "log", "--force"], allowed=(0, 3))
    return kernel_trace.stop(trace, os.path.basename(options.suite)[:15])


def summary(way, runs):
    gaps, taken, launches, seconds = [], [], 0, []
    for ended in runs:
        everyone = [p for there in ended.values() for p in there if p.begin]
        launches += sum(map(len, ended.values()))
        seconds.append(max(p.end for p in everyone) - min(p.begin for p in everyone))
        for there in ended.values():
            gaps += [1e3 * (b.begin - a.end) for a, b in zip(there, there[1:]) if b.begin]
        for p in everyone:
            waits = [end - begin for begin, end, who in p.waits
                     if who == "bdriver" and begin > p.begin + STARTED]
            if waits:
                taken.append(1e6 * sum(waits))
    gaps.sort()
    return {"way": way, "launches": launches, "gap_ms": f"{statistics.median(gaps):.2f}",
            "gap_ms_90": f"{gaps[len(gaps) * 9 // 10]:.2f}", "taken": len(taken),
            "taken_us": f"{statistics.mean(taken) if taken else 0:.0f}",
            "seconds": f"{statistics.median(seconds):.2f}"}


def main():
    parser = argparse.ArgumentParser(prog="tests/eval/run cpu_waker", description=__doc__)
    parser.add_argument("--suite", default=BUILD / "suites/classic_O2")
    parser.add_argument("--names", nargs="*", default=["*"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--launch-time", default="30ms")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    options.suite = built(options.suite)
    own_lock()
    no_repeats()
    with workplace() as folder:
        ways = {"without CPU wakers": folder / "shim.so", "with CPU wakers": None}
        (folder / "empty.ini").touch()
        Run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", "shim.so"], stdin=SHIM)
        runs = {way: [] for way in ways}
        for _ in range(options.times):
            for way, shim in ways.items():
                runs[way].append(measure(options, shim))
    print_csv([summary(way, all_runs) for way, all_runs in runs.items()])


main()
