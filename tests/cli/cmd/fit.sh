#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver fit and show --fit: a run, and fits of logs whose costs are known.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

# fit_log TIME FAULTS: a log of two rounds of launches of 1 to 512 iterations; TIME of a sample in
# terms of n (iterations), f (minor faults in a sample) and l (round), FAULTS of n.
fit_log() {
	awk 'BEGIN {
		print "# bdriver-log: 1"
		print "suite,benchmark,build,round,status,iterations,minor_faults,involuntary_switches,samples"
		for (l = 1; l <= 2; l++) {
			for (n = 1; n <= 512; n *= 2) {
				f = '"$2"'; time = '"$1"'
				printf "s,A,,%d,ok,%d,%d,%d,%.16g %.16g\n", l, n, 2 * f, 2 * (n == 8), time / n, time / n
			}
		}
		print "# end: 20"
	}'
}

fit_log '30 + 100 * n' 0 >line.log
expect 0 "$BDRIVER" show --fit line.log
golden fit.txt out
expect 0 "$BDRIVER" show --fit --format csv line.log
awk -F, 'NR == 2 { exit !($4 == 40 && ($5 - 100) ^ 2 < 1e-12 && ($8 - 30) ^ 2 < 1e-12) }' out ||
	bad "line: $(cat out)"

# A predictor takes its part of the time; one that hardly occurs, or was not counted, is left out.
fit_log '30 + 100 * n + 250 * f + l' '(n * 7) % 5' >faults.log
expect 0 "$BDRIVER" show --fit --format csv faults.log \
	--predictors iterations,minor_faults,major_faults,involuntary_switches
awk -F, 'NR == 2 { exit !($5 > 99.9 && $5 < 100.1 && $8 > 31 && $8 < 32 && $11 > 249.9 && $11 < 250.1) }' out ||
	bad "costs: $(cat out)"
expect 0 "$BDRIVER" show --fit faults.log --predictors minor_faults,major_faults,involuntary_switches
has out "per minor fault"
tr -s '\n ' ' ' <out >words
has words "major_faults left out: not counted"
has words "involuntary_switches left out: 4 of 40 samples have any"

fit_log '30 + 100 * n' '3 * n + 2' >collinear.log
expect 3 "$BDRIVER" show --fit --predictors minor_faults collinear.log
tr -s '\n ' ' ' <out >words
has words "iterations and minor_faults are collinear: leave one out"
expect 0 "$BDRIVER" show --fit collinear.log

fit_log 'n * n * 10' 0 >curved.log
expect 0 "$BDRIVER" show --fit curved.log
tr -s '\n ' ' ' <out >words
has words "later iterations do more work than earlier ones"
fit_log '5000 + n' 0 >flat.log
expect 0 "$BDRIVER" show --fit flat.log
fit_log 'n < 9 ? n * 10000 : 100000' 0 >flat.log
expect 0 "$BDRIVER" show --fit flat.log
tr -s '\n ' ' ' <out >words
has words "later iterations do less work than earlier ones"

# The log is an ordinary one for convert, show and compare.
expect 0 "$BDRIVER" convert -q faults.log again.log
expect 0 "$BDRIVER" show --fit --format csv faults.log
mv out before
expect 0 "$BDRIVER" show --fit --format csv again.log
cmp before out || bad "the converted log has another regression"
expect 0 "$BDRIVER" show line.log
has out "s/A"
expect 0 "$BDRIVER" compare line.log line.log

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
for name in Sieve/10000 Ackermann/4; do
	cells run.log benchmark round iterations | grep "^$name" | cut -d ' ' -f 2- | sort -n |
		awk '{ if ($2 != 2 ^ n[$1]++) exit 1 } END { exit !(n[1] >= 3 && n[1] == n[2]) }' ||
		bad "launches of $name: $(cells run.log benchmark round iterations)"
done
expect 0 "$BDRIVER" compare run.log run.log
has out 'log is of bdriver fit'
expect 0 "$BDRIVER" show --fit --format json run.log
has out '"slope_ns"'
expect 2 "$BDRIVER" fit -s "$suite" Sieve/10000 -o run.log
has err "run.log"
expect 2 "$BDRIVER" fit -s "$suite" Sieve/10000 --predictors cycles
expect 2 "$BDRIVER" fit -s "$suite" nothing
expect 3 "$BDRIVER" fit -q -s "$BD_BUILD/tests/fakes/dies" -r 2 --launch-time 5ms -o dies.log

# What a run counts: 7 n mod 64 more allocations or page faults in a sample of n iterations.
costs=$BD_BUILD/tests/fakes/costs
expect 0 "$BDRIVER" fit -s "$costs" Allocations Faults -r 2 --launch-time 20ms -o costs.log \
	--predictors minor_faults,allocations --format csv
cells costs.log benchmark iterations minor_faults samples | grep '^Faults' |
	awk '{ n++; bad += $3 < $2 * 7 % 64 * (NF - 3) } END { exit bad || n < 10 }' ||
	bad "page faults: $(cells costs.log benchmark iterations minor_faults)"
if nm "$costs" | grep -q ' [TW] malloc$'; then
	cells costs.log benchmark iterations counters | grep '^Allocations' | tr -d '{}' | tr ':' ' ' |
		awk '{ n++; off = $4 * $2 - $2 * 7 % 64; bad += off * off > 1e-6 } END { exit bad || n < 10 }' ||
		bad "allocations: $(cells costs.log benchmark iterations counters)"
	grep -q '"costs","Allocations".*,[0-9.-]*[0-9]' out || bad "no costs: $(cat out)"
	# A run counts them too: the metric counter.allocations.
	expect 0 "$BDRIVER" run -q -s "$costs" Each -r 2 --launch-time 5ms -o counted.log
	[ "$(cells counted.log counters | sort -u)" = '{allocations:1}' ] ||
		bad "counters: $(cells counted.log counters)"
	# One allocation an iteration cannot be told from the iteration.
	expect 3 "$BDRIVER" fit -q -s "$costs" Each -r 2 --launch-time 20ms -o each.log \
		--predictors allocations
	tr -s '\n ' ' ' <out >words
	has words 'iterations and allocations are collinear: leave one out'
fi
expect 0 "$BDRIVER" show --fit run.log --predictors allocations
tr -s '\n ' ' ' <out >words
has words 'allocations left out: not counted (link the suite with bdriver::bdallocations)'

# A suite that cannot be told a number of iterations is left out, and it is said.
expect 2 "$BDRIVER" fit --command 'True: true'
has err 'suite True is left out: it cannot be told how many iterations to run'
has err 'no suite is left that can be told how many iterations to run'
expect 0 "$BDRIVER" fit -q --command 'True: true' --command 'Count: seq {n}' -r 1 --launch-time 5ms -o half.log
has half.log '"Count"'
hasnt half.log '"True"'
finish
