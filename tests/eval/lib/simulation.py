# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells of simulated logs: each is one call of build/tests/simulate, several run at once."""
import argparse
import multiprocessing.pool
import os
import subprocess
import sys

from study import NAME, built, stop

SIZES = ("short", "normal", "full")


class Cells:
    """Collects calls of the simulator; run() prints the rows of all in their order.

    JOBS: how many at once (default: all cores). NICE: their priority (default: 10).
    """

    def __init__(self):
        parser = argparse.ArgumentParser(prog=f"tests/eval/run {NAME}",
                                         description=sys.modules["__main__"].__doc__)
        parser.add_argument("size", nargs="?", choices=SIZES, default="normal")
        self.size = SIZES.index(parser.parse_args().size)
        self.calls = []

    def pick(self, short, normal, full):
        return (short, normal, full)[self.size]

    def add(self, kind, **options):
        """add("alone", model="M0", no_position=True): simulate alone --model M0 --no-position"""
        words = [kind]
        for name, value in options.items():
            words.append("--" + name.replace("_", "-"))
            if value is not True:
                words.append(str(value))
        self.calls.append(words)

    def run(self):
        command = ["nice", "-n", os.environ.get("NICE", "10"), built("tests/simulate")]

        def call(words):
            return subprocess.run([*command, *words], capture_output=True, text=True, check=False)

        header = None
        with multiprocessing.pool.ThreadPool(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
            for words, done in zip(self.calls, pool.imap(call, self.calls)):
                if done.returncode != 0:
                    stop(f"simulate {' '.join(words)} ended with {done.returncode}: {done.stderr}")
                first, rows = done.stdout.split("\n", 1)
                if first != header:
                    if header:
                        stop(f"another header than before: {first}")
                    header = first
                    print(header)
                print(rows, end="", flush=True)
