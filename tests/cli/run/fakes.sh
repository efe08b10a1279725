#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every suite that misbehaves, in one run with two workers: each launch gets the right status and
# detail, the others are measured, and nothing is left behind.
# slow: launches that hang until their time limit.
. "$BD_SOURCE/tests/cli/lib.sh"
fakes=$BD_BUILD/tests/fakes

# Answers --list, then lies: a benchmark that does not exist, one that hides.
cat >liar <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Ghost"},{"name":"Ghost2"}]}]}' ;;
*) echo "no such benchmark" >&2; exit 2 ;;
esac
EOF
# Is there when it is asked, and not when it is needed.
sed 's/^case/[ "$1" = --list ] \&\& rm -f vanisher\ncase/' liar >vanisher
# Becomes another file while the run goes on.
cat >changer <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Sieve/10000"}]}]}' ;;
*) [ -e changed ] || { cp changer changer.new; mv changer.new changer; touch changed; }
   exec "$FAKE_SUITE" "$@" ;;
esac
EOF
# Whatever it is asked, it says nothing and is content.
cat >mute <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Silence"}]}]}' ;;
esac
EOF
chmod +x liar vanisher changer mute
export FAKE_SUITE=$BD_BUILD/suites/classic_O2

cat >bdriver.ini <<EOF
[suite dies]
path = $fakes/dies
[suite hangs]
path = $fakes/hangs
timeout = 500ms
[suite herds]
path = $fakes/herds
timeout = 5s
[suite leaves]
path = $fakes/leaves
# Where the workers share a CPU, one that hides its name is counted for whatever launch ends next.
serial = yes
[suite garbles]
path = $fakes/garbles
[suite strange]
path = $fakes/strange
[suite greedy]
path = $fakes/greedy
# Far from a second of CPU time, on a slow machine as well.
memory = 64MiB
files = 64
cpu = 1s
output = 4MiB
[suite liar]
path = liar
[suite vanisher]
path = vanisher
[suite changer]
path = changer
[suite mute]
path = mute
EOF

testcase 'each launch has the status and the detail of the list'
# suite benchmark status leftover detail: what must come out
cat >expected <<'EOF'
changer Sieve/10000 garbled 0 the suite's file changed during the run
dies Exit/0 garbled 0 *
dies Exit/1 exit 0 1
dies Exit/2 exit 0 2
dies Exit/255 exit 0 255
dies Exit/77 exit 0 77
dies Fine ok 0
dies Signal/1 signal 0 SIGHUP
dies Signal/10 signal 0 SIGUSR1
dies Signal/11 signal 0 SIGSEGV
dies Signal/12 signal 0 SIGUSR2
dies Signal/13 signal 0 SIGPIPE
dies Signal/14 signal 0 SIGALRM
dies Signal/15 signal 0 SIGTERM
dies Signal/16 signal 0 SIGSTKFLT
dies Signal/2 signal 0 SIGINT
dies Signal/24 signal 0 SIGXCPU
dies Signal/25 signal 0 SIGXFSZ
dies Signal/26 signal 0 SIGVTALRM
dies Signal/27 signal 0 SIGPROF
dies Signal/29 signal 0 SIGPOLL
dies Signal/3 signal 0 SIGQUIT
dies Signal/30 signal 0 SIGPWR
dies Signal/31 signal 0 SIGSYS
dies Signal/4 signal 0 SIGILL
dies Signal/5 signal 0 SIGTRAP
dies Signal/6 signal 0 SIGABRT
dies Signal/7 signal 0 SIGBUS
dies Signal/8 signal 0 SIGFPE
dies Signal/9 signal 0 SIGKILL
dies Skips skipped 0 no such thing here
dies Wrong verify 0 it is 1
garbles ClosesAll exit 0 4
garbles Garbage garbled 0 *
garbles HalfRow garbled 0 *
garbles Huge garbled 0 *
garbles NoiseAfter garbled 0 *
garbles NoiseBefore garbled 0 *
garbles NoiseLate garbled 0 *
garbles Nothing garbled 0 *
garbles NulBytes garbled 0 *
garbles OtherName garbled 0 *
greedy Disk signal 0 SIGXFSZ
greedy Files exit 0 9
greedy FloodsErrors ok 0
greedy FloodsOutput ok 0
greedy Memory signal 0 SIGABRT
greedy Time signal 0 SIGXCPU
hangs IgnoresSignals timeout 0 *
hangs Sleeps timeout 0 *
hangs Spins timeout 0 *
hangs StopsItself timeout 0 *
herds WithChildren timeout 2 *
leaves Child ok 1
leaves Daemon garbled 1 nothing was written on the row channel
leaves Nameless ok 1
leaves Session ok 1
leaves Three ok 3
leaves Zombie ok 0
liar Ghost exit 0 2
liar Ghost2 exit 0 2
mute Silence garbled 0 *
strange ChangesDirectory ok 0
strange ClearsEnvironment ok 0
strange ClosesUsual ok 0
strange OwnDescriptorsOnly ok 0
strange OwnSession ok 0
strange StartsSlowly ok 0
vanisher Ghost exit 0 cannot be started: No such file or directory
vanisher Ghost2 exit 0 cannot be started: No such file or directory
EOF

