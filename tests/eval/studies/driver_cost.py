#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does the driver cost in time and memory, beside posix_spawn and beside its launches?

The figures hold for an idle machine only.
"""
import os
import pathlib
import statistics
import subprocess

from study import (Run, arguments, bdriver, built, compiled, launches, memory_kib,
                   no_repeats, print_csv, script, workplace)

MANY = """#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Fine"}'
	i=1; while [ $i -lt 1000 ]; do echo ',{"name":"Fine/'$i'"}'; i=$((i + 1)); done
	echo ']}]}' ;;
*) echo "# bdriver-row: 1
benchmark,status,iterations,tuned_iterations,samples
\\"$1\\",ok,1,1,\\"1.5 1.6 1.7\\"
# end: 1" >&3 ;;
esac
"""
TABLE = []


def line(what, measured, unit="", goal=""):
    TABLE.append({"what": what, "measured": measured, "unit": unit, "goal": goal})


def run(*words):
    """A run whose peak memory is that of the driver alone, without its launches."""
    for old in pathlib.Path().glob("x.log*"):
        old.unlink()
    done = bdriver("run", "-q", "-j", 2, *words, "-o", "x.log", allowed=(0,), sample=memory_kib)
    done.rows = sum(1 for _ in launches("x.log"))
    done.peak_mib = f"{max(done.samples, default=0) / 1024:.1f}"
    return done


def empty_launches(count, times):
    fake, loop = built("tests/fakes/dies"), compiled("spawn_loop.c")
    one = ["--iterations", 1, "--samples", 1, "--launch-time", "1ns"]
    os.environ["BD_DRIVER_PID"] = ""
    bare = [Run([loop, count, 2, fake, "Fine", *one, "--out-fd", 3], stdout=subprocess.DEVNULL)
            for _ in range(times)]
    ours = [run("-s", fake, "Fine", "-r", count, *one) for _ in range(times)]
    walls = [statistics.median(done.wall for done in runs) for runs in (bare, ours)]
    line(f"{count} empty launches by posix_spawn alone (median of {times})", f"{walls[0]:.3f}", "s")
    line(f"{count} empty launches by bdriver (median of {times})", f"{walls[1]:.3f}", "s")
    line("their ratio", f"{walls[1] / walls[0]:.2f}", goal="1.6")
    cpu = [sum(done.cpu_all for done in runs) for runs in (bare, ours)]
    line("the ratio of their CPU times with all launches", f"{cpu[1] / cpu[0]:.2f}")


def launches_of_30_ms(rounds):
    done = run("-s", built("suites/classic_O2"), "Sieve/100000", "HeapSort/5000", "-r", rounds,
               "--iterations", 5, "--launch-time", "27ms")
    line("launches of 30 ms on two workers", done.rows)
    line("time they took", f"{done.wall:.3f}", "s")
    line("the driver beside them", f"{100 * done.cpu / done.wall:.2f}", "% of a core", "2")
    line("its peak memory", done.peak_mib, "MiB", "15")


def thousand_benchmarks(rounds):
    done = run("-s", script("many", MANY), "-r", rounds)
    line("launches planned and logged", done.rows)
    line("time they took", f"{done.wall:.3f}", "s")
    line("CPU time of the driver", f"{done.cpu:.4f}", "s")
    line("its peak memory", done.peak_mib, "MiB", "50")
    line("the log", pathlib.Path("x.log").stat().st_size // 1024, "KiB")


def main():
    options = arguments(short=False)
    part = 20 if options.short else 1
    os.environ["BDRIVER_LOCK"] = ""
    no_repeats()
    with workplace():
        empty_launches(3000 // part, 5)
        launches_of_30_ms(200 // part)
        thousand_benchmarks(10 if part == 1 else 1)
    starts = [bdriver("--version").wall for _ in range(20)]
    line("start: bdriver --version (median of 20)", f"{1e3 * statistics.median(starts):.1f}", "ms",
         "10")
    print_csv(TABLE)


main()
