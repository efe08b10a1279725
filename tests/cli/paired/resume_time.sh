#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that decide as they go (adaptive, with a budget) and calibrations, interrupted again and
# again: no pair is lost or measured twice, and the time that was spent before counts.
# slow: runs with a budget of seconds.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
mkdir old new
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
quick=(--launch-time 5ms --samples 3 --seed 5 -q)
words=('Sieve/*' 'HeapSort/*' 'Fft/*')

# start WORD...: bdriver in the background, with a SIGINT that is not ignored
start() {
	set -m
	"$BDRIVER" "$@" >printed 2>err </dev/null &
	pid=$!
	set +m
}
# interrupt COMMAND FOLDER [stop]: in turn SIGKILL and SIGINT, each a few rows later, then to the end
interrupt() {
	local command=$1 folder=$2 stop=${3:-} signals=(KILL INT KILL INT) n
	for i in 0 1 2 3; do
		n=$(launches_in "$folder/old.log.part")
		wait_for_rows "$folder/old.log.part" $((n + 5))
		kill -s "${signals[$i]}" $pid 2>/dev/null
		wait $pid 2>/dev/null
		code=$?
		# Between the renaming of one log and of the other there is still one to resume; after
		# it the signal met a run that had done all it had to.
		if ! [ -e "$folder/old.log.part" ] && ! [ -e "$folder/new.log.part" ]; then
			case $code in 0 | 1 | 130 | 137) return ;; esac
			bad "$folder: exit code $code: $(cat err)"
		fi
		if [ "${signals[$i]}" = INT ]; then
			[ "$code" = 130 ] || bad "$folder: SIGINT: exit code $code: $(cat err)"
			word=$PWD/$folder
			case $folder in *[!a-z]*) word="'$word'" ;; esac
			has err "bdriver $command --resume $word"
		fi
		[ "$stop$i" != stop3 ] || return
		start "$command" --resume "$folder" -q
	done
	wait $pid
	code=$?
	[[ $code = [015] ]] || bad "$folder: the last run: exit code $code: $(cat err)"
}
# pairs FOLDER LEAST MOST: each benchmark has rounds 1, 2, 3 ... in both logs, the same ones, each
# launch once, and the last attempt at each of them on both sides; more than one round makes a test
pairs() {
	for log in old new; do
		[ ! -e "$1/$log.log.part" ] || bad "$1/$log.log.part is left: $(cat err)"
		[ -z "$(rows "$1/$log.log" | cut -d, -f1,2,4-6 | sort | uniq -d)" ] || bad "$1/$log.log: a launch twice"
		rows "$1/$log.log" | awk -F, '{ k = $2 FS $5; if ($6 > n[k]) n[k] = $6 }
			END { for (k in n) print k "," n[k] }' | sort >"last_$log"
		awk -F, -v least="$2" -v most="$3" '{ c[$1]++; if ($2 > m[$1]) m[$1] = $2 }
			END { for (b in c) if (c[b] != m[b] || c[b] < least || c[b] > most) print b, c[b], m[b] }' \
			"last_$log" >odd
		[ ! -s odd ] || bad "$1/$log.log: rounds lost or too many: $(cat odd)"
	done
	diff last_old last_new >differ || bad "$1: half pairs: $(head -5 differ)"
	[ "$(cut -d, -f1 last_old | sort -u | wc -l)" -ge 2 ] || bad "$1 has too few benchmarks"
	[ "$(sed -n 's/^# session: //p' "$1/old.log")" = "$(sed -n 's/^# session: //p' "$1/new.log")" ] ||
		bad "$1: two sessions"
	"$BDRIVER" compare "$1/old.log" "$1/new.log" >compared 2>err
	[ "$2" = 1 ] || has compared 'rule  paired'
	if grep '^# spent_ns: ' "$1/old.log" >spent; then
		sort -c -k 3 -n spent 2>/dev/null || bad "$1: the clock went back: $(cat spent)"
	fi
}

# Signs that a pattern would take for its own are only a name.
start run --old old --new new -o 'a[d]*' "${words[@]}" --adaptive "${quick[@]}"
interrupt run 'a[d]*'
pairs 'a[d]*' 6 100

# Two workers: a later round may have ended before an earlier one.
start run --old old --new new -o two Sieve/10000 HeapSort/1000 --adaptive "${quick[@]}" -j 2
interrupt run two
pairs two 6 100

# With a budget the time counts on: when all of it is spent, what there is makes a whole run.
# All benchmarks, and long launches, as this shell may be slow: it is not to be at its end after the
# four signals.
start run --old old --new new -o budget --budget 10m "${quick[@]}" --launch-time 50ms
interrupt run budget stop
grep -q '^# spent_ns: ' budget/old.log.part || bad 'a budget is not told how much of it is gone'
before=$(launches_in budget/old.log.part)
echo '# spent_ns: 600000000000' >>budget/old.log.part
"$BDRIVER" run --resume budget -q >printed 2>err
[ "$(launches_in budget/old.log)" = "$before" ] || bad "the time was over, and it went on: $(cat err)"
pairs budget 1 100

# The same for one build.
start run -s old/classic -o plain.log "${words[@]}" --budget 10m "${quick[@]}"
wait_for_rows plain.log.part 10
kill -KILL $pid
wait $pid 2>/dev/null
start run --resume plain.log -q
wait_for_rows plain.log.part 20
kill -INT $pid
wait $pid
before=$(launches_in plain.log.part)
[ "$before" -ge 20 ] || bad 'one build: it did not go on'
echo '# spent_ns: 600000000000' >>plain.log.part
expect 0 "$BDRIVER" run --resume plain.log -q
[ "$(launches_in plain.log)" = "$before" ] || bad 'one build: the time was over, and it went on'
grep '^# spent_ns: ' plain.log >spent
sort -c -k 3 -n spent 2>/dev/null || bad "one build: the clock went back: $(cat spent)"

# A calibration: run --resume does as well.
start calibrate old/classic -f '^(Sieve|HeapSort)' -o cal "${quick[@]}"
interrupt calibrate cal
pairs cal 20 20
has printed '4 benchmarks, the same build on both sides'
mkdir again
for log in old new; do
	sed '/^# end/d' cal/$log.log | head -n -7 >again/$log.log.part
done
expect 0 "$BDRIVER" run --resume again -q
has out '4 benchmarks, the same build on both sides'
pairs again 20 20
expect 2 "$BDRIVER" calibrate --resume cal
has err complete
expect 2 "$BDRIVER" calibrate --resume again old/classic
expect 2 "$BDRIVER" calibrate --resume nosuch

# Killed while the logs were made.
mkdir begun
cp cal/old.log begun/old.log.part
expect 2 "$BDRIVER" run --resume begun
has err 'before anything was measured'
finish
