#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by doormen.sh. Prints one CSV row a way: with doormen, and with pidfd_open() refused, so that there are none.

Both ways in turn, as many times as asked. `gap_ms`: from the end of a launch to the start of the next on its CPU.
`taken`: launches that the driver interrupted after their start-up (2 ms), and for how long, in the mean, then.
"""
import argparse, csv, os, statistics, subprocess, sys, tempfile

import kernel_trace

BDRIVER, BUILD = os.environ["BDRIVER"], os.environ["BD_BUILD"]
SHIM = "#include <errno.h>\nint pidfd_open(int pid, unsigned flags)\n{ (void)pid; (void)flags; errno = ENOSYS; return -1; }\n"
STARTED = 0.002

def measure(options, shim):
    command = [BDRIVER, "run", "-q", "-c", "empty.ini", "-s", options.suite, *options.names, "-j", str(os.cpu_count()), "-r",
               str(options.rounds), "--launch-time", options.launch_time, "--seed", "1", "-o", "log", "--force"]
    trace = kernel_trace.start()
    if not trace:
        sys.exit("the kernel's record of switches cannot be had: be root, mount -t tracefs none /sys/kernel/tracing")
    run = subprocess.run(command, env={**os.environ, **({"LD_PRELOAD": shim} if shim else {})})
    ended = kernel_trace.stop(trace, os.path.basename(options.suite)[:15])
    if run.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}")
    return ended

def tell(runs):
    gaps, taken, launches, seconds = [], [], 0, []
    for ended in runs:
        everyone = [p for there in ended.values() for p in there if p.begin]
        launches += sum(map(len, ended.values()))
        seconds.append(max(p.end for p in everyone) - min(p.begin for p in everyone))
        for there in ended.values():
            gaps += [1e3 * (b.begin - a.end) for a, b in zip(there, there[1:]) if b.begin]
        for p in everyone:
            waits = [end - begin for begin, end, who in p.waits if who == "bdriver" and begin > p.begin + STARTED]
            if waits:
                taken.append(1e6 * sum(waits))
    gaps.sort()
    return [launches, f"{statistics.median(gaps):.2f}", f"{gaps[len(gaps) * 9 // 10]:.2f}", len(taken),
            f"{statistics.mean(taken) if taken else 0:.0f}", f"{statistics.median(seconds):.2f}"]

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default=f"{BUILD}/suites/classic_O2")
    parser.add_argument("--names", nargs="*", default=["*"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--launch-time", default="30ms")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    ways = {"without doormen": os.path.abspath("shim.so"), "with doormen": None}
    open("empty.ini", "w").close()
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", "shim.so"], input=SHIM, text=True, check=True)
    runs = {way: [] for way in ways}
    for _ in range(options.times):
        for way, shim in ways.items():
            runs[way].append(measure(options, shim))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("way launches gap_ms gap_ms_90 taken taken_us seconds".split())
    for way, all_runs in runs.items():
        out.writerow([way, *tell(all_runs)])

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
