#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver fit and show --fit: a run of batches, and fits of logs whose costs are known.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

# batch_log TIME FAULTS: a log of two launches with batches of 0 to 40 iterations; TIME in terms of
# r (iterations), f (minor faults) and l (launch), FAULTS of r.
batch_log() {
	awk 'BEGIN {
		print "# bdriver-log: 1"
		print "suite,benchmark,build,round,status,iterations,samples,batch_iterations,batch_ns,batch_minor_faults,batch_involuntary_switches"
		for (l = 1; l <= 2; l++) {
			s = n = t = m = v = ""
			for (r = 0; r <= 40; r++) {
				f = '"$2"'; time = '"$1"'
				if (r) s = s " " time / r
				n = n " " r; t = t " " time; m = m " " f; v = v " " (r == 7)
			}
			printf "s,A,,%d,ok,,%s,%s,%s,%s,%s\n", l, s, n, t, m, v
		}
		print "# end: 2"
	}'
}

batch_log '30 + 100 * r' 0 >line.log
expect 0 "$BDRIVER" show --fit line.log
golden fit.txt out
expect 0 "$BDRIVER" show --fit --format csv line.log
has out '"s","A","",82,100,'

# A predictor takes its part of the time; one that hardly occurs, or was not counted, is left out.
batch_log '30 + 100 * r + 250 * f + l' '(r * 7) % 5' >faults.log
expect 0 "$BDRIVER" show --fit --format csv faults.log \
	--predictors iterations,minor_faults,major_faults,involuntary_switches
awk -F, 'NR == 2 { exit !($5 > 99.9 && $5 < 100.1 && $8 > 31 && $8 < 32 && $11 > 249.9 && $11 < 250.1) }' out ||
	bad "costs: $(cat out)"
expect 0 "$BDRIVER" show --fit faults.log --predictors minor_faults,major_faults,involuntary_switches
has out "per minor fault"
tr -s '\n ' ' ' <out >words
has words "major_faults left out: not counted"
has words "involuntary_switches left out: 2 of 82 batches have any"

batch_log '30 + 100 * r' '3 * r + 2' >collinear.log
expect 3 "$BDRIVER" show --fit --predictors minor_faults collinear.log
tr -s '\n ' ' ' <out >words
has words "iterations and minor_faults are collinear: leave one out"
expect 0 "$BDRIVER" show --fit collinear.log

batch_log 'r * r * 10' 0 >curved.log
expect 0 "$BDRIVER" show --fit curved.log
tr -s '\n ' ' ' <out >words
has words "later iterations do more work than earlier ones"
batch_log '(r ? 5000 + r : 0)' 0 >flat.log
expect 0 "$BDRIVER" show --fit flat.log
tr -s '\n ' ' ' <out >words
has words "later iterations do less work than earlier ones"

# Batches survive a conversion; the log is an ordinary one for show and compare.
expect 0 "$BDRIVER" convert -q faults.log again.log
expect 0 "$BDRIVER" convert -q again.log twice.log
cmp again.log twice.log || bad "converting twice changes the log"
expect 0 "$BDRIVER" show --fit --format csv faults.log
mv out before
expect 0 "$BDRIVER" show --fit --format csv again.log
cmp before out || bad "the converted log has another regression"
expect 0 "$BDRIVER" show line.log
has out "s/A"
expect 0 "$BDRIVER" compare line.log line.log

sed 's/ 0 1 2 3/ 0 1 2/' line.log >short.log
expect 0 "$BDRIVER" show short.log
has err "batch columns"
expect 2 "$BDRIVER" show --fit --predictors cycles line.log
has err "'cycles' is not one of iterations|minor_faults"
expect 2 "$BDRIVER" show --predictors minor_faults line.log
has err "--predictors goes with --fit"

