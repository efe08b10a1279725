#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --changed measures what is not proven to be the same, and some controls.
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
same=$BD_BUILD/tests/same
mkdir old new
cp "$same/same_O2_1" old/suite
cp "$same/same_O2_2" new/suite
quick=(--launch-time 1ms --samples 3 --iterations 2 -q)

# 5 of the 15 benchmarks of both builds have the same code, and one is added.
names() { cells "$1" benchmark | sort -u | tr '\n' ' '; }
code=0
"$BDRIVER" run --old old --new new -o a --changed --controls 2 -r 2 --seed 7 "${quick[@]:0:6}" >out 2>err || code=$?
[[ $code = [015] ]] || bad "exit code $code: $(cat err)"
has err '15 benchmarks: 10 with changed code, 5 with the same (2 measured as controls)'
# A container may forbid the same addresses, or its disk be tmpfs, which comes before it.
[ "$(grep -vE 'forbids personality|lies in tmpfs' err | head -1)" = '15 benchmarks: 10 with changed code, 5 with the same (2 measured as controls)' ] ||
	bad "first line: $(head -1 err)"
[ "$(cells a/new.log benchmark | sort -u | grep -c ^Same)" = 2 ] || bad "controls: $(names a/new.log)"
[ "$(cells a/new.log benchmark | sort -u | grep -vc ^Same)" = 10 ] || bad "changed: $(names a/new.log)"
# 3 of 5 are left out; 6 rounds more for 10 of them are none: at least what was asked for.
has out '2 with the same code in both builds'
# Counts are of all.
has out '5 same code (2 measured)'
has err ': 12 of 15 benchmarks'

# The same seed draws the same controls; another number of controls leaves more time.
"$BDRIVER" run --old old --new new -o b --changed --controls 0 -r 2 "${quick[@]}" Same* DiffTable >out 2>err || :
[ "$(names b/new.log)" = 'DiffTable ' ] || bad "without controls: $(names b/new.log)"
# The time of five benchmarks goes to the one: 2 rounds of 6 are 12 of 1.
[ "$(cells b/new.log benchmark | wc -l)" = 12 ] || bad "rounds: $(cells b/new.log benchmark | wc -l)"

# Nothing is changed: at least ten are measured (a busy machine may end others at their limit), and
# one line says what came of it. Noise may move one of them: then the table is printed.
for way in --changed --profile=smoke; do
	code=0
	"$BDRIVER" run --old old --new old -o "c$way" "$way" --launch-time 1ms --samples 3 >out 2>err || code=$?
	[ "$code" = 0 ] || [ "$code" = 3 ] || bad "$way: exit code $code: $(cat err)"
	has err '14 benchmarks, all with the same code: 14 measured as controls'
	measured=$(cells "c$way/new.log" benchmark | sort -u | wc -l)
	((measured >= 10 && measured <= 14)) || bad "$way measured $(names "c$way/new.log")"
	grep -q moved out || bad "$way: $(cat out)"
	if grep -q '^Nothing changed' out; then
		[ "$(cat out)" = 'Nothing changed: 14 benchmarks of 1 suite, all with the same code; of '"$measured"' measured none moved' ] ||
			bad "more than a line: $(cat out)"
	fi
done
# Launches of a minute: ten all the same.
expect 0 "$BDRIVER" run --old old --new old -o minutes --changed --launch-time 60s --dry-run
has err '14 benchmarks, all with the same code: 10 measured as controls'
expect 0 "$BDRIVER" run --old old --new old -o c --changed --controls 0
has err '14 benchmarks, all with the same code: nothing is measured'
[ ! -e c ] || bad 'a log of nothing'
# --all wins.
expect 0 "$BDRIVER" run --old old --new old -o d --profile smoke --all "${quick[@]}" SameTable
[ "$(names d/new.log)" = 'SameTable ' ] || bad '--all'
expect 2 "$BDRIVER" run --changed -o e "$same/same_O2_1"
has err '--changed'
finish
