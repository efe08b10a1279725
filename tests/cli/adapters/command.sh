#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: starts some hundred processes.
# Command lines as benchmarks: words, a shell, parameters, {n}, set-up, exit codes, two builds.
. "$BD_SOURCE/tests/cli/lib.sh"
run() { # exit code, log, arguments
	expect "$1" "$BDRIVER" run -q -r 2 --launch-time 5ms -o "$2" "${@:3}"
}
status() { cells "$1" suite benchmark status | sort -u; }

# Without a shell: quotes make words, nothing else is special.
cat >say <<'TXT'
#!/bin/sh
printf '%s\n' "$#" "$@" >>said
TXT
chmod +x say
run 0 a.log --command "one: ./say 'a  b' \$HOME *"
[ "$(status a.log)" = 'one one ok' ] || bad "one: $(status a.log)"
[ "$(head -n 4 said)" = "3
a  b
\$HOME
*" ] || bad "words: $(head -n 4 said)"
awk '$1 < 1 || $2 <= 0 || $3 < 200 { exit 1 }' <(cells a.log iterations wall_ns peak_kib) ||
	bad 'iterations, time or memory'
grep -qE '^# process_start_ns: [1-9]' a.log || bad 'the cost of a start'
expect 0 "$BDRIVER" run -r 1 --samples 1 --command 'true' -o b.log
has err 'Starting /bin/true'
[ "$(status b.log)" = 'true true ok' ] || bad 'a command without a name'

# The driver is larger than this, and in no number.
peak=$(cells b.log peak_kib)
# A program with AddressSanitizer is larger before its exec().
[ "$peak" -lt 3500 ] || nm "$BDRIVER" 2>/dev/null | grep -q __asan_init || bad "true has a peak of $peak KiB"

cat >bdriver.ini <<'TXT'
[command both]
command = printf %s-%s {level} {name} >made.{level}.{name}
shell = yes
param.level = 1 9
param.name = a 'b c'
directory = there
[command counted]
command = sh -c 'i={n}; while [ $i -gt 0 ]; do i=$((i - 1)); done'
tags = loop
[command steps]
command = sh -c 'test -e prepared && echo run >>steps && rm prepared'
setup = sh -c 'echo setup >>steps'
prepare = sh -c 'echo prepare >>steps && touch prepared'
cleanup = sh -c 'echo cleanup >>steps'
[command code]
command = sh -c 'exit $CODE'
exit = 3 4
env = CODE=4
[command wrong]
command = sh -c 'exit 5'
[command any]
command = sh -c 'exit 5'
exit = any
[command killed]
command = sh -c 'kill -SEGV $$'
exit = any
[command unready]
command = true
setup = false
TXT
mkdir there
expect 0 "$BDRIVER" list -q
cat >names <<'TXT'
  both/level=1/name=a
  both/level=9/name=a
  both/level=1/name=b c
  both/level=9/name=b c
  counted  loop
TXT
head -n 5 out | tr -s ' ' | diff <(tr -s ' ' <names) - || bad 'the list'
run 3 c.log --samples 2 --launch-time 10s
cat >want <<'TXT'
any any ok
both both/level=1/name=a ok
both both/level=1/name=b c ok
both both/level=9/name=a ok
both both/level=9/name=b c ok
code code ok
counted counted ok
killed killed verify
steps steps ok
unready unready verify
wrong wrong verify
TXT
status c.log | diff want - || bad 'what became of each'
[ "$(cat there/made.9.a)" = 9-a ] || bad 'the shell'
has c.log 'exit code 5; expected is 0'
has c.log 'ended by signal 11'
has c.log 'setup failed: false'
# Two launches: the warm-up and two samples, each prepared.
[ "$(paste -sd ' ' steps)" = "$(for _ in 1 2; do
	echo setup prepare run prepare run prepare run cleanup
done | paste -sd ' ')" ] || bad "steps: $(paste -sd ' ' steps)"
# {n} was tuned, and is the same in both launches.
[ "$(cells c.log suite iterations | grep ^counted | sort -u | wc -l)" = 1 ] || bad 'iterations'
run 0 d.log --iterations 7 counted
[ "$(cells d.log iterations | sort -u)" = 7 ] || bad 'given iterations'

# Two builds: a word of the command, or the folder of the program.
rm bdriver.ini
mkdir old new
for n in 1 40; do
	printf '#!/bin/sh\nfor i in 1 2 3; do i=0; while [ $i -lt %s ]; do i=$((i + 1)); done; done\n' \
		"${n}000" >"$([ $n = 1 ] && echo old || echo new)/spin"
done
chmod +x old/spin new/spin
for how in folder word; do
	command='spin: spin 1'
	[ $how = folder ] || command='spin: {build}/spin'
	expect 1 "$BDRIVER" run -q -r 8 --launch-time 5ms --old old --new new --command "$command" \
		-o pair.$how
	has out 'regressed'
	hasnt out 'same binary'
done
expect 2 "$BDRIVER" run -q --old old --new new --command 'x: true'
has err 'there is no program'
expect 2 "$BDRIVER" run -q --old 1 --new 9 --command 'x: true'
has err 'write {build} where the builds differ'
expect 2 "$BDRIVER" run -q --command 'x: no-such-program-here'
has err 'there is no program no-such-program-here'
expect 2 "$BDRIVER" run -q --command 'x: true {build}'
has err 'command x: {build} stands for a build: give --old and --new'
expect 2 "$BDRIVER" run -q --command 'two words: true'
has err "give it as 'NAME: PROGRAM ARGUMENT...'"
printf '[command x]\nshell = yes\n' >bdriver.ini
expect 2 "$BDRIVER" list
has err 'bdriver.ini:1: [command x] has no command'
rm bdriver.ini

# Four loops have most of the CPU. That time is not the command's, unless it waited for something.
# share LOG: the samples, in per cent of the wall time
share() {
	cells "$1" wall_ns samples | awk '{ wall += $1
		for (i = 2; i <= NF; i++) sum += $i } END { printf "%d", 100 * sum / wall }'
}
cpu=$(cells a.log cpu | head -n 1)
if command -v taskset >/dev/null && taskset -c "$cpu" true 2>/dev/null && [ -e /proc/self/schedstat ]; then
	loops=
	for _ in 1 2 3 4; do
		run_loop taskset -c "$cpu"
		loops="$loops $!" pid=$!
	done
	wait_for [ -e looping ] || bad 'the busy loop ended'
	spin='BEGIN { for (i = 0; i < 1000000; i++) s += i }'
	# A run may choose a CPU without loops, unless it has no other.
	beside() { # LOG COMMAND
		expect 0 taskset -c "$cpu" "$BDRIVER" run -q -j 1 -r 2 --launch-time 5ms --samples 5 \
			-o "$1" --command "$2"
	}
	beside computes.log "computes: awk '$spin'"
	beside waits.log \
		"waits: sh -c 'awk \"${spin/1000000/100000}\"; sleep .1; sleep .1; sleep .1'"
	# shellcheck disable=SC2086
	kill $loops
	# shellcheck disable=SC2086
	wait $loops 2>/dev/null
	[ "$(share computes.log)" -le 75 ] || bad "computes: $(share computes.log) % of the time"
	[ "$(share waits.log)" -ge 95 ] || bad "waits: $(share waits.log) % of the time"
fi
finish