# A run. Its figures are not looked at: the machine may be busy.
suite=$BD_BUILD/suites/classic_O2
expect 0 "$BDRIVER" fit -s "$suite" Sieve/10000 Ackermann/4 -r 2 --launch-time 5ms -o run.log
has out "per iteration"
has out "Sieve/10000"
has run.log "# method: fit"
[ "$(cells run.log round status iterations | sort | uniq -c | tr -s ' ')" = " 2 1 ok 
 2 2 ok " ] || bad "launches: $(cells run.log round status iterations)"
cells run.log batch_iterations | grep -qv '^0 1 2' && bad "batches: $(cells run.log batch_iterations)"
expect 0 "$BDRIVER" compare run.log run.log
has out 'log is of bdriver fit'
expect 0 "$BDRIVER" show --fit --format json run.log
has out '"slope_ns"'
expect 2 "$BDRIVER" fit -s "$suite" Sieve/10000 -o run.log
has err "run.log"
expect 2 "$BDRIVER" fit -s "$suite" Sieve/10000 --predictors cycles
expect 2 "$BDRIVER" fit -s "$suite" nothing
expect 3 "$BDRIVER" fit -q -s "$BD_BUILD/tests/fakes/dies" -r 2 --launch-time 5ms -o dies.log

# What a run counts: 7 n mod 64 more allocations or page faults in a batch of n iterations.
costs=$BD_BUILD/tests/fakes/costs
expect 0 "$BDRIVER" fit -s "$costs" Allocations Faults -r 2 --launch-time 50ms -o costs.log \
	--predictors minor_faults,allocations --format csv
# extra COLUMN TEST: of each batch of one iteration or more, what it has and what it shall have.
extra() {
	cells costs.log benchmark batch_iterations | grep "^$1" | cut -d ' ' -f 2- >iterations
	cells costs.log benchmark "batch_$2" | grep "^$1" | cut -d ' ' -f 2- | paste -d ' ' iterations - |
		awk '{ for (i = 2; i <= NF / 2; i++) { want = $i * 7 % 64; is = $(NF / 2 + i); n++
			if ('"$3"') bad++ } } END { exit bad || n < 10 }'
}
extra Faults minor_faults 'is < want' || bad "page faults: $(cells costs.log batch_minor_faults)"
if nm "$costs" | grep -q ' [TW] malloc$'; then
	extra Allocations allocations 'is != want' || bad "allocations: $(cells costs.log batch_allocations)"
	grep -q '"costs","Allocations".*,[0-9.-]*[0-9]' out || bad "no costs: $(cat out)"
	# A run counts them too: the metric counter.allocations.
	expect 0 "$BDRIVER" run -q -s "$costs" Each -r 2 --launch-time 5ms -o counted.log
	[ "$(cells counted.log counters | sort -u)" = '{allocations:1}' ] ||
		bad "counters: $(cells counted.log counters)"
	# One allocation an iteration cannot be told from the iteration.
	expect 3 "$BDRIVER" fit -q -s "$costs" Each -r 2 --launch-time 50ms -o each.log \
		--predictors allocations
	tr -s '\n ' ' ' <out >words
	has words 'iterations and allocations are collinear: leave one out'
fi
expect 0 "$BDRIVER" show --fit run.log --predictors allocations
tr -s '\n ' ' ' <out >words
has words 'allocations left out: not counted (link the suite with bdriver::bdallocations)'

# A suite that does not know --regress is left out, and it is said.
cat >script <<EOF
#!/bin/sh
[ "\$1" = --list ] || exec "$suite" "\$@"
"$suite" "\$@" | sed 's/"regress": true, //'
EOF
chmod +x script
expect 2 "$BDRIVER" fit -s ./script Sieve/10000
has err "suite script is left out: its list does not say that it knows --regress"
has err "no suite that knows --regress is left"
expect 0 "$BDRIVER" fit -q -s ./script -s "$suite" Sieve/10000 -r 1 --launch-time 5ms -o half.log
[ "$(launches_in half.log)" = 1 ] || bad "half: $(launches_in half.log)"
finish
