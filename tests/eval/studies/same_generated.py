#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is other code ever called the same code, in generated benchmarks, whatever the tool chain?

tests/same/generate.py makes suites in C, C++ and assembler, of which each third of the benchmarks
differs in one thing. `false`: the checksums differ, and the fingerprints agree. `untouched`: pairs
of benchmarks that share nothing with the change but their file; `proven` of these are called the
same. What is false stays in the folder --keep. A tool chain that cannot build a suite leaves it out.
"""
import argparse
import collections
import pathlib
import shutil
import sys

from study import SOURCE, built, need, print_csv, say, stop, workplace

sys.path.insert(0, str(SOURCE / "tests/same"))
import judge  # noqa: E402

ALIGNED = "-falign-functions=64 -falign-loops=64 -ffunction-sections"
TOOLCHAINS = (
    "gcc -O0", "gcc -O1", "gcc -O2", "gcc -O3", "gcc -Os", "gcc -O2 -flto / -flto",
    f"gcc -O2 {ALIGNED} / {judge.ALIGN}", "gcc -O2 -fno-plt / -Wl,-z,now,-z,relro",
    "gcc -O1 -fno-pie / -no-pie", "gcc -O2 -fno-pie / -no-pie",
    "gcc -O2 -fno-pie / -no-pie -fuse-ld=lld",
    "gcc -O2 / -fuse-ld=lld", "gcc -O2 / -fuse-ld=gold", "gcc -O2 / -fuse-ld=mold",
    "clang -O1 -fPIE / -pie", "clang -O2 -fPIE / -pie", "clang -Os -fPIE / -pie",
    "clang -O2 -fno-pie / -no-pie", "clang -O2 -fPIE / -pie -fuse-ld=lld",
    "clang -O3 -fPIE / -pie -fuse-ld=gold", "clang -O2 -fPIE / -pie -fuse-ld=mold",
    "clang -O2 -flto -fPIE / -flto -pie -fuse-ld=lld",
    "clang -O2 -fno-pie / -no-pie -fuse-ld=lld",
    f"clang -O2 -fno-pie / -no-pie {judge.ALIGN}",
    f"gcc -O2 -fno-pie / -no-pie -fuse-ld=lld {judge.ALIGN}")


def all_toolchains():
    """With relocations kept and without, which needs a program that is position-independent."""
    for text in TOOLCHAINS:
        yield judge.Toolchain(text)
        if "-no-pie" not in text:
            yield judge.Toolchain(text, kept=False)


def row_of(toolchain, options):
    total, built_suites = collections.Counter(), 0
    folder = (options.keep or pathlib.Path()).absolute() / \
        toolchain.name.replace("/", "").replace(" ", "_")
    tasks = [(toolchain, options.seed + i, "cxx" if (options.seed + i) % 4 == 3 else "c",
              folder / str(options.seed + i),
              options.benchmarks) for i in range(options.suites)]
    for (_, seed, language, here, _), (counts, wrong, error) in zip(
            tasks, judge.in_parallel(judge.judge_suite, tasks)):
        built_suites += not error
        total += counts if not error else collections.Counter()
        for one in wrong:
            say(f"{toolchain.name}: suite {seed} in {language}: {one}")
        if error:
            say(f"{toolchain.name}: suite {seed} in {language}: {error.splitlines()[-1]}")
        if not options.keep:
            shutil.rmtree(here, ignore_errors=True)
    if not built_suites:
        stop(f"{toolchain.name} builds no suite")

    def count(*wanted):
        return sum(number for key, number in total.items()
                   if all(want in (None, have) for want, have in zip(wanted, key)))
    return {"toolchain": toolchain.name, "benchmarks": built_suites * options.benchmarks,
            "differ": count("changed", None, True), "other": count("changed", "other", True),
            "unknown": count("changed", "unknown", True), "equal": count("changed", "same", False),
            "false": count(None, "FALSE", None), "untouched": count("untouched", None, None),
            "proven": count("untouched", "same", None),
            "untouched_unknown": count("untouched", "unknown", None)}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", type=int, default=15, help="of each tool chain")
    parser.add_argument("--benchmarks", type=int, default=12, help="of each suite")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER",
                        help="keep what is built there, and use it again")
    options = parser.parse_args()
    options.keep = options.keep and options.keep.absolute()
    built("tests/mutate_code")
    built("harness/libbdharness.a")
    need("g++ clang lld binutils mold", "g++", "clang++", "ld.lld", "ld.gold", "mold")
    with workplace():
        rows = []
        for toolchain in all_toolchains():
            rows.append(row_of(toolchain, options))
            say(f"{toolchain.name}: {rows[-1]}")
    print_csv(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
