#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What one sample of the harness costs against a bare pair of clock reads. Usage:
#   tests/eval/harness_overhead.sh [BUILD FOLDER]      (default: build)
# How to read it: "ratio" is the figure; at most 1.2 is the aim. "inside" is what an empty function
# shows as its time, that is the error of a sample before it is divided by the iterations.
set -eu
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"${CC:-cc}" -O2 -D_GNU_SOURCE -I"$root" "$root/tests/eval/harness_overhead.c" \
	"$build/harness/libbdharness.a" -o "$dir/overhead"

# Alternating, so that a drift of the machine meets both.
for _ in $(seq 15); do
	"$dir/overhead" bare >>"$dir/bare"
	"$dir/overhead" Nothing --iterations 1 --samples 100000 --launch-time 10s --out-fd 1 |
		sed -n 3p >"$dir/row"
	# wall_ns is column 14; no cell before it holds a comma here.
	cut -d, -f14 "$dir/row" | awk '{ printf "%.2f\n", $1 / 100000 }' >>"$dir/harness"
	sed 's/.*,//' "$dir/row" | tr ' ' '\n' | sort -n | sed -n 50000p >>"$dir/inside"
done
middle() {
	sort -n "$dir/$1" | sed -n 8p
}
least() {
	sort -n "$dir/$1" | sed -n 1p
}
printf 'what,runs,median_ns,minimum_ns\n'
printf 'bare pair of clock reads,15,%s,%s\n' "$(middle bare)" "$(least bare)"
printf 'sample of the harness,15,%s,%s\n' "$(middle harness)" "$(least harness)"
printf 'what an empty function shows,15,%s,%s\n' "$(middle inside)" "$(least inside)"
awk -v a="$(middle harness)" -v b="$(middle bare)" -v c="$(least harness)" -v d="$(least bare)" \
	'BEGIN { printf "ratio of sample to bare pair (aim: at most 1.2),15,%.3f,%.3f\n", a / b, c / d }'
