#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Criterion.rs, pytest-benchmark and redis-benchmark: how precise is a run beside their own way?

apt-get install cargo librust-criterion-dev python3-pytest-benchmark redis-server
Old and new differ by nothing, or by 5 % more work. Own way, in equal time (pytest-benchmark, which counts
rounds before it measures them: equal CPU time), old first: Criterion's
--save-baseline and --baseline; two results of pytest-benchmark, with the interval of their means; repeated
runs of redis-benchmark, likewise.
"""
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import time

from study import BUILD, COMPARED, Run, arguments, bdriver, built, compare, need, no_repeats, own_lock, print_csv, \
    say, script, sign, workplace

REGISTRY = "/usr/share/cargo/registry"
CARGO = """[package]
name = "words"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
criterion = { version = "0.3", default-features = false, features = ["cargo_bench_support"] }
[[bench]]
name = "words"
harness = false
"""
RUST = """use criterion::{black_box, criterion_group, criterion_main, Criterion};
fn all(c: &mut Criterion) {
    for i in 1..=COUNT {
        c.bench_function(&format!("same{}", i), |b| b.iter(|| words::sum(black_box(20000 + i))));
        c.bench_function(&format!("more{}", i), |b| b.iter(|| words::sum(black_box(20000 + i + 1000 * words::NEW))));
    }
}
criterion_group!(benches, all);
criterion_main!(benches);
"""
PYTHON = """import pytest
from new import NEW

def work(n):
    return sum(i * i for i in range(n))

@pytest.mark.parametrize("i", range(1, COUNT + 1))
@pytest.mark.parametrize("kind", ["same", "more"])
def test_work(benchmark, kind, i):
    benchmark(work, 2000 + i + (100 * NEW if kind == "more" else 0))
