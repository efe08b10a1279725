#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many benchmarks reach an edit of a function of zlib and zstd, and how many execute it?

The sources of the libraries are linked into the suites. An edit puts three no-ops into one function.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

from study import BDRIVER, BUILD, SOURCE, print_csv, workplace

FLAGS = ["-O2", "-g0", "-w", "-D_GNU_SOURCE", "-DNDEBUG", "-DZSTD_DISABLE_ASM", "-DHAVE_UNISTD_H",
         '-DBD_FLAGS="-O2"']
FUNCTION = re.compile(r"^(\w[\w \t*]*?(\w+)\s*\((?:[^;{}#]|\n)*?\)[^;{}#]*?)^\{", re.M)


def compile_to(source, out, folders):
    words = ["gcc", *FLAGS, *(f"-I{folder}" for folder in folders), "-c", source, "-o", out]
    return subprocess.run([*map(str, words)], capture_output=True, check=False).returncode == 0


def link(objects, out):
    main = next(BUILD.glob("**/harness/suite_main.c.o"))
    subprocess.run([*map(str, ["gcc", *objects, main, BUILD / "harness/libbdharness.a", "-lm", "-o", out,
                               "-Wl,--build-id", "-Wl,--emit-relocs", "-Wl,--gc-sections"])], check=True)


def run(here, *words):
    start = time.monotonic()
    done = subprocess.run([*map(str, [BDRIVER, "run", "--old", "old", "--new", "new", "-o", "out",
                                      "--force", "--no-wait", *words])], cwd=here,
                          capture_output=True, text=True, check=False)
    return time.monotonic() - start, done.stderr


def counts(text):
    """Benchmarks, with changed code, that do not execute it."""
    first = re.search(r"^(\d+) benchmark.*", text, re.M)
    found = [re.search(pattern, first[0]) for pattern in (
        r"(\d+) with changed", r"(\d+) that do", r"(\d+) with the same")]
    return int(first[1]), *(int(one[1]) if one else 0 for one in found), "none executes" in first[0]


def study(name, library, edits, seed, here):
    folders = [SOURCE, library, *{path.parent for path in library.rglob("*.h")}]
    sources = [path for path in sorted(library.rglob("*.c"))
               if not re.search(r"/(contrib|examples|test|tests|legacy|deprecated|dll|zlibWrapper|"
                                r"programs|build|win32|amiga|nintendods|old|msdos|doc)/", str(path))]
    objects = {}
    for path in [*sources, *sorted((SOURCE / "suites" / name).glob("*.c"))]:
        out = here / f"{len(objects)}.o"
        if compile_to(path, out, folders):
            objects[path] = out
    for build in ("old", "new"):
        (here / build).mkdir()
    link(objects.values(), here / "old/suite")
    places = [(path, found.end()) for path in sources if path in objects
              for found in FUNCTION.finditer(path.read_text("utf-8", "replace"))]
    random.Random(seed).shuffle(places)
    print(name, len(objects), "objects", len(places), "functions", file=sys.stderr)
    done = 0
    for path, at in places:
        text = path.read_text("utf-8", "replace")
        edited = path.with_name("edited_" + path.name)
        edited.write_text(text[:at] + ' __asm__ volatile("nop;nop;nop"); ' + text[at:], "utf-8")
        fine = compile_to(edited, here / "edited.o", folders)
        edited.unlink()
        if not fine:
            continue
        link([here / "edited.o" if one is objects[path] else one for one in objects.values()],
             here / "new/suite")
        _, plan = run(here, "--changed", "--dry-run")
        reach = counts(plan)
        if not reach[1]:
            continue
        seconds, said = run(here, "--profile", "smoke", "--controls", "10")
        ran = counts(said)
        done += 1
        yield {"library": name, "function": f"{path.name}:{text.count(chr(10), 0, at) + 1}",
               "benchmarks": reach[0], "reach": reach[1], "execute": ran[1] if not ran[4] else 0,
               "smoke_s": round(seconds, 1)}
        if done == edits:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="+", metavar="NAME=FOLDER", help="of its source")
    parser.add_argument("--edits", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = []
    for word in options.libraries:
        name, _, folder = word.partition("=")
        with workplace() as here:
            copy = pathlib.Path(here) / "source"
            shutil.copytree(folder, copy)
            for row in study(name, copy, options.edits, options.seed, pathlib.Path(here)):
                print(row, file=sys.stderr)
                rows.append(row)
    print_csv(rows)


if __name__ == "__main__":
    main()
