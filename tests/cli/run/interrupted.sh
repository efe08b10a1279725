#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Signals, kill -9 and --resume: nothing is lost, nothing is measured twice, nobody is left.
# slow: many runs.
. "$BD_SOURCE/tests/cli/lib.sh"
suite=$BD_BUILD/suites/classic_O2
words=(-s "$suite" 'Sieve/*' 'Fft/*' 'HeapSort/*' --launch-time 20ms --samples 3 -r 8 --seed 3 -j 2)

# what LOG: which launches it has; a disturbed one may be there twice, as two attempts
what() {
	rows "$1" | cut -d, -f1,2,5 | sort -u
}
# A process that nobody has reaped yet is none.
alive() {
	grep -q "^State:.[^ZX]" "/proc/$1/status" 2>/dev/null
}
complete() {
	[ ! -e "$1.part" ] || bad "$1.part is left"
	diff <(what whole.log) <(what "$1") >diff.out || bad "$1 differs from the whole one: $(head -5 diff.out)"
	[ -z "$(rows "$1" | cut -d, -f1,2,5,6 | sort | uniq -d)" ] || bad "$1 has a launch twice"
	[ "$(tail -n 1 "$1")" = "# end: $(rows "$1" | wc -l)" ] || bad "$1 does not end well"
}

expect 0 "$BDRIVER" run "${words[@]}" -o whole.log
total=$(rows whole.log | wc -l)
[ "$total" -ge 40 ] || bad "only $total launches: the test needs more"

testcase 'one signal: the launches that run are finished, the log is kept, and the way on is told'
for case in INT:130 TERM:143 HUP:129; do
	name=${case%:*}
	# On a busy machine this shell may come too late: then nothing was interrupted. Once more, with
	# longer launches.
	for ms in 20 40 80 160 320 640 1280; do
		rm -f s.log s.log.part
		# Job control on, as a shell without it starts background jobs with SIGINT ignored.
		set -m
		"$BDRIVER" run "${words[@]}" --launch-time ${ms}ms -o s.log >out 2>err </dev/null &
		pid=$!
		set +m
		wait_for_rows s.log.part 5
		kill -s "$name" $pid 2>/dev/null
		wait $pid
		got=$?
		[ ! -e s.log ] && [ "$(launches_in s.log.part)" -lt "$total" ] && break
	done
	[ "$got" = "${case#*:}" ] || bad "SIG$name: exit code $got, not ${case#*:}"
	[ ! -e s.log ] || bad "SIG$name: the log was renamed"
	has err "bdriver run --resume"
	before=$(launches_in s.log.part)
	expect 0 "$BDRIVER" run --resume s.log
	[ "$(launches_in s.log)" -gt "$before" ] || bad "SIG$name: nothing was left to resume"
	complete s.log
done

testcase 'two signals: at once, even where a launch would take for ever'
cat >bdriver.ini <<EOF
[suite hangs]
path = $BD_BUILD/tests/fakes/hangs
timeout = 1000s
EOF
set -m
"$BDRIVER" run -s hangs -j 2 -o h.log >out 2>err </dev/null &
pid=$!
set +m
two_children() {
	[ "$(pgrep -c -P $pid)" = 2 ]
}
wait_for two_children || bad "the two launches never ran"
kill -INT $pid
wait_for grep -q 'once more' err
kill -INT $pid
wait $pid
got=$?
[ "$got" = 130 ] || bad "two SIGINT: exit code $got"
[ "$(launches_in h.log.part)" = 0 ] || bad "a launch that was cancelled has a row"

# The configuration is none of what follows: a run that had none would not be resumed.
rm bdriver.ini

testcase 'kill -9 at any moment; what it had begun ends as well, and the rest is measured once'
"$BDRIVER" run "${words[@]}" -o k.log >out 2>err </dev/null &
pid=$!
for kill in $(seq 1 "${BD_KILLS:-6}"); do
	wait_for_rows k.log.part $((kill * 4))
	sleep "0.0$((RANDOM % 90 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ -e k.log ] && break
	"$BDRIVER" run --resume k.log.part -q >out 2>err </dev/null &
	pid=$!
done
wait $pid
[ -e k.log ] || bad "the last one did not end: $(cat err)"
complete k.log

testcase 'kill -9 ends a suite that knows nothing of drivers'
# So does a suite that knows nothing of drivers.
cat >foreign <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Sleeps"}]}]}' ;;
*) echo $$ >foreign.pid; exec sleep 1000 ;;
esac
EOF
chmod +x foreign
"$BDRIVER" run -s ./foreign -r 1 -q -o f.log >out 2>err </dev/null &
pid=$!
wait_for [ -s foreign.pid ]
foreign=$(cat foreign.pid)
kill -9 $pid
wait $pid 2>/dev/null
dead() {
	! alive "$foreign"
}
pid=$$
wait_for dead || bad "a suite outlived its driver"

testcase 'a torn last row, as a crash of the machine leaves it'
head -n 60 whole.log >t.log.part
printf '"classic_O2","Sieve/10' >>t.log.part
sed -i 's/whole\.log/t.log/g' t.log.part
expect 0 "$BDRIVER" run --resume t.log
complete t.log

testcase 'killed between the last row and the renaming: only that is left to do'
sed 's/whole\.log/e.log/g' whole.log >e.log.part
expect 0 "$BDRIVER" run --resume e.log
complete e.log

testcase 'what cannot be resumed says so'
sed '/^# suite.classic_O2.build_id/s/: ./: x/; /^# end/d' whole.log >b.log.part
expect 2 "$BDRIVER" run --resume b.log
has err 'was rebuilt'
expect 2 "$BDRIVER" run --resume whole.log
has err complete
expect 2 "$BDRIVER" run --resume nosuch.log
expect 2 "$BDRIVER" run --resume t.log 'Sieve/*'
expect 2 "$BDRIVER" run --resume t.log --samples 9
has err 'nothing more can be given, not --samples'
mkdir nothing
expect 2 "$BDRIVER" run --resume nothing
has err 'no interrupted run in this folder'
expect 2 "$BDRIVER" run --resume t.log
has err 'this run is complete; --rounds N gives it more rounds'
mkdir several
cp b.log.part several/1.log.part
cp b.log.part several/2.log.part
expect 2 "$BDRIVER" run --resume several
has err 'several/1.log.part: its folder holds logs of other runs as well; name one, such as --resume'
rm several/*
cp whole.log several/1.log
cp whole.log several/2.log
expect 2 "$BDRIVER" run --resume several --rounds 9
has err 'several/1.log: its folder holds logs of other runs as well'
testcase 'killed before the header was whole: nothing is there to resume or to lose'
for bytes in 0 7 25 1000; do
	head -c $bytes whole.log >empty.log.part
	expect 2 "$BDRIVER" run --resume empty.log
	has err 'start the run again'
	rm -f empty.log
	expect 0 "$BDRIVER" run "${words[@]}" -r 1 -o empty.log
	[ ! -e empty.log.part ] || bad "empty.log.part is left"
done
testcase 'what only looks a little like it is not touched'
echo '# my notes' >notes.part
expect 2 "$BDRIVER" run "${words[@]}" -r 1 -o notes
has notes.part 'my notes'
grep -v '^# arguments' whole.log | head -n 60 >a.log.part
expect 2 "$BDRIVER" run --resume a.log
has err arguments
testcase 'an interrupted log is not overwritten unasked'
expect 2 "$BDRIVER" run "${words[@]}" -o a.log
has err '--resume a.log'
finish
