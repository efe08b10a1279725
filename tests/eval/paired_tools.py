# SPDX-License-Identifier: GPL-3.0-or-later
"""What the evaluations of paired runs share: run bdriver, read its logs, compare, print CSV."""
import argparse
import csv
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

BDRIVER = os.environ["BDRIVER"]
BUILD = pathlib.Path(os.environ["BD_BUILD"])
SOURCE = pathlib.Path(os.environ["BD_SOURCE"])
CHANGED = ("regressed", "improved")

csv.field_size_limit(1 << 30)


def say(text):
    print(text, file=sys.stderr, flush=True)


def arguments(text, **options):
    """Options with their defaults: a bool is a switch, the others take a value of that type."""
    parser = argparse.ArgumentParser(description=text)
    for name, default in options.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(default), default=default,
                                help=f"default: {default}")
    return parser.parse_args()


def own_cpu_seconds(pid):
    """CPU time of one process without its children's, also when it ended and was not reaped."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Run:
    """One run of a command: wall seconds, CPU seconds of the process itself, its exit code."""

    def __init__(self, command, allowed=(0,), stdout=None):
        start = time.monotonic()
        child = subprocess.Popen([str(word) for word in command], text=True,
                                 stdout=stdout or sys.stderr)
        self.output = child.stdout.read() if child.stdout else ""
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        self.wall = time.monotonic() - start
        self.cpu = own_cpu_seconds(child.pid)
        self.code = child.wait()
        if self.code not in allowed:
            sys.exit(f"{' '.join(map(str, command))} ended with {self.code}")


def bdriver(*words, allowed=(0, 1), stdout=None):
    """Exit code 1 is a regression: what an experiment looks for."""
    return Run([BDRIVER, *words], allowed, stdout or subprocess.DEVNULL)


def compare(old, new, *words):
    done = bdriver("compare", "--format", "json", *words, old, new, stdout=subprocess.PIPE)
    return json.loads(done.output)


def rows(log):
    """The launches of a log that could be measured; samples as numbers."""
    with open(log, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if row["status"] == "ok":
                row["samples"] = [float(word) for word in row["samples"].split()]
                yield row


def medians(log):
    """The median of all samples of each benchmark: what is done without a tool."""
    samples = {}
    for row in rows(log):
        samples.setdefault(row["benchmark"], []).extend(row["samples"])
    return {name: statistics.median(values) for name, values in samples.items()}


def tree(folder, binaries):
    """A tree of suites: copies, as two builds of the same source are two files as well."""
    folder.mkdir(parents=True)
    for binary in binaries:
        shutil.copy2(binary, folder)
    return folder


def print_csv(table):
    writer = csv.DictWriter(sys.stdout, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
