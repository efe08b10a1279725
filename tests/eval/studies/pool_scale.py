#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""10,000 benchmarks x 2 builds x 20 rounds on a pool: what plan, shards and merge cost the driver.

The parts are made, not measured: 60 samples a launch. Needs 1 GB in $TMPDIR.
"""
import json
import os
import shutil

from study import (Run, arguments, bdriver, built, memory_kib, own_lock, print_csv,
                   workplace)

FAKE = r"""
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--list")) {
		printf("{\"schema\":\"bdriver-list-1\",\"suites\":[{\"benchmarks\":[{\"name\":\"Fake/0\"}");
		for (int i = 1; i < 10000; i++)
			printf(",{\"name\":\"Fake/%d\"}", i);
		puts("]}]}");
	}
	return 0;
}
"""


def row(what, run, size=0):
    return {"what": what, "seconds": f"{run.wall:.2f}", "cpu_seconds": f"{run.cpu:.2f}",
            "peak_mib": f"{max(run.samples) / 1024:.0f}", "mib": f"{size / 2**20:.0f}"}


def size_of(*paths):
    return sum(os.path.getsize(path) for path in paths)


def main():
    arguments()
    parts = built("tests/pool_parts")
    own_lock()
    with workplace():
        os.mkdir("old")
        os.mkdir("new")
        Run(["cc", "-O2", "-x", "c", "-", "-o", "old/fake"], stdin=FAKE)
        shutil.copy("old/fake", "new/fake")
        plan = bdriver("run", "--old", "old", "--new", "new", "-s", "fake", "-r", 20, "--engine",
                       "external", "--nodes", 50, "-o", "out", allowed=(0,), sample=memory_kib)
        with open("out/pool/plan.json", encoding="utf-8") as file:
            shards = len(json.load(file)["shards"])
        Run([parts, "parts", "out/pool", "60"])
        merge = Run([parts, "merge", "out/pool", "merged"], sample=memory_kib)
        whole = bdriver("run", "--resume", "out", allowed=(0, 1), sample=memory_kib)
        merged = size_of("merged.old", "merged.new")
        rows = [row("plan", plan, size_of("out/pool/plan.json")), row("merge", merge, merged),
                row("check, merge, compare", whole, size_of("out/old.log", "out/new.log"))]
    for one in rows:
        one["shards"] = shards
    print_csv(rows)


main()
