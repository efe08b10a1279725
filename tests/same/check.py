#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is other code ever called the same? check.py FOLDER: the cases, and benchmarks that are generated.

Each case of cases/ is built with V = 1 and V = 2, with each tool chain, or one of them in turn
unless BD_LONG=1. Its head may have lines
    compilers: those that it is for      flags:, link:, link2: (of V = 2)
    main: own                            library: flags of a library, from the same file
    script: FILE, of the linker          differs: always   where the checksum does not show it
    word: unknown                        where nothing else will do; same: the checksum, too
    relocations: none, are kept by the link
The words judged are other and unknown, never the same but where the case says so; else the sources stay in FOLDER.
"""
import argparse
import collections
import os
import pathlib
import re
import shlex
import shutil
import sys

import generate
import judge

CASES = pathlib.Path(__file__).resolve().parent / "cases"
CASE_TOOLCHAINS = ("gcc -O2", "clang -O2 -fPIE / -pie -fuse-ld=lld")
# And whether relocations are kept.
TOOLCHAINS = (("gcc -O2", False), ("clang -O2 -fPIE / -pie -fuse-ld=lld", True),
              ("gcc -O1 -fno-pie / -no-pie", True), ("clang -O2 -fPIE / -pie", False),
              ("gcc -O2", True), (f"clang -O2 / {judge.ALIGN}", True))


def settings(path):
    head = path.read_text(encoding="utf-8").split("#include")[0]
    return dict(re.findall(r"(?m)^(?: \*|//) (\w+): (.*?)(?: \*/)?$", head))


def build_case(path, toolchain, variant, folder):
    """The executable; an error text if it cannot be built."""
    said, language = settings(path), "c" if path.suffix == ".c" else "cxx"
    tools = judge.Toolchain(toolchain, "relocations" not in said)
    tools.flags += [f"-DV={variant}", *shlex.split(said.get("flags", ""))]
    link = shlex.split(said.get("link", "")) + \
        (shlex.split(said.get("link2", "")) if variant == 2 else [])
    folder.mkdir(parents=True)
    files = [path]
    if "SECOND" in path.read_text(encoding="utf-8"):
        second = folder / f"second{path.suffix}"
        second.write_text(f'#define SECOND\n#include "{path}"\n', encoding="utf-8")
        files.append(second)
    if "script" in said:
        link.append(f"-Wl,-T,{CASES / said['script']}")
    if "library" in said:
        error = tools.build_library(folder, path, language, shlex.split(said["library"]))
        if error:
            return None, error
        link += ["-L.", "-lcase", "-Wl,-rpath,$ORIGIN"]
    error = tools.build(folder, files, language, folder / "suite", link, "main" not in said)
    return folder / "suite", error


def check_case(path, toolchain, top):
    """(name, word, detail)"""
    name = f"{path.stem}, {toolchain}"
    folder = top / re.sub(r"[^\w.=-]+", "_", name)
    said, builds = settings(path), []
    for variant in (1, 2):
        suite, error = build_case(path, toolchain, variant, folder / str(variant))
        if error:
            return name, "error", error
        prints = judge.fingerprints(suite)
        builds.append((prints["Case"], judge.checksum(suite, "Case")))
    (old, old_sum), (new, new_sum) = builds
    differ = said.get("differs") == "always" or old_sum != new_sum
    if differ == (said.get("word") == "same"):
        return name, "error", f"the checksums are {old_sum} and {new_sum}"
    word = "unknown" if old is None or new is None else "other" if old != new else \
        "FALSE" if differ else "same"
    if said.get("word", word) != word:
        return name, "error", f"it is {word}"
    if word == "FALSE":
        shutil.copy(path, folder)
    else:
        shutil.rmtree(folder)
    return name, word, str(folder)


def case_tasks(top, toolchains):
    for i, path in enumerate(sorted([*CASES.glob("*.c"), *CASES.glob("*.cpp")])):
        compilers = settings(path).get("compilers", "gcc clang").split()
        fit = [one for one in toolchains if one.split()[0] in compilers]
        for toolchain in fit if os.environ.get("BD_LONG") else fit[i % len(fit):][:1] if fit else []:
            yield path, toolchain, top


def check_suite(toolchain, seed, language, top, count):
    tools = judge.Toolchain(*toolchain)
    folder = top / re.sub(r"[^\w.=-]+", "_", f"{tools.name}_{language}{seed}")
    counts, wrong, error = judge.judge_suite(tools, seed, language, folder, count)
    if not error and not wrong:
        shutil.rmtree(folder)
    return f"{folder}", counts, wrong, error


def suite_tasks(top, toolchains, suites, seed, count):
    for i in range(suites):
        language = "cxx" if i % 4 == 3 else "c"
        yield toolchains[i % len(toolchains)], seed + i, language, top, count


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--suites", type=int, default=9, help="of generated benchmarks")
    parser.add_argument("--benchmarks", type=int, default=12, help="of each suite")
    parser.add_argument("--seed", type=int, default=32)
    parser.add_argument("--compilers", default="gcc clang")
    options = parser.parse_args()
    compilers = options.compilers.split()
    faults, total = [], collections.Counter()
    shutil.rmtree(options.folder, ignore_errors=True)
    for name, word, detail in judge.in_parallel(check_case, case_tasks(
            options.folder, [one for one in CASE_TOOLCHAINS if one.split()[0] in compilers])):
        total["cases"] += 1
        if word in ("error", "FALSE"):
            faults.append(f"case {name}: {word}: {detail}")
    for folder, counts, wrong, error in judge.in_parallel(
            check_suite, suite_tasks(
                options.folder, [one for one in TOOLCHAINS if one[0].split()[0] in compilers],
                options.suites, options.seed, options.benchmarks)):
        for (what, word, differ), number in counts.items():
            total[word] += number if what == "changed" and differ else 0
            total["untouched"] += number if what == "untouched" else 0
            total["untouched, same"] += number if what == "untouched" and word == "same" else 0
        faults += [f"{folder}: {one}" for one in ([error] if error else wrong)]
    print(", ".join(f"{word}: {number}" for word, number in sorted(total.items())))
    # A test that compares nothing, or calls all of it unknown, is none.
    if total["other"] < options.suites * options.benchmarks // 2:
        faults.append("too few generated benchmarks differ")
    if total["untouched, same"] < total["untouched"] // 3:
        faults.append("too few untouched benchmarks are proven to be the same")
    print("\n".join(faults[:40]))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
