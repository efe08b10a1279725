#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Launches that share their CPU with a busy loop are marked, and measured again within the limit.
# That quiet ones are not marked is tested on simulated launches (unit/driver/plan/disturbance): here
# the machine may be busy.
# slow: launches beside busy loops.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v taskset >/dev/null || skip 'taskset is not installed'
suite=$BD_BUILD/suites/classic_O2
unset BDRIVER_REPEAT_DISTURBED
# column LOG NAME: that cell of each row. No cell before the samples holds a comma.
column() {
	grep -v '^#' "$1" | awk -F, -v name="$2" \
		'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i; next } { print $k }'
}

# Which CPU does the only worker get?
expect 0 "$BDRIVER" run -q -s "$suite" Sieve/10000 -j 1 -r 1 --launch-time 1ms -o which.log
cpu=$(column which.log cpu | head -n 1)
if [ -z "$cpu" ] || [ "$cpu" = -1 ] || ! taskset -c "$cpu" true 2>/dev/null; then
	skip 'workers cannot be pinned here'
fi
[ -n "$(column which.log run_delay_ns | head -n 1)" ] || skip 'the kernel does not tell the run delay'
run_loop taskset -c "$cpu"
loop=$! pid=$!
wait_for [ -e looping ] || bad 'the busy loop ended'
# Long enough that it cannot fit into the first slice of time that the scheduler gives it.
expect 0 "$BDRIVER" run -s "$suite" Sieve/10000 -j 1 -r 10 --iterations 1000 --launch-time 60ms -o busy.log
kill "$loop"
wait "$loop" 2>/dev/null
marked=$(column busy.log disturbed | grep -c run-delay)
planned=$(column busy.log attempt | grep -cx 1)
again=$(column busy.log attempt | grep -cvx 1)
[ "$marked" -ge 3 ] || bad "only $marked launches of $((planned + again)) are marked"
[ "$planned" = 10 ] || bad "$planned first attempts, not 10"
# 20 % of 10
if [ "$again" -lt 1 ] || [ "$again" -gt 2 ]; then
	bad "$again repetitions, not 1 or 2"
fi
has out 'Disturbed: '
has busy.log '# disturbed: '
has busy.log '# repeated: '
has busy.log '# core_shared: '
has busy.log '# repeat_disturbed: 20%'

# The loop had half of the CPU. What it had of a sample of 1 ms or more is not the sample's.
share=$(cells busy.log wall_ns iterations samples | awk '{ wall += $1
	for (i = 3; i <= NF; i++) sum += $i * $2 } END { printf "%d", 100 * sum / wall }')
[ "$share" -le 75 ] || bad "the samples took $share % of the time, beside a busy loop"

# Every attempt is a row; the log is whole and can be shown.
[ "$(tail -n 1 busy.log)" = "# end: $((planned + again))" ] || bad 'rows are missing'
expect 0 "$BDRIVER" show busy.log

# Interrupted before the repetitions began: the run that is resumed makes them.
awk -F, '/^#/ || NR == 1 { print; next }
	!k { for (i = 1; i <= NF; i++) if ($i == "attempt") k = i; print; next }
	$k == 1' busy.log | sed -e '/^# end: /d; /^# disturbed: /d; /^# repeated: /d; /^# core_shared: /d; /^# ended: /d' \
	-e 's/busy\.log/again.log/g' >again.log.part
[ "$(column again.log.part attempt | sort -u)" = 1 ] || bad 'the test made a wrong log'
expect 0 "$BDRIVER" run --resume again.log
again=$(column again.log attempt | grep -cvx 1)
if [ "$again" -lt 1 ] || [ "$again" -gt 2 ]; then
	bad "$again repetitions after the resume, not 1 or 2"
fi
# All launches of the log are counted, also those of the run before.
grep -q "^# disturbed: [0-9]* of $((planned + again)) launches" again.log ||
	bad "wrong count: $(grep '^# disturbed' again.log)"

# Never, and one that makes no sense.
expect 0 "$BDRIVER" run -q -s "$suite" Sieve/10000 -j 1 -r 3 --launch-time 1ms \
	--repeat-disturbed 0 -o never.log
[ "$(column never.log attempt | sort -u)" = 1 ] || bad '--repeat-disturbed 0 repeats'
expect 2 "$BDRIVER" run -s "$suite" Sieve/10000 --repeat-disturbed some -o no.log

# What running in parallel costs: measured again alone, told, and no row of the log.
expect 0 "$BDRIVER" run -s "$suite" 'Sieve/*' -j 2 -r 5 --launch-time 2ms --repeat-disturbed 0 \
	--repeat-alone 100% -o two.log
[ "$(column two.log attempt | sort -u)" = 1 ] || bad 'the bias left rows'
has two.log '# repeat_alone: 100%'
finish
