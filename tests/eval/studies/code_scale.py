#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long do fingerprints of code take, and which share of untouched benchmarks is proven the same?

Cost: all suites of the build, and a C++ executable of 50 MB with 5,000 benchmarks. Proven: each suite
of tests/eval/trees is built again after an edit of each of its files (a function is added in front);
the benchmarks that another file registers are untouched.
"""
import argparse
import pathlib
import re
import subprocess

import trees
from study import BUILD, SOURCE, built, need, print_csv, say, workplace

SUITES = ("classic", "uthash", "xxhash")
EDIT = "int bd_edit(const char *text);\nint bd_edit(const char *text)\n" \
       "{\n\tint sum = 4711;\n\twhile (*text)\n\t\tsum = sum * 33 + *text++;\n" \
       "\treturn text[-1] ? sum : \"an edit\"[sum & 3];\n}\n"
GENERATED = """#include "harness/bench.h"
#include <string>
template <int N, int K> struct shape {
	virtual ~shape() = default;
	virtual unsigned area(unsigned x) const { return x * N + K; }
};
template <int N, int K> static unsigned step(unsigned x)
{
	static unsigned table[16] = { N, K };
	shape<N, K> one;
	const shape<N, K> *any = &one;
	switch (x % 7) {
	case 0: x += table[1]; break;
	case 1: x ^= table[2] + N; break;
	case 2: x -= table[3] * K; break;
	case 3: x = ~x; break;
	case 4: x = any->area(x); break;
	default: x += unsigned(std::to_string(x).size());
	}
	for (unsigned i = 0; i < 16; i++)
		table[i] ^= x * N + i * K + (table[(i + 1) % 16] >> 3);
	if constexpr (K > 0)
		x ^= step<N, K - 1>(x + table[K]);
	return x;
}
template <int N> static void work(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep((step<N, 6>(unsigned(i))));
	bd_result(b, 1);
}
"""


def fingerprints(path):
    done = subprocess.run([str(built("tests/mutate_code")), str(path)], check=True,
                          capture_output=True, text=True)
    return (dict(line.rsplit(" ", 1) for line in done.stdout.splitlines()),
            float(done.stderr.split()[-1]))


def cost(path, label):
    codes, seconds = fingerprints(path)
    seconds = min([seconds] + [fingerprints(path)[1] for _ in range(2)])
    return {"what": "cost", "suite": label, "benchmarks": len(codes),
            "known": sum(code != "-" for code in codes.values()),
            "mb": f"{path.stat().st_size / 1e6:.1f}", "seconds": f"{seconds:.4f}"}


def generate(count, files):
    for k in range(files):
        text = [GENERATED]
        for i in range(k, count, files):
            text.append(f'BD_BENCHMARK("B{i}", work<{i + 1}>)\n')
        pathlib.Path(f"g{k}.cpp").write_text("".join(text), encoding="utf-8")
        subprocess.run(["g++", "-std=c++17", "-O0", "-c", "-I", SOURCE, f"g{k}.cpp"], check=True)
        say(f"{k + 1} of {files} files are compiled")
    main = pathlib.Path("main.c")
    main.write_text('#include "harness/bench.h"\nBD_MAIN\n', encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-c", "-I", SOURCE, "main.c"], check=True)
    subprocess.run(["g++", "-Wl,--emit-relocs,--build-id", "-o", "big", "main.o",
                    *[f"g{k}.o" for k in range(files)], str(built("harness/libbdharness.a")),
                    "-lm"], check=True)
    return pathlib.Path("big")


def proven(compiler, flags):
    source = pathlib.Path("source").absolute()
    if not source.exists():
        trees.copied_source(source)
    folder = pathlib.Path(f"{compiler}{flags}")
    built_suites = trees.build(source, folder, SUITES, compiler, flags)
    before = {name: fingerprints(built_suites / name)[0] for name in SUITES}
    for name in SUITES:
        untouched = same = edits = 0
        for path in sorted((source / "suites" / name).glob("*.c")):
            with trees.edited({path: EDIT + path.read_text(encoding="utf-8")}):
                trees.build(source, folder, SUITES)
            suite = built_suites / name
            after, files = fingerprints(suite)[0], trees.files_of(suite)
            mine = [one for one in after if files.get(one) != path.name]
            untouched += len(mine)
            same += sum(after[one] == before[name][one] != "-" for one in mine)
            edits += 1
        trees.build(source, folder, SUITES)
        yield {"what": "proven", "suite": name, "compiler": compiler, "flags": flags,
               "edits": edits, "untouched": untouched, "same": same}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--benchmarks", type=int, default=5000)
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--builds", default="gcc-O0 gcc-O2 gcc-Os clang-O0 clang-O2 clang-Os")
    options = parser.parse_args()
    need("g++ cmake ninja-build", "g++", "gcc", "cmake", "ninja")
    with workplace():
        rows = [cost(path, path.name) for path in sorted((BUILD / "suites").glob("*_O[02s]"))]
        if options.benchmarks:
            rows.append(cost(generate(options.benchmarks, options.files), "generated"))
        for build in options.builds.split():
            rows += proven(*re.match(r"(\w+)(-\w+)", build).groups())
    names = dict.fromkeys(name for row in rows for name in row)
    print_csv([{name: row.get(name, "") for name in names} for row in rows])


if __name__ == "__main__":
    main()
