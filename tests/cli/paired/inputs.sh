#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that benchmarks read: a changed run counts those that it does not compare.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt" &&
	skip "a sanitizer refers to all objects of a file from one table, so no code is the same"
for build in old new; do
	mkdir $build
	cp "$BD_BUILD/tests/fakes/reads" $build/suite
done
echo 1 2 3 >old/numbers
echo 1 2 4 >new/numbers
quick=(--launch-time 1ms --samples 3 --iterations 2 -r 3)
notice='; 1 of these reads files, which are not compared'

# changed OUT [BENCH...]: a run of what changed. That something moved is none of its matters.
changed() {
	local out=$1 code=0
	shift
	"$BDRIVER" run --old old --new new -o "$out" --changed "${quick[@]}" "$@" \
		>out 2>err </dev/null || code=$?
	case $code in 0 | 1 | 3) ;; *) bad "exit code $code: $(cat err)" ;; esac
}

# Nothing but the file is changed, and only one of the benchmarks reads it.
changed a
grep -q "^2 benchmarks, all with the same code: .*$notice\$" err || bad "first: $(cat err)"
changed b Adds
grep -q '^1 benchmark, all with the same code: ' err || bad "only Adds: $(cat err)"
hasnt err 'not compared'

finish
