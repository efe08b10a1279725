# SPDX-License-Identifier: GPL-3.0-or-later
"""What the studies share: find what was built, run commands, read logs, compare, print CSV."""
import argparse
import contextlib
import csv
import importlib
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

CHANGED = ("regressed", "improved")
COMPARED = CHANGED + ("unchanged", "inconclusive")
NAME = pathlib.Path(sys.argv[0]).stem

csv.field_size_limit(1 << 30)


def say(text):
    print(f"{NAME}: {text}", file=sys.stderr, flush=True)


def stop(text):
    sys.exit(f"{NAME}: {text}")


try:
    BDRIVER = os.environ["BDRIVER"]
    BUILD = pathlib.Path(os.environ["BD_BUILD"])
    SOURCE = pathlib.Path(os.environ["BD_SOURCE"])
except KeyError:
    stop(f"start it with tests/eval/run {NAME}")


def built(path):
    """A file of the build folder that the study launches."""
    found = BUILD / path
    if not found.exists():
        stop(f"there is no {found}: build all targets of {BUILD} first")
    return found


def suites(level):
    """All our suites of one optimisation level."""
    found = sorted((BUILD / "suites").glob(f"*_{level}"))
    if not found or len(found) < len(list((BUILD / "suites").glob("*_O2"))):
        stop(f"there is no {BUILD}/suites/*_{level} of each suite: build suites_{level} first")
    return found


def need(packages, *commands_and_files):
    """Commands by name, files by path."""
    for wanted in commands_and_files:
        if not (shutil.which(wanted) or os.path.exists(wanted)):
            stop(f"there is no {wanted}: apt-get install {packages}")


def need_module(packages, name):
    """A module of Python, imported after what else may be missing has been looked for."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        stop(f"{error}: apt-get install {packages}")


def arguments(**options):
    """Options with their defaults: a bool is a switch, the others take a value of that type."""
    text = sys.modules["__main__"].__doc__
    parser = argparse.ArgumentParser(prog=f"tests/eval/run {NAME}", description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in options.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(default), default=default,
                                help=f"default: {default}")
    return parser.parse_args()


def own_lock():
    """Does not wait for other runs on this machine, as the time is counted."""
    os.environ["BDRIVER_LOCK"] = f"eval{os.getpid()}"


def no_repeats():
    """As many launches as planned."""
    os.environ["BDRIVER_REPEAT_DISTURBED"] = os.environ["BDRIVER_REPEAT_ALONE"] = "0"


BURSTS = """import os, random, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
while True:
    time.sleep(random.uniform(.02, .2))
    end = time.perf_counter() + random.uniform(.005, .05)
    while time.perf_counter() < end:
        pass
"""


LOOP = """import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
while True:
    pass
"""


TASK = """import random, time
while True:
    end = time.perf_counter() + random.uniform(.5, 10)
    while time.perf_counter() < end:
        pass
    time.sleep(random.uniform(.5, 10))
"""


@contextlib.contextmanager
def running(programs):
    processes = [subprocess.Popen([sys.executable, "-c", *words]) for words in programs]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def on_each_cpu(program):
    return running([program, str(cpu)] for cpu in os.sched_getaffinity(0) if program)


def busy(count):
    """COUNT processes that are each busy for .5 to 10 s and then idle as long, on any CPU."""
    return running([TASK] for _ in range(count))


def bursts(wanted=True):
    """A process on each CPU that is busy for 5 to 50 ms and then idle for 20 to 200 ms."""
    return on_each_cpu(BURSTS if wanted else "")


def loops(wanted=True):
    """A process on each CPU that is always busy."""
    return on_each_cpu(LOOP if wanted else "")


@contextlib.contextmanager
def workplace():
    """A fresh folder, which is the current one until the end."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        try:
            yield pathlib.Path(name)
        finally:
            os.chdir(before)


def compiled(source, *flags):
    """A C program of lib/, compiled into the current folder."""
    name = pathlib.Path(source).stem
    words = ["-O2", "-D_GNU_SOURCE", f"-I{SOURCE}", SOURCE / "tests/eval/lib" / source]
    Run([os.environ.get("CC", "cc"), *words, *flags, "-o", name])
    return pathlib.Path(name).resolve()


