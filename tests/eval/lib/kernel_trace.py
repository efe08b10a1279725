# SPDX-License-Identifier: GPL-3.0-or-later
"""Which program had the CPU while a process was ready to run: the kernel's record of switches.

Needs root and tracefs (mount -t tracefs none /sys/kernel/tracing); start() returns None elsewhere.
"""
import bisect
import collections
import os
import re

ROOT = "/sys/kernel/tracing"
REPORTED_LATE = 0.001
LINE = re.compile(r"\[(\d+)\] \S+ +([\d.]+): sched_switch: prev_comm=(.*?) prev_pid=(\d+) prev_prio=\d+ "
                  r"prev_state=(\S+) ==> next_comm=(.*?) next_pid=(\d+)")

class Process:
    """`begin`: when it first ran; `waits`: (begin, end, name of the program that ran). Seconds of
    the monotonic clock."""
    def __init__(self):
        self.begin, self.end, self.waits = None, None, []

def write(path, text):
    with open(path, "w") as f:
        f.write(text)

def start():
    folder = f"{ROOT}/instances/bdriver-eval-{os.getpid()}"
    try:
        os.makedirs(folder, exist_ok=True)
        write(f"{folder}/trace_clock", "mono")
        write(f"{folder}/buffer_size_kb", "16384")
        write(f"{folder}/trace", "")
        write(f"{folder}/events/sched/sched_switch/enable", "1")
        write(f"{folder}/tracing_on", "1")
    except OSError:
        return None
    return folder

def switches(folder):
    write(f"{folder}/tracing_on", "0")
    lines = open(f"{folder}/trace", errors="replace").read().splitlines()
    os.rmdir(folder)
    written = [re.search(r"entries-in-buffer/entries-written: (\d+)/(\d+)", line) for line in lines[:10]]
    if any(m and m[1] != m[2] for m in written):
        raise SystemExit("the kernel's buffer was too small: events are lost")
    return [m.groups() for m in map(LINE.search, lines) if m]

def stop(folder, name):
    """The processes of this name that ended, by CPU, in the order in which they did."""
    live, waiting = {}, {}
    running = collections.defaultdict(float)
    ended = collections.defaultdict(list)
    for cpu, at, prev_name, prev, state, _, next_pid in switches(folder):
        at = float(at)
        for pid, (place, since) in waiting.items():
            if place == cpu and at > max(since, running[cpu]):
                live.setdefault(pid, Process()).waits.append((max(since, running[cpu]), at, prev_name))
        running[cpu] = at
        waiting.pop(next_pid, None)
        if live.setdefault(next_pid, Process()).begin is None:
            live[next_pid].begin = at
        if state[0] in "XZ":
            process = live.pop(prev, Process())
            waiting.pop(prev, None)
            process.end = at
            if prev_name == name:
                ended[int(cpu)].append(process)
        elif state[0] == "R" and prev_name == name:
            waiting[prev] = (cpu, at)
    return ended

def launch_that_ended(ended, cpu, at):
    """The one whose end on the CPU is nearest to a moment before it was reported."""
    at -= REPORTED_LATE
    i = bisect.bisect([p.end for p in ended[cpu]], at)
    near = ended[cpu][max(0, i - 1):i + 1]
    return min(near, key=lambda p: abs(p.end - at), default=None)
