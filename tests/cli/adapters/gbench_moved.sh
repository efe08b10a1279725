#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of a Google Benchmark program keep their fingerprints where code before them moves them.
# slow: compiles a program of Google Benchmark twice.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip 'machine code is compared on x86-64 only'
[ -x "$BD_BUILD/tests/gbench/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'
codes=$BD_BUILD/tests/mutate_code # prints all fingerprints
[ -x "$codes" ] || skip 'the tool that prints fingerprints is not built'

# A function more, which moves all that stands behind it, changes nothing else.
for added in '' -DADDED; do
	g++ -O2 -pie -fPIE $added -o "untouched$added" "$BD_SOURCE/tests/gbench/untouched.cc" \
		-lbenchmark -lpthread 2>log || skip "g++: $(head -1 log)"
	"$codes" "untouched$added" >"all$added" 2>/dev/null
done
grep -q '^Body [0-9a-f]' all && diff all all-DADDED || bad 'a function elsewhere changes others'
finish
