#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is a benchmark whose source was changed, and that runs other code, ever called the same code?

One token or statement of a source file of a suite in C is changed; the object is compiled and the suite
is linked again. callgrind writes down the instructions that a benchmark executes before verify and
teardown. It is affected if it executes a function whose instructions differ, executes others or
another number of them, never comes to verify, or has another checksum. What is false is told on
standard error.
"""
import argparse
import bisect
import collections
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

import trees
from study import SOURCE, built, need, print_csv, say, stop, workplace

sys.path.insert(0, str(SOURCE / "tests/same"))
import judge  # noqa: E402

LIBRARIES = {"csv": ["-lcsv"], "ini": ["-linih"], "sqlite": ["-lsqlite3"], "uv": ["-luv"],
             "xxhash": ["-lxxhash"], "zlib": ["-lz"], "zstd": ["-lzstd"]}
LEFT_OUT = r"/\*.*?\*/|//[^\n]*|\#\ *include[^\n]*|^BD_\w+\([^\n]*\n(?:[ \t]+[^\n]*\n)*"
TOKEN = re.compile(rf"""(?P<left_out>{LEFT_OUT})
    |(?P<string>"(?:\\.|[^"\\\n])+")|'(?:\\.|(?P<character>[^'\\]))'
    |^\t+(?P<statement>[\w.\->\[\]]+(?:\ [-+*/|&^]?=\ [^;{{}}]+|\([^;{{}}]*\)|\+\+|--));$
    |(?P<constant>\b\d\w*(?:\.\d+)?)|\w+|->
    |(?P<operator><<|>>|&&|\|\||\+\+|--|[-+*/%&|^<>=!]=?)""", re.M | re.S | re.X)
KINDS = ("constant", "element", "operator", "statement", "string", "character")
OTHERS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "&", "<": "<=",
          "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "<<": ">>", ">>": "<<", "++": "--", "--": "++", "+=": "-=", "-=": "+=", "|=": "&=",
          "&=": "|=", "^=": "|=", "*=": "+="}


def places(text):
    """(kind, start, end) of all that can be changed."""
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        if kind in (None, "left_out"):
            continue
        start, end = found.span(kind)
        line = text[text.rfind("\n", 0, start) + 1:start]
        if kind == "constant" and re.search(r"\{[^}]*$|^\s*([-\w.]+,\s*)*$", line):
            kind = "element"
        yield kind, start, end
        if kind == "statement":
            yield from ((inner, start + first, start + last)
                        for inner, first, last in places(found[kind]))


def another(kind, old, rng):
    if kind == "statement":
        return ""
    if kind == "operator":
        return OTHERS.get(old, old)
    at = rng.randrange(len(old) - 2 * (kind == "string")) + (kind == "string")
    letters = "0123456789" if kind in ("constant", "element") else "eintkz"
    keep = kind == "string" and rng.random() < 0.3
    return old[:at] + rng.choice(letters) + old[at + 1 - keep:]


def lines(*words):
    return subprocess.run([*map(str, words)], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def data(path):
    """What is in each section of data of an object; of .bss, its size."""
    found, name = {}, None
    for line in lines("objdump", "-hsrw", path):
        head = re.match(r"(?:Contents of section |RELOCATION RECORDS FOR \[)(\S+?)(?:\]:|:)$", line)
        size = re.match(r" +\d+ (\.t?bss\S*) +(\w+) ", line)
        if head:
            name = head[1]
        elif size:
            found[size[1]] = [size[2]]
        elif name and re.match(r"\.(rodata|t?data|init_array)", name):
            found.setdefault(name, []).append(line)
    return found


def functions(path, fixed):
    """Instructions of each function of an object; places in a section only if that is fixed."""
    found, start = {}, 0
    labels = {cells[-1]: f"{cells[-3]}+0x{cells[0]}" for cells in map(str.split, lines(
        "objdump", "-tw", path)) if cells and cells[-1].startswith(".L")}

    def target(match):
        section, place = (labels.get(match[1]) or match[1]).partition("+")[::2]
        return f"\t{section}" + (place + match[2] if section in fixed else "")

    for line in lines("objdump", "-drw", "--no-show-raw-insn", path):
        head = re.match(r"(\w+) <(.*)>:$", line)
        if head:
            start, body = int(head[1], 16), found.setdefault(head[2], [])
            continue
        cells = re.match(r"\s+(\w+):\s*(.*)", line)
        if not cells:
            continue
        # What objdump shows in place of a relocation depends on what follows the instruction.
        text = re.sub(r"(# )?\b\w+ <\S*>(?=\s.*R_X86)", "", cells[2])
        text = re.sub(r"-?0x\w+(\(%rip\))", r"\1", text)
        text = re.sub(r"\b\w+ (<.*?>)", r"\1", text)
        text = re.sub(r"\b[0-9a-f]+: (R_X86)", r"\1", text)
        text = re.sub(r"\t(\.[\w.]+)([-+]0x\w+)$", target, text)
        body.append((int(cells[1], 16) - start, text))
    for body in found.values():
        while body and re.match(r"(data16 |cs )*(nop|xchg +%ax,%ax)", body[-1][1]):
            body.pop()
    return found


def differing(old, new):
    """Names of the functions of an object that are others in another; whether all data are equal."""
    before, after = data(old), data(new)
    fixed = {name for name, rows in before.items() if after.get(name) == rows}
    first, second = functions(old, fixed), functions(new, fixed)
    return {name for name, body in first.items() if second.get(name) != body}, before == after


class Suite:
    """Built once; what its benchmarks execute."""

    def __init__(self, toolchain, source, folder):
        self.toolchain, self.source, self.folder = toolchain, source, folder
        self.files = sorted(path.name for path in source.glob("*.c"))
        self.extra = LIBRARIES.get(source.name, [])
        folder.mkdir()
        for file in self.files:
            shutil.copy(source / file, folder)
            error = self.compile(folder, file)
            if error:
                stop(error)
        error = self.link(folder, None)
        if error:
            stop(error)
        self.owner, needs = {}, {file: set() for file in self.files}
        for file in self.files:
            for line in lines("nm", folder / (file + ".o")):
                kind, name = line.split()[-2:]
                if kind == "U":
                    needs[file].add(name)
                elif kind.isupper() or kind == "u":
                    self.owner[name] = file
        self.needs = {file: {self.owner[name] for name in names if name in self.owner} | {file}
                      for file, names in needs.items()}
        self.home = trees.files_of(folder / "suite")
        self.hooks = {name for file in self.files for name in re.findall(
            r"\.(?:verify|teardown) = (\w+)", (source / file).read_text(encoding="utf-8"))}
        self.prints = judge.fingerprints(folder / "suite")
        self.limits, self.checksums, self.traces = {}, {}, {}
        for name in self.prints:
            start = time.monotonic()
            self.checksums[name] = self.checksum(folder / "suite", name)
            self.limits["checksum", name] = limit(start)

    def compile(self, folder, file):
        return self.toolchain.build(folder, [file], "c", file + ".o", ["-c"], False)

    def link(self, folder, changed):
        objects = [(folder if file == changed else self.folder) / (file + ".o")
                   for file in self.files]
        return self.toolchain.build(folder, objects, "c", "suite", self.extra)

    def symbols(self, suite):
        """(address, end, file, name) of the suite's own functions."""
        file = ""
        for line in lines("readelf", "-sW", suite):
            cells = line.split()
            if len(cells) < 8 or not cells[0].endswith(":"):
                continue
            if cells[3] == "FILE":
                file = cells[7]
            elif cells[3] == "FUNC" and cells[6] != "UND":
                owner = file if cells[4] == "LOCAL" else self.owner.get(cells[7])
                if owner in self.files:
                    start = int(cells[1], 16)
                    yield start, start + int(cells[2], 0), owner, cells[7]

    def execute(self, program, name):
        """How often each of the suite's instructions runs: (file, function, offset) -> count.

        None: it never comes to verify, in the time of several such runs of the first build."""
        out = program.with_suffix(".callgrind")
        words = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no",
                 "--compress-strings=no", f"--callgrind-out-file={out}",
                 *(f"--dump-before={hook}" for hook in self.hooks), program, name,
                 "--iterations", "1", "--samples", "1"]
        first, end = pathlib.Path(f"{out}.1"), time.monotonic() + self.limits.get(("trace", name), 600)
        with subprocess.Popen([*map(str, words)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as child:
            while child.poll() is None and not is_whole(first) and time.monotonic() < end:
                time.sleep(0.05)
            ended = child.poll() is not None or is_whole(first)
            child.kill()
        counts = executed(first if first.exists() else out, program)
        for path in program.parent.glob(out.name + "*"):
            path.unlink()
        if not ended:
            return None
        known = sorted(self.symbols(program))
        starts, result = [one[0] for one in known], {}
        for address, count in counts.items():
            start, end, file, function = known[bisect.bisect_right(starts, address) - 1]
            if start <= address < end:
                result[file, function, address - start] = count
        return result

    def is_near(self, name, file):
        """Something that the benchmark's file refers to is in this file."""
        found = wanted = {self.home[name]}
        while wanted:
            wanted = set().union(*(self.needs[one] for one in wanted)) - found
            found = found | wanted
        return file in found

    def trace(self, copy, name):
        if name not in self.traces:
            start = time.monotonic()
            self.traces[name] = self.execute(copy, name) or stop(f"{name} executes nothing")
            self.limits["trace", name] = limit(start)
        return self.traces[name]

    def checksum(self, program, name):
        """None: there is no row, as of a crash in verify, or one that never ends."""
        try:
            word = judge.checksum(program, name, limit=self.limits.get(("checksum", name), 60))
        except subprocess.TimeoutExpired:
            return None
        return word.split()[-1] if word.startswith(("ok", "verify")) else None


# Threads that wait for each other execute something else in one launch of several.
LAUNCHES = 3


def limit(start):
    """Seconds for another launch like the one that began then."""
    return max(10, 5 * (time.monotonic() - start))


def is_whole(path):
    return path.exists() and "\ntotals:" in path.read_text(encoding="utf-8")[-100:]


def executed(path, suite):
    counts, mine, inclusive = collections.Counter(), False, False
    if not path.exists():
        return counts
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("ob="):
            mine = line == f"ob={suite}"
        elif line.startswith("0x") and mine and not inclusive:
            address, _, count = line.split()
            counts[int(address, 16)] += int(count)
        inclusive = line.startswith("calls=")
    return counts


def affected(suite, folder, file, name, difference):
    """Why the benchmark is another one; None: it is not. Time and threads differ in each run."""
    copy, new = folder / "first", folder / "suite"
    changed, equal = difference()
    if equal and not changed:
        return None
    trace = suite.trace(copy, name)
    run = {function for owner, function, _ in trace if owner == file}
    if run & changed:
        return "executes " + " ".join(sorted(run & changed))
    if equal:
        return None
    before = suite.checksums[name]
    if suite.checksum(new, name) not in (None, before) and suite.checksum(copy, name) == before:
        return "another checksum"
    if all(suite.execute(new, name) != trace and suite.execute(copy, name) == trace
           for _ in range(LAUNCHES)):
        return "other instructions"
    return None


def judged(suite, number, rng_seed, end):
    """What is kept of one mutant that compiles; None: the time is up."""
    if time.monotonic() > end:
        return None
    rng = random.Random(rng_seed)
    folder = suite.folder.parent / f"{suite.folder.name}_{number}"
    folder.mkdir()
    os.link(suite.folder / "suite", folder / "first")
    try:
        return suite.toolchain.compiler, rng_seed, *mutate(suite, folder, rng)
    finally:
        shutil.rmtree(folder)


def not_executed(folder):
    """Benchmarks that a smoke run says not to execute what the mutant changed."""
    for build, program in (("old", "first"), ("new", "suite")):
        (folder / build).mkdir()
        os.link(folder / program, folder / build / "suite")
    words = [judge.BUILD / "bdriver", "run", "--old", "old", "--new", "new", "-o", "out", "--changed",
             "--controls", "1000", "-r", "1", "--samples", "1", "--launch-time", "1ms",
             "--no-wait", "-q"]
    subprocess.run([*map(str, words)], cwd=folder, capture_output=True, check=False, timeout=600,
                   env={**os.environ, "BDRIVER_LOCK": folder.name})
    logs = list((folder / "out").glob("old.log*"))
    return set(re.findall(r"^# not_executed\.suite/(.*): yes$", logs[0].read_text("utf-8"), re.M)
               if logs else [])


def mutate(suite, folder, rng):
    while True:
        file = rng.choice(suite.files)
        text = (suite.source / file).read_text(encoding="utf-8")
        able = list(places(text))
        wanted = rng.choice(KINDS)
        able = [place for place in able if place[0] == wanted]
        if not able:
            continue
        kind, start, end = rng.choice(able)
        new = another(kind, text[start:end], rng)
        (folder / file).write_text(text[:start] + new + text[end:], encoding="utf-8")
        if new != text[start:end] and not suite.compile(folder, file) and \
                not suite.link(folder, file):
            break
    counts = collections.Counter(mutants=1)
    prints = judge.fingerprints(folder / "suite")
    line = text.count("\n", 0, start) + 1
    difference = functools.cache(lambda: differing(*(
        where / (file + ".o") for where in (suite.folder, folder))))
    found = not_executed(folder)
    for name, was in suite.prints.items():
        now = prints.get(name, "")
        near = suite.is_near(name, file)
        word = "unknown" if None in (was, now) else "same" if was == now else "other"
        if now == "":
            continue
        if word == "other" and name in found:
            word = "not_executed"
        if word in ("same", "not_executed") and near:
            why = affected(suite, folder, file, name, difference)
            if why:
                word = "missed" if word == "not_executed" else "false"
                say(f"{suite.toolchain.name}: {name}: {file}:{line}: {text[start:end]!r} -> {new!r}: {why}")
        counts[word if near else "far_" + word] += 1
    return kind, counts


def study(suites, options):
    """(compiler, kind) -> counts. The suites take turns, so that an early end leaves some of each."""
    rows = collections.defaultdict(collections.Counter)
    with open(options.keep, "a+", encoding="utf-8") as file:
        file.seek(0)
        kept = [json.loads(line) for line in file]
        known, end = {row[1] for row in kept}, time.monotonic() + 60 * options.minutes
        tasks = [(suite, i, f"{options.seed} {suite.toolchain.name} {suite.source.name} {i}", end)
                 for i in range(options.mutants) for suite in suites]
        for row in judge.in_parallel(judged, [task for task in tasks if task[2] not in known],
                                     options.workers):
            if row:
                kept.append(row)
                print(json.dumps(row), file=file, flush=True)
    for compiler, _, kind, counts in kept:
        rows[compiler, kind].update(counts)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="folders of the source")
    parser.add_argument("--mutants", type=int, default=100, help="of each suite and compiler")
    parser.add_argument("--compilers", default="gcc clang")
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no mutant after that")
    parser.add_argument("--keep", default=os.devnull, metavar="FILE",
                        help="write each mutant there, and judge only those that it does not have")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    need("valgrind binutils clang", "valgrind", "readelf", "nm", "objdump")
    built("tests/mutate_code")
    sources = [SOURCE / name for name in options.suites] or [
        path for path in sorted((SOURCE / "suites").iterdir()) if path.is_dir()]
    options.keep = pathlib.Path(options.keep).absolute()
    toolchains = [judge.Toolchain(f"{compiler} {options.flags} -D_GNU_SOURCE -DNDEBUG "
                                  f"-DBD_FLAGS='\"{options.flags}\"'")
                  for compiler in options.compilers.split()]
    with workplace() as here:
        suites = list(judge.in_parallel(Suite, [
            (toolchain, source, here / f"{toolchain.compiler}_{source.name}")
            for toolchain in toolchains for source in sources], options.workers))
        rows = study(suites, options)
    print_csv([{"compiler": toolchain.compiler, "kind": kind, **{
        word: rows[toolchain.compiler, kind][word] for word in (
            "mutants", "other", "unknown", "same", "false", "not_executed", "missed", "far_same", "far_other", "far_unknown")}}
        for toolchain in toolchains for kind in KINDS])


if __name__ == "__main__":
    main()
