#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Time and memory of `bdriver compare` on large logs: tests/eval/speed_compare.sh [LAUNCHES...]
# (1000000 wants 700 MB in $TMPDIR). Each figure is the best of five (of one from 100000
# launches on). BDRIVER names the program, build/bdriver by default.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bdriver=${BDRIVER:-$here/../../build/bdriver}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# best RUNS LABEL COMMAND...: wall seconds and peak KiB of the quickest run
best() {
	local runs=$1 label=$2 i
	shift 2
	for ((i = 0; i < runs; i++)); do
		/usr/bin/env python3 - "$@" <<'PY'
import resource, subprocess, sys, time
start = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
wall = time.monotonic() - start
if done.returncode > 1:
    sys.exit(f"{sys.argv[1]} ended with {done.returncode}")
print(f"{wall:.4f} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}")
PY
	done | sort -n | head -1 | while read -r wall kib; do
		printf '%-44s %9.1f ms %9d KiB\n' "$label" "$(bc -l <<<"$wall * 1000")" "$kib"
	done
}

for side in old new; do python3 "$here/speed_logs.py" swift 20000 "$work/$side.csv"; done
du -ch "$work"/*.csv | tail -1
best 5 "20,000 benchmarks, 21 quantiles: bdriver" "$bdriver" compare "$work"/old.csv "$work"/new.csv
best 5 "the same: minima alone, in Python" python3 "$here/speed_minima.py" "$work"/old.csv "$work"/new.csv

for launches in "${@:-10000 100000}"; do
	for n in $launches; do
		for side in old new; do
			python3 "$here/speed_logs.py" launches "$n" "$work/$side.log"
		done
		du -ch "$work"/*.log | tail -1
		best $((n < 100000 ? 5 : 1)) "$n launches of 30 samples: bdriver" \
			"$bdriver" compare "$work"/old.log "$work"/new.log
		rm "$work"/*.log
	done
done
