#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does a run end within the time that it promises, and how wide is that range?

Runs of suites whose launches take no time (tests/simulated): cheap benchmarks, some that prepare
for long, noisy ones, changed ones, an hour in which all gets slower. Reads what a terminal shows
when a tenth, a quarter and half of the run are over. Kinds of runs: plain, paired (6 rounds),
default, smoke, budget. --real 'OLD,NEW ...' measures the suites of these folders instead. --rows:
each run, without a head. --lines: all that it said. Starts as tests/cli/run/forecast.sh starts it.
"""
import concurrent.futures
import fcntl
import itertools
import os
import pathlib
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time

from study import BDRIVER, arguments, built, print_csv, quantile, say

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
DURATION = r"(?:[\d.e+-]+ [a-z]+(?: \d\d [sm])?)"
LEFT = re.compile(rf"(\S+)/(\S+)(?:  | launches, )({DURATION}), (at least )?({DURATION})(?: to ({DURATION}))? left")
FIRST = re.compile(rf"(?:In all|.*launch\S*(?: to begin with)?(?: on \d+ workers?)?): ({DURATION}) to ({DURATION})")
WORLDS = "cheap", "noisy", "changed", "spread", "few_long", "some_long", "all_long"
CHECKPOINTS = .1, .25, .5
PROFILES = {
    "plain": ("run", "-s", "old/suite"),
    "paired": ("run", "--old", "old", "--new", "new", "-r", "6"),
    "default": ("run", "--old", "old", "--new", "new"),
    "smoke": ("run", "--old", "old", "--new", "new", "--profile", "smoke"),
    "budget": ("run", "--old", "old", "--new", "new", "--budget", "60s"),
}


def seconds(text):
    words = text.split()
    return sum(float(n) * UNITS[unit] for n, unit in zip(words[::2], words[1::2]))


def watched(command, folder, environment):
    """What the command writes to a terminal: its pieces and when they came."""
    mine, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
    process = subprocess.Popen(command, cwd=folder, stdout=other, stderr=other, stdin=other,
                               env={**os.environ, **environment, "TERM": "xterm"})
    os.close(other)
    text = b""
    while True:
        try:
            piece = os.read(mine, 65536)
        except OSError:
            break
        text += piece
    os.close(mine)
    process.wait()
    return text.decode(errors="replace"), process.returncode


def forecasts(text):
    """(elapsed, least, most of what is left) of each line; most is None where it is not known."""
    found = []
    for line in re.split(r"[\r\n]+", text):
        if match := LEFT.search(line):
            _, _, elapsed, unknown, least, most = match.groups()
            known = None if unknown else seconds(most or least)
            found.append((seconds(elapsed), seconds(least), known))
    return found


def judged(text, took):
    """At each checkpoint: (said, inside, most / least of the whole time, what was left / its middle)."""
    lines, rows = forecasts(text), []
    for share in CHECKPOINTS:
        before = [line for line in lines if line[0] <= share * took]
        if not before or before[-1][2] is None:
            rows.append((False, False, 0, 0))
            continue
        elapsed, least, most = before[-1]
        slack = .02 * took
        rows.append((True, least - slack <= took - elapsed <= most + slack,
                     (elapsed + most) / (elapsed + least),
                     (took - elapsed + slack) / ((most + slack) * (least + slack)) ** .5))
    return rows


def names_of(world, count, rng):
    def one(i):
        word = f"B{i}"
        takes = {"cheap": 0, "noisy": 0, "changed": 0, "spread": 10 ** rng.uniform(.5, 2.7),
                 "few_long": rng.uniform(1000, 3000) if rng.random() < .05 else 10 ** rng.uniform(0, 1.5),
                 "some_long": rng.uniform(100, 1000) if rng.random() < .3 else 0,
                 "all_long": rng.uniform(150, 300)}[world]
        noise = 10 ** rng.uniform(.3, 1.7) if world == "noisy" or rng.random() < .2 else rng.uniform(2, 8)
        word += f"_Takes_{takes:.0f}" if takes else ""
        word += f"_Noise_{noise:.0f}"
        if world == "changed" or rng.random() < .1:
            word += f"_Change_{rng.choice([1, 2, 5, 10, 30])}"
        return word
    return [one(i) for i in range(count)]


def write_suites(folder, names, google):
    for build in "old", "new":
        path = folder / build / "suite"
        path.parent.mkdir()
        if google:
            text = 'case "$*" in *^\\$*) exit;; esac\nprintf "%s\\n" ' + " ".join(names)
        else:
            listed = ", ".join(f'{{"name": "{name}"}}' for name in names)
            text = ('cat <<END\n{"schema": "bdriver-list-1", "suites": [{"name": "x", "path": "x", '
                    f'"turns": true, "benchmarks": [{listed}]}}]}}\nEND')
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    adapter = "adapter = gbench\n" if google else ""
    (folder / "bdriver.ini").write_text(f"[suite suite]\npath = suite\n{adapter}")


def run(command, folder, environment, label, options):
    text, code = watched([*command, "-o", "out"], folder, environment)
    took = re.findall(rf"Took ({DURATION})", text)
    if options.lines:
        sys.stderr.write(text.replace("\r", "\n").replace("\x1b[K", ""))
    if not took:
        say(f"{label}: exit code {code}, no time:\n{text[-2000:]}")
        return []
    took = seconds(took[-1])
    first = FIRST.search(text)
    return [dict(zip(("world", "profile", "took_s", "checkpoint", "said", "inside", "width", "ratio", "promised"),
                     (*label, f"{took:.1f}", share, said, inside, round(width, 3), round(ratio, 3),
                      first and seconds(first[1]) <= 1.05 * took and took <= 1.05 * seconds(first[2]))))
            for share, (said, inside, width, ratio) in zip(CHECKPOINTS, judged(text, took))]


def one(world, profile, number, options):
    rng = random.Random(f"{options.seed}{number}{world}")
    google, slow = number % 2 == 1, number % 4 >= 2
    names = names_of(world, rng.choice([8, 25, 60]), rng)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_suites(folder, names, google)
        start = 10 ** rng.uniform(.5, 1.5)
        environment = {"SIMULATED_SLOW": f"{start} {3 * start} 2"} if slow else {}
        command = [built("tests/simulated"), *PROFILES[profile], "--seed", str(number)]
        command += ["--adapter", "gbench"] if google and profile == "plain" else []
        command += ["-j", "1" if number % 3 else "2"]
        label = world + ("_slow" if slow else "") + ("_google" if google else ""), profile
        return run(command, folder, environment, label, options)


def simulated(options):
    worlds = options.world.split(",") if options.world else WORLDS
    profiles = options.profile.split(",") if options.profile else PROFILES
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for rows in pool.map(lambda what: one(*what, options), itertools.product(
                worlds, profiles, range(options.runs))):
            yield from rows


def real(options):
    profiles = options.profile.split(",") if options.profile else PROFILES
    for pair in options.real.split():
        old, new = (pathlib.Path(folder).resolve() for folder in pair.split(","))
        for suite in sorted(path.name for path in old.iterdir() if os.access(path, os.X_OK)):
            for profile in profiles:
                words = [{"old": str(old), "new": str(new)}.get(word, word) for word in PROFILES[profile]]
                words = [word.replace("old/suite", f"{old}/{suite}") for word in words]
                words += [] if profile == "plain" else ["-s", suite]
                with tempfile.TemporaryDirectory() as folder:
                    yield from run([BDRIVER, *words], folder, {}, (suite, profile), options)


def main():
    options = arguments(runs=4, seed=1, real="", lines=False, profile="", world="", rows=False)
    os.environ["BDRIVER_LOCK"] = f"eval{os.getpid()}"
    os.environ["BDRIVER_REPEAT_DISTURBED"] = os.environ["BDRIVER_REPEAT_ALONE"] = "0"
    rows = []
    for row in (real if options.real else simulated)(options):
        if options.rows:
            print(*row.values(), sep=",", flush=True)
        rows.append(row)
    if options.rows:
        return
    table = []
    for profile in dict.fromkeys(row["profile"] for row in rows):
        for share in CHECKPOINTS:
            some = [row for row in rows if (row["profile"], row["checkpoint"]) == (profile, share)]
            said = [row for row in some if row["said"]]
            widths = sorted(row["width"] for row in said) or [0]
            table.append({"profile": profile, "checkpoint": share, "runs": len(some), "said": len(said),
                          "inside": sum(row["inside"] for row in said),
                          "narrow": sum(row["width"] < 3.01 for row in said),
                          "width_median": f"{quantile(widths, .5):.2f}", "width_most": f"{widths[-1]:.2f}",
                          "first_line": sum(bool(row["promised"]) for row in some),
                          "first_said": sum(row["promised"] is not None for row in some)})
    print_csv(table)


main()
