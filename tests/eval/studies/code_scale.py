#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long do fingerprints of code take, and which share of untouched benchmarks is proven the same?

Cost: all suites of the build, and a C++ executable of 84 MB with 5,000 benchmarks. Proven: the suites
of tests/eval/trees are built again, with each linker, after edits of all files that change no
benchmark: a function or texts are added in front or behind, a file is added, the link order is
reversed. What was built stays in the folder --keep, and is used again.
"""
import argparse
import pathlib
import shutil
import subprocess

import trees
from study import BUILD, SOURCE, built, need, print_csv, say, workplace

EDIT = """
int bd_edit_%(name)s(const char *text);
int bd_edit_%(name)s(const char *text)
{
	int sum = 4711;
	while (*text)
		sum = sum * 33 + *text++;
	return text[-1] ? sum : "an edit"[sum & 3];
}
"""
TEXTS = """
#include <stdio.h>
void bd_texts_%(name)s(int n);
void bd_texts_%(name)s(int n)
{
	puts(n & 8 ? "a longer text, which ends with a line\\n" : "line\\n");
	puts(n & 1 ? "%(name)s" : n & 2 ? "" : "ab\\0cd");
	printf("%%s %%d %%f\\n", n & 16 ? "a text more" : "and more", n, n * 47.11);
}
"""
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


def generate(count, files, keep):
    if (keep / "big").exists():
        return keep / "big"
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
    subprocess.run(["g++", "-Wl,--emit-relocs,--build-id", "-o", keep / "big", "main.o",
                    *[f"g{k}.o" for k in range(files)], str(built("harness/libbdharness.a")),
                    "-lm"], check=True)
    return keep / "big"


def edits(source):
    """Name, and new texts of files."""
    files = sorted((source / "suites").glob("*/*.c"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}

    def put(what, in_front):
        added = {path: what % {"name": f"{path.parent.name}_{path.stem}"} for path in files}
        return {path: added[path] + texts[path] if in_front else texts[path] + added[path]
                for path in files}
    yield "none", {}
    yield "function in front", put(EDIT, True)
    yield "function behind", put(EDIT, False)
    yield "texts in front", put(TEXTS, True)
    yield "texts behind", put(TEXTS, False)
    yield "new file", {path.parent / "aa_new.c": (EDIT + TEXTS) % {"name": path.parent.name}
                       for path in files}
    trees_file = source / "tests/eval/trees/CMakeLists.txt"
    text = trees_file.read_text(encoding="utf-8")
    yield "link order", {trees_file: text.replace("\tset(SUITE_LIBRARIES)", "\tlist(REVERSE sources)\n"
                                                  "\tset(SUITE_LIBRARIES)")}


def proven(compiler, flags, linkers, keep):
    source, folder = pathlib.Path("source").absolute(), pathlib.Path(f"{compiler}{flags}".replace(" ", ""))
    if not source.exists():
        trees.copied_source(source)
    suites = [path.name for path in sorted((source / "suites").iterdir()) if path.is_dir()]
    link = "-no-pie" if "-fno-pie" in flags else "-pie"
    before = {}
    for edit, texts in edits(source):
        with trees.edited(texts):
            for linker in linkers:
                kept = keep / folder.name / linker / edit.replace(" ", "_")
                if not kept.exists():
                    shutil.copytree(trees.build(source, folder, suites, compiler, flags, align=True,
                                                link=f"{link} -fuse-ld={linker}"), kept)
                now = {(suite, name): code for suite in suites
                       for name, code in fingerprints(kept / suite)[0].items()}
                old = before.setdefault(linker, now)
                other = [key for key in old if now[key] != old[key] or now[key] == "-"]
                if other:
                    say(f"{compiler} {flags} {linker}: {edit}: {' '.join(map('/'.join, other))}")
                yield {"what": "proven", "compiler": compiler, "flags": flags, "linker": linker,
                       "edit": edit, "untouched": len(old), "same": len(old) - len(other)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--benchmarks", type=int, default=5000)
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--builds", 
                        default="gcc -O2,clang -O2,clang -O2 -fno-pie")
    parser.add_argument("--linkers", default="bfd lld gold mold")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    need("g++ clang lld binutils mold cmake ninja-build", "g++", "gcc", "clang", "ld.lld", "ld.gold",
         "mold", "cmake", "ninja")
    keep = options.keep and options.keep.absolute()
    with workplace() as here:
        keep = keep or here / "kept"
        keep.mkdir(exist_ok=True)
        rows = [cost(path, path.name) for path in sorted((BUILD / "suites").glob("*_O[02s]"))]
        if options.benchmarks:
            rows.append(cost(generate(options.benchmarks, options.files, keep), "generated"))
        for build in filter(None, options.builds.split(",")):
            rows += [row for row in proven(*build.split(" ", 1), options.linkers.split(), keep)
                     if row["edit"] != "none"]
    names = dict.fromkeys(name for row in rows for name in row)
    print_csv([{name: row.get(name, "") for name in names} for row in rows])


if __name__ == "__main__":
    main()
