#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does a smoke run decide of libc++'s own benchmarks, and how long does it take?

It downloads Debian's source of LLVM 16 and its packages of libc++ 15 and 16, and builds each
benchmark program with both and a static Google Benchmark 1.6.

--work DIR: where all of that is kept; what is there is taken.
--programs REGEX: of the file names. One that does not compile with both builds is left out.
--kinds WORD,...: copies (stripped), header (<deque> made slower), innocent (an unused function in
<__config>), versions (libc++ 15 against 16); or peer alone: copies by libc++'s own way, nine
repetitions of each build and compare.py, in the time of --budget.
--filter REGEX: of the benchmarks.
--budget TIME: of each run.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from peers import COMPARE_PY, google_compare, google_ratio
from study import (COMPARED, Run, arguments, bdriver, built, compare, need, own_lock, print_csv, say,
                   sign, stop, tree)

DEBIAN = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " \
         "http://deb.debian.org/debian bookworm main\n"
SOURCE = "llvm-toolchain-16"
VERSIONS = ("15", "16")
# std::format is an experiment of both versions, the file system is no work of this CPU, and the
# visits of variants take an hour to compile.
LEFT_OUT = "format|filesystem|variant_visit"
# The end of a copy into a deque: 32 rounds of an empty loop more.
SLOWER = ("deque", "__compose(__segment_iterator __segment, __local_iterator __local) {\n",
          "        for (int __i = 0; __i != 32; ++__i) asm volatile(\"\");\n")
INNOCENT = ("__config", "#ifdef __cplusplus\n",
            "namespace __stranger { inline int __unused(int __x) { return __x * 3 + 1; } }\n")
# 460 of 5339, of all programs.
FILTER = (r"^BM.*uint32_?.*_1024$|/(64|1024|5140480|12|256)$|Move|AssignAsciiz|"
          r"TableSize100_NumTables100|Copy_MapSize=10|Insert_MapSize=10_|Shared")
# What the header makes slower: measured by minima of alternating processes.
LARGE, SMALL = 1.03, 1.01
PROCESSES = 20  # of each build
# Of libc++'s own way. The U test of compare.py wants nine.
REPETITIONS = 9
CHANGED_BY = .05
TRIAL = .004  # s


def fetched(work):
    """The sources of the benchmarks and of Google Benchmark, and both libraries."""
    source = work / "source"
    if not (source / "libcxx").exists():
        need("apt xz-utils", "apt-get", "xz")
        lists = work / "lists"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        (work / "sources.list").write_text(DEBIAN, encoding="utf-8")
        apt = ["apt-get", "-o", f"Dir::Etc::sourcelist={work}/sources.list", "-o",
               "Dir::Etc::sourceparts=-", "-o", f"Dir::State::lists={lists}"]
        os.chdir(work)
        Run([*apt, "update"])
        Run([*apt, "source", "--download-only", SOURCE])
        source.mkdir()
        Run(["tar", "-xf", next(work.glob(f"{SOURCE}_*.orig.tar.xz")), "-C", source, "--wildcards",
             "--strip-components=1", "*/libcxx/benchmarks", "*/libcxx/test/support",
             "*/third-party/benchmark"])
    for version in VERSIONS:
        root = work / f"root-{version}"
        if not root.exists():
            os.chdir(work)
            packages = [f"libc++-{version}-dev", f"libc++abi-{version}-dev"]
            Run(["apt-get", "download", *packages])
            for package in packages:
                Run(["dpkg", "-x", next(work.glob(f"{package}_*.deb")), root])
    return source


def library(work, version):
    return work / f"root-{version}/usr/lib/llvm-{version}"


def edited(work, name, file, at, text):
    """A copy of libc++ 16's headers with some text behind a place of one file."""
    folder = work / f"include-{name}"
    if not folder.exists():
        shutil.copytree(library(work, "16") / "include/c++/v1", folder)
        header = folder / file
        before = header.read_text(encoding="utf-8")
        if at not in before:
            stop(f"{header} has no {at!r}")
        header.write_text(before.replace(at, at + text, 1), encoding="utf-8")
    return folder


