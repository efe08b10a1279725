#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two runs on the same CPUs: the second waits and says for whom, or gives up with --no-wait.
# slow: runs that wait for each other.
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
# Launches of a hundred seconds, and when they end at the latest.
"$BDRIVER" run -s holds -j 1 -r 10 --launch-time 100s --budget 19m -o first.log >out1 2>err1 </dev/null &
first=$! pid=$!
wait_for [ -e launched ] || bad "the first one ended: $(cat err1)"
expect 2 "$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms --no-wait -o second.log
has err "process $first "
[ ! -e second.log.part ] || bad "--no-wait left a log"
expect 2 "$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms --wait 1ms -o second.log
has err 'waiting for process'
has err '(--wait 5m gives up after that time'
has err '; wait for it'

"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms -o second.log >out2 2>err2 </dev/null &
second=$! pid=$!
wait_for grep -q waiting err2
has err2 "waiting for process $first of user $(id -un) (bdriver run"
if [ -w "/run/user/$(id -u)" ] || [ -w /run/lock ]; then
	grep -qE ' is measuring on CPU [0-9]+ and expects .* to 1[0-9] m [0-9]+ s more \(' err2 ||
		bad "the second one does not know how long: $(cat err2)"
fi
sleep 1
[ ! -e second.log.part ] || bad "the second one did not wait"
kill -9 $first
wait $second
got=$?
[ "$got" = 0 ] || bad "the second one ended with $got: $(cat err2)"
[ -e second.log ] || bad "no second.log"
grep -qE '^Took .*, after waiting [0-9.]+ (s|m [0-9]+ s) for the CPUs: ' out2 || bad "the wait is not counted: $(cat out2)"
wait $first 2>/dev/null
# Two that wait for the CPU and want the same log: the second says so and measures nothing.
rm launched
"$BDRIVER" run -s holds -j 1 -o holder.log >out1 2>err1 </dev/null &
holder=$! pid=$!
wait_for [ -e launched ] || bad "the holder ended: $(cat err1)"
waiters=()
for i in 1 2; do
	"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms -o same.log >same$i.out \
		2>same$i.err </dev/null &
	waiters+=($!) pid=$!
	wait_for grep -q waiting same$i.err
done
kill -9 $holder
codes=
for pid in "${waiters[@]}"; do
	wait "$pid"
	codes+=" $?"
done
wait $holder 2>/dev/null
[ "$(tr ' ' '\n' <<<"$codes" | sort | tr -d '\n')" = 02 ] || bad "both want same.log: exit codes $codes"
grep -hqE 'same.log exists already|same.log.part is being written' same?.err ||
	bad "both want same.log: $(cat same?.err)"
# Nobody else goes on with a log that is being written, nor begins it anew.
cat >meddler <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}'
	exit ;;
esac
if [ ! -e meddled ]; then
	touch meddled
	export BDRIVER_LOCK=other$$
	"$BDRIVER" run --resume live.log >resume.out 2>resume.err
	echo $? >resume.code
	"$BDRIVER" run -s ./meddler -r 1 -o live.log --force >force.out 2>force.err
	echo $? >force.code
	"$BDRIVER" run -s ./meddler -r 1 -o live.log >anew.out 2>anew.err
	echo $? >anew.code
fi
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3
EOF
chmod +x meddler
export BDRIVER
expect 0 "$BDRIVER" run -s ./meddler -r 3 -j 1 --timeout 300s -o live.log
[ "$(cat resume.code force.code anew.code | tr '\n' ' ')" = '4 4 2 ' ] || bad "exit codes: $(cat ./*.code)"
has resume.err 'live.log.part: another bdriver is writing it'
has force.err 'live.log.part is being written by another bdriver'
has anew.err 'live.log.part is being written by another bdriver'
[ "$(rows live.log | wc -l)" = 3 ] || bad 'the log that was being written has not 3 rows'
# A stranger is waited for for an hour, here by a clock that runs a thousand times as fast.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && command -v cc >/dev/null && chmod 755 . &&
	setpriv --reuid=65534 --clear-groups test -x "$BDRIVER" -a -w /run/lock; then
	cat >fast.c <<'EOF'
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *t)
{
	long rc = syscall(SYS_clock_gettime, id, t), ns;

	if (rc || id != CLOCK_MONOTONIC)
		return (int)rc;
	ns = t->tv_nsec * 1000;
	t->tv_sec = t->tv_sec * 1000 + ns / 1000000000;
	t->tv_nsec = ns % 1000000000;
	return 0;
}
EOF
	cc -shared -fPIC fast.c -o fast.so || bad cc
	mkdir -m 777 theirs
	cp holds theirs
	(cd theirs && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$BDRIVER" run -s ./holds \
		--timeout 1h -j 1 -o theirs.log) >out1 2>err1 </dev/null &
	stranger=$! pid=$!
	wait_for [ -e theirs/launched ] || bad "the stranger ended: $(cat err1)"
	expect 0 env LD_PRELOAD="$PWD/fast.so" ASAN_OPTIONS=verify_asan_link_order=0 \
		"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --timeout 1000h -o ignored.log
	has err 'the lock of CPU '
	has err ' has held it for too long'
	has ignored.log '# locks_ignored: 1'
	kill -9 $stranger
	wait $stranger 2>/dev/null
else
	echo 'left out: there is no other user to wait for'
fi
# Without the shared file users do not exclude each other, and the run says so.
if unshare -rm mount -t tmpfs -o ro none /run/lock 2>/dev/null; then
	expect 0 unshare -rm sh -c 'mount -t tmpfs -o ro none /run/lock && exec "$0" "$@"' \
		"$BDRIVER" run -s classic 'Sieve/*' -j 1 -r 1 --launch-time 1ms -o alone.log
	has err 'may measure on the same CPUs meanwhile, as /run/lock/bdriver.lock cannot be used'
fi
finish
