#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two plain runs whose suite became slower: never "unchanged" and exit code 0, in no format.
. "$BD_SOURCE/tests/cli/lib.sh"

# plain FILE SEED SLOWER FACTOR [CONTROLS]: 200 benchmarks of 10 launches with a noise of .8 %, the
# first SLOWER times FACTOR; the last CONTROLS have the same code in each file. BUILD, DAY: of the run.
plain() {
	awk -v seed="$2" -v slower="$3" -v factor="$4" -v controls="${5:-0}" -v build="${6:-}" -v day="${7:-$2}" '
	function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
	function normal(sum, i) { sum = -6; for (i = 0; i < 12; i++) sum += uniform(); return sum }
	BEGIN {
		state = 7919 * seed
		printf "# bdriver-log: 1\n# session: s%d\n# host: h\n# started: 2025-01-%02dT02:00:00Z\n", day, day
		print "suite,benchmark,build,round,status,iterations,code_fingerprint,samples"
		for (i = 1; i <= 200; i++)
			for (k = 1; k <= 10; k++) {
				ns = (1000 + 7 * i) * (i <= slower ? factor : 1) * (1 + .008 * normal())
				code = i > 200 - controls ? "c" i : "n" seed i
				printf "s,b%d,%s,%d,ok,10,%s,\"%.3f %.3f %.3f\"\n", i, build, k, code, ns, ns * 1.01, ns * 1.02
			}
		print "# end: 2000"
	}' >"$1"
}
plain old.log 1 0 1
plain most.log 2 140 1.1
plain all.log 3 200 1.05

# 70 % slower by 10 %: the others are not improved. All slower by 5 %: none is unchanged.
for name in most all; do
	COLUMNS=100 expect 5 "$BDRIVER" compare old.log $name.log
	golden "shift_$name.txt" out
	expect 1 "$BDRIVER" compare old.log $name.log --fail-on shift
	expect 1 "$BDRIVER" compare old.log $name.log --fail-on change
	expect 0 "$BDRIVER" compare old.log $name.log --fail-on never
	expect 0 "$BDRIVER" compare old.log $name.log --fail-on missing
	expect 5 "$BDRIVER" compare old.log $name.log --format csv
	grep -qE '",(regressed|improved|unchanged),' out && bad "$name: a verdict that nobody can know"
	for format in markdown github json junit; do
		expect 5 "$BDRIVER" compare old.log $name.log --format $format
		cp out $name.$format
	done
	has $name.markdown 'two plain runs cannot tell'
	head -1 $name.github | grep -q '^::warning.*two plain runs cannot tell' || bad "github: $(head -1 $name.github)"
	grep -qE '"shift":1\.[01][0-9]*,"shift_low":1\.[01][0-9]*,"shift_high":1\.[01][0-9]*,"shift_cause":"unknown","shifted":true,"undecided":true' \
		$name.json || bad "json: $(tail -1 $name.json)"
	has $name.junit 'name="shift of the suite"'
	has $name.junit '<property name="shift_cause" value="unknown"/>'
	has $name.junit '<skipped'
	hasnt $name.junit '<failure'
	expect 1 "$BDRIVER" compare old.log $name.log --format junit --fail-on shift
	has out '" type="shift"/>'
	expect 1 "$BDRIVER" compare old.log $name.log --format github --fail-on shift
	head -1 out | grep -q '^::error' || bad "github --fail-on shift: $(head -1 out)"
	expect 0 "$BDRIVER" report old.log $name.log -o $name.html
	has $name.html 'two plain runs cannot tell'
	has $name.html '"undecided":true'
done

# 80 benchmarks with the same code say that it was not the machine: most of the others are found.
plain old.log 1 0 1 80
plain known.log 2 120 1.05 80
expect 1 "$BDRIVER" compare old.log known.log --format json
has out '"shift_cause":"controls"'
[ "$(grep -c '"verdict":"regressed"' out)" -ge 100 ] || bad "found: $(grep -c '"verdict":"regressed"' out) of 120"
grep -qE '"verdict":"improved"' out && bad 'improved'
# Twelve, one of which moved as ten benchmarks did: neither is it known.
plain old.log 1 0 1 12
plain known.log 2 10 1.1 12
awk -F '"' -v OFS='"' '/^s,b195,/ { split($2, ns, " "); $2 = ns[1] * 1.1 } { print }' known.log >moved.log
expect 1 "$BDRIVER" compare old.log known.log
COLUMNS=300 expect 5 "$BDRIVER" compare old.log moved.log
has out '10 of 188 benchmarks differ by more than the threshold and are not called: the machine or the program'
has out 'as many controls moved as far'
hasnt out 'with and without it'
plain old.log 1 0 1 80
# They moved as well: it was the machine.
plain known.log 2 200 1.05 80
expect 0 "$BDRIVER" compare old.log known.log
has out 'The machine is'
hasnt out 'regressed'

# An anchor that both sessions measured tells as well: here that it was the program, then the machine.
mkdir one two
plain one/new.log 1 0 1 0 new 1
plain one/anchor.log 11 0 1 200 anchor 1
plain two/new.log 2 200 1.08 0 new 2
plain two/anchor.log 12 0 1 200 anchor 2
expect 1 "$BDRIVER" compare one/new.log two/new.log --format json
has out '"shift_cause":"machine"'
[ "$(grep -c '"verdict":"regressed"' out)" -ge 180 ] || bad "with an anchor: $(grep -c '"verdict":"regressed"' out) of 200"
for night in one two; do
	expect 0 "$BDRIVER" history add -q $night
done
expect 1 "$BDRIVER" history compare 2025-01-01 2025-01-02
has out ' regressed'
plain two/anchor.log 12 200 1.08 200 anchor 2
expect 0 "$BDRIVER" compare one/new.log two/new.log
has out 'of the same code and the anchor show'
hasnt out 'regressed'
# An anchor of another session is none; nor does a history without one know.
plain two/anchor.log 12 200 1.08 200 anchor 3
expect 5 "$BDRIVER" compare one/new.log two/new.log
rm -r history two/anchor.log
for night in one two; do
	expect 0 "$BDRIVER" history add -q $night
done
expect 5 "$BDRIVER" history compare 2025-01-01 2025-01-02
has out 'two plain runs cannot tell'
COLUMNS=1000 expect 5 "$BDRIVER" history
has out 'suite: the suite is 8.0 % slower (7.9 to 8.1) than the night before: the machine or the program;'
hasnt out 'Nothing is new'
expect 0 "$BDRIVER" history report -o pages
has pages/data/index.js '"step":"the suite is 8.0 % slower (7.9 to 8.1) than the night before: the machine or the program;'
finish
