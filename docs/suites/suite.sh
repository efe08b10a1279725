#!/bin/sh
# SPDX-License-Identifier: MIT
# Sorts and counts, as a suite for bdriver.
[ "$1" = --list ] && {
	echo '{"schema": "bdriver-list-1", "suites": [{"benchmarks": ['
	echo '{"name": "Sort"}, {"name": "Count"}]}]}'
	exit
}
name=$1 iterations=10
while [ $# -gt 1 ]; do
	[ "$1" = --iterations ] && iterations=$2
	shift
done
case $name in Sort) work='sort -n' ;; Count) work='wc -l' ;; *) exit 2 ;; esac
samples= i=0
for sample in 1 2 3 4 5; do
	start=$(date +%s%N) i=0
	while [ $i -lt "$iterations" ]; do seq 5000 | $work >/dev/null; i=$((i + 1)); done
	samples="$samples $((($(date +%s%N) - start) / iterations))"
done
printf '# bdriver-row: 1\nbenchmark,status,iterations,samples\n"%s",ok,%s,"%s"\n# end: 1\n' \
	"$name" "$iterations" "${samples# }" >&3
