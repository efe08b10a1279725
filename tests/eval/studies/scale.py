#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""10,000 benchmarks of 1 ms: what the driver costs and holds, and how good its remaining time is.

2 rounds; --full: 20.
"""
import os
import re

from study import Run, arguments, bdriver, launches, own_lock, print_csv, workplace
from watch import share_of_log, watch_log

# A program of its own, as a shell script takes longer than a millisecond to start.
FAKE = r"""
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv)
{
	struct timespec ms = { .tv_nsec = 1000000 };

	if (argc > 1 && !strcmp(argv[1], "--list")) {
		printf("{\"schema\":\"bdriver-list-1\",\"suites\":[{\"benchmarks\":[{\"name\":\"Fake/0\"}");
		for (int i = 1; i < 10000; i++)
			printf(",{\"name\":\"Fake/%d\"}", i);
		puts("]}]}");
		return 0;
	}
	nanosleep(&ms, NULL);
	dprintf(3, "# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"
		   "\"%s\",ok,1,1,\"1.5 1.6 1.7 1.4 1.6 1.5 1.9 1.6 1.5 1.6\"\n# end: 1\n", argv[1]);
	return 0;
}
"""
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}


def seconds(text):
    return sum(float(n) * UNITS[unit] for n, unit in re.findall(r"([\d.]+) ?(ns|us|ms|s|m|h)", text))


def remaining(progress, wall):
    """The first line after a tenth of the run: what it said was left, and what was left."""
    for m in re.finditer(r"(\d+)/(\d+) launches, ([^,]*), ([^,\n]*) left", progress):
        if int(m[1]) * 10 >= int(m[2]):
            return seconds(m[4]), wall - seconds(m[3])
    return None


def main():
    options = arguments(full=False)
    rounds = 20 if options.full else 2
    count = 10000 * rounds
    own_lock()
    with workplace(), open("err", "w+", encoding="utf-8") as err:
        Run(["cc", "-O2", "-x", "c", "-", "-o", "fake"], stdin=FAKE)
        run = bdriver("run", "-s", "./fake", "-r", rounds, "-j", 2, "-o", "x.log", allowed=(0, 3),
                      stderr=err, sample=watch_log("x.log"))
        rows, size = sum(1 for _ in launches("x.log")), os.path.getsize("x.log")
        said, took = remaining(open("err", encoding="utf-8").read(), run.wall) or (None, None)
        at = {percent: share_of_log(run.samples, "x.log", percent) for percent in (5, 50, 95)}
    print_csv([{
        "launches": count, "rows": rows, "exit": run.code, "seconds": f"{run.wall:.1f}",
        "cpu_seconds": f"{run.cpu:.1f}", "cpu_ms_each": f"{1000 * run.cpu / count:.3f}",
        "peak_kib": max(held.peak_kib for held in run.samples),
        **{f"rss_kib_{percent}": held.rss_kib for percent, held in at.items()},
        **{f"fds_{percent}": held.descriptors for percent, held in at.items()},
        "log_bytes": size, "bytes_row": f"{size / rows:.0f}",
        "left_said": "" if took is None else f"{said:.1f}",
        "left_took": "" if took is None else f"{took:.1f}",
        "left_error": "" if took is None else f"{said / took - 1:.3f}"}])


main()
