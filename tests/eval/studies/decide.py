#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both versions of the rule `paired` on the same logs of copies: undecided, found, false calls?

apt-get install python3-numpy python3-scipy
All our suites against copies of themselves, and a change that is planted into a tenth of the
benchmarks by scaling their samples. --logs FOLDER takes the logs of such a run; --bursts: another
process on each CPU is busy for 5 to 50 ms and then idle for 20 to 200 ms; --short takes under a
minute.
"""
import csv
import math
import operator
import pathlib
import random
import statistics
import tempfile

from study import (arguments, bdriver, bursts, compare, need_module, print_csv, say, suites,
                   tree)

SHARE = 10  # per cent of the benchmarks get the planted change
THRESHOLD = 1  # per cent: an interval as narrow as the change less this one allows a call


class Log:
    """Lines before the rows, and the rows by benchmark and round; only complete rounds."""

    def __init__(self, path):
        self.head, self.rows = [], {}
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.readlines()
        self.head = [line for line in lines if line.startswith("#") and
                     not line.startswith("# end")]
        table = csv.DictReader(line for line in lines if not line.startswith("#"))
        for row in table:
            if row["status"] == "ok":
                row["values"] = [float(word) for word in row["samples"].split()]
                self.rows[(row["suite"], row["benchmark"]), int(row["round"])] = row
        self.columns = table.fieldnames

    def write(self, path, names, rounds, factors):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.writelines(self.head)
            writer = csv.DictWriter(file, self.columns, extrasaction="ignore",
                                    lineterminator="\n")
            writer.writeheader()
            for name in names:
                for r in range(1, rounds + 1):
                    row, factor = self.rows[name, r], factors.get(name, 1)
                    if factor != 1:
                        row = {**row, "samples": " ".join(f"{v * factor:.6g}"
                                                          for v in row["values"])}
                    writer.writerow(row)
            file.write(f"# end: {len(names) * rounds}\n")


def judge_now(old, new, names, rounds, factors, folder):
    old.write(folder / "old.log", names, rounds, {})
    new.write(folder / "new.log", names, rounds, factors)
    words = {"regressed": 1, "improved": -1, "unchanged": 0}
    judged = {}
    for row in compare(folder / "old.log", folder / "new.log", "--rule", "paired")["rows"]:
        low, high = row["ratio_low"], row["ratio_high"]
        judged[row["suite"], row["benchmark"]] = (
            words.get(row["verdict"], float("nan")), low <= row["time_ratio"] <= high,
            math.log(high / low) / 2)
    return judged


def tally(rule, rounds, change, draws, results):
    """results: of each draw the planted benchmarks and the verdicts"""
    rows = [(name in planted, judged[name]) for planted, judged in results for name in judged]
    same = [verdict for is_planted, (verdict, _, _) in rows if not is_planted]
    real = [verdict for is_planted, (verdict, _, _) in rows if is_planted]
    narrow = [verdict for is_planted, (verdict, _, half) in rows
              if is_planted and 100 * half <= change - THRESHOLD]
    return {"rule": rule, "rounds": rounds, "change": change, "draws": draws, "rows": len(rows),
            "same": len(same), "undecided": sum(v != v for v in same),
            "unchanged": sum(v == 0 for v in same), "false": sum(abs(v) == 1 for v in same),
            "planted": len(real), "found": sum(v == 1 for v in real),
            "narrow": len(narrow), "narrow_found": sum(v == 1 for v in narrow),
            "reversed": sum(v == -1 for v in real),
            "outside": sum(not inside for _, (_, inside, _) in rows),
            "half_width": f"{100 * statistics.median(half for _, (_, _, half) in rows):.2f}"}


def measure(folder, options):
    binaries = suites("O2")[::6] if options.short else suites("O2")
    with bursts(options.bursts):
        run = bdriver("run", "--old", tree(folder / "old", binaries), "--new",
                      tree(folder / "new", binaries), "-r",
                      max(map(int, options.rounds.split(","))), "--launch-time",
                      options.launch_time, "-j", options.workers, "--seed", 1, "-q", "-o",
                      folder / "paired", allowed=(0, 1, 3))
    say(f"measured in {run.wall:.0f} s")
    return folder / "paired"


def main():
    options = arguments(rounds="8,12,20", launch_time="50ms", workers=2, draws=5, logs="",
                        bursts=False, short=False)
    if options.short:
        options.rounds, options.launch_time, options.draws = "8", "5ms", 2
    if not options.logs:
        suites("O2")
    first_paired = need_module("python3-numpy python3-scipy", "first_paired")
    table = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        logs = pathlib.Path(options.logs) if options.logs else measure(folder, options)
        old, new = Log(logs / "old.log"), Log(logs / "new.log")
        most = max(map(int, options.rounds.split(",")))
        names = sorted({name for name, _ in old.rows
                        if all((name, r) in old.rows and (name, r) in new.rows
                               for r in range(1, most + 1))})
        say(f"{len(names)} benchmarks with {most} rounds")
        for rounds in map(int, options.rounds.split(",")):
            for change in (0, 1, 2, 5):
                first, now, draws = [], [], options.draws if change else 1
                for draw in range(draws):
                    planted = set() if not change else set(
                        random.Random(draw).sample(names, len(names) * SHARE // 100))
                    factors = {name: 1 + change / 100 for name in planted}
                    first.append((planted, first_paired.judge_rows(
                        old.rows, new.rows, names, range(1, rounds + 1),
                        operator.itemgetter("values"), factors)))
                    now.append((planted, judge_now(old, new, names, rounds, factors, folder)))
                table.append(tally("first", rounds, change, draws, first))
                table.append(tally("now", rounds, change, draws, now))
                say(table[-2:])
    print_csv(table)


main()
