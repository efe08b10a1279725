#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A paired run that is interrupted keeps its pairs: nothing is measured twice, half a pair is
# measured again as a pair, and the end is the same as without interruption.
# slow: many paired runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
mkdir old new
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
quick=(--launch-time 5ms --samples 3 --seed 5 -q)
words=('Sieve/*' 'HeapSort/*' 'Fft/*')

# slots LOG: suite, benchmark, stage, round, position of each row
slots() {
	rows "$1" | cut -d, -f1,2,4,5,7 | sort
}
# pairs FOLDER: each slot of the whole run is there, in both logs with the same last attempt
pairs() {
	for log in old new; do
		[ ! -e "$1/$log.log.part" ] || bad "$1/$log.log.part is left"
		diff <(slots "whole/$log.log" | sort -u) <(slots "$1/$log.log" | sort -u) >differ ||
			bad "$1/$log.log differs from the whole one: $(head -5 differ)"
		[ -z "$(rows "$1/$log.log" | cut -d, -f1,2,4-6 | sort | uniq -d)" ] || bad "$1/$log.log: a launch twice"
		rows "$1/$log.log" | cut -d, -f1,2,4-6 |
			awk -F, '{ k = $1 FS $2 FS $3 FS $4; if ($5 > n[k]) n[k] = $5 } END { for (k in n) print k, n[k] }' |
			sort >"last_$log"
	done
	diff last_old last_new >differ || bad "$1: half pairs: $(head -5 differ)"
	[ "$(sed -n 's/^# session: //p' "$1/old.log")" = "$(sed -n 's/^# session: //p' "$1/new.log")" ] ||
		bad "$1: two sessions"
}

code=0
"$BDRIVER" run --old old --new new -o whole "${words[@]}" -r 8 "${quick[@]}" >printed 2>err || code=$?
[[ $code = [015] ]] || bad "exit code $code: $(cat err)"

total=$(rows whole/old.log | wc -l)

testcase 'kill -9 at any moment, again and again'
"$BDRIVER" run --old old --new new -o killed "${words[@]}" -r 8 "${quick[@]}" >/dev/null 2>err </dev/null &
pid=$!
for kill in $(seq 1 "${BD_KILLS:-6}"); do
	wait_for_rows killed/old.log.part $((kill * 6))
	sleep "0.0$((RANDOM % 20 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	# Between the renaming of one log and of the other there is still one to resume.
	[ -e killed/old.log.part ] || [ -e killed/new.log.part ] || break
	"$BDRIVER" run --resume killed -q >printed 2>err </dev/null &
	pid=$!
done
wait $pid
pairs killed
"$BDRIVER" compare -q killed/old.log killed/new.log >compared 2>err
has compared 'geometric mean'

testcase 'a signal ends it after the slots that run'
# A signal ends it after the slots that run. Where this shell comes too late, as it may on a busy
# machine, nothing was interrupted: once more, with longer launches.
for ms in 5 10 20 40 80 160 320 640; do
	rm -rf signal
	set -m
	"$BDRIVER" run --old old --new new -o signal "${words[@]}" -r 8 "${quick[@]}" --launch-time ${ms}ms -j 2 \
		>so_far 2>err </dev/null &
	pid=$!
	set +m
	wait_for_rows signal/old.log.part 5
	kill -INT $pid 2>/dev/null
	wait $pid
	code=$?
	[ -e signal/old.log.part ] && [ "$(launches_in signal/old.log.part)" -lt "$total" ] && break
done
[ "$code" = 130 ] || bad "SIGINT: exit code $code"
has err 'bdriver run --resume signal'
has so_far 'geometric mean'
diff <(rows signal/old.log.part | cut -d, -f1,2,5 | sort) \
	<(rows signal/new.log.part | cut -d, -f1,2,5 | sort) >differ || bad "SIGINT left half a pair: $(cat differ)"
expect 2 "$BDRIVER" run --old old --new new -o signal "${words[@]}" "${quick[@]}"
has err '--resume signal'
"$BDRIVER" run --resume signal/new.log -q >printed 2>err
pairs signal

