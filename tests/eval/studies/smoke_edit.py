#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long is a smoke run of all our suites after an edit of one file?

The suites are built as bd_add_suite builds them. Edits: none; a comment; one file whose benchmarks do
their work twice.
"""
import json
import shutil
import subprocess

import trees
from study import bdriver, need, own_lock, print_csv, say, workplace

REAL = "static void run(struct bd *b, uint64_t n)\n{"
TWICE = REAL + "\n\tn *= 2;"


def main():
    need("cmake ninja-build", "cmake", "ninja")
    own_lock()
    table = []
    with workplace() as place:
        source = trees.copied_source(place / "source")
        names = [path.name for path in sorted((source / "suites").iterdir()) if path.is_dir()]
        built = trees.build(source, place / "build", names, align=True)
        shutil.copytree(built, place / "old")
        file = source / "suites/classic/queens.c"
        text = file.read_text(encoding="utf-8")
        for edit, new, workers in (("none", text, 2), ("a comment", text + "/* Queens. */\n", 2),
                                   ("twice the work", text.replace(REAL, TWICE), 1),
                                   ("twice the work", text.replace(REAL, TWICE), 2)):
            with trees.edited({file: new}):
                trees.build(source, place / "build", names)
            done = bdriver("run", "--old", place / "old", "--new", built, "--profile", "smoke",
                           "--seed", 1, "-q", "-j", workers, "-o", place / "out",
                           allowed=(0, 1, 3))
            rows = []
            if (place / "out").exists():
                text_out = bdriver("compare", "--format", "json", place / "out/old.log",
                                   place / "out/new.log", stdout=subprocess.PIPE).output
                rows = json.loads(text_out)["rows"]
                shutil.rmtree(place / "out")
            same = sum(row["verdict"] == "same code" for row in rows)
            table.append({"edit": edit, "workers": workers, "changed": len(rows) - same,
                          "controls": same,
                          "regressed": sum(row["verdict"] == "regressed" for row in rows),
                          "seconds": f"{done.wall:.1f}", "cpu_seconds": f"{done.cpu_all:.1f}"})
            say(table[-1])
    print_csv(table)


main()
