#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Code or place: both builds linked again by a command of the user, and measured.
# slow: it measures what is linked; four times more often if BD_LONG=1
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code

same=$BD_BUILD/tests/same
mkdir old new tmp bin
export TMPDIR=$PWD/tmp
cp "$same/same_O2_1" old/suite
cp "$same/same_O2_2" new/suite
# What is counted is another test: that is why explain ends with 3.
printf '#!/bin/sh\nexit 1\n' >bin/valgrind
chmod +x bin/valgrind
PATH=$PWD/bin:$PATH
expect 1 "$BDRIVER" run --old old --new new -r 8 -o out.d --no-wait DiffWork DiffPlace SameCallee

explain() {
	expect 3 "$BDRIVER" explain out.d DiffWork -n 2 --budget 10m --placements 4 "$@"
}

testcase 'a hundred times the work is the code, wherever it lies'
explain --relink 'cp "$BDRIVER_SUITE" "$BDRIVER_OUTPUT"; echo "$BDRIVER_SEED" >>seeds'
grep -qE '  place: code \+[0-9.]+ % .*, place \+-[0-9.]+ % \(4 placements of each build\)' out ||
	bad "the line: $(cat out)"
[ "$(sort -n seeds | tr '\n' ' ')" = '1 1 2 2 3 3 4 4 ' ] || bad "seeds: $(cat seeds)"
explain --relink 'cp "$BDRIVER_SUITE" "$BDRIVER_OUTPUT"' --format json
jq -e '.benchmarks[0] | .proven == false and (.place | .answer == "code" and .placements == 4 and
	.code > 4 and .code_low > 4 and .code_high > .code and .unknown == null)' out >/dev/null ||
	bad "the JSON: $(head -c 2000 out)"

testcase 'wrong numbers are refused'
expect 2 "$BDRIVER" explain out.d --placements 3
expect 2 "$BDRIVER" explain out.d --placements 101
has err '--placements is at most 100'

long_from_here
testcase 'while it is undecided, twice as many placements follow, and once more'
rm seeds
expect 3 "$BDRIVER" explain out.d DiffPlace -n 2 --budget 20m --placements 4 --format json \
	--relink 'cp "$BDRIVER_SUITE" "$BDRIVER_OUTPUT"; echo "$BDRIVER_SEED" >>seeds'
jq -e '.benchmarks[0].place | .answer == "undecided" and .placements == 16' out >/dev/null ||
	bad "the JSON: $(head -c 2000 out)"
[ "$(sort -n seeds | uniq -c | awk '$1 == 2' | wc -l)" = 16 ] || bad "seeds: $(cat seeds)"

testcase 'what another benchmark needs is not linked again'
rm seeds
expect 3 "$BDRIVER" explain out.d -n 2 --budget 10m --placements 4 DiffWork SameCallee \
	--relink 'cp "$BDRIVER_SUITE" "$BDRIVER_OUTPUT"; echo "$BDRIVER_SEED" >>seeds'
[ "$(wc -l <seeds)" = 8 ] || bad "seeds: $(cat seeds)"
[ "$(grep -c '4 placements of each build' out)" = 2 ] || bad "not two: $(cat out)"

testcase 'what cannot be tested says so, and the rest is still there'
explain
has out '  place: not tested; --relink CMD links both builds at other places'
has out 'code: 1 of'
explain --relink 'echo first; echo "no such object" >&2; exit 3'
has out '  place: --relink ended with exit code 3: no such object'
explain --relink true
has out '  place: --relink made no executable $BDRIVER_OUTPUT'
explain --relink "cp $PWD/new/suite \"\$BDRIVER_OUTPUT\""
has out '  place: --relink links other code than was measured'
explain --relink 'cp /bin/true "$BDRIVER_OUTPUT"'
has out '  place: cannot see that --relink links the same code'

testcase 'a budget ends each part, which says so'
explain --relink 'cp "$BDRIVER_SUITE" "$BDRIVER_OUTPUT"' --budget 1ms
has out '  time: the time is up; a larger --budget gives more'
has out '  work: the time is up; a larger --budget gives more'
has out '  place: the time is up after 0 placements; give a larger --budget'
has out 'code: 1 of'

testcase 'a command that hangs is ended with its processes when the time is up'
ln -s "$(command -v sleep)" nap
explain --relink "setsid $PWD/nap 1000 & $PWD/nap 1000; :" --budget 3s
has out '  place: the time is up after 0 placements; give a larger --budget'
! pgrep -f "^$PWD/nap" || bad 'a process of the command is left'

testcase 'so are those of a command that ended, or that a signal ends'
explain --relink "setsid $PWD/nap 1000 & exit 3"
has out '  place: --relink ended with exit code 3'
! pgrep -f "^$PWD/nap" || bad 'a process of the command is left'
"$BDRIVER" explain out.d DiffWork -n 2 --relink "setsid $PWD/nap 1000 & : >linking; $PWD/nap 1000" >out 2>err &
pid=$!
wait_for test -e linking
kill "$pid"
wait "$pid"
! pgrep -f "^$PWD/nap" || bad 'a process of the command is left after a signal'

testcase 'a command that is killed is told'
explain --relink 'echo memory; kill -9 $$'
has out '  place: --relink was ended by signal 9: memory'
has out 'code: 1 of'

testcase 'nothing is left behind'
[ -z "$(ls tmp)" ] || bad "left: $(ls tmp)"
finish