# parts FOLDER ROWS_OLD ROWS_NEW: logs as a crash leaves them after so many rows
parts() {
	mkdir "$1"
	for log in old new; do
		n=$2
		[ $log = old ] || n=$3
		awk -v n="$n" '/^# (end|ended)/ { next } /^#/ { print; next } i++ <= n { print }' "whole/$log.log" |
			sed "s/\"whole\"/\"$1\"/" >"$1/$log.log.part"
	done
}
testcase 'of half a pair both launches are measured again'
parts half 10 9
"$BDRIVER" run --resume half -q >printed 2>err
pairs half
[ "$(rows half/old.log | awk -F, '$6 == 2' | wc -l)" = 1 ] || bad 'half a pair was not measured again'
[ "$(rows half/new.log | awk -F, '$6 == 2' | wc -l)" = 1 ] || bad 'the other half was not measured as attempt 2'

testcase 'only the renaming is missing, of both or of one'
mkdir renamed one
for log in old new; do
	cp whole/$log.log renamed/$log.log.part
	cp whole/$log.log one/$log.log
done
mv one/new.log one/new.log.part
for folder in renamed one; do
	"$BDRIVER" run --resume $folder -q >printed 2>err
	pairs $folder
	cmp whole/old.log $folder/old.log || bad "$folder: rows were added"
done

testcase 'killed while the logs were made, before the header of the second: nothing to resume or to lose'
for bytes in none 0 700; do
	parts made 0 0
	if [ $bytes = none ]; then
		rm made/new.log.part
	else
		truncate -s $bytes made/new.log.part
	fi
	expect 2 "$BDRIVER" run --resume made
	has err 'start '
	code=0
	"$BDRIVER" run --old old --new old -o made "${words[@]}" -r 1 "${quick[@]}" >printed 2>err || code=$?
	[[ $code = [015] ]] || bad "$bytes bytes of the second log are in the way: $(cat err)"
	[ -e made/new.log ] || bad 'there is no second log'
	rm -r made
done
testcase 'a log with rows is not replaced'
parts made 1 0
truncate -s 0 made/new.log.part
expect 2 "$BDRIVER" run --old old --new old -o made "${words[@]}" -r 1 "${quick[@]}"
has err 'give --force'

testcase 'the second stage of a smoke run goes on with the suspects of the first'
printf '[profile smoke]\nlaunch_time = 1ms\nsamples = 3\ninterleave = long\n' >bdriver.ini
"$BDRIVER" run --old old --new new -o smoke --profile smoke --all -q --seed 3 'S*' >printed 2>err
mv whole plain && mv smoke whole
n=$(rows whole/old.log | wc -l)
parts stage $((n - 5)) $((n - 6))
"$BDRIVER" run --resume stage -q >printed 2>err
pairs stage
testcase 'in the first stage, what is left is divided again'
parts first 60 59
"$BDRIVER" run --resume first -q >printed 2>err
for log in old new; do
	cells first/$log.log stage benchmark round | sort -u | sed "s/ [0-9]*$//" | uniq -c >stages_$log
	awk '$2 == 2 && $1 != 24 || $2 == 1 && ($1 < 6 || $1 > 60)' stages_$log >odd
	[ ! -s odd ] || bad "a first stage that was resumed: $(cat odd)"
	grep -q ' 2 ' stages_$log || bad 'a first stage that was resumed has no second one'
done
cmp stages_old stages_new || bad 'a first stage that was resumed: half pairs'
rm bdriver.ini

testcase 'what does not belong together is refused'
rm -rf whole && mv plain whole
parts other 10 10
sed -i 's/^# session: .*/# session: another/' other/new.log.part
expect 2 "$BDRIVER" run --resume other
has err 'another run'
parts rebuilt 10 10
cp "$BD_BUILD/suites/classic_O0" new/classic
expect 2 "$BDRIVER" run --resume rebuilt
has err 'was rebuilt'
expect 2 "$BDRIVER" run --resume whole
has err complete
finish
