#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""In series of simulated attempts, what is kept, and does what is confirmed hold the truth?

bdriver try with launches that take no time (tests/simulated): three benchmarks, whose launches differ by
.4 or 2 % (standard deviation). Most ideas change nothing; the others make all three faster by 1 to 5 %.
Each starts from what was kept. Seconds are those of the simulated clock.
"""
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess

from study import Run, arguments, built, print_csv, say, workplace

OPTIONS = arguments(series=10, nothing=200, real=40, first=1)
LIST = """#!/bin/sh
# {tag}
cat <<END
{{"schema": "bdriver-list-1", "suites": [{{"name": "x", "path": "x", "turns": true, "benchmarks": [{names}]}}]}}
END
"""


def build(tag, share, names):
    folder = pathlib.Path(f"{tag}_x{round(1e6 * share)}")
    folder.mkdir()
    suite = folder / "suite"
    listed = ", ".join(f'{{"name": "{name}"}}' for name in names)
    suite.write_text(LIST.format(tag=tag, names=listed), encoding="utf-8")
    suite.chmod(0o755)
    return folder


def attempt(program, base, idea, seed, *more):
    os.environ["SIMULATED_SEED"] = str(seed)
    done = Run([program, "try", "-s", "suite", "--base", base, "--idea", idea, "--series", "series.csv",
                "--format", "json", *more], (0, 1, 5), subprocess.PIPE)
    return json.loads(done.output)


def series(program, word, seed):
    random.seed(seed)
    names = [f"{word}{i}" for i in range(3)]
    gains = [0.0] * OPTIONS.nothing + [(1 + k % 5) / 100 for k in range(OPTIONS.real)]
    random.shuffle(gains)
    share, rows = 1, []
    first = best = build("first", share, names)
    for i, gain in enumerate(gains, 1):
        idea = build(f"idea{i}", share * (1 - gain), names)
        one = attempt(program, best, idea, f"{seed} {i}")["attempt"]
        rows.append((gain, one["decision"], one["seconds"]))
        if one["decision"] == "keep":
            best, share = idea, share * (1 - gain)
        else:
            shutil.rmtree(idea)
    end = attempt(program, first, best, f"{seed} end", "--final")

    def kept(least, most):
        return sum(decision == "keep" and least <= gain < most for gain, decision, _ in rows)

    return {"noise": word, "seed": seed, "series": 1, "nothing": OPTIONS.nothing, "nothing_kept": kept(0, .001),
            "small": sum(0 < gain < 0.019 for gain in gains), "small_kept": kept(.001, .019),
            "real": sum(gain > 0.019 for gain in gains), "real_kept": kept(.019, 1),
            "seconds": f"{statistics.median(seconds for *_, seconds in rows):.2f}", "truth": f"{1 / share:.4f}",
            "claimed": f"{end['claimed']:.4f}", "corrected": f"{end['claimed_corrected']:.4f}",
            "low": f"{end['attempt']['low']:.4f}", "high": f"{end['attempt']['high']:.4f}",
            "holds": int(end["attempt"]["low"] <= 1 / share <= end["attempt"]["high"])}


def main():
    os.environ["BDRIVER_LOCK"] = ""
    program, table = built("tests/simulated"), []
    for word in ("Calm", "Restless"):
        for seed in range(OPTIONS.first, OPTIONS.first + OPTIONS.series):
            with workplace():
                table.append(series(program, word, seed))
            say(table[-1])
    print_csv(table)


main()
