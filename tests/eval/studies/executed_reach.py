#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many benchmarks reach an edit of a helper function of a library, and how many execute it?

The sources of the library are linked into its suite. An edit puts three no-ops into one function.
"""
import argparse
import pathlib
import random
import re
import subprocess
import time

import mutants
from study import BDRIVER, SOURCE, own_lock, print_csv, say, workplace

FUNCTION = re.compile(r"^\w[\w \t*]*?\w+\s*\([^;{}#]*?\)\s*(?:[\w *,\[\]]+;\s*)*\{", re.M)
EDIT = ' __asm__ volatile("nop;nop;nop"); '


def smoke_s(folder, *words):
    """How long a smoke run takes, controls as usual."""
    start = time.monotonic()
    subprocess.run([BDRIVER, "run", "--old", "old", "--new", "new", "-o", "out", "--force",
                    "--profile", "smoke", *words], cwd=folder, capture_output=True, check=False)
    return round(time.monotonic() - start, 1)


def study(name, suite, edits, seed):
    folder = suite.folder.parent / f"{name}_edited"
    folder.mkdir()
    places = [(file, found.end()) for file in suite.mutable
              for found in FUNCTION.finditer(suite.paths[file].read_text("utf-8", "replace"))]
    random.Random(seed).shuffle(places)
    for file, at in places:
        text = suite.paths[file].read_text("utf-8", "replace")
        (folder / file).write_text(text[:at] + EDIT + text[at:], encoding="utf-8")
        if suite.compile(folder, file) or suite.link(folder, file):
            continue
        mutants.lay_out(suite.folder / "suite", folder / "suite", folder)
        reach, execute = (mutants.measured(folder, *words) for words in (["--reached"], []))
        if not reach or execute is None:
            continue
        yield {"library": name, "function": f"{file}:{text.count(chr(10), 0, at) + 1}",
               "benchmarks": len(suite.prints), "reach": len(reach), "execute": len(execute),
               "smoke_s": smoke_s(folder, "--reached"), "executed_s": smoke_s(folder)}
        edits -= 1
        if not edits:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", metavar="NAME=FOLDER", help="of its source")
    parser.add_argument("--edits", type=int, default=20, help="of all libraries")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    own_lock()
    toolchain = mutants.toolchain("gcc", "-O2")
    rows = []
    with workplace() as here:
        for i, word in enumerate(options.libraries):
            name, _, folder = word.partition("=")
            suite = mutants.Suite(toolchain, SOURCE / "suites" / name, here / name,
                                  pathlib.Path(folder).absolute())
            count = len(options.libraries)
            for row in study(name, suite, (options.edits + i) // count, options.seed):
                say(row)
                rows.append(row)
    print_csv(rows)


if __name__ == "__main__":
    main()
