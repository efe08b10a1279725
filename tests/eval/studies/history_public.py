#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many alarms of a history are nothing on public nights, and how many clear steps does it find?

The nights of enso (JMH) and kokkos (Google Benchmark), cloned from GitHub unless --enso and --kokkos
name clones. Nobody knows the truth, so the later nights judge: an alarm is nothing if no clear
difference stands within five nights of it. A second yardstick, of ranks alone, stands beside the
first, which is of medians. The rule of bdriver also judges nights drawn anew from these, where all that
it reports is false. --rules segments,binary,binary@9: the rules, also with other
limits than their usual ones.
"""
import bisect
import concurrent.futures
import json
import math
import os
import re
import statistics
import subprocess

from study import arguments, built, print_csv, say, workplace

# Rules may be fitted to these alone. Held out, to try what is built: boa, bsl, deno, django, edr, php,
# pydantic, safetensors, scipy, sunpy and yew.
SOURCES = {"enso": "https://github.com/enso-org/engine-benchmark-results",
           "kokkos": "https://github.com/kokkos/kokkos-benchmark-results"}
NIGHTS = 500  # of a history, at most
QUIET = 30  # nights before the first verdict
# The usual limits of each rule; 0: from --alarms 1.
RULES = {"segments": 0, "binary": 4.5, "quartiles": 3, "otava": 0.001, "asv": 0.05, "window": 7, "pelt": 2,
         "t test": 4}
NEAR = 5  # nights between a difference and its alarm
SIDES = (15, 40)
LEAST, LEAST_Z = 0.005, 3  # of a difference
CLEAR, CLEAR_Z = 0.02, 5  # of a step
RANK_Z, RANK_STEP_Z = 3.5, 4.5  # of the rank sum of a difference, and of a step
BUMP = 4  # nights
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def names_in(repository, pattern):
    """What the pattern finds in the names of the files of the newest commit."""
    text = subprocess.check_output(["git", "-C", repository, "ls-tree", "-r", "-z", "--name-only", "HEAD"], text=True)
    return filter(None, (re.fullmatch(pattern, name) for name in text.split("\0")))


def read(repository, names):
    with subprocess.Popen(["git", "-C", repository, "cat-file", "--batch"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as git:
        for name in names:
            git.stdin.write(f"HEAD:{name}\n".encode())
            git.stdin.flush()
            size = int(git.stdout.readline().split()[2])
            yield json.loads(git.stdout.read(size + 1))
        git.stdin.close()


def enso(repository):
    """Scheduled runs in their order; two suites, of which each is a job of its own."""
    jobs = {}
    for run in read(repository, [found[0] for found in names_in(repository, r"cache/\d+\.json")]):
        job = run["bench_run"]
        if job["event"] == "schedule":
            name = job["display_title"].replace("Benchmark ", "enso ")
            jobs.setdefault(name, {})[int(job["id"])] = run["label_score_dict"]
    return {name: [runs[key] for key in sorted(runs)][-2 * NIGHTS:] for name, runs in jobs.items()}


def kokkos(repository):
    """A night ends where an executable comes again."""
    machines = {}
    for found in names_in(repository, r"ubuntu:latest-(.*)-OPENMP/(\w+)_(\d{4}-\d\d-\d\d_T.*)\.json"):
        suite = found[2].replace("KokkosCore_", "Kokkos_")
        machines.setdefault("kokkos " + found[1], []).append((found[3], suite, found[0]))
    histories = {}
    for machine, files in machines.items():
        nights = []
        for _, suite, name in sorted(files):
            if not nights or suite in nights[-1]:
                nights.append({})
            nights[-1][suite] = name
        nights = nights[-2 * NIGHTS:]
        logs = read(repository, [name for night in nights for name in night.values()])
        histories[machine] = [{key: value for suite in night for key, value in google_times(suite, next(logs)).items()}
                              for night in nights]
    return histories


def google_times(suite, log):
    times = {}
    for row in log["benchmarks"]:
        if row.get("run_type", "iteration") == "iteration" and not row.get("error_occurred"):
            times.setdefault((suite, row["name"]), []).append(row["real_time"] * UNITS[row["time_unit"]])
    return {name: statistics.median(values) for name, values in times.items()}


def parts(nights):
    """In at most two histories."""
    count = -(-len(nights) // NIGHTS)
    edges = [len(nights) * i // count for i in range(count + 1)]
    return [nights[a:b] for a, b in zip(edges, edges[1:])]


def lines_of(nights):
    """Of each benchmark, the nights in which it was measured and ln of the times."""
    lines = {}
    for night, times in enumerate(nights):
        for name, value in times.items():
            if value > 0:
                lines.setdefault(name, ([], []))
                lines[name][0].append(night)
                lines[name][1].append(math.log(value))
    return [lines[name] for name in sorted(lines) if len(lines[name][0]) > 2 * SIDES[0]]


def write_levels(path, lines, dense):
    """`dense`: for rules that judge a line alone and do not know that a night is missing."""
    with open(path, "w", encoding="utf-8") as out:
        for number, (nights, values) in enumerate(lines):
            for place, (night, value) in enumerate(zip(nights, values)):
                print(number, place if dense else night, value, "nan", file=out)


def simulate(rule, lines, path, dense):
    name, _, limit = rule.partition("@")
    write_levels(path, lines, dense)
    text = subprocess.check_output([built("tests/simulate_history"), "measured", name,
                                    limit or str(RULES.get(name, 0)), "1", path], text=True)
    os.remove(path)
    return text


def alarms_of(rule, lines, path):
    """Of each alarm the line, the first and last place of the change, the place of the alarm, and whether it
    is an alarm told before that has moved."""
    dense = rule != "segments"
    text = simulate(rule, lines, path, dense)
    for row in text.splitlines():
        line, *places, moved = map(int, row.split())
        if not dense:
            places = [min(bisect.bisect_left(lines[line][0], night), len(lines[line][0]) - 1) for night in places]
        yield line, *places, moved


def difference(values, at, side):
    """Of the medians of so many nights after and before, and as a multiple of its standard error."""
    before, after = values[max(0, at - side):at], values[at:at + side]
    old, new = statistics.median(before), statistics.median(after)
    spread = statistics.median([abs(v - old) for v in before] + [abs(v - new) for v in after])
    error = 1.4826 * spread * math.sqrt(math.pi / 2 * (1 / len(before) + 1 / len(after)))
    return new - old, abs(new - old) / max(error, 1e-9)


def is_bump(values, at):
    """A level of a few nights only, against the nights around it."""
    bump, around = values[at:at + BUMP], values[max(0, at - SIDES[0]):at] + values[at + BUMP:at + BUMP + SIDES[0]]
    if len(bump) < BUMP or len(around) < SIDES[0]:
        return False
    middle = statistics.median(around)
    spread = 1.4826 * statistics.median(abs(v - middle) for v in around)
    return all(abs(v - middle) > max(LEAST, LEAST_Z * spread) and (v > middle) == (bump[0] > middle) for v in bump)


def is_something(values, at):
    if not 0 < at < len(values):
        return False
    found = [difference(values, at, side) for side in SIDES]
    return is_bump(values, at) or any(abs(size) >= LEAST and z >= LEAST_Z for size, z in found)


def is_sharp(values, at):
    """Of the nights on each side, at most a fifth are nearer to the other side."""
    before, after = values[at - SIDES[0]:at], values[at:at + SIDES[0]]
    old, new = statistics.median(before), statistics.median(after)
    return all(sum(abs(v - far) < abs(v - near) for v in side) <= SIDES[0] / 5
               for side, near, far in ((before, old, new), (after, new, old)))


def is_clear(values, at, size, z):
    far = difference(values, at, SIDES[1])
    return (abs(size) >= CLEAR and z >= CLEAR_Z and far[1] >= LEAST_Z and far[0] * size >= 0 and
            abs(far[0]) >= abs(size) / 2 and is_sharp(values, at))


def ranks(values, at, side):
    """Of the rank sum of so many nights after against those before (Wilcoxon): its z, without ties."""
    before, after = sorted(values[max(0, at - side):at]), values[at:at + side]
    n, m = len(before), len(after)
    above = sum(bisect.bisect_left(before, v) + bisect.bisect_right(before, v) for v in after) / 2
    return (above - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)


def ranks_are_something(values, at):
    return 0 < at < len(values) and (is_bump(values, at) or
                                     any(abs(ranks(values, at, side)) >= RANK_Z for side in SIDES))


def shift(values, at, side):
    """Of so many nights (Hodges, Lehmann), and the z of their ranks."""
    z = ranks(values, at, side)
    pairs = [new - old for old in values[at - side:at] for new in values[at:at + side]] if abs(z) >= RANK_STEP_Z else [0]
    return statistics.median(pairs), abs(z)


def ranks_are_clear(values, at, size, z):
    return abs(size) >= CLEAR and z >= RANK_STEP_Z and ranks(values, at, SIDES[1]) * size > 0


def steps_of(values, measure, clear):
    """The places, each the largest difference of the nights around it."""
    side = SIDES[0]
    sizes = {at: measure(values, at, side) for at in range(side, len(values) - side + 1)}
    return {at for at, (size, z) in sizes.items() if at >= QUIET and clear(values, at, size, z) and
            all((abs(size), -at) >= (abs(sizes[k][0]), -k) for k in range(at - side, at + side + 1) if k in sizes)}


# Of each yardstick the ending of its columns, and what is something, a size and a clear step.
YARDSTICKS = (("", is_something, difference, is_clear), ("_ranks", ranks_are_something, shift, ranks_are_clear))


def score(rule, history, lines, steps):
    row = {"history": history, "rule": rule, "lines": len(lines), "values": sum(len(values) for _, values in lines),
           "alarms": 0}
    path = f"{history}.{rule}.levels".replace(" ", "_")
    alarms = list(alarms_of(rule, lines, path))
    row["alarms"] = sum(not moved for *_, moved in alarms)
    for (ending, something, *_), clear in zip(YARDSTICKS, steps):
        found, nothing = {}, 0
        for line, low, high, told, moved in alarms:
            places = range(low - NEAR, high + NEAR + 1)
            nothing += not moved and not any(something(lines[line][1], at) for at in places)
            for at in set(places) & clear[line]:
                found[line, at] = min(told - at, found.get((line, at), math.inf))
        row |= {"nothing" + ending: nothing, "steps" + ending: sum(map(len, clear))}
        for nights in 7, 30:
            row[f"found_{nights}{ending}"] = sum(late < nights for late in found.values())
    row["singly"], row["in_blocks"] = (simulate("promise", lines, path, False).strip().split(",")
                                       if rule == "segments" else ("", ""))
    say(row)
    return row


def score_all(rules, history, lines):
    steps = [[steps_of(values, measure, clear) for _, values in lines] for _, _, measure, clear in YARDSTICKS]
    return [score(rule, history, lines, steps) for rule in rules]


def repository(name, given, folder):
    if not given:
        given = folder / name
        subprocess.run(["git", "clone", "-q", "--depth", "1", SOURCES[name], given], check=True)
    return str(given)


def main():
    args = arguments(enso="", kokkos="", rules="segments", jobs=2)
    built("tests/simulate_history")
    args.enso, args.kokkos = (os.path.abspath(p) if p else "" for p in (args.enso, args.kokkos))
    with workplace() as folder, concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        whole = {**enso(repository("enso", args.enso, folder)), **kokkos(repository("kokkos", args.kokkos, folder))}
        histories = {f"{name} {number}": lines_of(part) for name, nights in whole.items()
                     for number, part in enumerate(parts(nights), 1)}
        jobs = [pool.submit(score_all, args.rules.split(","), history, lines) for history, lines in histories.items()]
        print_csv([row for job in jobs for row in job.result()])


main()
