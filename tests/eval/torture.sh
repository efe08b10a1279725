#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The long form of tests/cli/run_interrupted.sh: a run that is killed with SIGKILL at KILLS (200)
# random moments and resumed each time; then LAUNCHES (200,000) launches in one run, with the
# driver's memory and descriptors at the beginning and at the end.
#	tests/eval/torture.sh [BUILD-FOLDER]
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$source/build}" && pwd)
bdriver=$build/bdriver
suite=$build/suites/classic_O2
export BDRIVER_LOCK=torture$$
# Which launches are disturbed is up to chance: the rows of two runs are the same without repetitions.
export BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
kills=${KILLS:-200}
launches=${LAUNCHES:-200000}

# The launches that a log has. A disturbed one may have been measured again: another attempt.
what() {
	grep -v '^#' "$1" | tail -n +2 | cut -d, -f1,2,5 | sort -u
}
twice() {
	grep -v '^#' "$1" | tail -n +2 | cut -d, -f1,2,5,6 | sort | uniq -d
}

words=(-s "$suite" 'Sieve/*' 'Fft/*' 'HeapSort/*' -r $((kills / 2 + 20)) --launch-time 10ms --samples 5 --seed 1 -j 2 -q)
"$bdriver" run "${words[@]}" -o whole.log
"$bdriver" run "${words[@]}" -o k.log &
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
		"$bdriver" run -q --resume k.log 2>err &
	else
		"$bdriver" run "${words[@]}" -o k.log 2>err &
	fi
	pid=$!
done
wait $pid || { cat err; exit 1; }
[ -z "$(twice k.log)" ] || { echo "$done_kills kills: LAUNCHES TWICE: $(twice k.log | head -n 5)"; exit 1; }
if cmp -s <(what whole.log) <(what k.log); then
	echo "$done_kills kills: the log has the same $(what k.log | wc -l) launches as the uninterrupted one"
else
	echo "$done_kills kills: THE LOGS DIFFER"
	diff <(what whole.log) <(what k.log) | head
	exit 1
fi

fake=$build/tests/fakes/dies
# Four suites, as a run has at most 65,535 rounds; one run only, so that growth would show.
cat >many <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Fine"}]}]}' ;;
*) exec "$FAKE" "$@" ;;
esac
EOF
chmod +x many
export FAKE=$fake
printf '[suite s%d]\npath = many\n' 1 2 3 4 >bdriver.ini
"$bdriver" run -q -r $((launches / 4)) -j 2 --iterations 1 --samples 1 --launch-time 1ns -o g.log &
pid=$!
usage() {
	[ -e g.log.part ] || return 0
	awk '/VmRSS/ { printf "%d KiB resident", $2 }' /proc/$pid/status
	echo ", $(ls /proc/$pid/fd | wc -l) descriptors, $(($(wc -l <g.log.part) - 25)) launches"
}
while [ ! -e g.log.part ] || [ "$(wc -l <g.log.part)" -lt $((launches / 20)) ]; do sleep 0.2; done
usage
while [ -e g.log.part ] && [ "$(wc -l <g.log.part)" -lt $((launches / 20 * 19)) ]; do sleep 0.5; done
usage
wait $pid
tail -n 1 g.log
