#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rooms.py SOURCE BUILD: holds the code to docs/rooms.txt.

Complains if
- a file includes or calls upward, or files form a circle, by include or by call; so do modules
  (.c with its .h, whose inlines call as well), which a table of theirs does not call;
- a header declares functions of several .c files;
- a library's header is included outside its rooms, or belongs to no room;
- a folder is no room, a room has no folder, or docs/ARCHITECTURE.md does not name a room;
- a suite includes more than harness/bench.h and its own headers.
Calls are read from the symbols of the object files that BUILD/compile_commands.json names.
"""
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys

TOPS = ("harness", "compare", "doctor", "driver")
# Suites include this one header; it declares what several files of the harness define.
PUBLIC = "harness/bench.h"
# Headers of the C library and of Linux, which every room may include.
SYSTEM = """
    assert.h ctype.h dirent.h elf.h endian.h errno.h fcntl.h fnmatch.h fts.h getopt.h glob.h inttypes.h
    grp.h limits.h link.h locale.h math.h poll.h pthread.h pwd.h sched.h search.h setjmp.h
    semaphore.h signal.h
    spawn.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
    strings.h time.h unistd.h linux/* sys/*
""".split()


class Table:
    """docs/rooms.txt: the rooms, lowest first, and the rooms of each third-party header."""

    def __init__(self, source):
        self.rank, self.owners = {}, collections.defaultdict(list)
        with open(os.path.join(source, "docs/rooms.txt"), encoding="utf-8") as lines:
            for line in lines:
                room, _, headers = line.split("#")[0].partition(":")
                if room.strip():
                    self.rank[room.strip()] = len(self.rank)
                for header in headers.split():
                    self.owners[header].append(room.strip())

    def room(self, path):
        """compare/formats for compare/formats/swift/csv.c; "" if the file is in no room."""
        folder = os.path.dirname(path)
        while folder and folder not in self.rank:
            folder = os.path.dirname(folder)
        return "" if folder in TOPS and folder != os.path.dirname(path) else folder

    def is_above(self, path, other):
        return self.rank[self.room(path)] > self.rank[self.room(other)]

    def rooms_of_header(self, header):
        """The rooms that may include it; None: all."""
        for pattern, rooms in self.owners.items():
            if fnmatch.fnmatch(header, pattern):
                return rooms
        return None if any(fnmatch.fnmatch(header, s) for s in SYSTEM) else []


class Code:
    """The sources below the rooms and the suites, and the symbols of their object files."""

    def __init__(self, source, build, table):
        self.source = source
        self.files = sorted(f for top in TOPS for f in self.below(top))
        self.in_rooms = [f for f in self.files if table.room(f)]
        self.suites = sorted(self.below("suites"))
        self.defined, self.needed, self.data = {}, collections.defaultdict(set), set()
        self.read_symbols(build)

    def below(self, top):
        for folder, _, names in os.walk(os.path.join(self.source, top)):
            for name in names:
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(folder, name), self.source)

    def text(self, path):
        with open(os.path.join(self.source, path), encoding="utf-8") as file:
            return file.read()

    def includes(self, path):
        """(line number, quote character, header) of each include."""
        for number, line in enumerate(self.text(path).splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*(["<])([^">]+)', line)
            if match:
                yield number, match[1], match[2]

    def objects(self, build):
        """The object file of each source. Left-over objects of sources that moved are not in
        the compiler's commands."""
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        found = {}
        for command in commands:
            path = os.path.relpath(command["file"], self.source)
            if path in self.in_rooms:
                output = re.search(r" -o (\S+)", command["command"])[1]
                found[path] = os.path.join(command["directory"], output)
        for path in self.in_rooms:
            if path.endswith(".c") and not os.path.exists(found.get(path, "")):
                sys.exit(f"{path}: no object file in {build}: build everything first")
        return found

    def read_symbols(self, build):
        sources = {os.path.realpath(o): path for path, o in self.objects(build).items()}
        out = subprocess.run(["nm", "-A", "-P", "-g", *sources], check=True, text=True,
                             capture_output=True).stdout
        for line in out.splitlines():
            file, _, symbol = line.partition(": ")
            name, kind = symbol.split()[:2]
            if kind in "Uvw":
                self.needed[sources[file]].add(name)
            else:
                self.defined[name] = sources[file]
                if kind != "T":
                    self.data.add(name)


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
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(" ".join(sorted(component)))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def declarations(text):
    """A header without comments, strings, preprocessor lines and what is in braces."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\])*"', "", text)
    text = re.sub(r"^#(.*\\\n)*.*$", "", text, flags=re.M)
    text = re.sub(r"extern\s*\{", "", text)
    before = None
    while before != text:
        before, text = text, re.sub(r"\{[^{}]*\}", "", text)
    return text


def check_folders(table, code):
    for path in code.files:
        if not table.room(path):
            yield f"{path}: its folder is no room of docs/rooms.txt"
    page = code.text("docs/ARCHITECTURE.md")
    for room in table.rank:
        if not any(table.room(path) == room for path in code.in_rooms):
            yield f"docs/rooms.txt: room {room} has no file"
        if not re.search(rf"(?<![\w/]){room}(?!\w|/\w)", page):
            yield f"docs/ARCHITECTURE.md does not name the room {room}"


def check_includes(table, code):
    headers = collections.defaultdict(set)
    for path in code.in_rooms:
        room = table.room(path)
        for number, quote, header in code.includes(path):
            at = f"{path}:{number}:"
            if quote == "<":
                rooms = table.rooms_of_header(header)
                if rooms == []:
                    yield f"{at} <{header}> has no room in docs/rooms.txt"
                elif rooms and room not in rooms:
                    yield f"{at} <{header}> belongs into {', '.join(rooms)}"
            elif not table.room(header):
                yield f"{at} \"{header}\" is in no room; include by path from the root"
            elif table.is_above(header, path):
                yield f"{at} {room} may not include {header}"
            if quote == '"' and path.endswith(".h"):
                headers[path].add(header)
    for circle in circles(headers):
        yield f"these headers include each other: {circle}"


def check_suites(code):
    for path in code.suites:
        for number, quote, header in code.includes(path):
            own = os.path.dirname(header) in ("suites", os.path.dirname(path))
            if quote == '"' and header != PUBLIC and not own:
                yield f"{path}:{number}: a suite includes {PUBLIC}, not {header}"


def check_calls(table, code):
    calls = collections.defaultdict(set)
    for path, names in code.needed.items():
        for name in sorted(names & code.defined.keys()):
            target = code.defined[name]
            calls[path].add(target)
            if table.is_above(target, path):
                yield f"{path}: calls {name} of {target}, which is above it"
    for circle in circles(calls):
        yield f"these files call each other: {circle}"


def check_modules(code):
    """What a header includes, its inlines may call."""
    uses = collections.defaultdict(set)
    for path in code.in_rooms:
        own = os.path.splitext(path)[0]
        uses[own].update(os.path.splitext(header)[0]
                         for _, quote, header in code.includes(path) if quote == '"')
        uses[own].update(os.path.splitext(code.defined[name])[0]
                         for name in code.needed[path] - code.data if name in code.defined)
        uses[own].discard(own)
    for circle in circles(uses):
        yield f"these modules use each other: {circle}"


def check_headers(code):
    for path in code.in_rooms:
        if path.endswith(".h") and path != PUBLIC:
            names = re.findall(r"\b(\w+)\s*\(", declarations(code.text(path)))
            homes = sorted({code.defined[name] for name in names if name in code.defined})
            if len(homes) > 1:
                yield f"{path}: declares functions of several files: {' '.join(homes)}"


def main():
    source, build = sys.argv[1:]
    table = Table(source)
    code = Code(source, build, table)
    bad = [*check_folders(table, code), *check_includes(table, code), *check_suites(code),
           *check_calls(table, code), *check_modules(code), *check_headers(code)]
    print("\n".join(bad))
    sys.exit(1 if bad else 0)


main()
