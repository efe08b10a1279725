#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of Google Benchmark that register in ways and under names drawn by chance, also names
of other functions. By hand: generate.py MUTATE_CODE COUNT [SEED] [COMPILER] [FLAGS]. Of COUNT
programs three constants change, one at a time; no benchmark that depends on it may be called the same. Prints what was, and fails then."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = "#include <benchmark/benchmark.h>\n#include <string>\n#include <vector>\n"
HEAD = """
#define V(number) (CHANGE == (number) ? 1000 + (number) : (number))
using benchmark::State;
extern int set_up[64];
template <class T> static void work(State &state, T n) { for (auto _ : state) set_up[63] += n; }
"""


class Program:
    def __init__(self, dice):
        self.dice, self.names, self.parts, self.main = dice, {}, ["", ""], ""
        self.count = dice.randint(6, 14)
        self.files = dice.choice([1, 1, 2])
        # What makes a file count for all benchmarks.
        self.wild = dice.choice([[], ["given", "lambda", "table", "either"]])
        for i in range(self.count):
            self.add(i)

    def means(self, name, number):
        self.names.setdefault(number, set()).add(name)

    def other(self, i):
        """A name that may be that of another function."""
        return f"B{self.dice.choice([i, self.dice.randrange(self.count), 77])}"

    def add(self, i):
        way = self.dice.choice(["plain"] * 6 + ["given", "main", "capture", "text", "template", "fixture",
                                "setup", "arg", "named"] + self.wild)
        own, name, part = f"B{i}", f"B{i}", self.dice.randrange(self.files)
        body = f"static void {own}(State &state) {{ work(state, V({i})); }}\n"
        if way == "plain":
            line = f"BENCHMARK({own})" + self.dice.choice(["", "->Arg(3)", "->Threads(1)->Args({1, 2})"])
        elif way == "arg":
            body = f"static void {own}(State &state) {{ work(state, state.range(0)); }}\n"
            line = f"BENCHMARK({own})->Arg(V({i}))"
        elif way == "named":
            name = self.other(i)
            line = f'BENCHMARK({own})->Name("{name}")'
        elif way == "given":
            name = self.other(i)
            line = f'static auto *g{i} = benchmark::RegisterBenchmark("{name}", {own})'
        elif way == "main":
            name, line = self.other(i), ""
            part = 0
            self.main += f'\tbenchmark::RegisterBenchmark("{name}", {own});\n'
        elif way == "capture":
            body = f"static void {own}(State &state, int n) {{ work(state, n); }}\n"
            line, name = f"BENCHMARK_CAPTURE({own}, one, V({i}))", f"{own}/one"
        elif way == "text":
            body = f"static void {own}(State &state, const std::string &s) {{ work(state, s.size()); }}\n"
            line = f'BENCHMARK_CAPTURE({own}, one, CHANGE == {i} ? "other" : "text")'
            name = f"{own}/one"
        elif way == "lambda":
            name, body = self.other(i), ""
            line = (f'static auto *g{i} = benchmark::RegisterBenchmark("{name}", '
                    f"[](State &state) {{ work(state, V({i})); }})")
        elif way == "template":
            body = f"template <int n> static void {own}(State &state) {{ work(state, n); }}\n"
            line, name = f"BENCHMARK_TEMPLATE({own}, V({i}))", f"{own}<V({i})>"
        elif way == "fixture":
            body = (f"struct F{i} : benchmark::Fixture {{ int n; void SetUp(const State &) override "
                    f"{{ n = V({i}); }} }};\n")
            line, name = f"BENCHMARK_F(F{i}, {own})(State &state) {{ work(state, n); }}", f"F{i}/{own}"
        elif way == "setup":
            body = (f"static void s{i}(const State &) {{ set_up[{i}] = V({i}); }}\n"
                    f"static void {own}(State &state) {{ work(state, set_up[{i}]); }}\n")
            line = f"BENCHMARK({own})->Setup(s{i})"
        elif way == "table":
            name = self.other(i)
            line = (f'static struct {{ const char *name; void (*run)(State &); }} t{i}[] = '
                    f'{{ {{ "{name}", {own} }} }};\nstatic int g{i} = [] {{ for (auto &t : t{i}) '
                    f"benchmark::RegisterBenchmark(t.name, t.run); return 0; }}()")
        else:
            name = self.other(i)
            line = (f'static auto *g{i} = set_up[9] ? benchmark::RegisterBenchmark("{name}x", {own}) '
                    f': benchmark::RegisterBenchmark("{name}", {own})')
        self.means(name, i)
        self.parts[part] += body + line + ";\n"

    def text(self, part):
        tail = "" if part else (
            "int set_up[64];\nint main(int argc, char **argv)\n{\n" + self.main
            + "\tbenchmark::Initialize(&argc, argv);\n\tbenchmark::RunSpecifiedBenchmarks();\n}\n")
        return HEAD + self.parts[part] + tail


def build(program, change, compiler, flags):
    objects = []
    for part in range(program.files):
        Path("part.cc").write_text(program.text(part))
        subprocess.run([compiler, *flags, f"-DCHANGE={change}", "-include", "headers.h", "-w", "-c",
                        "part.cc", "-o", f"part{part}.o"], check=True)
        objects.append(f"part{part}.o")
    subprocess.run([compiler, *flags, *objects, "-o", "program", "-lbenchmark", "-lpthread"], check=True)


def prints(tool):
    done = subprocess.run([tool, "program"], check=True, capture_output=True, text=True)
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


def main():
    tool, count = str(Path(sys.argv[1]).resolve()), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    compiler = sys.argv[4] if len(sys.argv) > 4 else "g++"
    flags = (sys.argv[5] if len(sys.argv) > 5 else "-O2").split() + ["-pie", "-fPIE"]
    wrong = judged = kept = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("headers.h").write_text(HEADERS)
        subprocess.run([compiler, *flags, "-x", "c++-header", "headers.h", "-o", "headers.h.gch"], check=True)
        for number in range(count):
            dice = random.Random(f"{seed}/{number}")
            program = Program(dice)
            build(program, 99, compiler, flags)
            old = prints(tool)
            for change in dice.sample(range(program.count), 3):
                build(program, change, compiler, flags)
                new = prints(tool)
                for name in set().union(*program.names.values()):
                    was, now = (p.get(name, p["*"]) for p in (old, new))
                    same = was == now and was != "-"
                    kept += same and name not in program.names[change]
                    judged += name in program.names[change]
                    if same and name in program.names[change]:
                        wrong += 1
                        print(f"{seed}/{number}: {name} is called the same, change {change}:\n",
                              program.text(0), program.text(1) if program.files > 1 else "", flush=True)
    print(f"{compiler} {flags[0]}: {4 * count} programs, {wrong} of {judged} called the same wrongly, {kept} others kept")
    return wrong > 0


sys.exit(main())