"""
REDIS = """[command redis]
list = printf '%s\\n' set get lpush
setup = sh -c '{build}/redis-server --port 7787 --save "" --daemonize yes; until redis-cli -p 7787 ping; do sleep .05; done'
command = redis-benchmark -p 7787 -t {name} -n 2000 --csv
value = ^"[A-Z]+[^"]*","([0-9.]+)"
unit = 1/s
cleanup = redis-cli -p 7787 shutdown nosave
"""


def of_means(old, new):
    """The ratio of two lists of times, with its 95 % interval."""
    means = [statistics.fmean(times) for times in (old, new)]
    error = 1.96 * math.hypot(*(statistics.stdev(times) / math.sqrt(len(times)) / mean
                                for times, mean in zip((old, new), means)))
    return (means[1] / means[0], math.exp(math.log(means[1] / means[0]) - error),
            math.exp(math.log(means[1] / means[0]) + error))


def called(low, high):
    return (low > 1) - (high < 1)


def criterion_build(count):
    pathlib.Path("src").mkdir()
    pathlib.Path("benches").mkdir()
    pathlib.Path(".cargo").mkdir()
    pathlib.Path("Cargo.toml").write_text(CARGO, encoding="utf-8")
    pathlib.Path(".cargo/config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{REGISTRY}"\n', encoding="utf-8")
    pathlib.Path("benches/words.rs").write_text(RUST.replace("COUNT", str(count)), encoding="utf-8")
    for new, build in enumerate(("old", "new")):
        pathlib.Path("src/lib.rs").write_text(
            f"pub const NEW: u64 = {new};\n#[inline(never)]\npub fn sum(n: u64) -> u64 "
            "{ (0..n).fold(0, |a, x| a.wrapping_mul(31) ^ x) }\n", encoding="utf-8")
        done = Run(["env", f"CARGO_TARGET_DIR={BUILD}/tests/cargo", "cargo", "bench", "--offline", "--no-run"],
                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        pathlib.Path(build).mkdir()
        shutil.copy2(re.search(r"Executable benches.words.rs \((.*)\)", done.output)[1], f"{build}/words")


def criterion_own(seconds, _):
    """Name -> sign of its verdict, and its interval of the change of the mean."""
    os.environ["CRITERION_HOME"] = os.path.abspath("criterion")
    common = ["--bench", "--noplot", "--warm-up-time", 1, "--measurement-time", max(1, round(seconds - 1.2))]
    Run(["old/words", *common, "--save-baseline", "base"], stdout=subprocess.DEVNULL)
    text = Run(["new/words", *common, "--baseline", "base"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).output
    found = {}
    for path in pathlib.Path("criterion").glob("*/change/estimates.json"):
        mean = json.loads(path.read_text(encoding="utf-8"))["mean"]
        name, of = path.parts[1], mean["confidence_interval"]
        part = re.search(rf"^{name} .*?(?=^\S+ +time:|\Z)", text, re.M | re.S)
        words = part[0] if part else ""
        found[name] = (("has regressed" in words) - ("has improved" in words), 1 + mean["point_estimate"],
                       1 + of["lower_bound"], 1 + of["upper_bound"])
    return found


def pytest_build(count):
    for new, build in enumerate(("old", "new")):
        pathlib.Path(build).mkdir()
        pathlib.Path(build, "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
        pathlib.Path(build, "new.py").write_text(f"NEW = {new}\n", encoding="utf-8")
        pathlib.Path(build, "test_words.py").write_text(PYTHON.replace("COUNT", str(count)), encoding="utf-8")
        script(f"{build}/bench", '#!/bin/sh\ncd "$(dirname "$0")" && exec /usr/bin/python3 -B -m pytest "$@"\n')


def pytest_own(_, seconds):
    times = {}
    for build in ("old", "new"):
        Run([f"{build}/bench", "-q", "--benchmark-only", f"--benchmark-max-time={seconds:.2f}",
             f"--benchmark-json={os.path.abspath(build)}.json"], stdout=subprocess.DEVNULL)
        for one in json.loads(pathlib.Path(f"{build}.json").read_text(encoding="utf-8"))["benchmarks"]:
            times.setdefault(one["fullname"], []).append(one["stats"]["data"])
    found = {}
    for name, (old, new) in times.items():
        ratio, low, high = of_means(old, new)
        found[name] = called(low, high), ratio, low, high
    return found


def redis_build(_):
    for build in ("old", "new"):
        pathlib.Path(build).mkdir()
        shutil.copy2(shutil.which("redis-server"), f"{build}/redis-server")
    pathlib.Path("bdriver.ini").write_text(REDIS, encoding="utf-8")


def redis_own(seconds, _):
    found, times = {}, {}
    for build in ("old", "new"):
        Run(["sh", "-c", REDIS.split("sh -c '")[1].split("'\n")[0].replace("{build}", build)], stdout=subprocess.DEVNULL)
        for name in ("set", "get", "lpush"):
            end, rates = time.monotonic() + seconds, []
            while time.monotonic() < end or len(rates) < 2:
                text = Run(["redis-benchmark", "-p", 7787, "-t", name, "-n", 2000, "--csv"], stdout=subprocess.PIPE).output
                rates.append(1 / float(re.search(r'^"[A-Z]+[^"]*","([0-9.]+)"', text, re.M)[1]))
            times.setdefault(name, []).append(rates)
        Run(["redis-cli", "-p", 7787, "shutdown", "nosave"], stdout=subprocess.DEVNULL)
    for name, (old, new) in times.items():
        ratio, low, high = of_means(old, new)
        found[f"{name}, the same"] = called(low, high), ratio, low, high
    return found


TOOLS = {"criterion": (criterion_build, criterion_own, ["--adapter", "criterion", "-s", "words"], 5, "criterion's baselines"),
         "pytest": (pytest_build, pytest_own, ["--adapter", "pytest", "-s", "bench"], 8, "two results"),
         "command": (redis_build, redis_own, [], 8, "repeated runs")}


def table(adapter, way, found, seconds):
    for change in (0, 5):
        of = [one for name, one in found.items() if ("more" in name) == bool(change)]
        if of:
            yield {"adapter": adapter, "way": way, "change": change, "comparisons": len(of),
                   "called_slower": sum(one[0] > 0 for one in of), "called_faster": sum(one[0] < 0 for one in of),
                   "half_width": f"{statistics.median(50 * math.log(one[3] / one[2]) for one in of):.2f}",
                   "off": f"{statistics.median(abs(100 * (one[1] - 1) - change) for one in of):.2f}",
                   "seconds_each": f"{seconds / len(found):.1f}"}


def main():
    options = arguments(count=4, adapters="criterion,pytest,command")
    built("bdriver.ini")
    need("cargo librust-criterion-dev redis-server", "cargo", "redis-server", "redis-benchmark", REGISTRY)
    own_lock()
    no_repeats()
    rows = []
    for adapter in options.adapters.split(","):
        build, own, words, rounds, way = TOOLS[adapter]
        with workplace():
            build(options.count)
            run = bdriver("run", "--old", "old", "--new", "new", *words, "-r", rounds, "-o", "out", "-q", "--no-wait")
            found = {row["benchmark"]: (sign(row), row["time_ratio"], row["ratio_low"], row["ratio_high"])
                     for row in compare("out/old.log", "out/new.log")["rows"] if row["verdict"] in COMPARED}
            rows += table(adapter, "bdriver", found, run.wall)
            start = time.monotonic()
            found = own(run.wall / 2 / len(found), run.cpu_all / 2 / len(found))
            rows += table(adapter, way, found, time.monotonic() - start)
            for row in rows[-4:]:
                say(str(row))
    print_csv(rows)


if __name__ == "__main__":
    main()
