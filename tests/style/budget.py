#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""budget.py SOURCE: prints what there is beside what docs/budget.txt allows, and fails where there is
more. Growth is a decision: who needs it changes that file in the same commit."""
import os
import sys


def walk(top, *endings):
    for folder, _, names in os.walk(top):
        yield from (os.path.join(folder, name) for name in names if name.endswith(endings))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rooms():
    return [line.split(":")[0].strip() for line in text("docs/rooms.txt").splitlines()
            if line.strip() and line[0] != "#"]


def lines(room, others):
    """With its folders, but for those that are rooms themselves."""
    return sum(text(path).count("\n") for path in walk(room, ".c", ".h")
               if not any(path.startswith(f"{other}/") for other in others if other.startswith(f"{room}/")))


def words(paths):
    return sum(len(text(path).split()) for path in paths)


os.chdir(sys.argv[1])
of_rooms = {f"lines of C in {room}": lines(room, rooms()) for room in rooms()}
is_now = {
    **of_rooms,
    "lines of product C": sum(of_rooms.values()),
    "words of documents": words(["README.md", "CONTRIBUTING.md", *walk("docs", ".md")]),
    "words of studies' pages": words(walk("tests/eval/pages", ".md")),
}
budget = dict(reversed(line.split(" ", 1)) for line in text("docs/budget.txt").splitlines() if line[:1].isdigit())
for what, count in is_now.items():
    if what in of_rooms and count <= int(budget.get(what, 0)):
        continue
    print(f"{count} of {budget.get(what, 0)} {what}" + (": too many" if count > int(budget.get(what, 0)) else ""))
sys.exit(any(count > int(budget.get(what, 0)) for what, count in is_now.items()))
