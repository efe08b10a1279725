#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An edit that touches no benchmark: how many are called changed, by how the suite is aligned?

The edit is a new file with 80 bytes of code, linked first; or the same objects linked in another
order; or 80 bytes of code at the top of every file. Code and data of all benchmarks are the same in
both builds. "copy" is a copy of the file. "alignment" compares the suite without alignment with the aligned one. All builds are
read: how many functions begin at another place of their cache line. Some are measured as well.
"""
import concurrent.futures
import math
import random
import re
import shutil
import statistics
import subprocess

from study import (CHANGED, COMPARED, SOURCE, Run, arguments, bdriver, compare, need, own_lock,
                   print_csv, say, workplace)

SCRIPT = SOURCE / "harness/package/bdriver-align.ld"
DATA = """SECTIONS { .data : SUBALIGN(64) { *(.data .data.[!r]*) } } INSERT AFTER .got.plt;
SECTIONS { .bss : SUBALIGN(64) { *(.bss .bss.*) } } INSERT AFTER .data;
"""
EDIT = '__asm__(".text\\n.skip 80, 0x90");\n'  # 80 bytes of code that nobody runs
# Flags of the compiler, boundary of the sections in the linker's script, objcopy instead of it.
WAYS = {
    "none": ((), 0, 0),
    "functions 64": (("-falign-functions=64",), 0, 0),
    "objects 64": ((), 64, 0),
    "objects 64 by objcopy": ((), 0, 64),
    "both 32": (("-falign-functions=32",), 32, 0),
    "both 64": (("-falign-functions=64",), 64, 0),
    "both 128": (("-falign-functions=128",), 128, 0),
    "both 64, loops 32": (("-falign-functions=64", "-falign-loops=32"), 64, 0),
    "both 64, data 64": (("-falign-functions=64",), 64, 0),
    "functions 64, objects 4096": (("-falign-functions=64",), 4096, 0),
    "both 64, functions apart": (("-falign-functions=64", "-ffunction-sections"), 64, 0),
    "bd_add_suite": (("-falign-functions=64", "-falign-loops=64", "-ffunction-sections"), 64, 0),
}
BUILDS = [("gcc", "-O2"), ("gcc", "-Os"), ("gcc", "-O0"), ("clang", "-O2"), ("clang", "-Os"),
          ("clang", "-O0")]
# What is measured; the others are read.
GCC_O2 = ("link order", "alignment")
TIMED = {
    ("gcc", "-O2"): ("none", "functions 64", "objects 64", "functions 64, objects 4096",
                      "both 64, functions apart", "bd_add_suite"),
    ("gcc", "-Os"): ("none", "bd_add_suite"),
    ("clang", "-O2"): ("none", "bd_add_suite"),
}


def compiled(sources, compiler, flags, folder):
    """One object for each source, in its order."""
    folder.mkdir(parents=True)
    words = [compiler, *flags, "-std=gnu11", "-DNDEBUG", "-D_GNU_SOURCE", f"-I{SOURCE}", "-c",
             f"-fmacro-prefix-map={SOURCE}/="]

    def one(source):
        target = folder / f"{source.parent.name}-{source.stem}.o"
        Run([*words, '-DBD_FLAGS="study"', '-DBD_VERSION="0"', source, "-o", target])
        return target
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, sources))


def at_pages(text, objects):
    """Each source file of the suite begins at a page, as bd_align_code() writes it."""
    own = [path for path in objects if "harness" not in str(path.parent)]
    lines = "".join(f". = ALIGN(4096); {path}(.text .text.*)\n" for path in own)
    return text.replace("*(.text .stub", lines + ". = ALIGN(4096); *(.text .stub")


def linked(objects, way, compiler, target, libraries):
    _, boundary, by_objcopy = WAYS[way]
    target.parent.mkdir(parents=True)
    if by_objcopy:
        place = target.parent / "aligned"
        place.mkdir(exist_ok=True)
        for path in objects:
            Run(["objcopy", "--set-section-alignment", f".text*={by_objcopy}", path,
                 place / path.name])
        objects = [place / path.name for path in objects]
    words = []
    if boundary:
        script = target.with_suffix(".ld")
        text = SCRIPT.read_text(encoding="utf-8").replace("SUBALIGN(64)", f"SUBALIGN({boundary})")
        if way == "bd_add_suite":
            text = at_pages(text, objects)
        script.write_text(text + (DATA if "data" in way else ""), encoding="utf-8")
        words = [f"-T{script}"]
    Run([compiler, *objects, *words, "-Wl,--build-id", "-Wl,--emit-relocs", "-o", target,
         *libraries, "-lm"])


def text_size(path):
    out = Run(["size", path], stdout=subprocess.PIPE).output
    return int(out.splitlines()[1].split()[0])


def places(path, kind):
    """Where in its cache line each function or object begins, by its file and name."""
    found, file = {}, ""
    for line in Run(["readelf", "-sW", path], stdout=subprocess.PIPE).output.splitlines():
        words = line.split()
        if len(words) != 8 or words[6] == "UND":
            continue
        if words[3] == "FILE":
            file = words[7]
        elif words[3] == kind and words[2] != "0":
            owner = file if words[4] == "LOCAL" else ""
            found[owner, words[7]] = int(words[1], 16) % 64
    return found


def moved(old, new):
    """How many functions and objects begin at another place of their cache line."""
    result = {}
    for what, kind in (("functions", "FUNC"), ("objects", "OBJECT")):
        before, after = places(old, kind), places(new, kind)
        both = before.keys() & after.keys()
        result[what] = len(both)
        result[f"{what}_moved"] = sum(before[name] != after[name] for name in both)
    return result


def measured(old, new, out, options):
    bdriver("run", "--old", old, "--new", new, "-r", options.rounds, "--launch-time",
            options.launch_time, "-j", 1, "--seed", 1, "-q", "-o", out,
            allowed=(0, 1, 3))
    rows = compare(out / "old.log", out / "new.log")["rows"]
    shutil.rmtree(out)
    rows = [row for row in rows if row["verdict"] in COMPARED]
    shifts = [math.log(row["time_ratio"]) for row in rows]
    called = [row["time_ratio"] for row in rows if row["verdict"] in CHANGED]
    largest = max(called, key=lambda ratio: abs(math.log(ratio)), default=1)
    return {"compared": len(rows), "called": len(called),
            "largest": f"{100 * (largest - 1):+.1f}" if called else "",
            "names": " ".join(row["benchmark"] for row in rows if row["verdict"] in CHANGED),
            "beyond_2": sum(abs(shift) > math.log(1.02) for shift in shifts),
            "median": f"{100 * statistics.median(map(abs, shifts)):.2f}",
            "geomean": f"{100 * math.expm1(statistics.fmean(shifts)):+.2f}"}


def study(folder, compiler, level, options):
    """Rows of one compiler and level; each way has a folder with its builds."""
    here = folder / f"{compiler}{level}"
    own = sorted((SOURCE / "suites" / options.suite).glob("*.c"))
    harness = [path for path in sorted((SOURCE / "harness").glob("**/*.c"))]
    extra = folder / "aa_new.c"
    extra.write_text(EDIT, encoding="utf-8")
    shared = compiled(harness, compiler, ["-O2"], here / "harness")
    for way in filter(re.compile(options.ways).search, WAYS):
        flags = [level, *WAYS[way][0]]
        new, *objects = compiled([extra, *own], compiler, flags, here / way)
        edited = compiled(own, compiler, [*flags, "-include", extra], here / way / "edited")
        mixed = random.Random(options.seed).sample(objects, len(objects))
        builds = {"old": objects, "new file": [new, *objects], "link order": mixed,
                  "top of each file": edited, "copy": objects}
        for build, files in builds.items():
            linked(files + shared, way, compiler, here / way / build / options.suite,
                   options.libraries.split())
        timed = not options.read_only and way in TIMED.get((compiler, level), ())
        edits = [(edit, here / way / "old", here / way / edit) for edit in list(builds)[1:]]
        if way != "none" and (here / "none").exists():
            edits.append(("alignment", here / "none/old", here / way / "old"))
        for edit, old, new in edits:
            row = {"compiler": compiler, "level": level, "way": way, "edit": edit,
                   "text_bytes": text_size(old / options.suite),
                   "new_text_bytes": text_size(new / options.suite),
                   **moved(old / options.suite, new / options.suite),
                   **dict.fromkeys(("compared", "called", "largest", "names", "beyond_2", "median",
                                    "geomean"), "")}
            if timed and (edit in ("new file", "copy") or edit in GCC_O2 and (compiler, level) == BUILDS[0]):
                row.update(measured(old, new, here / "out", options))
            say(", ".join(str(value) for value in row.values()))
            yield row


def main():
    options = arguments(suite="classic", rounds=8, launch_time="10ms", seed=1, only="", ways="",
                        libraries="", read_only=False)
    need("gcc clang binutils", "gcc", "clang", "objcopy", "size", "readelf")
    own_lock()
    table = []
    with workplace() as folder:
        for compiler, level in BUILDS:
            if re.search(options.only, f"{compiler} {level}"):
                table += study(folder, compiler, level, options)
    print_csv(table)


main()
