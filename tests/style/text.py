#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""text.py SOURCE: every file begins with its licence, no source has more than 500 lines, each unit
test has its module's name, tests include by path from the root (rooms.py checks the includes of the
other folders), and only the tables of adapters, readers and writers compare their names. In the
product no struct has more than 25 members of its own, no function takes more than 6 parameters, and
no header includes more than 15 others. What the pages for developers name is there. git knows nothing
else at the top."""
import os
import re
import subprocess
import sys

FOLDERS = ("harness", "compare", "doctor", "driver", "suites", "tests", "docs", ".ci")
TOP = {*FOLDERS, "packaging", "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md", "CHANGES.md",
       "LICENSE", "action.yml", "bootstrap", ".clang-format", ".clang-tidy", ".editorconfig", ".gitignore"}
SOURCES = (".c", ".h", ".cpp")
SCRIPTS = (".sh", ".py", ".cmake", "CMakeLists.txt")
MAX_LINES = 500
PRODUCT = ("harness/", "compare/", "doctor/", "driver/")
MAX_MEMBERS, MAX_PARAMETERS, MAX_INCLUDES = 25, 6, 15
# What is peculiar to one of them is a member of its struct.
NAMED = re.compile(r"str(n|case)?cmp\([^;]*(log->format|(adapter|reader|writer)s?(\[\w+\])?(->|\.)name)")
TABLES = ("driver/suite/adapter.c", "compare/formats/read.c", "compare/formats/writer.c")


def files():
    yield from ("bootstrap", "CMakeLists.txt")
    for top in FOLDERS:
        for folder, _, names in os.walk(top):
            for name in names:
                if name.endswith(SOURCES + SCRIPTS) or top == ".ci":
                    yield os.path.join(folder, name)


def without(pattern, text):
    """Without what matches, again and again: inner brackets first."""
    before = None
    while before != text:
        before, text = text, re.sub(pattern, "", text, flags=re.M)
    return text


def shape_faults(path, text):
    text = without(r'/\*[\s\S]*?\*/|^#(?:.*\\\n)*.*$|"(?:\\.|[^"\\])*"', text)
    while match := re.search(r"(struct\s+\w+\s*)?\{([^{}]*)\}", text):
        members = without(r"\([^()]*\)", match[2])
        count = members.count(";") + members.count(",")
        if match[1] and count > MAX_MEMBERS:
            yield f"{path}: {match[1].strip()} has {count} members: which belong together?"
        text = text[:match.start()] + text[match.end():]
    for name, parameters in re.findall(r"(\w+)\(((?:[^()]|\([^()]*\))*)\)", text):
        count = without(r"\([^()]*\)", parameters).count(",") + 1
        if count > MAX_PARAMETERS:
            yield f"{path}: {name}() takes {count} parameters: which are one thing?"


def missing(page):
    """Files that it names and that are not there."""
    with open(page, encoding="utf-8") as file:
        for path in re.findall(r"`((?:harness|compare|doctor|driver|tests)/[\w/.]+\.\w+)`", file.read()):
            if "NAME" not in path and not os.path.exists(path):
                yield f"{page} names {path}, which is not there"


def faults(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    licence = "MIT" if path.startswith(("harness/", "docs/ci/", "docs/example/", "docs/suites/")) else "GPL-3.0-or-later"
    if f"SPDX-License-Identifier: {licence}" not in "\n".join(lines[:3]):
        yield f"{path}: its first lines must say SPDX-License-Identifier: {licence}"
    if path.endswith(SOURCES) and len(lines) > MAX_LINES:
        yield f"{path}: {len(lines)} lines, more than {MAX_LINES}: does it have one subject?"
    for number, line in enumerate(lines, 1):
        if NAMED.search(line) and path not in TABLES and not path.startswith("tests/"):
            yield f"{path}:{number}: the name of an adapter or format is compared outside its table"
    if path.startswith(PRODUCT) and path.endswith(SOURCES):
        yield from shape_faults(path, "\n".join(lines))
        if path.endswith(".h") and sum(line.startswith("#include") for line in lines) > MAX_INCLUDES:
            yield f"{path}: includes more than {MAX_INCLUDES} headers: who needs all of them?"
    module = re.fullmatch(r"tests/unit/(.*)_test\.c", path)
    # NAME_test.c, or NAME_WHAT_test.c of a part of a module.
    if module and not any(os.path.exists("_".join(module[1].split("_")[:n]) + ending)
                          for n in range(1, module[1].count("_") + 2) for ending in (".c", ".h")):
        yield f"{path}: there is no module {module[1]}; name the test after what it tests"
    if path.startswith("tests/"):
        for number, line in enumerate(lines, 1):
            header = re.match(r'#include "([^"]+)"', line)
            if header and not os.path.exists(header[1]):
                yield f"{path}:{number}: include by path from the root, not {header[1]}"


def strangers():
    """What a test that ran in the wrong folder left there, and somebody added."""
    known = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=False).stdout
    for name in sorted({path.split("/")[0] for path in known.split("\0") if path} - TOP):
        yield f"{name}: does not belong to the top folder"


os.chdir(sys.argv[1])
bad = [fault for path in sorted(files()) for fault in faults(path)]
bad += [fault for page in ("CONTRIBUTING.md", "docs/ARCHITECTURE.md") for fault in missing(page)]
bad += strangers()
print("\n".join(bad))
sys.exit(1 if bad else 0)
