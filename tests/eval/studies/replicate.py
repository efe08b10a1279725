#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does `bdriver replicate` say "holds here" of known changes, and of nothing else?

Spins of 100 us whose changes are known, and two copies of old, are measured once for each seed and
bundled. The bundle of changes is replicated with its own executables, with old and new swapped, and with
two copies of old; that of copies with its own ones.
"""
import re
import subprocess

from study import arguments, bdriver, built, own_lock, print_csv, say, workplace

# What was bundled, what is executed, and the right answer.
WAYS = {"its own": ("old new", "", "yes"), "swapped": ("old new", "new old", "no"),
        "two copies of old": ("old new", "old old", "no"), "its own copies": ("old old", "", "yes")}
LINE = r"Holds here: ([a-z ]+); of (\d+) changes? (\d+) holds?, (\d+) (?:does|do) not, (\d+) cannot"


def measure(builds, out, options, seed):
    old, new = (built(f"tests/spin/{name}") for name in builds.split())
    bdriver("run", "--old", old, "--new", new, "--seed", seed, "-f", f"^Short_plus(0|1|2|5)/[1-{options.each}]$",
            "-r", 12, "--no-wait", "-q", "-o", out)
    bdriver("bundle", out, "--builds", "-o", f"{out}.tar.zst")
    return f"{out}.tar.zst"


def replicate(bundle, way, seed):
    _, chosen, right = WAYS[way]
    sides = [built(f"tests/spin/{name}") for name in chosen.split()]
    sides = ["--old", sides[0], "--new", sides[1]] if sides else []
    run = bdriver("replicate", bundle, "--yes", "-o", f"{way}-{seed}", *sides, "-q",
                  allowed=(0, 1, 5), stdout=subprocess.PIPE)
    says, changes, hold, not_hold, open_ones = re.search(LINE, run.output).groups()
    still = re.search(r"Of (\d+) that were unchanged there, (\d+) changed here", run.output) or (0, 0, 0)
    return {"seed": seed, "executables": way, "changes": changes, "hold": hold, "do_not": not_hold,
            "cannot_tell": open_ones, "changed_here": still[2], "says": says, "right": int(says == right), "n": 1}


def main():
    options = arguments(seeds=3, each=3)
    own_lock()
    rows = []
    with workplace():
        for seed in range(1, options.seeds + 1):
            bundles = {builds: measure(builds, f"{builds}-{seed}", options, seed) for builds in ("old new", "old old")}
            for way, (builds, _, _) in WAYS.items():
                rows.append(replicate(bundles[builds], way, seed))
                say(str(rows[-1]))
    print_csv(rows)


if __name__ == "__main__":
    main()
