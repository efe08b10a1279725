#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Both generations of Swift's Benchmark_O, as a stand-in speaks them: list with tags, a paired run.
. "$BD_SOURCE/tests/cli/lib.sh"

for driver in swift-2020 swift-2025; do
	mkdir -p build-old build-new
	rm -f build-*/*
	cp "$BD_SOURCE/tests/fakes/swift.sh" build-old/$driver
	cp "$BD_SOURCE/tests/fakes/swift.sh" build-new/$driver
	expect 0 "$BDRIVER" list -q --adapter swift -s build-old/$driver --tags algorithm
	[ "$(awk '{ print $1 }' out)" = Ackermann ] || bad "$driver: the list"

	"$BDRIVER" run --adapter swift --old build-old --new build-new -s $driver -r 8 \
		--launch-time 10ms -o $driver >out 2>err
	[ "$(cells $driver/old.log benchmark status | grep Absent | sort -u)" = 'Absent skipped' ] ||
		bad "$driver: a benchmark that is not supported"
	"$BDRIVER" compare --format json $driver/old.log $driver/new.log >out
	jq -e '.rows[] | select(.benchmark == "Ackermann") | .verdict == "regressed" and
		.time_ratio > 15 and .time_ratio < 25 and
		.old.estimate_ns >= 1e5 and .old.estimate_ns < 1.1e5' out >/dev/null ||
		bad "$driver: the comparison"
	# All launches have the same iterations, and samples in ns.
	[ "$(cells $driver/old.log benchmark iterations | grep Ack | sort -u | wc -l)" = 1 ] ||
		bad "$driver: iterations"
	grep -q "^# suite.$driver.adapter: swift" $driver/old.log || bad "$driver: the adapter"
done
# The older one shows samples in the order of measurement, and the time of its setup.
cells swift-2020/old.log benchmark setup_ns samples >cells
grep -qE '^Ackermann 13000(\.0)? 100000 101000 102000 100000' cells || bad 'samples of 2020'
# The newer one sorts them, which shall not look like a trend.
cells swift-2025/old.log benchmark samples >cells
grep -qE '^Ackermann 100500 102500 ' cells || bad 'samples of 2025'
finish
