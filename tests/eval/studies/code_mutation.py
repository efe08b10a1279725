#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is a changed byte of a benchmark's code or data ever called the same code?

SUITE: files; default: all suites of the build and the one in C++. A benchmark runs under valgrind
(lackey), which writes down each byte that is executed and each byte of data that is read, from
set-up to the last sample. Of these one is changed in a copy of the file. The bytes of the harness,
of the linker's glue and of what the loader overwrites are left out.
"""
import argparse
import bisect
import os
import random
import re
import shutil
import struct
import subprocess
import sys

from study import BUILD, built, need, print_csv, say, workplace

SETUP, TEARDOWN, VERIFY = 24, 32, 48  # in struct bd_benchmark


def lines(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()


class Image:
    """What readelf says of a suite."""

    def __init__(self, path, harness):
        self.bytes = open(path, "rb").read()
        self.entry = struct.unpack_from("<Q", self.bytes, 24)[0]
        self.sections = []
        for line in lines("readelf", "-SW", path):
            cells = re.match(r" *\[ *\d+\] (\S+) +PROGBITS +(\w+) (\w+) (\w+) \w+ +(\S*A\S*)", line)
            if cells and cells[1] not in (".got", ".got.plt", "bd_benchmarks", ".eh_frame"):
                self.sections.append((int(cells[2], 16), int(cells[4], 16), int(cells[3], 16)))
        self.pointers, self.functions = {}, []
        self.relative, self.symbols = set(), {}
        dynamic = False
        for line in lines("readelf", "-rW", path):
            cells = line.split()
            if line.startswith("Relocation section"):
                dynamic = cells[2] in ("'.rela.dyn'", "'.rela.plt'")
            if len(cells) == 4 and cells[2] == "R_X86_64_RELATIVE":
                self.pointers[int(cells[0], 16)] = int(cells[3], 16)
            elif dynamic and len(cells) > 4 and cells[2].startswith("R_X86_64"):
                self.pointers[int(cells[0], 16)] = " ".join(cells[4:])
            elif len(cells) > 3 and cells[2] in ("R_X86_64_PC32", "R_X86_64_PLT32"):
                self.relative.add(int(cells[0], 16))
        harness = {line.split()[-1] for line in
                   lines("nm", "--defined-only", str(harness))
                   if len(line.split()) == 3}
        entries = []
        for line in lines("readelf", "-sW", path):
            cells = line.split()
            if len(cells) != 8 or cells[2] in ("0", "Size"):
                continue
            address, size = int(cells[1], 16), int(cells[2], 0)
            self.symbols[address] = cells[7], size
            if cells[3] == "FUNC" and cells[6] != "UND":
                ours = cells[7] not in harness and cells[7] not in ("_start", "main")
                self.functions.append((address, size, ours))
            elif cells[3] == "OBJECT" and "bd_entry_" in cells[7]:
                entries.append(address)
        self.functions.sort()
        self.starts = [function[0] for function in self.functions]
        self.ends = {self.pointers.get(entry + hook) for entry in entries
                     for hook in (TEARDOWN, VERIFY)} - {None}

    def is_ours(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        return at >= 0 and address < sum(self.functions[at][:2]) and self.functions[at][2]

    def offset(self, address):
        """In the file; None: it is not there, or the loader overwrites it."""
        if any(address - i in self.pointers for i in range(8)):
            return None
        for start, size, offset in self.sections:
            if start <= address < start + size:
                return offset + address - start
        return None

    def content(self, address):
        """Name, bytes without relative addresses, and pointers of the function or object that
        begins there; None: nothing does."""
        name, size = self.symbols.get(address, ("", 0))
        for start, length, offset in self.sections:
            if not size or not start <= address < start + length:
                continue
            at = offset + address - start
            body = bytearray(self.bytes[at:at + size])
            for i in range(size - 3):
                if address + i in self.relative:
                    body[i:i + 4] = bytes(4)
            return name, body, [self.pointers.get(i) for i in range(address, address + size, 8)]
        return None

    def leads_to_copy(self, changed, bits):
        """The bits turn an address into that of a copy, so that nothing is different."""
        for start, size, offset in self.sections:
            if not offset <= changed < offset + size:
                continue
            for at in range(changed - 3, changed + 1):
                if start + at - offset not in self.relative:
                    continue
                field = bytearray(self.bytes[at:at + 4])
                after = start + at - offset + 4
                before = after + struct.unpack("<i", field)[0]
                field[changed - at] ^= bits
                now = after + struct.unpack("<i", field)[0]
                return self.content(now) is not None and self.content(now) == self.content(before)
        return False


def reached(path, image, name, limit):
    """Addresses of the bytes that the benchmark executes and reads."""
    ours, found, base, last, number = {}, set(), None, False, 0
    with subprocess.Popen(
            ["valgrind", "--tool=lackey", "--trace-mem=yes", "--basic-counts=no", "--log-fd=9",
             str(path), name, "--iterations", "1", "--samples", "1"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True, pass_fds=(9,)) as run:
        os.close(9)
        for line in os.fdopen(8, closefd=False):
            kind = line[:2]
            number += bool(last)
            if number > limit:
                run.kill()
                break
            if kind not in ("I ", " L", " M"):
                continue
            address, size = line[3:].split(",")
            address = int(address, 16)
            if base is None:
                if kind != "I " or address & 0xFFF != image.entry & 0xFFF or address >> 26:
                    continue
                base = address - image.entry
            address -= base
            if kind == "I ":
                if address in image.ends:
                    run.kill()
                    break
                if address not in ours:
                    ours[address] = image.is_ours(address)
                last = ours[address]
            if last:
                found.update(range(address, address + int(size)))
    return found


def places(path, image, count, benchmarks, limit, rng):
    """(benchmark, offset, bits) of `count` mutations."""
    names = lines(str(path), "--list", "--format", "text")
    names = [line.split()[0] for line in names if line.strip()]
    rng.shuffle(names)
    names = names[:benchmarks]
    result = []
    for i, name in enumerate(names):
        ends = os.pipe()
        os.dup2(ends[0], 8)
        os.dup2(ends[1], 9)
        os.close(ends[0])
        os.close(ends[1])
        found = [offset for offset in map(image.offset,
                                          sorted(reached(path, image, name, limit)))
                 if offset is not None]
        os.close(8)
        share = count // len(names) + (i < count % len(names))
        if not found:
            say(f"{path}: {name} reaches nothing")
            continue
        result += [(name, rng.choice(found), 1 << rng.randrange(8)) for _ in range(share)]
    return result


def study(path, options):
    rng = random.Random(f"{options.seed} {path.name}")
    image = Image(path, options.harness)
    tried = places(path, image, options.mutations, options.benchmarks, options.limit, rng)
    shutil.copy(path, "copy")
    done = subprocess.run([str(built("tests/mutate_code")), str(path), "copy"], check=True,
                          input="".join("{} {} {}\n".format(*place) for place in tried),
                          capture_output=True, text=True)
    words = done.stdout.split()
    for i, (word, (name, offset, bits)) in enumerate(zip(words, tried)):
        if word == "same" and image.leads_to_copy(offset, bits):
            words[i] = "copy"
        elif word == "same":
            say(f"{path}: {name}: bits {bits:#x} at {offset:#x} are not seen")
    return {"suite": path.parent.name + "/" + path.name, "mutations": len(words),
            "other": words.count("other"), "unknown": words.count("unknown"),
            "copy": words.count("copy"), "same": words.count("same")}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    parser.add_argument("--mutations", type=int, default=1000, help="in each suite")
    parser.add_argument("--benchmarks", type=int, default=8, help="of each suite")
    parser.add_argument("--limit", type=int, default=3000000, help="lines of valgrind about the suite's own code")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--harness", default=built("harness/libbdharness.a"),
                        help="archive that the suites were linked with")
    options = parser.parse_args()
    need("valgrind binutils", "valgrind", "readelf", "nm")
    found = [BUILD / name for name in options.suites] or [
        *sorted((BUILD / "suites").glob("*_O[02s]")), built("tests/cxx/cxx_suite")]
    with workplace():
        rows = [study(path, options) for path in found]
    print_csv(rows)
    return any(row["same"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
