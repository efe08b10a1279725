#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by disturbed.sh. Prints one CSV row a configuration.

A neighbour, where there is one, keeps the CPU of worker 0 busy in bursts of random length and notes
when. A launch is `affected` where a burst covered at least a tenth of its sampling time on its CPU,
`clean` where no burst came near it (20 ms) on any CPU, `beside` where one ran on another CPU; the
rest is between. Each log is compared with a quiet one of one worker: what changes changes falsely.
"""
import argparse, csv, io, json, os, random, subprocess, sys, tempfile, time

BDRIVER, BUILD = os.environ["BDRIVER"], os.environ["BD_BUILD"]
MARGIN = 0.020

def neighbour(cpu, seed, path):
    os.sched_setaffinity(0, {cpu})
    draw = random.Random(seed)
    with open(path, "w", buffering=1) as out:
        while True:
            time.sleep(draw.uniform(0.3, 1.2))
            begin = time.monotonic()
            end = begin + draw.uniform(0.2, 0.8)
            out.write(f"{begin} ")
            while time.monotonic() < end:
                pass
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
    """Runs, and returns when each launch of the log ended, and how long all took."""
    command = [BDRIVER, "run", "-v", "-c", "empty.ini", "-s", options.suite, *names, "-j", str(workers), "-r",
               str(options.rounds), "--launch-time", options.launch_time, "--seed", str(workers), "-o", log, *extra]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    ends = []
    for line in process.stderr:
        now = time.monotonic()
        if line.startswith("[") and " round " in line:
            ends.append(now)
    if process.wait() not in (0, 3):
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    return ends, time.monotonic() - began

def overlap(a, b, spans):
    return sum(max(0, min(b, end) - max(a, begin)) for begin, end in spans)

def classify(rows, ends, spans, cpu):
    assert len(rows) == len(ends), (len(rows), len(ends))
    counts = dict.fromkeys(("affected", "affected_marked", "clean", "clean_marked", "beside", "beside_marked"), 0)
    for row, end in zip(rows, ends):
        if row["status"] != "ok":
            continue
        wall = float(row["wall_ns"]) / 1e9
        begin = end - wall
        if overlap(begin - MARGIN, end + MARGIN, spans) == 0:
            kind = "clean"
        elif overlap(begin, end, spans) < 0.1 * wall:
            continue
        else:
            kind = "affected" if int(row["cpu"]) == cpu else "beside"
        counts[kind] += 1
        counts[kind + "_marked"] += row["disturbed"] != ""
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
    options = parser.parse_args()
    names = choose(options)
    print(f"{len(names)} benchmarks, {options.rounds} rounds of {options.launch_time}", file=sys.stderr)
    _, alone = measure(options, names, 1, "quiet.log")
    cpu = int(rows_of("quiet.log")[0]["cpu"])
    out = csv.writer(sys.stdout, lineterminator="\n")
    header = ("workers neighbour launches marked affected affected_marked clean clean_marked beside beside_marked "
              "slots_repeated compared false_changes seconds quiet_seconds bias_median bias_low bias_high bias_launches")
    out.writerow(header.split())
    for with_neighbour in (False, True):
        for workers in map(int, options.workers.split(",")):
            log = f"{workers}-{with_neighbour}.log"
            child = None
            if with_neighbour:
                child = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--neighbour", str(cpu), str(workers), "bursts"])
            ends, seconds = measure(options, names, workers, log)
            spans = []
            if child:
                child.kill()
                child.wait()
                spans = bursts("bursts")
            rows = rows_of(log)
            c = classify(rows, ends, spans, cpu)
            compared, changed = false_changes("quiet.log", log)
            bias = meta_of(log, "parallel_bias").split()
            bias = bias[1:4] + bias[-1:] if bias else ["", "", "", 0]
            out.writerow([workers, "bursts" if child else "none", sum(r["status"] == "ok" for r in rows),
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
