# SPDX-License-Identifier: GPL-3.0-or-later
"""hyperfine and Google Benchmark: how to run them, and what their own rules say of two builds."""
import json
import math
import pathlib
import statistics
import subprocess

from study import SOURCE, Run

WARMUP = 2  # runs
COMPARE_PY = "/usr/share/benchmark/compare.py"
PACKAGES = "hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++"
LIBRARIES = "csv inih sqlite3 uv xxhash z zstd benchmark pthread m".split()


def on_cpu(cpu):
    """Words before a command; None: on any CPU."""
    return [] if cpu is None else ["taskset", "-c", cpu]


def welch_p(a, b):
    """Two-sided p of Welch's t, as hyperfine's script welch_ttest.py takes it from SciPy."""
    from scipy import stats
    return stats.ttest_ind(a, b, equal_var=False).pvalue


def hyperfine_error(old, new):
    """"1.02 +- 0.01 times faster" of two lists of times: the ratio, and its own error of that."""
    means = [statistics.fmean(times) for times in (old, new)]
    ratio = means[1] / means[0]
    return ratio, ratio * math.hypot(*(statistics.stdev(times) / mean
                                       for times, mean in zip((old, new), means)))


def hyperfine_calls(old, new):
    """+1 slower, -1 faster, 0 not called: if 1 lies outside its own error, and by Welch's t."""
    ratio, error = hyperfine_error(old, new)
    direction = 1 if ratio > 1 else -1
    return (direction if abs(ratio - 1) > error else 0,
            direction if welch_p(old, new) < 0.05 else 0)


class Hyperfine:
    """Old, then new, one after the other. `own`, `welch`: +1 slower, -1 faster, 0 not called."""

    def __init__(self, old, new, runs, out="hyperfine.json", cpu=None):
        self.wall = Run([*on_cpu(cpu), "hyperfine", "-N", "--warmup", WARMUP, "--runs", runs,
                         "--export-json", out, "--style", "none", old, new],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).wall
        with open(out, encoding="utf-8") as file:
            self.old, self.new = json.load(file)["results"]
        self.ratio = self.new["mean"] / self.old["mean"]
        self.own, self.welch = hyperfine_calls(self.old["times"], self.new["times"])


def google_suite(objects, harness, out, *flags):
    """Our benchmarks with the main of Google Benchmark; `out` is a new file."""
    main = pathlib.Path(out).with_name("google_main.o")
    if not main.exists():
        Run(["g++", "-O2", f"-I{SOURCE}", "-c", SOURCE / "tests/eval/lib/google_suite.cpp", "-o", main])
    Run(["g++", *flags, main, *(path for path in objects if path.name != "suite_main.c.o"), harness,
         "-Wl,--as-needed", *(f"-l{name}" for name in LIBRARIES), "-o", out])
    return out


def google_name(name):
    """What we call the benchmark."""
    return name.removesuffix("/real_time")


def google_compare(old, new, out="compared.json"):
    """What compare.py says of two files of results: of each benchmark that has a U test."""
    # compare.py imports what lies beside it, which tests/eval/run switches off.
    Run(["env", "-u", "PYTHONSAFEPATH", "/usr/bin/python3", COMPARE_PY, "--no-color", "-d", out,
         "benchmarks", old, new], stdout=subprocess.DEVNULL)
    return [line for line in json.loads(pathlib.Path(out).read_text(encoding="utf-8"))
            if line["run_type"] != "aggregate" and line.get("utest")]


def google_ratio(line, key="real_time"):
    """New / old of the medians of the repetitions."""
    before, after = (statistics.median(each[key + side] for each in line["measurements"])
                     for side in ("", "_other"))
    return after / before
