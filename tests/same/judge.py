# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds generated suites, and compares what their fingerprints say with what their checksums say."""
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import shlex
import subprocess

import generate

SOURCE = pathlib.Path(os.environ.get("BD_SOURCE") or pathlib.Path(__file__).resolve().parents[2])
BUILD = pathlib.Path(os.environ.get("BD_BUILD") or SOURCE / "build")
COMPILERS = {"gcc": "g++", "clang": "clang++"}
# As bd_add_suite() gives them.
SUITE_LINK = "-Wl,--build-id -Wl,--emit-relocs"


ALIGN = "-Tbdriver-align.ld"


class Toolchain:
    """`gcc -O2 -fPIE / -fuse-ld=lld`: a compiler, its flags, and those of the link. ALIGN may be one."""

    def __init__(self, text, kept=True):
        compile_words, _, link_words = text.partition("/")
        self.name = " ".join(text.split()) + ("" if kept else " (none kept)")
        self.compiler, *self.flags = shlex.split(compile_words)
        link_words = link_words.replace(ALIGN, f"-T{SOURCE}/harness/package/bdriver-align.ld")
        self.link = shlex.split(link_words) + shlex.split(SUITE_LINK if kept else "-Wl,--build-id")

    def command(self, language):
        if language == "c":
            return [self.compiler]
        return [COMPILERS[self.compiler], "-std=c++20"]

    def build(self, folder, files, language, out, extra=(), with_main=True):
        """None, or what the tools said: not each feature is in each of them."""
        harness = [str(main_object())] if with_main else []
        return self._run(folder, [*self.command(language), "-w", "-I", str(SOURCE), *self.flags,
                                  *map(str, files), "-o", str(out), *self.link, *harness,
                                  str(BUILD / "harness/libbdharness.a"), *extra, "-lm"])

    def build_library(self, folder, path, language, flags):
        return self._run(folder, [*self.command(language), "-w", "-I", str(SOURCE), "-DLIBRARY",
                                  *self.flags, *flags, str(path), "-o", "libcase.so"])

    @staticmethod
    def _run(folder, words):
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
        return None if done.returncode == 0 else " ".join(words) + "\n" + done.stderr


def main_object():
    return next(BUILD.glob("CMakeFiles/*/harness/suite_main.c.o"), None) or \
        next(BUILD.glob("**/harness/suite_main.c.o"))


def fingerprints(suite):
    """By benchmark; None where it is unknown."""
    done = subprocess.run([str(BUILD / "tests/mutate_code"), str(suite)], check=True,
                          capture_output=True, text=True)
    pairs = (line.rsplit(" ", 1) for line in done.stdout.splitlines())
    return {name: None if word == "-" else word for name, word in pairs}


def checksum(suite, name, environment=None, limit=60):
    """As the row of a launch has it."""
    with open(str(suite) + ".row", "w+", encoding="utf-8") as row:
        subprocess.run([str(suite), name, "--iterations", "1", "--samples", "1", "--out-fd",
                        str(row.fileno())], pass_fds=(row.fileno(),), check=False,
                       stdout=subprocess.DEVNULL, env=environment, timeout=limit)
        row.seek(0)
        rows = list(csv.DictReader(line for line in row if not line.startswith("#")))
    return f"{rows[0]['status']} {rows[0]['checksum']}" if rows else "no row"


def compared(old, new):
    """A word for each benchmark of two builds, as (prints, checksums)."""
    for name, was in old[0].items():
        now, differ = new[0].get(name), old[1][name] != new[1][name]
        if was is None or now is None:
            yield name, "unknown", differ
        elif was == now:
            yield name, "FALSE" if differ else "same", differ
        else:
            yield name, "other", differ


def checksums(suite, names):
    """Of a suite that was executed before, as the file beside it has them."""
    kept = pathlib.Path(f"{suite}.checksums")
    if not kept.exists():
        kept.write_text(json.dumps({name: checksum(suite, name) for name in names}),
                        encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))


def read_build(suite):
    prints = fingerprints(suite)
    return prints, checksums(suite, prints)


def judge_suite(toolchain, seed, language, folder, count=12, only=None):
    """(counts, [names of FALSE], error) of the suite's variants. Everything stays in the folder, and
    is used again."""
    counts, wrong, builds = collections.Counter(), [], []
    texts = generate.suite(seed, language, count, only)
    for variant in range(generate.THIRDS + 1):
        here = folder / str(variant)
        here.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (here / name).write_text(generate.rendered(text, variant), encoding="utf-8")
        error = None if (here / "suite").exists() else toolchain.build(
            here, sorted(texts), language, here / "suite")
        if error:
            return counts, wrong, error
        builds.append(read_build(here / "suite"))
    for variant in range(1, generate.THIRDS + 1):
        for name, word, differ in compared(builds[0], builds[variant]):
            mine = int(name.rsplit("/", 1)[1]) % generate.THIRDS + 1 == variant
            counts["changed" if mine else "untouched", word, differ] += 1
            if word == "FALSE" or (differ and not mine):
                wrong.append(f"{name} in variant {variant}: {word}")
    return counts, wrong, None


def in_parallel(function, tasks, workers=2):
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda task: function(*task), tasks)
