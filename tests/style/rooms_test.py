#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rooms.py finds each fault that is planted in a small tree, and nothing in the tree without it."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rooms.py")
TREE = {
    "docs/rooms.txt": "# lowest first\nharness\ncompare/low: uthash.h\ncompare/high\n",
    "docs/ARCHITECTURE.md": "`harness`, `compare/low`, `compare/high/`\n",
    "harness/bench.h": "",
    "compare/low/a.h": "int a(int n);\n",
    "compare/low/a.c": '#include "compare/low/a.h"\nint a(int n)\n{\n\treturn n;\n}\n',
    "compare/low/b.h": "int b(void);\n",
    "compare/low/b.c": '#include "compare/low/a.h"\nint b(void)\n{\n\treturn a(1);\n}\n',
    "compare/high/c.h": "int c(void);\n",
    "compare/high/c.c": '#include "compare/low/b.h"\n#include <stdio.h>\nint c(void)\n{\n\treturn b();\n}\n',
    "suites/one/x.h": "",
    "suites/one/x.c": '#include "harness/bench.h"\n#include "suites/one/x.h"\n',
}
CALLS_B = "+int b(void);\nint up(void)\n{\n\treturn b();\n}\n"
# What rooms.py must say, and what is planted: + is added to the file, else it is replaced.
FAULTS = [
    (None, {}),
    (None, {"compare/low/a.h": '+#include "harness/bench.h"\n'}),
    ("a.c:6: compare/low may not include compare/high/c.h",
     {"compare/low/a.c": '+#include "compare/high/c.h"\n'}),
    ("a.c: calls c of compare/high/c.c, which is above it",
     {"compare/low/a.c": CALLS_B.replace("b", "c")}),
    ("call each other: compare/low/a.c compare/low/b.c", {"compare/low/a.c": CALLS_B}),
    ("call each other: compare/low/a.c compare/low/b.c",
     {"compare/low/a.c": CALLS_B.replace("+", "+__attribute__((weak)) ")}),
    ("include each other: compare/low/a.h compare/low/b.h",
     {"compare/low/a.h": '#pragma once\n#include "compare/low/b.h"\nint a(int n);\n',
      "compare/low/b.h": '#pragma once\n#include "compare/low/a.h"\nint b(void);\n'}),
    ("use each other: compare/low/a compare/low/b",
     {"compare/low/a.h": '+#include "compare/low/b.h"\n'
                         "static inline int up(void)\n{\n\treturn b();\n}\n"}),
    ("b.h: declares functions of several files", {"compare/low/b.h": "+int a(int n);\n"}),
    ("c.c:7: <uthash.h> belongs into compare/low", {"compare/high/c.c": "+#include <uthash.h>\n"}),
    ("c.c:7: <csv.h> has no room", {"compare/high/c.c": "+#include <csv.h>\n"}),
    ('c.c:7: "c.h" is in no room', {"compare/high/c.c": '+#include "c.h"\n'}),
    ("compare/new/d.h: its folder is no room", {"compare/new/d.h": ""}),
    ("room compare/none has no file", {"docs/rooms.txt": "+compare/none\n"}),
    ("does not name the room compare/high", {"docs/ARCHITECTURE.md": "`harness`, `compare/low`\n"}),
    ("x.c:3: a suite includes harness/bench.h", {"suites/one/x.c": '+#include "compare/low/a.h"\n'}),
]


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a" if text.startswith("+") else "w", encoding="utf-8") as file:
        file.write(text.removeprefix("+"))


def compile_all(root):
    commands = []
    for folder, _, names in os.walk(os.path.join(root, "compare")):
        for name in filter(lambda n: n.endswith(".c"), names):
            path = os.path.join(folder, name)
            command = f"cc -I{root} -c {path} -o {path}.o"
            if subprocess.run(command.split(), stderr=subprocess.DEVNULL).returncode:
                write(root, os.path.relpath(path + ".o", root), "")
            commands.append({"directory": root, "command": command, "file": path})
    write(root, "compile_commands.json", json.dumps(commands))


def said(changes):
    """What rooms.py prints about the tree with these changes."""
    root = tempfile.mkdtemp()
    for path, text in [*TREE.items(), *changes.items()]:
        write(root, path, text)
    compile_all(root)
    # An object of a source that has moved says nothing about the code.
    shutil.copy(f"{root}/compare/high/c.c.o", f"{root}/compare/low/c.c.o")
    run = subprocess.run([sys.executable, ROOMS, root, root], text=True, capture_output=True)
    shutil.rmtree(root)
    return run.stdout.strip() + run.stderr.strip()


bad = 0
for want, changes in FAULTS:
    got = said(changes)
    if (want not in got) if want else got:
        print(f"{changes}: expected {want!r}, got {got!r}")
        bad = 1
sys.exit(bad)
