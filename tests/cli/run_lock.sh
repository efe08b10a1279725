#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two runs on the same CPUs: the second waits and says for whom, or gives up with --no-wait.
. "$BD_SOURCE/tests/cli/lib.sh"
# Says that it is launched: --list is asked before the CPU is taken.
cat >holds <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Holds"}]}]}' ;;
*) : >launched; exec sleep 1000 ;;
esac
EOF
chmod +x holds
cat >bdriver.ini <<EOF
[suite holds]
path = holds
timeout = 1000s
[suite classic]
path = $BD_BUILD/suites/classic_O2
EOF
"$BDRIVER" run -s holds -j 1 -o first.log >out1 2>err1 </dev/null &
first=$! pid=$!
wait_for [ -e launched ] || bad "the first one ended: $(cat err1)"
expect 2 "$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms --no-wait -o second.log
has err "process $first "
[ ! -e second.log.part ] || bad "--no-wait left a log"

"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms -o second.log >out2 2>err2 </dev/null &
second=$! pid=$!
wait_for grep -q waiting err2
has err2 "waiting for process $first "
[ ! -e second.log.part ] || bad "the second one did not wait"
kill -9 $first
wait $second
got=$?
[ "$got" = 0 ] || bad "the second one ended with $got: $(cat err2)"
[ -e second.log ] || bad "no second.log"
wait $first 2>/dev/null
finish
