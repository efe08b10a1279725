#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What explain cannot see is said in a line, and the rest is still there.
# long: launches under valgrind
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
command -v valgrind >/dev/null || skip "there is no valgrind"

mkdir old new
cp "$BD_BUILD/tests/fakes/explained" old/suite
cp old/suite new/suite
# 3: on a busy machine the same code may move.
"$BDRIVER" run --old old --new new -r 4 -o out.d --no-wait --explain >out 2>err
case $? in 0 | 3) ;; *) bad "not measured: $(cat err)" ;; esac
has out "No benchmark changed; name those to explain all the same"
expect 2 "$BDRIVER" run -s old/suite -o one.log --no-wait --explain
has err "--explain is for two builds"
expect 0 "$BDRIVER" explain out.d --budget 10m Threads -n 2
has out "not sampled: other threads and children"
expect 0 "$BDRIVER" explain out.d --budget 10m Forks -n 2
has out "not sampled: other threads and children"
has out "  work: "

testcase 'a change that child processes execute is not called one that does not run'
mkdir forks.old forks.new
cp "$BD_BUILD/tests/same/executed_1" forks.old/suite
cp "$BD_BUILD/tests/same/executed_2" forks.new/suite
"$BDRIVER" run --old forks.old --new forks.new -r 4 -o forks.d --no-wait --launch-time 1ms \
	InClone Called >out 2>err || [ $? = 1 ] || bad "not measured: $(cat err)"
expect 0 "$BDRIVER" explain forks.d --budget 10m Called InClone -n 2
[ "$(grep -c '1 of these runs' out)" = 1 ] || bad "Called alone runs it: $(cat out)"
hasnt out '0 of these'
has out 'unknown: the work of the processes that it starts is not counted'

testcase 'another program than the measured one is not started'
expect 0 test ! -e started
printf '#!/bin/sh\ntouch %s/started\n' "$PWD" >forks.new/suite
expect 2 "$BDRIVER" explain forks.d Called -n 2
has err 'forks.new/suite was rebuilt'
cp "$BD_BUILD/tests/same/executed_3" forks.new/suite
expect 2 "$BDRIVER" explain forks.d Called -n 2
has err 'forks.new/suite was rebuilt'

testcase 'threads, and what valgrind cannot run'
expect 3 "$BDRIVER" explain out.d --budget 10m DiesUnderValgrind TakesSignal -n 2
has out "work: a launch under valgrind was ended by signal 6 (Aborted)"
has out "time: a launch has no samples; does the benchmark use SIGPROF?"
hasnt out "not sampled"

testcase 'programs without symbols: how much more work, but not in which function'
for build in old:1 new:2; do
	mkdir "${build%:*}.s"
	strip -o "${build%:*}.s/suite" "$BD_BUILD/tests/same/same_O2_${build#*:}"
done
expect 1 "$BDRIVER" run --old old.s --new new.s -r 6 -o strip.d --no-wait DiffWork
expect 3 "$BDRIVER" explain strip.d --budget 10m -n 2
has out "old.s/suite: the program has no symbols: do not strip it"
grep -qE "likely: \+[0-9.]+ % work, in code without a symbol" out || bad "$(cat out)"
has out "not attributed"
finish
