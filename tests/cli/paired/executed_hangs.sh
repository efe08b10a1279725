#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The search for what executes a change has an end, also if launches have none.
# slow: three launches that hang, for longer than the driver is silent
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
mkdir old new
cp "$BD_BUILD/tests/same/executed_1" old/suite
cp "$BD_BUILD/tests/same/executed_2" new/suite

testcase 'the search ends with three launches that hang, or a fourth of the budget, and takes --timeout'
: >hung
HANGS=$PWD/hung expect 0 "$BDRIVER" run --old old --new new --no-wait --launch-time 1ms --changed --timeout 4s \
	--dry-run 'NotHanging/*'
grep -q 'Finding what executes the change: benchmark [34] of 4$' err || bad "silent for 12 s: $(cat err)"
[ "$(wc -c <hung)" -le 3 ] || bad "$(wc -c <hung) launches hung"
HANGS=$PWD/hung "$BDRIVER" run --old old --new new -o f --changed --controls 0 --launch-time 1ms \
	--samples 3 --no-wait -r 1 --timeout 500ms --budget 6s 'NotHanging/*' Called >out 2>err
[ "$(launches_in f/new.log)" -ge 1 ] || bad "the budget was gone: $(cat err)"

finish
