#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs killed with SIGKILL at random moments and resumed: are their logs complete?
#   torture [KILLS]: a plain and a paired run, 200 kills each, beside uninterrupted ones
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}"
export BDRIVER_LOCK=torture$$
# Which launches are disturbed is a matter of chance: without repeats two runs have the same rows.
export BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
for suite in "$BD_BUILD"/suites/classic_O2 "$BD_BUILD"/suites/classic_Os; do
	[ -x "$suite" ] || { echo "torture: there is no $suite: build all targets of $BD_BUILD first" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
kills=${1:-200}
mkdir old new
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
words=('Sieve/*' 'Fft/*' 'HeapSort/*' -r $((kills / 2 + 20)) --launch-time 10ms --samples 5 --seed 1 -j 2 -q)

rows() {
	grep -v '^#' "$1" | tail -n +2
}
# slots LOG: the launches that it has. A disturbed one may have been measured again: another attempt.
slots() {
	rows "$1" | cut -d, -f1,2,4,5 | sort -u
}
attempts() {
	rows "$1" | cut -d, -f1,2,4-6 | sort
}
last_attempts() {
	attempts "$1" | awk -F, '{ k = $1 FS $2 FS $3 FS $4; if ($5 > n[k]) n[k] = $5 } END { for (k in n) print k FS n[k] }' | sort
}
count() { # the lines that only one of the two files has, as comm's option says
	comm "$1" "$2" "$3" | wc -l
}

# Where the kill came before a log's header was written, nothing is there to resume.
begun() {
	local log
	for log in "$@"; do
		[ -e "$log" ] || grep -q '^suite,' "$log.part" 2>/dev/null || return 1
	done
}
complete() {
	local log
	for log in "$@"; do
		[ -e "$log" ] || return 1
	done
}

# torture NAME LOG... -- WORD...: runs with -o NAME until it is done, in spite of all kills
torture() {
	local name=$1 logs=() pid
	shift
	while [ "$1" != -- ]; do
		logs+=("$1")
		shift
	done
	shift
	killed=0
	"$BDRIVER" run "$@" "${words[@]}" -o "$name" >/dev/null &
	pid=$!
	while [ "$killed" -lt "$kills" ]; do
		sleep "0.$(printf %03d $((RANDOM % 200 + 5)))"
		kill -9 $pid 2>/dev/null || true
		wait $pid 2>/dev/null || true
		! complete "${logs[@]}" || break
		killed=$((killed + 1))
		if begun "${logs[@]}"; then
			"$BDRIVER" run -q --resume "$name" >/dev/null 2>err &
		else
			"$BDRIVER" run "$@" "${words[@]}" -o "$name" >/dev/null 2>err &
		fi
		pid=$!
	done
	wait $pid 2>/dev/null || complete "${logs[@]}" || { cat err >&2; exit 1; }
}

# judge RUN WHOLE LOG, once for each log
judge() {
	slots "$2" >whole.slots
	slots "$3" >slots
	echo "$1,$killed,$(wc -l <whole.slots),$(count -23 whole.slots slots),$(count -13 whole.slots slots),$(
		attempts "$3" | uniq -d | wc -l),$4"
}

echo run,kills,launches,missing,added,twice,half
"$BDRIVER" run -s old/classic "${words[@]}" -o whole.log
torture plain.log plain.log -- -s old/classic
judge plain whole.log plain.log 0

# A pair that changed is no failure.
"$BDRIVER" run --old old --new new "${words[@]}" -o whole >/dev/null || [ $? = 1 ]
torture paired paired/old.log paired/new.log -- --old old --new new
last_attempts paired/old.log >old.last
last_attempts paired/new.log >new.last
half=$(comm -3 old.last new.last | wc -l)
for log in old new; do
	judge "paired, $log" "whole/$log.log" "paired/$log.log" "$half" | sed 's/^paired, \([^,]*\)/"&"/'
done
