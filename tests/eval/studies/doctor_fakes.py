#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the doctor find every benchmark that is bad on purpose, and nothing in their good twins?

REPEATS (5) at one and at two workers each. For each check: how many bad benchmarks were found and
missed, its findings in the good twins, and twins where it had no answer, as no launch was quiet.
"""
import json
import subprocess
import sys

from study import NAME, bdriver, built, listed, print_csv, say, stop, workplace


def audit(suite, workers, repeat, *more):
    say(f"{suite}, {workers} worker(s), repeat {repeat}")
    return json.loads(bdriver("doctor", "-s", built(f"tests/fakes/{suite}"), "-j", workers, "-q",
                              "--format", "json", "-o", f"{suite}-{workers}-{repeat}.log", "--force", *more,
                              stdout=subprocess.PIPE, allowed=(0, 1, 3)).output)


def row(workers, check, bad, sick, healthy):
    # A finding about the build is reported once, at the first benchmark of its suite.
    of_suite = check in ("build", "placement")
    bad = {"(suite)"} if of_suite else bad
    found = 0
    for result in sick:
        names = {f["benchmark"] for f in result["findings"] if f["check"] == check}
        found += bool(names) if of_suite else len(names & bad)
    cases = len(bad) * len(sick)
    return {"workers": workers, "check": check, "bad": " ".join(sorted(bad)), "cases": cases,
            "found": found, "missed": cases - found,
            "false": sum(f["check"] == check for result in healthy for f in result["findings"]),
            "twins": sum(result["checked"] for result in healthy),
            "unanswered": sum(u["benchmarks"] for result in healthy for u in result["unanswered"]
                              if u["check"] == check)}


def main():
    if len(sys.argv) > 2 or not all(word.isdigit() for word in sys.argv[1:]):
        stop(f"usage: tests/eval/run {NAME} [REPEATS]")
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    bad = {}
    for benchmark in listed(built("tests/fakes/sick")):
        for tag in benchmark["tags"]:
            bad.setdefault(tag, set()).add(benchmark["name"])
    checks = bdriver("doctor", "--list-checks", stdout=subprocess.PIPE).output.splitlines()
    table = []
    with workplace():
        for workers in 1, 2:
            runs = {suite: [audit(suite, workers, r + 1) for r in range(repeats)]
                    for suite in ("sick", "healthy")}
            # It must be named.
            counted = {suite: [audit(suite, workers, 1, "--check", "counts")] for suite in runs}
            for check in (line.split()[0] for line in checks):
                of = counted if check == "counts" else runs
                table.append(row(workers, check, bad.get(check, set()), of["sick"], of["healthy"]))
    print_csv(table)


main()
