#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Beside hyperfine and Google Benchmark: false and found changes of the same work at equal time.
# apt-get install hyperfine libbenchmark-dev libbenchmark-tools python3-scipy g++
# Options: --short (under a minute), --rounds, --long-comparisons, --short-comparisons (per change),
# --long-launch, --short-launch.
set -euo pipefail
for wanted in /usr/bin/hyperfine /usr/share/benchmark/compare.py /usr/include/benchmark/benchmark.h; do
	[ -e "$wanted" ] || { echo "paired_peers: there is no $wanted: $(sed -n 4p "$0" | cut -c3-)" >&2; exit 1; }
done
for module in scipy numpy; do
	/usr/bin/python3 -c "import $module" 2>/dev/null ||
		{ echo "paired_peers: python3 has no $module: $(sed -n 4p "$0" | cut -c3-)" >&2; exit 1; }
done
for tool in cc c++; do
	command -v $tool >/dev/null || { echo "paired_peers: there is no $tool: $(sed -n 4p "$0" | cut -c3-)" >&2; exit 1; }
done
exec /usr/bin/python3 "$BD_SOURCE/tests/eval/paired_peers.py" "$@"
