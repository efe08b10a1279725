#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by disturbed.sh. Prints one CSV row a configuration.

A neighbour, where there is one, keeps the CPU of worker 0 busy in bursts of random length and notes
when. A launch is `affected` where a burst covered at least a tenth of its sampling time on its CPU for
certain, `clean` where no burst came near it (20 ms) on any CPU, `beside` where one ran on another CPU;
the rest is between. The neighbour is not alone on a machine: where the kernel can be asked (root, tracefs),
a launch beside no burst is `interrupted` where its record shows that other programs had its CPU for more
than 1 % of its sampling time while it was ready to run; `by` says who took most of that. Nor is one affected
that had its CPU for itself in the middle of a burst, as a launch may be shorter than a time slice. Each log is
compared with a quiet one of one worker: what changes changes falsely.

--raw FILE keeps what each launch told of itself together with its truth; `disturbed_rules.py FILE`
tries rules on it.
"""
import argparse, collections, csv, json, os, random, statistics, subprocess, sys, tempfile, time

import kernel_trace

BDRIVER, BUILD = os.environ["BDRIVER"], os.environ["BD_BUILD"]
MARGIN = 0.020
# When a launch sampled within its life is not known: up to its end, with what the harness does besides.
SAMPLED_WITHIN, ENDS_WITHIN = 1.1, 0.002
WAITED = 0.01

def spin(until, shielded):
    """Half of the time where it would get all of it: what the scheduler gives two that compete."""
    while (now := time.monotonic()) < until:
        while shielded and time.monotonic() < now + 0.003:
            pass
        if shielded:
            time.sleep(0.003)

def neighbour(cpu, seed, path):
    os.sched_setaffinity(0, {cpu})
    shielded = os.sched_getscheduler(0) == os.SCHED_RR
    if shielded:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))
    draw = random.Random(seed)
    with open(path, "w", buffering=1) as out:
        while True:
            time.sleep(draw.uniform(0.3, 1.2))
            begin = time.monotonic()
            end = begin + draw.uniform(0.2, 0.8)
            out.write(f"{begin} ")
            out.flush()
            spin(end, shielded)
            out.write(f"{time.monotonic()}\n")

def bursts(path):
    spans = []
    for line in open(path):
        words = line.split()
        if words:
            spans.append((float(words[0]), float(words[1]) if len(words) > 1 else time.monotonic()))
    return spans

def rows_of(log):
    with open(log, newline="") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))

def meta_of(log, key):
    found = ""
    for line in open(log):
        if line.startswith(f"# {key}: "):
            found = line.split(": ", 1)[1].strip()
    return found

def measure(options, names, workers, log, extra=()):
    """Runs, and returns when it began, when each launch of the log ended, and how long all took."""
    command = [BDRIVER, "run", "-v", "-c", "empty.ini", "-s", options.suite, *names, "-j", str(workers), "-r",
               str(options.rounds), "--launch-time", options.launch_time, "--seed", str(workers), "-o", log, *extra]
    began = time.monotonic()
    # A file, and read at the end: who reads along wakes beside the launches.
    trace = kernel_trace.start()
    with open("progress", "w") as err:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
        while process.poll() is None and " launches on " not in open("progress").read():
            time.sleep(0.001)
        first = time.monotonic()
        process.wait()
    seconds = time.monotonic() - began
    traced = kernel_trace.stop(trace, os.path.basename(options.suite)[:15]) if trace else None
    lines = open("progress").read().splitlines()
    if process.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}: {lines[-1:]}")
    # "[DONE/ALL] NAME round N: ok TIME, after SECONDS s"
    ends = [first + float(line.split()[-2]) for line in lines if line.startswith("[") and " round " in line]
    return first, ends, seconds, traced

def overlap(a, b, spans):
    return sum(max(0, min(b, end) - max(a, begin)) for begin, end in spans)

def least_overlap(first, latest, length, spans):
    """Of a stretch of this length that begins between the two, with the spans."""
    begins = [first, latest] + [t for span in spans for edge in span for t in (edge, edge - length) if first < t < latest]
    return min(overlap(t, t + length, spans) for t in begins)

def waited(row, ended, traced):
    """The share of its sampling time that others had its CPU, at least, and who had it most."""
    launch = traced and kernel_trace.launch_that_ended(traced, int(row["cpu"]), ended)
    if not launch:
        return 0, ""
    wall, by = float(row["wall_ns"]) / 1e9, collections.Counter()
    first = launch.end - wall * SAMPLED_WITHIN - ENDS_WITHIN
    waits = [wait for wait in launch.waits if wait[1] > first]
    for begin, end, who in waits:
        by[who] += end - begin
    least = least_overlap(first, launch.end - wall, wall, [wait[:2] for wait in waits])
    return least / wall, by.most_common(1)[0][0] if by else ""

def truth(row, started, ended, spans, cpu):
    """What became of the launch, and the share of its sampling time that a burst covered. When it sampled between the
    end of the one before it and its own is not known: the share is the least that it can be."""
    wall = float(row["wall_ns"]) / 1e9
    latest = max(started, ended - wall)
    share = least_overlap(started, latest, wall, spans) / wall
    if overlap(started - MARGIN, ended + MARGIN, spans) == 0:
        return "clean", 0
    if share < 0.1:
        return "between", share
    return "affected" if int(row["cpu"]) == cpu else "beside", share

EVIDENCE = ("benchmark round attempt worker cpu wall_ns cpu_ns run_delay_ns voluntary_switches involuntary_switches "
            "migrations minor_faults major_faults sentinel_core_ns sentinel_cache_ns sentinel_memory_ns disturbed").split()

KINDS = ("affected", "affected_marked", "clean", "clean_marked", "clean_core", "clean_other", "interrupted", "interrupted_marked",
         "beside", "beside_marked")

def classify(rows, began, ends, spans, cpu, traced, keep):
    assert len(rows) == len(ends), (len(rows), len(ends))
    before, by = {}, collections.Counter()
    counts = dict.fromkeys(KINDS, 0)
    for row, end in zip(rows, ends):
        started = before.get(row["worker"], began)
        before[row["worker"]] = end
        if row["status"] != "ok":
            continue
        kind, share = truth(row, started, end, spans, cpu)
        lost, who = waited(row, end, traced)
        if kind == "clean" and lost > WAITED:
            kind = "interrupted"
            by[who] += 1
        if kind == "affected" and traced and lost <= WAITED:
            kind = "between"
        samples = [float(x) for x in row["samples"].split()]
        keep([kind, f"{share:.3f}", f"{lost:.4f}", who, *(row[k] for k in EVIDENCE), f"{statistics.mean(samples):.6g}",
              f"{statistics.median_low(samples):.6g}", f"{min(samples):.6g}"])
        if kind != "between":
            counts[kind] += 1
            counts[kind + "_marked"] += row["disturbed"] != ""
            # Somebody else's work on the core, not the neighbour's: no truth is known of it here.
            counts["clean_core"] += kind == "clean" and row["disturbed"] == "core-shared"
            counts["clean_other"] += kind == "clean" and row["disturbed"] not in ("", "core-shared")
    counts["by"] = ", ".join(f"{n} {who}" for who, n in by.most_common())
    return counts

def false_changes(old, new):
    run = subprocess.run([BDRIVER, "compare", "-c", "empty.ini", old, new, "--rule", "unpaired", "--format", "json",
                          "--fail-on", "never"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    verdicts = [row["verdict"] for row in json.loads(run.stdout)["rows"]]
    return len(verdicts), sum(v in ("regressed", "improved") for v in verdicts)

def choose(options):
    listed = subprocess.run([BDRIVER, "list", "-c", "empty.ini", "-s", options.suite, "--format", "json"],
                            capture_output=True, text=True, check=True)
    names = [b["name"] for s in json.loads(listed.stdout)["suites"] for b in s["benchmarks"]]
    return sorted(random.Random(1).sample(names, min(options.benchmarks, len(names))))

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default=f"{BUILD}/suites/classic_O2")
    parser.add_argument("--benchmarks", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--launch-time", default="60ms")
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--neighbours", default="none,bursts")
    parser.add_argument("--raw", help="where the evidence of each launch goes")
    parser.add_argument("--shield", action="store_true",
                        help="as real-time processes (root): where the machine cannot be had alone")
    options = parser.parse_args()
    if options.shield:
        # The driver like its launches: it waits for a free CPU as it does otherwise (SCHED_BATCH).
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    raw = open(os.path.join(here, options.raw), "w", newline="") if options.raw else None
    if raw:
        csv.writer(raw, lineterminator="\n").writerow(
            ["workers", "neighbour", "truth", "share", "lost", "who", *EVIDENCE, "mean_ns", "median_ns", "min_ns"])
    names = choose(options)
    print(f"{len(names)} benchmarks, {options.rounds} rounds of {options.launch_time}", file=sys.stderr)
    _, _, alone, _ = measure(options, names, 1, "quiet.log")
    cpu = int(rows_of("quiet.log")[0]["cpu"])
    out = csv.writer(sys.stdout, lineterminator="\n")
    header = ("workers neighbour launches marked affected affected_marked clean clean_marked clean_core clean_other interrupted "
              "interrupted_marked beside beside_marked by slots_repeated compared false_changes seconds quiet_seconds bias_median bias_low bias_high bias_launches")
    out.writerow(header.split())
    for neighbour_kind in options.neighbours.split(","):
        with_neighbour = neighbour_kind == "bursts"
        for workers in map(int, options.workers.split(",")):
            log = f"{workers}-{with_neighbour}.log"
            child = None
            if with_neighbour:
                child = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--neighbour", str(cpu), str(workers), "bursts"])
            began, ends, seconds, traced = measure(options, names, workers, log)
            spans = []
            if child:
                child.kill()
                child.wait()
                spans = bursts("bursts")
            rows = rows_of(log)
            c = classify(rows, began, ends, spans, cpu, traced, lambda cells, w=workers, k=neighbour_kind:
                         raw and csv.writer(raw, lineterminator="\n").writerow([w, k, *cells]))
            compared, changed = false_changes("quiet.log", log)
            bias = meta_of(log, "parallel_bias").split()
            bias = bias[1:4] + bias[-1:] if bias else ["", "", "", 0]
            out.writerow([workers, neighbour_kind, sum(r["status"] == "ok" for r in rows),
                          sum(r["disturbed"] != "" for r in rows), *c.values(), sum(r["attempt"] == "2" for r in rows),
                          compared, changed, f"{seconds:.1f}", f"{alone:.1f}", *bias])
            sys.stdout.flush()
            print(f"{workers} workers, neighbour {bool(child)}: {seconds:.1f} s", file=sys.stderr)

if len(sys.argv) == 5 and sys.argv[1] == "--neighbour":
    neighbour(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        open("empty.ini", "w").close()
        main()
        os.chdir(here)
