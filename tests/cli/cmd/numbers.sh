#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every number, percentage, duration and date is refused where it is none, before anything else is
# done, and the message names the option.
# slow: starts bdriver some hundred times.
. "$BD_SOURCE/tests/cli/lib.sh"
suite=$BD_BUILD/suites/classic_O2
log=$BD_SOURCE/tests/data/compare_new.log
"$BDRIVER" history add --date 2026-01-01 "$log" >out 2>err || bad "history add: $(cat err)"
tried=0
for command in run doctor list compare report history bisect fit env calibrate; do
	case $command in
	compare | report) words=("$log" "$log") ;;
	doctor) words=(--from "$log") ;;
	history) words=(changes) ;;
	bisect) words=(a b c --build true) ;;
	env) words=() ;;
	calibrate) words=(-s "$suite" -o c) ;;
	*) words=(-s "$suite" 'Sieve/*') ;;
	esac
	options=$("$BDRIVER" $command --help | grep -oE -- '--[a-z-]+ (N|PERCENT|DURATION|DATE|A\|B.*|CHANGE:SHARE)( |$)' | cut -d ' ' -f 1)
	for option in $options; do
		for value in -1 1e999 nan 99999999999999999999 '' 5x ' 5' 2026-02-30; do
			"$BDRIVER" $command "${words[@]}" "$option" "$value" >out 2>err </dev/null
			code=$?
			[ $code = 2 ] && grep -qF -- "$option" err ||
				bad "$command $option '$value': exit code $code, $(head -c 300 err)"
			tried=$((tried + 1))
		done
	done
done
[ $tried -ge 250 ] || bad "only $tried options and values tried"
# What is out of range only by what it means.
for words in 'fit --rounds 70000' 'fit --launch-time 0' 'run --rounds 70000' 'run --budget 0s' 'run --samples 201' \
	'run --iterations 9999999999999' 'run --launch-time 0s' 'run --launch-time 61m' 'run --timeout 0.9ms' \
	'run --workers 100000'; do
	# shellcheck disable=SC2086 # words
	expect 2 "$BDRIVER" $words -s "$suite" 'Sieve/*'
	has err "--$(cut -d ' ' -f 2 <<<"$words" | cut -c 3-)"
done
expect 2 "$BDRIVER" bisect a b c --build true --launch-time 0
has err '--launch-time: must be longer'
[ -z "$(find . -path ./history -prune -o -name "*.log*" -print)" ] || bad "something was begun"
finish