# The sanitizer's own address space is terabytes: no limit of memory can be set then.
select=()
if "$fakes/dies" --list --format json | grep -q '"sanitized": true'; then
	sed -i '/^memory = /d' bdriver.ini
	sed -i '/^greedy Memory/d' expected
	select=(-T memory)
fi

exec 9</dev/null # must not reach the benchmarks
expect 3 "$BDRIVER" run -r 1 -j 2 --launch-time 1ms "${select[@]}" -o x.log
has out 'could not be measured'
has out '| about to raise 1'
has x.log.err 'last words'
has x.log.err 'about to raise 11'
[ "$(grep -c '^== ' x.log.err)" -ge 40 ] || bad "x.log.err lacks failures"

# On a machine so busy that its children did not even come to be, it cannot leave them behind.
if ! grep -qF 'both children are there' x.log.err; then
	echo 'note: herds/WithChildren had no time to have children'
	sed -i '/^herds WithChildren/s/ 2 \*/ * */' expected
fi

command -v python3 >/dev/null || skip "no python3 to read the log"
python3 - x.log >got <<'EOF' || bad "the log cannot be read"
import csv, sys
rows = csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#")
for row in sorted(rows, key=lambda row: (row["suite"], row["benchmark"])):
    print(row["suite"], row["benchmark"], row["status"], row["leftover"], row["detail"])
EOF
sed 's/ *$//' got | LC_ALL=C sort >got.sorted
LC_ALL=C sort expected >expected.sorted
[ "$(wc -l <got.sorted)" = "$(wc -l <expected.sorted)" ] || bad "$(wc -l <got.sorted) rows"
while read -r -u 3 want && read -r -u 4 have; do
	# shellcheck disable=SC2053 # the star in the table is meant
	[[ $have == $want ]] || bad "is:     $have
        not:    $want"
done 3<expected.sorted 4<got.sorted

testcase 'no process of this folder or of the fakes is left'
for dir in /proc/[0-9]*; do
	exe=$(readlink "$dir/exe" 2>/dev/null) || continue
	case "$exe" in
	"$fakes"/dies | "$fakes"/hangs | "$fakes"/herds | "$fakes"/leaves | "$fakes"/garbles | "$fakes"/greedy | "$fakes"/strange)
		tr '\0' '\n' <"$dir/environ" 2>/dev/null | grep -q "^PWD=$test_folder" &&
			bad "left behind: $dir $exe"
		;;
	esac
done
[ ! -e greedy.tmp ] || bad "greedy.tmp is left"
[ -z "${BD_SHOW:-}" ] || cat got.sorted
finish