class Build:
    """Programs of one version, built into WORK/NAME/bin. `base`: what does not include `header` is
    linked of its objects, as `make` would."""

    def __init__(self, work, source, name, version, include=None, base=None, header=""):
        self.folder, self.lib = work / name, library(work, version) / "lib"
        self.bin, self.obj = self.folder / "bin", self.folder / "obj"
        self.bin.mkdir(parents=True, exist_ok=True)
        self.obj.mkdir(exist_ok=True)
        headers = include or library(work, version) / "include/c++/v1"
        self.base, self.header = base, headers / header
        benchmark = source / "third-party/benchmark"
        self.compiler = ["clang++", "-std=c++2b", "-O2", "-w", "-nostdinc++", "-isystem", headers,
                         "-I", benchmark / "include", "-I", source / "libcxx/benchmarks",
                         "-I", source / "libcxx/test/support", "-fsized-deallocation"]
        self.library = [path for path in sorted((benchmark / "src").glob("*.cc"))
                        if path.stem != "benchmark_main"]

    def includes(self, path):
        words = [str(word) for word in [*self.compiler, "-M", path]]
        made = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False).stdout
        return str(self.header) in made.split()

    def compiled(self, path, name, *more):
        """The object, or None: it does not compile with this version."""
        object_ = self.obj / f"{name}.o"
        if object_.exists():
            return object_
        if self.base and not self.includes(path):
            return self.base.compiled(path, name, *more)
        words = ["nice", *self.compiler, *more, "-c", path, "-o", object_]
        done = subprocess.run([str(word) for word in words], stderr=subprocess.DEVNULL, check=False)
        return None if done.returncode else object_

    def google(self):
        return [self.compiled(path, f"gb_{path.stem}", "-DHAVE_POSIX_REGEX", "-DHAVE_STEADY_CLOCK",
                              "-DNDEBUG") or stop(f"{path} does not compile")
                for path in self.library]

    def program(self, path):
        """None: it does not compile with this version."""
        name = ("alg_" if path.parent.name == "algorithms" else "") + path.name.split(".bench")[0]
        out = self.bin / name
        if not out.exists():
            object_ = self.compiled(path, name)
            if not object_:
                return None
            Run(["clang++", "-nostdlib++", object_, *self.google(), self.lib / "libc++experimental.a",
                 self.lib / "libc++.a", self.lib / "libc++abi.a", "-Wl,--emit-relocs", "-lpthread",
                 "-o", out])
        return out


def programs(source, pattern):
    folder = source / "libcxx/benchmarks"
    return [path for path in sorted([*folder.glob("*.bench.cpp"),
                                     *folder.glob("algorithms/*.bench.cpp")])
            if re.search(pattern, path.name) and not re.search(LEFT_OUT, path.name)]


