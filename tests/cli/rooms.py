#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rooms.py SOURCE BUILD: holds the code to docs/rooms.txt.

Complains where a file includes or calls upward or sideways, where a library's header is included
outside its rooms, where a header declares functions of several .c files, and where files form a
circle, by include or by call. Calls are read from the symbols of the object files in BUILD.
"""
import fnmatch
import os
import re
import subprocess
import sys

TOPS = ("harness", "compare", "doctor", "driver")
# Headers of the C library and of the system, which any room may include.
SYSTEM = re.compile(r"^(sys|linux|arpa|net|netinet)/|^[a-z0-9_]+\.h$")

source, build = sys.argv[1], sys.argv[2]
bad = []


def read_table():
    """The rooms in order, and for each third-party header the rooms that may include it."""
    order, owners = [], {}
    with open(os.path.join(source, "docs/rooms.txt"), encoding="utf-8") as table:
        for line in table:
            line = line.split("#")[0].strip()
            if not line:
                continue
            room, _, headers = line.partition(":")
            order.append(room.strip())
            for header in headers.split():
                owners.setdefault(header, []).append(room.strip())
    return order, owners


def files_below(endings):
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(source, top)):
            for name in names:
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(folder, name), source)


def room_of(path, rooms):
    """The longest room that holds the file: compare/formats for compare/formats/swift/csv.c."""
    folder = os.path.dirname(path)
    while folder and folder not in rooms:
        folder = os.path.dirname(folder)
    return folder


def text_of(path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


def strip(text):
    """Without comments, strings and the bodies of functions and structs."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\])*"', "", text)
    text = re.sub(r"^#.*(\\\n.*)*$", "", text, flags=re.M)
    before = None
    while before != text:
        before, text = text, re.sub(r"\{[^{}]*\}", "", text)
    return text


def objects():
    """Pairs of an object file and its source, of the four libraries and the program."""
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(build, top, "CMakeFiles")):
            for name in names:
                path = os.path.join(folder, name)
                inner = re.sub(r"^.*?\.dir/", "", os.path.relpath(path, build))
                code = os.path.join(top, inner.removesuffix(".o"))
                if name.endswith(".c.o") and os.path.exists(os.path.join(source, code)):
                    yield path, code


def symbols():
    """Where each global symbol is defined, and what each source needs from elsewhere."""
    defined, needed = {}, {}
    for path, code in objects():
        out = subprocess.run(["nm", "-P", "-g", path], check=True, capture_output=True, text=True)
        for line in out.stdout.splitlines():
            name, kind = line.split()[:2]
            if kind == "U":
                needed.setdefault(code, set()).add(name)
            else:
                defined.setdefault(name, code)
    return defined, needed


def circles(graph):
    """The strongly connected components with more than one member (Tarjan 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            component = stack[at:]
            del stack[at:]
            if len(component) > 1:
                found.append(sorted(component))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def check_includes(order, owners):
    graph = {}
    for path in files_below((".c", ".h")):
        room = room_of(path, order)
        if not room:
            bad.append(f"{path}: its folder is no room of docs/rooms.txt")
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            own = re.match(r'#include "([^"]+)"', line)
            other = re.match(r"#include <([^>]+)>", line)
            if own:
                target = room_of(own[1], order)
                if target not in order:
                    bad.append(f"{path}:{number}: include by path from the root, not {own[1]}")
                elif order.index(target) > order.index(room):
                    bad.append(f"{path}:{number}: {room} may not include {own[1]}")
                if path.endswith(".h"):
                    graph.setdefault(path, set()).add(own[1])
            elif other:
                rooms = [r for h, r in owners.items() if fnmatch.fnmatch(other[1], h)]
                if rooms and room not in rooms[0]:
                    bad.append(f"{path}:{number}: <{other[1]}> belongs into {', '.join(rooms[0])}")
                elif not rooms and not SYSTEM.match(other[1]):
                    bad.append(f"{path}:{number}: <{other[1]}> has no room in docs/rooms.txt")
    for circle in circles(graph):
        bad.append("these headers include each other: " + " ".join(circle))


def check_calls(order, defined, needed):
    graph = {code: set() for code in needed}
    for code, names in needed.items():
        for name in names & defined.keys():
            target = defined[name]
            if target != code:
                graph[code].add(target)
            if order.index(room_of(target, order)) > order.index(room_of(code, order)):
                bad.append(f"{code}: calls {name} of {target}, which is above it")
    for circle in circles(graph):
        bad.append("these files call each other: " + " ".join(circle))


def check_headers(defined):
    for path in files_below(".h"):
        names = set(re.findall(r"\b(\w+)\s*\(", strip(text_of(path)))) & defined.keys()
        homes = sorted({defined[name] for name in names})
        if len(homes) > 1:
            bad.append(f"{path}: declares functions of several files: {' '.join(homes)}")


def main():
    order, owners = read_table()
    defined, needed = symbols()
    if len(needed) < 100:
        sys.exit(f"{build}: only {len(needed)} object files: build the program first")
    check_includes(order, owners)
    check_calls(order, defined, needed)
    check_headers(defined)
    for line in bad:
        print(line)
    sys.exit(1 if bad else 0)


main()
