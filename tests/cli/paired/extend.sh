#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A finished run gets more rounds: those that it has are kept, and only benchmarks whose interval
# is too wide are measured again.
# slow: several paired runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
mkdir old new
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
quick=(--launch-time 2ms --samples 3 --seed 5 -q)

# rounds LOG: of each benchmark how many
rounds() {
	rows "$1" | cut -d, -f2,5 | sort -u | cut -d, -f1 | uniq -c
}
expect_run() {
	local code=0
	"$BDRIVER" run "$@" >out 2>err </dev/null || code=$?
	[[ $code = [015] ]] || bad "exit code $code: $* $(cat err)"
}

# A threshold that no interval of four rounds is within.
printf '[compare]\nthreshold = 0.0001%%\n' >narrow.ini
expect_run -c narrow.ini --old old --new new -o run Sieve/10000 Fft/256 -r 4 "${quick[@]}"
for log in old new; do
	rows run/$log.log >before_$log
	[ "$(rounds run/$log.log | awk '{ print $1 }' | sort -u)" = 4 ] || bad "not four rounds: $(rounds run/$log.log)"
done

# What is not possible is refused, and changes nothing.
expect 2 "$BDRIVER" run -c narrow.ini --resume run
has err 'this run is complete; --rounds N gives it more rounds'
expect 2 "$BDRIVER" run -c narrow.ini --resume run --rounds 4
has err 'has 4 rounds already'
expect 2 "$BDRIVER" run -c narrow.ini --resume run --rounds 9 --samples 4
has err 'not --samples'
expect 2 "$BDRIVER" run --resume run --rounds 9
has err 'another configuration'
expect 0 "$BDRIVER" run -c narrow.ini --resume run --rounds 9 --dry-run
[ "$(ls run)" = "$(printf 'new.log\nold.log')" ] || bad "the logs have other names: $(ls run)"

# Another log that lies there is none of its run.
printf 'old\n' >run/other.log
expect_run -c narrow.ini --resume run --rounds 6
[ "$(cat run/other.log)" = old ] || bad "another log was taken: $(ls run)"
rm run/other.log
for log in old new; do
	[ "$(rounds run/$log.log | awk '{ print $1 }' | sort -u)" = 6 ] || bad "not six rounds: $(rounds run/$log.log)"
	rows run/$log.log | head -n "$(wc -l <before_$log)" | diff -q before_$log - >differ || bad "$log: rows changed"
	[ "$(grep -c '^# end:' run/$log.log)" = 1 ] || bad "$log: not one end"
done
expect 0 "$BDRIVER" compare --fail-on never run/old.log run/new.log
has out '6 launches each'

# Interrupted while it gets more: --resume ends it with as many.
"$BDRIVER" run -c narrow.ini --resume run --rounds 14 >/dev/null 2>err </dev/null &
pid=$!
wait_for_rows run/old.log.part $(($(wc -l <before_old) * 6 / 4 + 2))
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
if [ -e run/old.log.part ] || [ -e run/new.log.part ]; then
	expect 2 "$BDRIVER" run -c narrow.ini --resume run --rounds 20
	has err 'was interrupted'
	expect_run -c narrow.ini --resume run -q
fi
[ "$(rounds run/old.log | awk '{ print $1 }' | sort -u)" = 14 ] || bad "not fourteen: $(rounds run/old.log)"

# With a threshold of 1000 % all intervals are narrow: nothing is measured again.
printf '[compare]\nthreshold = 1000%%\n' >wide.ini
expect_run -c wide.ini --old old --new new -o wide Sieve/10000 -r 4 "${quick[@]}"
expect_run -c wide.ini --resume wide --rounds 6
[ "$(rounds wide/old.log | awk '{ print $1 }' | sort -u)" = 4 ] || bad "measured again: $(rounds wide/old.log)"

# By default a benchmark ends with a narrow interval, says what that saved, and has all rounds if its
# interval is out of reach. More rounds are for those, not for what ended early.
loud=(--launch-time 10ms --samples 25 --seed 5)
expect_run -c wide.ini --old old --new new -o early Sieve/10000 Fft/256 "${loud[@]}"
has err 'Stopped early (interval narrow enough): 2 benchmarks, '
[ "$(rounds early/old.log | awk '{ print $1 }' | sort -u)" = 6 ] || bad "not ended early: $(rounds early/old.log)"
expect_run -c wide.ini --resume early --rounds 8
[ "$(rounds early/new.log | awk '{ print $1 }' | sort -u)" = 6 ] || bad "went on: $(rounds early/new.log)"
expect_run -c narrow.ini --old old --new new -o late Sieve/10000 Fft/256 "${loud[@]}"
hasnt err 'Stopped early'
[ "$(rounds late/old.log | awk '{ print $1 }' | sort -u)" = 16 ] || bad "not all rounds: $(rounds late/old.log)"
expect_run -c narrow.ini --resume late --rounds 18
[ "$(rounds late/old.log | awk '{ print $1 }' | sort -u)" = 18 ] || bad "not more rounds: $(rounds late/old.log)"

# Two stages, adaptive rounds and budgets have their own way to choose.
expect_run --old old --new new -o smoke Sieve/10000 --profile smoke --all --launch-time 1ms --samples 1 -q
expect 2 "$BDRIVER" run --resume smoke --rounds 60
has err 'only a run with a number of rounds'
finish