def make(builds, paths):
    """Names that all builds have."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(Build.google, builds))
        made = list(pool.map(lambda job: job[0].program(job[1]),
                             [(build, path) for path in paths for build in builds]))
    names = [{path.name for path in made[i::len(builds)] if path} for i in range(len(builds))]
    return sorted(set.intersection(*names))


def measured(kind, old, new, names, more):
    """A smoke run of these programs, and its rows."""
    with tempfile.TemporaryDirectory(dir=old.parent) as folder:
        out, errors = pathlib.Path(folder) / "out", pathlib.Path(folder) / "errors"
        words = [word for name in names for word in ("-s", name)]
        with errors.open("w", encoding="utf-8") as said:
            run = bdriver("run", "--old", old, "--new", new, "--profile", "smoke", "-o", out, *words,
                          *more, allowed=(0, 1, 3, 5), stderr=said)
        text = errors.read_text(encoding="utf-8")
        judged = compare(out / "old.log", out / "new.log", "--fail-on", "never")["rows"]
        shown = json.loads(bdriver("compare", "--format", "json", "--fail-on", "never",
                                   out / "old.log", out / "new.log", stdout=subprocess.PIPE).output)
    first = re.search(r"^(\d+) benchmark", text, re.MULTILINE)
    same = re.search(r"(\d+|all) with the same", text)
    rows = shown["rows"] if kind != "copies" else judged
    count = {word: sum(row["verdict"] == word for row in rows) for word in COMPARED}
    proven = 0 if not same else int(first[1] if same[1] == "all" else same[1])
    decided = proven + sum(count.values()) - count["inconclusive"]
    say(f"{kind}: {text}")
    return {"kind": kind, "programs": len(names), "benchmarks": int(first[1]) if first else len(rows),
            "same": proven, "seconds": f"{run.wall:.0f}", **count,
            "decided": decided, "called": count["regressed"] + count["improved"]}, rows


def least(program, benchmark):
    """CPU time of the fastest call of one process, with the addresses of all. Beside others it would
    find another heap: copies of a vector to a deque take 52 ns or 1360, by where the vector is."""
    with tempfile.NamedTemporaryFile() as out:
        Run(["setarch", "-R", program, f"--benchmark_filter=^{re.escape(benchmark)}$",
             "--benchmark_min_time=0.002", "--benchmark_repetitions=5", f"--benchmark_out={out.name}",
             "--benchmark_out_format=json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = json.load(out)["benchmarks"]
    return min(one["cpu_time"] for one in found if one["run_type"] == "iteration")


def true_ratios(old, new, rows):
    """SUITE/BENCHMARK -> the ratios that two halves of the processes show, of programs that are two
    files."""
    ratios = {}
    for row in rows:
        name, benchmark = row["suite"], row["benchmark"]
        if (old / name).read_bytes() == (new / name).read_bytes():
            continue
        pairs = [[least(side / name, benchmark) for side in (old, new)] for _ in range(PROCESSES)]
        ratios[f"{name}/{benchmark}"] = [round(min(pair[1] for pair in half) /
                                               min(pair[0] for pair in half), 3)
                                         for half in (pairs[::2], pairs[1::2])]
    return ratios


def is_false(row, ratio):
    way = (ratio > SMALL) - (ratio < 1 / SMALL)
    large = ratio > LARGE or ratio < 1 / LARGE
    return sign(row) not in (0, way) or (large and row["verdict"] == "unchanged")


def wrong(rows, ratios):
    """Calls that are false by both halves, and large changes one way that are called unchanged. 1 to
    3 % may be either."""
    count = 0
    for row in rows:
        both = ratios.get(f"{row['suite']}/{row['benchmark']}", [1])
        false = [is_false(row, ratio) for ratio in both]
        one_way = row["verdict"] != "unchanged" or not min(both) < 1 < max(both)
        count += all(false) and one_way
        if any(false):
            say(f"{'wrong' if all(false) and one_way else 'one half contradicts'}: {row['suite']}/"
                f"{row['benchmark']} {row['verdict']} {row['time_ratio']:.3f}, minima {both}")
    return count


def repeated(program, pattern, min_time, out):
    return Run([program, f"--benchmark_filter={pattern}", f"--benchmark_repetitions={REPETITIONS}",
                f"--benchmark_min_time={min_time:.6f}", f"--benchmark_out={out}",
                "--benchmark_out_format=json"], stdout=subprocess.DEVNULL,
               stderr=subprocess.DEVNULL).wall


def their_way(old, new, names, pattern, seconds):
    """All of the old build, then all of the new one: called by the U test, and by medians."""
    need("libbenchmark-tools python3-scipy", COMPARE_PY)
    with tempfile.TemporaryDirectory() as folder:
        out = {side: pathlib.Path(folder) / f"{side.name}.json" for side in (old, new)}
        trial = pathlib.Path(folder) / "trial.json"
        least, some = (sum(repeated(old / name, pattern, time, trial) for name in names)
                       for time in (0, TRIAL))
        min_time = max(0, (seconds / 2 - least) * TRIAL / (some - least))
        took, found = 0, {old: [], new: []}
        for side in (old, new):
            for name in names:
                took += repeated(side / name, pattern, min_time, trial)
                found[side] += [{**run, "name": f"{name}/{run['name']}"}
                                for run in json.loads(trial.read_text(encoding="utf-8"))["benchmarks"]
                                if run["run_type"] == "iteration"]
            out[side].write_text(json.dumps({"context": {}, "benchmarks": found[side]}),
                                 encoding="utf-8")
        said = google_compare(out[old], out[new], pathlib.Path(folder) / "compared.json")
    ratios = [google_ratio(line, "cpu_time") for line in said]
    return {"kind": "peer", "programs": len(names), "benchmarks": len(said), "seconds": f"{took:.0f}",
            "called": sum(line["utest"]["cpu_pvalue"] < .05 for line in said),
            "beyond": sum(abs(ratio - 1) > CHANGED_BY for ratio in ratios)}


def sides(work, source, kind):
    new = Build(work, source, "v16", "16")
    if kind == "versions":
        return [Build(work, source, "v15", "15"), new]
    if kind in ("copies", "peer"):
        return [new]
    if kind == "innocent":
        return [new, Build(work, source, kind, "16", edited(work, kind, *INNOCENT))]
    return [new, Build(work, source, kind, "16", edited(work, kind, *SLOWER), new, SLOWER[0])]


def main():
    options = arguments(work="", programs=".", kinds="copies,header,innocent,versions", filter=FILTER,
                        budget="5m", seed=1)
    if not options.work:
        stop("--work: give a folder with 4 GB of room")
    built("bdriver")
    need("clang-14 util-linux", "clang++", "setarch")
    own_lock()
    work = pathlib.Path(options.work).resolve()
    source = fetched(work)
    more = ["--seed", options.seed, "-f", options.filter, "--budget", options.budget]
    table = []
    for kind in options.kinds.split(","):
        builds = sides(work, source, kind)
        names = make(builds, programs(source, options.programs))
        old, new = builds[0].bin, builds[-1].bin
        if not names:
            stop(f"{kind}: no program compiles with both")
        with tempfile.TemporaryDirectory(dir=work) as folder:
            if kind in ("copies", "peer"):
                old, new = (tree(pathlib.Path(folder) / side, [old / name for name in names], True)
                            for side in ("old", "new"))
            if kind == "peer":
                table.append(their_way(old, new, names, options.filter,
                                       int(options.budget[:-1]) * (60 if options.budget[-1] == "m" else 1)))
                continue
            row, rows = measured(kind, old, new, names, more + ["--all"] * (kind == "copies"))
            ratios = true_ratios(old, new, rows) if kind == "header" else {}
            row |= {"wrong": "" if kind == "versions" else wrong(rows, ratios),
                    "large": sum(min(both) > LARGE for both in ratios.values()),
                    "load": f"{os.getloadavg()[1]:.0f}"}
        table.append(row)
        say(row)
    print_csv(table)


main()
