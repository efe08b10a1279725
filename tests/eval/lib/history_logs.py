#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the logs of simulated nights: DIR/0001.log, DIR/0002.log, ...

A benchmark I has the level 1000 ns * (I + 1). Each launch, each night and each build of new code
adds normal noise of its own (SD of ln time). An event is NIGHT:BENCH:FACTOR with BENCH a number, a
range A-B or "all"; it lasts to the end, or until NIGHT2 of NIGHT-NIGHT2."""
import argparse
import datetime
import hashlib
import math
import random
import sys

COLUMNS = ("suite", "benchmark", "build", "round", "status", "iterations", "checksum", "file", "line",
           "code_fingerprint", "peak_kib", "disturbed", "samples")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dir")
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--benchmarks", type=int, default=5)
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--noise", type=float, default=0.005, help="of a launch")
    parser.add_argument("--night-noise", type=float, default=0.002)
    parser.add_argument("--code-changes", type=float, default=0.1, metavar="SHARE",
                        help="of the benchmarks, each night, without an effect")
    parser.add_argument("--change", action="append", default=[], metavar="EVENT",
                        help="new code with an effect")
    parser.add_argument("--hidden", action="append", default=[], metavar="EVENT",
                        help="an effect with the same code")
    parser.add_argument("--kernel", type=int, action="append", default=[], metavar="NIGHT",
                        help="a new kernel from there on")
    parser.add_argument("--compiler", type=int, action="append", default=[], metavar="NIGHT")
    parser.add_argument("--missing", action="append", default=[], metavar="NIGHT:BENCH")
    parser.add_argument("--failing", action="append", default=[], metavar="NIGHT:BENCH")
    parser.add_argument("--anchor", action="store_true",
                        help="a pinned build beside each: DIR/0001.anchor.log; it has the noise of "
                        "the night and the hidden effects")
    parser.add_argument("--host", default="ci")
    parser.add_argument("--begin", type=datetime.date.fromisoformat, default="2025-01-01", metavar="DATE",
                        help="the day before the first night")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def span(text, last):
    if text == "all":
        return range(0, last + 1)
    first, _, end = text.partition("-")
    return range(int(first), int(end or first) + 1)


class Event:
    def __init__(self, text, args):
        nights, benches, *factor = text.split(":")
        first, _, end = nights.partition("-")
        self.nights = range(int(first), int(end) + 1 if end else 1 << 30)
        self.benches = span(benches, args.benchmarks - 1)
        self.factor = float(factor[0]) if factor else 1.0

    def covers(self, night, bench):
        return night in self.nights and bench in self.benches


class Nights:
    def __init__(self, args):
        self.args = args
        self.random = random.Random(args.seed)
        self.change = [Event(text, args) for text in args.change]
        self.hidden = [Event(text, args) for text in args.hidden]
        self.missing = [(int(n), int(b)) for n, b in (t.split(":") for t in args.missing)]
        self.failing = [(int(n), int(b)) for n, b in (t.split(":") for t in args.failing)]
        self.code = [0] * args.benchmarks

    def new_code(self, night, bench):
        edges = any(night in (e.nights.start, e.nights.stop) and bench in e.benches
                    for e in self.change)
        return edges or self.random.random() < self.args.code_changes

    def rows(self, night):
        args, rnd = self.args, self.random
        for bench in range(args.benchmarks):
            if night > 1 and self.new_code(night, bench):
                self.code[bench] += 1
            world = math.log(1000 * (bench + 1)) + rnd.gauss(0, args.night_noise)
            world += sum(math.log(e.factor) for e in self.hidden if e.covers(night, bench))
            level = world + sum(math.log(e.factor) for e in self.change if e.covers(night, bench))
            code = hashlib.md5(b"%d %d" % (bench, self.code[bench])).hexdigest()[:16]
            if args.anchor:
                yield from self.launches(night, bench, world, "anchor", "0123456789abcdef")
            yield from self.launches(night, bench, level, "new" if args.anchor else "", code)

    def launches(self, night, bench, level, build, code):
        args, rnd = self.args, self.random
        for launch in range(1, args.launches + 1):
            middle = math.exp(level + rnd.gauss(0, args.noise))
            samples = " ".join(f"{middle * (1 + 0.001 * abs(rnd.gauss(0, 1))):.5g}"
                               if i else f"{middle:.7g}" for i in range(args.samples))
            if (night, bench) in self.missing:
                continue
            bad = (night, bench) in self.failing
            yield (f'"made","Bench/{bench}","{build}",{launch},{"exit" if bad else "ok"},16,'
                   f'{bench:016x},"made.c",{10 + bench},"{code}",1000,"",'
                   f'"{"" if bad else samples}"')

    def write(self, night):
        rows = list(self.rows(night))
        if night < self.args.first:
            return
        if not self.args.anchor:
            self.write_log(f"{night:04}", night, rows)
        else:
            for build in "anchor", "new":
                self.write_log(f"{night:04}.{build}", night, [r for r in rows if f'"{build}",' in r])

    def write_log(self, name, night, rows):
        args = self.args
        start = datetime.datetime.combine(args.begin, datetime.time(2)) + datetime.timedelta(days=night)
        kernel = 1 + sum(n <= night for n in args.kernel)
        compiler = 12 + sum(n <= night for n in args.compiler)
        session = f"night {night}" if args.anchor else ""
        with open(f"{args.dir}/{name}.log", "w", encoding="utf-8") as out:
            print("# bdriver-log: 1", f"# session: {session}", f"# started: {start:%Y-%m-%dT%H:%M:%SZ}",
                  f"# host: {args.host}", "# cpu_model: Made", "# cores: 4",
                  f"# kernel: 6.{kernel}", f"# seed: {night}", "# version: 0.1.0",
                  f"# suite.made.compiler: GNU {compiler}.1", "# suite.made.flags: -O2",
                  ",".join(COLUMNS), *rows, f"# end: {len(rows)}", sep="\n", file=out)


def main():
    args = arguments()
    nights = Nights(args)
    for night in range(1, args.nights + 1):
        nights.write(night)
    return 0


sys.exit(main())
