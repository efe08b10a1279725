#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does a change that somebody accepted come back as new, and is a further step told?

Simulated nights are added one by one. Each morning all that is new is accepted. A change is back if it
is new again in the same direction, with nights and size (within a third) of one that was accepted
before. Every third benchmark has two steps in one direction, 1 to 20 nights apart. The second counts
if the first was accepted before it came, and if the program then finds both; it is told if something
was new in its nights.
"""
import csv
import datetime
import io
import json
import math
import pathlib
import random
import subprocess
import sys

from study import arguments, bdriver, print_csv, say, workplace

BASE, MORNINGS, LINES = 60, 60, 60
NEAR = 5  # nights between a step and what is told of it


def steps_of(r, groups, number):
    """Those of several benchmarks, two of its own in any direction, or two in one."""
    sd = r.choice((.003, .006, .01, .02))
    steps = [(t + r.choice((0, 0, 0, 1)), size + r.gauss(0, .01)) for t, size in groups if r.random() < .3]
    pair = []
    if number % 3:
        steps += [(r.randrange(10, BASE + MORNINGS), r.choice((-1, 1)) * r.uniform(1.2, 6) * sd) for _ in range(2)]
    else:
        sign, first = r.choice((-1, 1)), r.randrange(BASE - 10, BASE + MORNINGS - 35)
        steps = pair = [(first, sign * r.uniform(2, 6) * sd), (first + r.randint(1, 20), sign * r.uniform(2, 6) * sd)]
    return sd, steps, pair


def line_of(r, groups, number):
    """Nights that are correlated by .3, a third of the lines with heavy tails."""
    sd, steps, pair = steps_of(r, groups, number)
    heavy, noise, values = r.random() < .3, 0, []
    for t in range(BASE + MORNINGS):
        z = r.gauss(0, 1)
        if heavy:
            z /= (sum(r.gauss(0, 1) ** 2 for _ in range(4)) / 4) ** .5
        noise = .3 * noise + z * sd
        values.append(100 * (number + 1) * math.exp(noise + sum(size for at, size in steps if t >= at)))
    return values, pair


def night(t):
    return datetime.datetime(2025, 1, 1, 2, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=t)


def number_of(text):
    return (datetime.date.fromisoformat(text[:10]) - night(0).date()).days


def add(lines, first, end):
    entries = [{"commit": {"id": ""}, "date": int(night(t).timestamp() * 1000),
                "benches": [{"name": f"b{i}", "value": values[t], "unit": "ns"} for i, (values, _) in enumerate(lines)]}
               for t in range(first, end)]
    pathlib.Path("data.js").write_text("window.BENCHMARK_DATA = " + json.dumps({"entries": {"s": entries}}),
                                       encoding="utf-8")
    bdriver("history", "add", "-q", "--new-nights", BASE, "--machine", "m", "data.js")


def changes():
    done = bdriver("history", "changes", "--format", "csv", stdout=subprocess.PIPE)
    return [{"line": int(row["benchmark"][1:]), "first": number_of(row["first_night"]),
             "last": number_of(row["last_night"]), "size": math.log(float(row["ratio"])),
             "event": row["event"], "state": row["state"]}
            for row in csv.DictReader(io.StringIO(done.output))]


def overlaps(a, b):
    return a["line"] == b["line"] and a["first"] <= b["last"] and b["first"] <= a["last"] and a["size"] * b["size"] > 0


def size_of(rows, joined):
    return joined(abs(row["size"]) for row in rows)


def covers(row, line, step):
    return row["line"] == line and row["first"] - NEAR <= step[0] <= row["last"] + NEAR and row["size"] * step[1] > 0


def is_lost(old, rows):
    """Its change is there, but nothing finds its name."""
    return (old["event"] not in {row["event"] for row in rows} and any(overlaps(old, row) for row in rows) and
            bdriver("history", "show", old["event"], allowed=(0, 2)).code == 2)


class Pairs:
    """What became of the second steps."""

    def __init__(self, lines):
        self.pairs = {i: pair for i, (_, pair) in enumerate(lines) if pair}
        self.before, self.both, self.told = {}, set(), set()

    def look(self, t, rows):
        """The newest night is t - 1."""
        for line, (first, second) in self.pairs.items():
            near = [row for row in rows if covers(row, line, second)]
            whole = sum(row["size"] for row in rows if covers(row, line, first) or row in near)
            if t <= second[0]:
                self.before[line] = any(row["state"] == "decided" and covers(row, line, first) for row in rows)
            elif abs(whole) > .7 * abs(first[1] + second[1]) and near:
                self.both.add(line)
            if t > second[0] and any(row["state"] == "new" for row in near):
                self.told.add(line)

    def counts(self):
        counted = {line for line in self.both if self.before.get(line)}
        return len(counted), len(counted & self.told)


def replay(seed):
    r = random.Random(seed)
    groups = [(r.randrange(10, BASE + MORNINGS - 3), r.choice((-1, 1)) * r.uniform(.02, .12)) for _ in range(12)]
    lines = [line_of(r, groups, i) for i in range(LINES)]
    pairs, accepted, names, count = Pairs(lines), [], [], {"accepted": 0, "back": 0, "lost": 0}
    for t in range(BASE, BASE + MORNINGS + 1):
        add(lines, 0 if t == BASE else t - 1, t)
        rows = changes()
        pairs.look(t, rows)
        count["lost"] += sum(is_lost(old, rows) for old in names)
        names = rows
        fresh = [row for row in rows if row["state"] == "new"]
        for row in fresh:
            again = [old for old in accepted if overlaps(old, row)]
            near = [one for one in rows if any(overlaps(old, one) for old in again)]
            if again and size_of(near, sum) < 4 / 3 * size_of(again, max):
                say(f"seed {seed}, morning {t - BASE}: {row} of {near} was {again[-1]}")
                count["back"] += 1
        accepted += fresh
        if fresh:
            bdriver("history", "accept", "-q", *sorted({row["event"] for row in fresh}), "-m", "known")
    further, told = pairs.counts()
    return {"seed": seed, **count, "accepted": len(accepted), "further": further, "told": told}


def main():
    args = arguments(first=1, seeds=8)
    table = []
    for seed in range(args.first, args.first + args.seeds):
        with workplace():
            table.append(replay(seed))
        print(*table[-1].items(), file=sys.stderr, flush=True)
    print_csv(table)


main()
