#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles and measures two builds of a Go test executable.
# Executables of `go test -c` are suites if they are named: listed, measured, compared.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v go >/dev/null || skip 'Go is not here (golang-go)'

# Go's own library is compiled once in a build folder.
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local GOCACHE=$BD_BUILD/tests/gocache HOME=$PWD
mkdir build-old build-new
build() { (cd "$BD_SOURCE/tests/golang" && go test -c -ldflags "-X words.rounds=$2" -o "$OLDPWD/$1/words.test" .); }
build build-old 2 && build build-new 40 || bad 'go test -c'

cat >names <<'TXT'
Sum
Split/n=10
Split/n=100
Split/odd_[x]_(y)|z/$
Refuses
Absent
TXT
expect 0 "$BDRIVER" list -q -s build-old/words.test
sed 's/^  //' out | diff names - || bad 'the list'

measure() { "$BDRIVER" run --adapter go --old build-old --new build-new -r 8 --launch-time 20ms -o cmp; }
expect 1 measure
has cmp/errors.err 'verify words_test.go'
has cmp/errors.err 'no input'
[ "$(cells cmp/old.log benchmark status | grep Absent | sort -u)" = 'Absent skipped' ] ||
	bad 'what is skipped'
# Twenty times the work: far beyond any noise.
expect 1 "$BDRIVER" compare --format json cmp/old.log cmp/new.log
jq -e '.rows[] | select(.benchmark == "Sum") | .verdict == "regressed" and .time_ratio > 3 and
	.time_ratio < 200 and .old.estimate_ns > 100 and .old.estimate_ns < 1e6' out >/dev/null ||
	bad 'Sum'
[ "$(jq -r '[.rows[] | select(.verdict == "failed") | .benchmark] | sort | join(" ")' out)" = \
	'Absent Refuses' ] || bad 'what failed'
# The same iterations in both builds, and several samples; what it prints does no harm.
for name in Sum 'Split/odd_\[x\]_(y)|z/\$'; do
	cells cmp/old.log benchmark iterations | grep "^$name" >old
	cells cmp/new.log benchmark iterations | grep "^$name" >new
	[ "$(sort -u old new | wc -l)" = 1 ] || bad "$name: iterations"
done
# (A benchmark that was tuned in a busy moment may have one.)
cells cmp/old.log benchmark samples | awk 'NF >= 5' | grep -q . || bad 'samples'
grep -q '^# suite.words.test.adapter: go' cmp/old.log || bad 'the adapter'
finish
