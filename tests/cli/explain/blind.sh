#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Which functions could get slower without any benchmark seeing it.
# slow: a run of eight rounds, and launches that are profiled
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code

mkdir old new
cp "$BD_BUILD/tests/same/same_O2_1" old/suite
cp "$BD_BUILD/tests/same/same_O2_2" new/suite
expect 1 "$BDRIVER" run --old old --new new -r 8 -o out.d --no-wait DiffWork

# Any function is unseen if next to nothing is asked for, and more_work is seen if it is to take
# eleven times as long.
expect 0 "$BDRIVER" blind out.d --slower 0.000001%
has out "functions that take time could get"
has out "more_work"
expect 0 "$BDRIVER" blind out.d --slower 1000% --format json -q
jq -e '.schema == "bdriver-blind-1" and .slower == 10 and ([.functions[] |
	select(.function == "suite.c:more_work")] | length == 1 and (.[0] | .share > 0.1 and
	.share <= 1 and .benchmark == "DiffWork" and .seen_by == "DiffWork" and
	.reached and .unseen == false)) and ([.functions[] |
	select(.function == "suite.c:jumps")] | length == 1 and (.[0] | .bytes > 16 and .share == 0 and
	.reached == false and .unseen)) and all(.functions[].function; startswith("bd_") | not)' \
	out >/dev/null || bad "not the expected JSON: $(head -c 2000 out)"
# Each function but those of the benchmark, and none of the harness: that is in bench.c and the like.
jq -r '.functions[] | select(.reached | not).function' out | grep -vx 'suite\.c:[a-z_]*' &&
	bad 'a function of another file'
expect 0 "$BDRIVER" blind out.d -v
has err '[1/1] suite/DiffWork round 1: ok'
has out 'suite.c:jumps'
has out 'no benchmark can reach'
expect 0 "$BDRIVER" blind out.d
hasnt err DiffWork

# Command lines have no functions.
"$BDRIVER" run -q --command 'a: true {build}' --old 1 --new 2 -r 6 -o lines --no-wait >out 2>err
expect 3 "$BDRIVER" blind lines
has err 'each is a command line or failed'

expect 2 "$BDRIVER" blind
expect 2 "$BDRIVER" blind nothing
expect 2 "$BDRIVER" blind out.d --slower x
expect 2 "$BDRIVER" blind out.d --slower 0
has err 'must be more than 0 %'
chmod o+w out.d/old.log
expect 2 "$BDRIVER" blind out.d
has err 'old.log is a file that others may write'
chmod o-w out.d/old.log
cp new/suite old/suite
expect 2 "$BDRIVER" blind out.d
has err "was rebuilt after it was measured"
finish
