#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two runs on the same CPUs: the second waits and says for whom, or gives up with --no-wait.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >bdriver.ini <<EOF
[suite hangs]
path = $BD_BUILD/tests/fakes/hangs
timeout = 1000s
[suite classic]
path = $BD_BUILD/suites/classic_O2
EOF
"$BDRIVER" run -s hangs Sleeps -j 1 -o first.log >out1 2>err1 </dev/null &
first=$!
for _ in $(seq 1 600); do
	[ "$(pgrep -c -P $first)" = 1 ] && break
	sleep 0.05
done
expect 2 "$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms --no-wait -o second.log
has err "process $first "
[ ! -e second.log.part ] || bad "--no-wait left a log"

"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms -o second.log >out2 2>err2 </dev/null &
second=$!
for _ in $(seq 1 600); do
	grep -q waiting err2 && break
	sleep 0.05
done
has err2 "waiting for process $first "
[ ! -e second.log.part ] || bad "the second one did not wait"
kill -9 $first
wait $second
got=$?
[ "$got" = 0 ] || bad "the second one ended with $got: $(cat err2)"
[ -e second.log ] || bad "no second.log"
wait $first 2>/dev/null
finish
