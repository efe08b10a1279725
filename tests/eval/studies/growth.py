#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""200,000 launches in one run: do the driver's memory and descriptors grow?

LAUNCHES: another number. The driver is sampled at 5 % and 95 % of the size of its log.
"""
import os
import pathlib
import sys

from study import bdriver, built, launches, own_lock, print_csv, script, workplace
from watch import share_of_log, watch_log

# Four suites, as a run has at most 65,535 rounds; one run only, so that growth would show.
MANY = """#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Fine"}]}]}' ;;
*) exec "$FAKE" "$@" ;;
esac
"""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200000
    own_lock()
    os.environ["FAKE"] = str(built("tests/fakes/dies"))
    with workplace():
        script("many", MANY)
        pathlib.Path("bdriver.ini").write_text(
            "".join(f"[suite s{i}]\npath = many\n" for i in range(1, 5)), encoding="utf-8")
        run = bdriver("run", "-q", "-r", count // 4, "-j", 2, "--iterations", 1, "--samples", 1,
                      "--launch-time", "1ns", "--repeat-disturbed", 0, "--repeat-alone", 0, "-o",
                      "g.log", allowed=(0,), sample=watch_log("g.log"))
        status = [row["status"] for row in launches("g.log")]
        if len(status) < count // 4 * 4:
            sys.exit(f"only {len(status)} of {count} launches are in the log")
        line = {"launches": len(status), "ok": status.count("ok")}
        for percent in 5, 95:
            seen = share_of_log(run.samples, "g.log", percent)
            line.update({f"rss_kib_{percent}": seen.rss_kib, f"fds_{percent}": seen.descriptors})
    print_csv([{**line, "seconds": f"{run.wall:.0f}"}])


main()