def script(name, text):
    path = pathlib.Path(name)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path.resolve()


def cpu_seconds(pid):
    """CPU time of all threads of a process without its children's, also before it is reaped."""
    return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid() does it


def memory_kib(pid, key="VmHWM"):
    """The peak (VmHWM) or the resident memory (VmRSS); 0 once the process has ended."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    return 0


class Run:
    """One run of a command. Ends the study where its exit code is not one of those allowed.

    `wall`, `cpu`: seconds, `cpu` of the process alone; `cpu_all`: with all that it started.
    `samples`: what `sample(pid)` returned every 50 ms while it ran.
    """

    def __init__(self, command, allowed=(0,), stdout=None, stderr=None, stdin=None, sample=None):
        words = [str(word) for word in command]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        try:
            child = subprocess.Popen(words, text=True, stdout=stdout or sys.stderr, stderr=stderr,
                                     stdin=subprocess.PIPE if stdin is not None else None)
        except OSError as error:
            stop(f"cannot start {words[0]}: {error.strerror}")
        self.samples, ended = [], threading.Event()
        sampler = threading.Thread(target=self._watch, args=(sample, child.pid, ended))
        if sample:
            sampler.start()
        if stdin is not None:
            child.stdin.write(stdin)
            child.stdin.close()
        self.output = child.stdout.read() if child.stdout else ""
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        self.wall = time.monotonic() - start
        self.cpu = cpu_seconds(child.pid)
        ended.set()
        if sample:
            sampler.join()
        self.code = child.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_all = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
        if self.code not in allowed:
            stop(f"this ended with {self.code}: {' '.join(words)}")

    def _watch(self, sample, pid, ended):
        while not ended.wait(0.05):
            try:
                self.samples.append(sample(pid))
            except (OSError, IndexError):
                pass  # it has just ended


def bdriver(*words, allowed=(0, 1), stdout=subprocess.DEVNULL, **more):
    """Exit code 1 is a regression: what an experiment looks for."""
    return Run([BDRIVER, *words], allowed, stdout, **more)


def compare(old, new, *words):
    done = bdriver("compare", "--judge-same-code", "--format", "json", *words, old, new, stdout=subprocess.PIPE)
    return json.loads(done.output)


def listed(suite):
    """The benchmarks of a suite: name and tags."""
    done = bdriver("list", "-s", suite, "--format", "json", stdout=subprocess.PIPE)
    return json.loads(done.output)["suites"][0]["benchmarks"]


def benchmarks_of(folder):
    """SUITE/NAME of all benchmarks of a folder of suites."""
    return [f"{path.name}/{one['name']}" for path in sorted(folder.iterdir())
            for one in listed(path)]


def launches(log):
    """All rows of a log, as text."""
    with open(log, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


def measured(log):
    """The launches of a log that could be measured; samples as numbers."""
    for row in launches(log):
        if row["status"] == "ok":
            row["samples"] = [float(word) for word in row["samples"].split()]
            yield row


def by_round(log):
    """(SUITE/NAME, round) -> the launch that was measured."""
    return {(f"{row['suite']}/{row['benchmark']}", row["round"]): row for row in measured(log)}


def medians(log):
    """The median of all samples of each benchmark: what is done without a tool."""
    samples = {}
    for row in measured(log):
        samples.setdefault(row["benchmark"], []).extend(row["samples"])
    return {name: statistics.median(values) for name, values in samples.items()}


def tree(folder, binaries, stripped=False):
    """A tree of suites: copies, as two builds of the same source are two files as well.

    `stripped`: without symbols nothing proves that the code is the same. A smoke run measures such
    benchmarks twice if they are suspects, which copies with symbols never are.
    """
    folder.mkdir(parents=True)
    for binary in binaries:
        shutil.copy2(binary, folder)
        if stripped:
            Run(["strip", folder / binary.name])
    return folder


def sign(row):
    """+1 called slower, -1 called faster, 0 not called."""
    return {"regressed": 1, "improved": -1}.get(row["verdict"], 0)


def quantile(values, q):
    return sorted(values)[min(len(values) - 1, int(q * len(values)))]


def print_csv(table):
    writer = csv.DictWriter(sys.stdout, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
