#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Time and memory of `bdriver compare` on large logs, beside a stand-in in Python
#
# tests/eval/run speed_compare [LAUNCHES]   1000000 by default (700 MB in $TMPDIR, two minutes);
# 100000 is the short form. Times are the least of five runs (of two from 100,000 launches on).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
most=${1:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# best RUNS WHAT COMMAND...: a row with the least wall, CPU time and memory
best() {
	python3 - "$@" "$(cat "$work"/old "$work"/new | wc -c)" <<'PY'
import os, subprocess, sys, time
runs, what, *command, size = sys.argv[1:]
wall, cpu, kib = [], [], []
for _ in range(int(runs)):
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    wall.append((time.monotonic() - start) * 1e3)
    cpu.append((used.ru_utime + used.ru_stime) * 1e3)
    kib.append(used.ru_maxrss)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command} ended with {status}")
print(f"{what},{size},{min(wall):.1f},{min(cpu):.1f},{min(kib)}")
PY
}

logs() {
	local side
	for side in old new; do python3 "$here/speed_logs.py" "$@" "$work/$side"; done
}

compare=("$BDRIVER" compare "$work/old" "$work/new")
echo "what,bytes,wall_ms,cpu_ms,peak_kib"
logs quantiles 20000
best 5 "20000 benchmarks with 21 quantiles each: bdriver" "${compare[@]}"
best 5 "the same: Python reads all numbers and takes minima" \
	python3 "$here/speed_minima.py" all "$work/old" "$work/new"
best 5 "the same: Python looks at the first number only" \
	python3 "$here/speed_minima.py" first "$work/old" "$work/new"
logs delta 20000
best 5 "20000 benchmarks with 21 quantiles each as differences: bdriver" "${compare[@]}"
logs launches 500 10
best 5 "500 benchmarks x 10 launches x 30 samples: bdriver" "${compare[@]}"
for ((n = 10000; n <= most; n *= 10)); do
	logs launches $((n / 20)) 20
	best $((n < 100000 ? 5 : 2)) "$n launches x 30 samples: bdriver" "${compare[@]}"
done
