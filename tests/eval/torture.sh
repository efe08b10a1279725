#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run that is killed with SIGKILL at 200 random moments (or as many as are given) and resumed each time: its log against that of an uninterrupted one.
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}"
suite=$BD_BUILD/suites/classic_O2
export BDRIVER_LOCK=torture$$
# Which launches are disturbed is up to chance: the rows of two runs are the same without repetitions.
export BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
kills=${1:-200}

# The launches that a log has. A disturbed one may have been measured again: another attempt.
what() {
	grep -v '^#' "$1" | tail -n +2 | cut -d, -f1,2,5 | sort -u
}
twice() {
	grep -v '^#' "$1" | tail -n +2 | cut -d, -f1,2,5,6 | sort | uniq -d
}

words=(-s "$suite" 'Sieve/*' 'Fft/*' 'HeapSort/*' -r $((kills / 2 + 20)) --launch-time 10ms --samples 5 --seed 1 -j 2 -q)
"$BDRIVER" run "${words[@]}" -o whole.log
"$BDRIVER" run "${words[@]}" -o k.log &
pid=$!
done_kills=0
while [ "$done_kills" -lt "$kills" ]; do
	sleep "0.$(printf %03d $((RANDOM % 200 + 5)))"
	kill -9 $pid 2>/dev/null || break
	wait $pid 2>/dev/null || true
	[ ! -e k.log ] || break
	done_kills=$((done_kills + 1))
	# Where the kill came before the log's header was written, nothing is there to resume.
	if grep -q '^suite,' k.log.part 2>/dev/null; then
		"$BDRIVER" run -q --resume k.log 2>err &
	else
		"$BDRIVER" run "${words[@]}" -o k.log 2>err &
	fi
	pid=$!
done
wait $pid || { cat err; exit 1; }
echo kills,launches,missing,added,twice
echo "$done_kills,$(what whole.log | wc -l),$(comm -23 <(what whole.log) <(what k.log) | wc -l),$(
	comm -13 <(what whole.log) <(what k.log) | wc -l),$(twice k.log | wc -l)"
