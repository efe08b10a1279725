# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutants of suites and their libraries, judged by what callgrind sees executed.

The object of a mutant is compiled and the suite is linked again. callgrind writes down the instructions
that a benchmark executes before verify and teardown. It is affected if it executes a function whose
instructions differ, executes others or another number of them, never comes to verify, or has another
checksum. What is false is told on standard error.
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


# Of the sources of zlib, zstd and sqlite: what is no part of the library.
NO_LIBRARY = re.compile(r"/(contrib|examples|tests?|legacy|deprecated|dll|zlibWrapper|programs|build|"
                        r"win32|amiga|nintendods|old|msdos|doc)/|/(shell|tclsqlite|fts\d.*|icu)\.c$")
LIBRARY_FLAGS = ["-DZSTD_DISABLE_ASM", "-DHAVE_UNISTD_H", "-DSQLITE_CORE", "-DSQLITE_OMIT_RANDOMNESS"]


class Suite:
    """Built once; what its benchmarks execute. library: a folder; its sources are linked into the
    suite, and they are what is changed."""

    def __init__(self, toolchain, source, folder, library=None):
        self.toolchain, self.source, self.folder, self.library = toolchain, source, folder, library
        own = {("suite_" if library else "") + path.name: path for path in source.glob("*.c")}
        more = {path.name: path for path in (library or folder).rglob("*.c")
                if not NO_LIBRARY.search(str(path))}
        self.paths = {**own, **more}
        self.mutable = sorted(more or own)
        self.extra = [] if library else LIBRARIES.get(source.name, [])
        self.words = [*LIBRARY_FLAGS, *(f"-I{path}" for path in sorted(
            {path.parent for path in library.rglob("*.h")}))] if library else []
        folder.mkdir()
        for file in list(self.paths):
            shutil.copy(self.paths[file], folder / file)
            error = self.compile(folder, file)
            if error and file in own:
                stop(error)
            if error:
                say(f"{file} is left out: it does not compile alone")
                del self.paths[file]
        self.files = sorted(self.paths)
        self.mutable = sorted(self.paths.keys() & self.mutable)
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
            r"\.(?:verify|teardown) = (\w+)", self.paths[file].read_text("utf-8", "replace"))}
        self.prints = judge.fingerprints(folder / "suite")
        self.limits, self.checksums, self.traces = {}, {}, {}
        for name in self.prints:
            start = time.monotonic()
            self.checksums[name] = self.checksum(folder / "suite", name)
            self.limits["checksum", name] = limit(start)

    def compile(self, folder, file):
        """What the compiler made of it stands for it where that is."""
        text = file + ".s" if (folder / (file + ".s")).exists() else file
        return self.toolchain.build(folder, [text], "c", file + ".o", ["-c", *self.words], False)

    def assembly(self, file):
        """What the compiler makes of a file."""
        path = self.folder / "assembly" / (file + ".s")
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            self.toolchain.build(self.folder, [file], "c", path, ["-S", *self.words], False)
        return path.read_text("utf-8", "replace")

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
        # What was killed may have left half a file.
        counts = executed(first if first.exists() else out, program) if ended else {}
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

    def functions_of(self, name, file):
        """Functions of the file that the benchmark executes."""
        return {function for owner, function, _ in self.trace(self.folder / "suite", name)
                if owner == file}

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
    run = suite.functions_of(name, file) & changed
    if run:
        return "executes " + " ".join(sorted(run))
    if equal:
        return None
    before = suite.checksums[name]
    if suite.checksum(new, name) not in (None, before) and suite.checksum(copy, name) == before:
        return "another checksum"
    if all(suite.execute(new, name) != trace and suite.execute(copy, name) == trace
           for _ in range(LAUNCHES)):
        return "other instructions"
    return None


def judged(suite, number, rng_seed, end, mutate):
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


def lay_out(old, new, folder):
    """Two builds of one suite, as folders old and new."""
    for build, program in (("old", old), ("new", new)):
        shutil.rmtree(folder / build, ignore_errors=True)
        (folder / build).mkdir()
        os.link(program, folder / build / "suite")


def measured(folder, *words):
    """Benchmarks that a run of these two builds would measure; None: it fails."""
    done = subprocess.run([judge.BUILD / "bdriver", "run", "--old", "old", "--new", "new", "-o", "plan",
                           "--changed", "--controls", "0", "-r", "1", "--launch-time", "5ms", "--dry-run",
                           *words], cwd=folder, capture_output=True, check=False, text=True, timeout=600)
    if done.returncode:
        say(done.stderr)
        return None
    return set(re.findall(r"^round 1  suite/(.*?)(?:  \(alone\))?$", done.stdout, re.M))


def study(suites, options, mutate):
    """[compiler, seed, kind, counts] of all mutants. The suites take turns, so that an early end leaves
    some of each."""
    with open(options.keep, "a+", encoding="utf-8") as file:
        file.seek(0)
        kept = [json.loads(line) for line in file]
        known, end = {row[1] for row in kept}, time.monotonic() + 60 * options.minutes
        tasks = [(suite, i, f"{options.seed} {suite.toolchain.name} {suite.source.name} {i}", end,
                  mutate)
                 for i in range(options.mutants) for suite in suites]
        for row in judge.in_parallel(judged, [task for task in tasks if task[2] not in known],
                                     options.workers):
            if row:
                kept.append(row)
                print(json.dumps(row), file=file, flush=True)
    return kept


def parser_of(doc):
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=100, help="of each suite and compiler")
    parser.add_argument("--compilers", default="gcc clang")
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no mutant after that")
    parser.add_argument("--keep", default=os.devnull, metavar="FILE",
                        help="write each mutant there, and judge only those that it does not have")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def toolchain(compiler, flags):
    need("valgrind binutils clang", "valgrind", "readelf", "nm", "objdump")
    built("tests/mutate_code")
    return judge.Toolchain(f"{compiler} {flags} -D_GNU_SOURCE -DNDEBUG -DBD_FLAGS='\"{flags}\"'")


def toolchains_of(options):
    options.keep = pathlib.Path(options.keep).absolute()
    return [toolchain(compiler, options.flags) for compiler in options.compilers.split()]
