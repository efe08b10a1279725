#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does `bdriver bisect` find a change of a few per cent among 64 commits?

Repositories of 64 commits with random places: one commit makes the loop of a benchmark longer, two
others change its machine code without an effect, all others only a comment.
"""
import os
import pathlib
import random
import re
import subprocess

from study import BDRIVER, SOURCE, Run, arguments, built, own_lock, print_csv, say, workplace

COMMITS = 64
TEXT = """/* commit {number} */
#include "harness/bench.h"
static void run(struct bd *b, uint64_t n)
{{
	uint64_t x = 1;

	for (uint64_t i = 0; i < n; i++)
		for (int k = 0; k < {steps}; k++) {{
			x = x * 6364136223846793005u + 1442695040888963407u;
			__asm__ volatile("" : "+r"(x));
		}}
	bd_keep(x + {extra});
	bd_result(b, 1);
}}
BD_BENCHMARK("Work", run)
"""


def git(*words):
    return subprocess.check_output(["git", *words], text=True).strip()


def make(percent, rnd):
    """A repository in the current folder; returns the hash of the culprit and that of the first."""
    git("init", "-q")
    culprit, *others = rnd.sample(range(1, COMMITS + 1), 3)
    hashes = []
    for number in range(COMMITS + 1):
        steps = 20000 + (200 * percent if number >= culprit else 0)
        extra = sum(number >= other for other in others)
        pathlib.Path("bench.c").write_text(
            TEXT.format(number=number, steps=steps, extra=extra), encoding="utf-8")
        git("add", "bench.c")
        git("commit", "-q", "-m", f"change {number}")
        hashes.append(git("rev-parse", "HEAD"))
    return hashes[culprit], hashes[0]


def search(percent, seed):
    build = (f"cc -O1 -I{SOURCE} bench.c {SOURCE}/harness/suite_main.c "
             f"{built('harness/libbdharness.a')} -lm -Wl,--emit-relocs -o $BDRIVER_BUILD/suite")
    culprit, first = make(percent, random.Random(seed))
    done = Run([BDRIVER, "bisect", "-q", "--launch-time", "20ms", "--build", build, first, "HEAD",
                "Work"], (0, 1, 3), subprocess.PIPE)
    text = " ".join(done.output.split())
    found = re.search(r"Culprit: ([0-9a-f]+)", text)
    count = re.search(r"(\d+) builds and (\d+) rounds", text)
    right = found is not None and culprit.startswith(found[1])
    say(f"+{percent} %, {seed}: {text[:100]}")
    return {"percent": percent, "runs": 1, "found": int(right),
            "wrong": int(found is not None and not right), "nothing": int(done.code == 3),
            "range": int(done.code == 1), "builds": int(count[1]), "most_builds": int(count[1]),
            "rounds": int(count[2]), "seconds": done.wall}


def main():
    args = arguments(runs=20, percents="3", first=1)
    for role in "AUTHOR", "COMMITTER":
        os.environ[f"GIT_{role}_NAME"], os.environ[f"GIT_{role}_EMAIL"] = "A", "a@b"
    os.environ["GIT_CONFIG_GLOBAL"] = "/dev/null"
    own_lock()
    rows = []
    for percent in (int(word) for word in args.percents.split(",")):
        total = {}
        for seed in range(args.first, args.first + args.runs):
            with workplace():
                one = search(percent, seed)
            for key, value in one.items():
                total[key] = (value if key == "percent" else
                              max(value, total.get(key, 0)) if key == "most_builds" else
                              total.get(key, 0) + value)
        rows.append({**total, "seconds": f"{total['seconds']:.1f}"})
    print_csv(rows)


main()
