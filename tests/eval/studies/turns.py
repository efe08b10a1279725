#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Length of the turns of interleaved launches: noise of a round, undecided benchmarks, and bias.

apt-get install python3-numpy python3-scipy
--pair copies: -O2 against a copy; size: -O2 against -Os; clang: gcc -O2 against clang -O2 (four
suites). --ways takes some of the ways, separated by semicolons, or all. --bursts: another process on
each CPU is busy for 5 to 50 ms and then idle for 20 to 200 ms.
"""
import math
import operator
import pathlib
import random
import statistics
import subprocess
import tempfile

from study import (COMPARED, SOURCE, arguments, bdriver, built, bursts, compare, listed, measured,
                   need, no_repeats, own_lock, print_csv, quantile, say, sign, stop, suites, tree)

# Way -> option of the run, arguments of the suites, time of a launch if not --launch-time.
WAYS = {
    "10 ms, all kept": ("long", "--settle 1ns"),
    "2 ms, all kept": ("long", "--slice 2ms --settle 1ns"),
    "0.5 ms, all kept": ("long", "--slice 500us --settle 1ns"),
    "0.2 ms, all kept": ("long", "--slice 200us --settle 1ns"),
    "0.1 ms, all kept": ("long", "--slice 100us --settle 1ns"),
    "10 ms, first 2 ms dropped": ("long", ""),
    "as short as the benchmark allows": ("short", ""),
    "the same, launches of 10 ms": ("short", "", "10ms"),
}
OLD, LONG, SHORT = "10 ms, all kept", "10 ms, first 2 ms dropped", "the same, launches of 10 ms"
FEW = f"{OLD};{LONG};{SHORT}"
CLANG_SUITES = "classic;uthash;zlib;xxhash"


def clang_build(folder):
    for command in (["cmake", "-S", SOURCE / "tests/eval/trees", "-B", folder, "-G", "Ninja",
                     "-DCMAKE_C_COMPILER=clang", f"-DEVAL_SUITES={CLANG_SUITES}"],
                    ["ninja", "-C", folder]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            stop(f"{done.args[0]} failed:\n{done.stdout}{done.stderr}")
    return folder / "suites"


def trees(pair, folder):
    """Two folders in which a suite has the same name."""
    if pair == "clang":
        need("gcc clang cmake ninja-build", "gcc", "clang", "cmake", "ninja")
        made = clang_build(folder / "clang")
        names = CLANG_SUITES.split(";")
        old = tree(folder / "old", [built(f"suites/{name}_O2") for name in names])
        new = tree(folder / "new", [made / name for name in names])
    else:
        old = tree(folder / "old", suites("O2"))
        new = tree(folder / "new", suites("Os" if pair == "size" else "O2"))
    for built_suite in list(old.iterdir()) + list(new.iterdir()):
        if "_" in built_suite.name:
            built_suite.rename(built_suite.with_name(built_suite.name.split("_")[0]))
    return old, new


def choice(old, number):
    names = [f"{path.name}/{one['name']}" for path in sorted(old.iterdir())
             for one in listed(path)]
    random.Random(1).shuffle(names)
    return names[:number]


def configuration(path, old, words):
    text = "".join(f"[suite {suite.name}]\npath = {suite.name}\nargs = {words}\n"
                   for suite in sorted(old.iterdir()))
    path.write_text(text, encoding="utf-8")
    return path


def turns_of(row):
    """The samples of each turn."""
    at = 0
    for word in row["turn_samples"].split():
        yield row["samples"][at:at + int(word)]
        at += int(word)


def slices(old, new):
    """Median over the turns of the ratio of lower quartiles."""
    ratios = [quantile(b, .25) / quantile(a, .25)
              for a, b in zip(turns_of(old), turns_of(new)) if a and b and quantile(a, .25) > 0]
    return statistics.median(ratios) if ratios else math.nan


def beginning(row, share):
    """The samples of the first turns of a launch."""
    kept = list(turns_of(row))
    return [sample for turn in kept[:max(1, round(share * len(kept)))] for sample in turn]


def part(share):
    """The ratio of lower quartiles that a shorter launch would have had."""
    def estimate(old, new):
        a, b = beginning(old, share), beginning(new, share)
        return quantile(b, .25) / quantile(a, .25) if a and b else math.nan
    return estimate


RULE = "minimum", "quartile", "slices"  # the rule takes the least noisy of these
ESTIMATES = {
    "median": lambda old, new: statistics.median(new["samples"]) / statistics.median(old["samples"]),
    "minimum": lambda old, new: min(new["samples"]) / min(old["samples"]),
    "quartile": lambda old, new: quantile(new["samples"], .25) / quantile(old["samples"], .25),
    "slices": slices,
    "quarter": part(1 / 4),
    "half": part(1 / 2),
}


def rows_of(folder, build):
    return {(f"{row['suite']}/{row['benchmark']}", row["round"]): row
            for row in measured(folder / f"{build}.log")}


def first_widths(folder, rounds):
    """Half widths of the intervals of the first version of the rule `paired`."""
    old, new = rows_of(folder, "old"), rows_of(folder, "new")
    numbers = [str(number + 1) for number in range(rounds)]
    names = sorted({name for name, _ in old if all((name, r) in old and (name, r) in new
                                                   for r in numbers)})
    judged = first_paired.judge_rows(old, new, names, numbers, operator.itemgetter("samples"))
    return {name: half for name, (_, _, half) in judged.items()}


def rounds_of(folder, cpu_seconds):
    """Benchmark -> estimate -> ln(new / old) of each round; the length of its turns; its seconds.

    What the logs do not say of the time, starting and ending launches, is shared by all launches.
    """
    found, lengths, seconds = {}, {}, {}
    both = []
    for build in ("old", "new"):
        both.append(rows_of(folder, build))
        for (name, _), row in both[-1].items():
            seconds.setdefault(name, []).append(
                (float(row["wall_ns"]) + float(row["setup_ns"])) / 1e9)
    start = (cpu_seconds - sum(map(sum, seconds.values()))) / sum(map(len, seconds.values()))
    for key in sorted(both[0].keys() & both[1].keys()):
        old, new = both[0][key], both[1][key]
        lengths[key[0]] = int(old["turn_ns"] or 0)
        for name, estimate in ESTIMATES.items():
            if min(old["samples"]) > 0 and min(new["samples"]) > 0:
                value = estimate(old, new)
                if value > 0:
                    found.setdefault(key[0], {}).setdefault(name, []).append(math.log(value))
    return found, lengths, {name: sum(each) + start * len(each) for name, each in seconds.items()}


def trimmed(values):
    """Mean without the lowest and the highest value, and its standard error (Yuen 1974)."""
    ordered = sorted(values)
    kept = ordered[1:-1]
    winsorised = [kept[0]] + kept + [kept[-1]]
    n, h = len(ordered), len(kept)
    error = math.sqrt(statistics.variance(winsorised) * (n - 1) / (h * (h - 1)))
    return statistics.mean(kept), error


def agreement(rounds, reference):
    """How many benchmarks have a ratio within three standard errors of that of the reference."""
    near = count = 0
    for name, estimates in rounds.items():
        other = reference.get(name, {}).get("quartile", [])
        mine = estimates.get("quartile", [])
        if min(len(mine), len(other)) < 5:
            continue
        (a, error_a), (b, error_b) = trimmed(mine), trimmed(other)
        count += 1
        near += abs(a - b) <= 3 * math.hypot(error_a, error_b) + 1e-9
        if abs(a - b) > 3 * math.hypot(error_a, error_b):
            say(f"  {name}: {100 * a:+.2f}+-{100 * error_a:.2f} % and "
                f"{100 * b:+.2f}+-{100 * error_b:.2f} %")
    return near, count


def least_sd(estimates, *names):
    spread = [statistics.stdev(estimates[name]) for name in names
              if len(estimates.get(name, [])) >= 4]
    return min(spread, default=math.nan)


def typical_sd(rounds, *estimates):
    """Median over benchmarks of the least SD between rounds."""
    spread = (least_sd(each, *estimates) for each in rounds.values())
    return statistics.median(sd for sd in spread if not math.isnan(sd))


def cost_of(rounds, seconds, rows):
    """Estimate -> benchmark -> variance times time; of the interval, half its width squared.

    `first` is to be compared with the intervals of the first version of the rule.
    """
    def cost(*estimates):
        return {name: least_sd(of, *estimates) ** 2 * seconds[name] for name, of in rounds.items()}

    width = {}
    for row in rows:
        name = f"{row['suite']}/{row['benchmark']}"
        width[name] = (math.log(row["ratio_high"] / row["ratio_low"]) / 2) ** 2 * seconds[name]
    return {"median": cost("median"), "slices": cost("slices"), "rule": cost(*RULE),
            "width": width, "first": width}


def relative(cost, base):
    """Median over benchmarks of the cost of each, relative to that of another way."""
    return statistics.median(cost[name] / base[name] for name in cost.keys() & base.keys()
                             if cost[name] > 0 and base[name] > 0)


def run(options, way, old, new, names, seed, out, rounds):
    interleave, words, *launch_time = WAYS[way]
    config = configuration(out.parent / f"{out.name}.ini", old, words)
    done = bdriver("run", "-c", config, "--old", old, "--new", new, "-o", out, "-r", rounds,
                   "--launch-time", *(launch_time or [options.launch_time]),
                   "--interleave", interleave, "-j", options.workers, "-q", "--seed", seed, *names,
                   allowed=(0, 1, 3))
    return done.wall


def measure(options, folder, ways):
    """Way -> for each repeat: seconds, rounds, lengths of turns, seconds of each benchmark, rows of
    the comparison."""
    old, new = trees(options.pair, folder)
    names = choice(old, options.benchmarks)
    found = {way: [[0, {}, {}, {}, []] for _ in range(options.repeats)] for way in ways}
    trial = run(options, SHORT, old, new, names, 1, folder / "trial", 1)
    say(f"{len(names)} benchmarks; a first round, with trials: {trial:.0f} s")
    number, first_of = 0, [{} for _ in range(options.repeats)]
    for repeat in range(options.repeats):
        for first in range(0, len(names), options.group):
            number += 1
            for way in ways[number % len(ways):] + ways[:number % len(ways)]:
                out = folder / f"{number}_{ways.index(way)}"
                wall = run(options, way, old, new, names[first:first + options.group],
                           number, out, options.rounds)
                all_of = found[way][repeat]
                all_of[0] += wall
                if way == ways[0]:
                    first_of[repeat].update(first_widths(out, options.rounds))
                for kept, more in zip(all_of[1:], rounds_of(out, wall * options.workers)):
                    kept.update(more)
                all_of[4] += [row for row in compare(out / "old.log", out / "new.log")["rows"]
                              if row["verdict"] in COMPARED]
            say(f"{number} groups")
    return found, first_of, trial


def table_of(options, found, first_of, trial):
    base = {}
    for way, repeats in found.items():
        for number, (wall, rounds, lengths, seconds, rows) in enumerate(repeats):
            each = wall * options.workers / options.rounds / max(1, len(rounds))
            spread = {name: typical_sd(rounds, name) for name in ESTIMATES}
            spread["rule"] = typical_sd(rounds, *RULE)
            widths = [math.log(row["ratio_high"] / row["ratio_low"]) / 2 for row in rows]
            cost = cost_of(rounds, seconds, rows)
            base.setdefault(number, {**cost, "first": {
                name: half ** 2 * seconds[name] for name, half in first_of[number].items()}})
            reference = found.get(LONG, repeats)
            other = reference[(number + 1) % len(reference)][1]
            say(f"{way}, repeat {number + 1}, against long turns:")
            near, count = agreement(rounds, other) if len(reference) > 1 else (0, 0)
            yield {
                "pair": options.pair, "way": way, "repeat": number + 1,
                "benchmarks": len(rounds), "seconds_a_slot": f"{each:.4f}",
                **{f"sd_{name}": f"{100 * sd:.2f}" for name, sd in spread.items()},
                **{f"cost_{name}": f"{relative(of, base[number][name]):.3f}"
                   for name, of in cost.items()},
                "compared": len(rows), "half_width": f"{100 * statistics.median(widths):.2f}",
                "undecided": sum(row["verdict"] == "inconclusive" for row in rows),
                "changed": sum(sign(row) != 0 for row in rows),
                "agree": near, "agree_of": count,
                "short_turns": sum(0 < ns < 10_000_000 for ns in lengths.values()),
                "turn_us": f"{statistics.median(lengths.values()) / 1000:.0f}",
                "trial_seconds": f"{trial:.1f}"}


def load():
    """What a missing build should not be hidden by."""
    global first_paired
    try:
        import first_paired
    except ImportError as error:
        stop(f"{error}: apt-get install python3-numpy python3-scipy")


def main():
    options = arguments(pair="copies", benchmarks=130, rounds=8, repeats=1, group=13,
                        launch_time="50ms", workers=2, ways=FEW, bursts=False)
    ways = list(WAYS) if options.ways == "all" else options.ways.split(";")
    if options.pair not in ("copies", "size", "clang") or set(ways) - set(WAYS):
        stop("--pair is copies, size or clang; --ways are of: " + "; ".join(WAYS))
    suites("O2")
    load()
    own_lock()
    no_repeats()
    with tempfile.TemporaryDirectory() as name, bursts(options.bursts):
        print_csv(list(table_of(options, *measure(options, pathlib.Path(name), ways))))


main()
