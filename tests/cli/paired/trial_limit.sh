#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A budget of a few seconds, of which one benchmark would take all: it never ends. The other one
# has its rounds.
# slow: launches that hang until the budget or their time limit ends
. "$BD_SOURCE/tests/cli/lib.sh"
for build in old new; do
	mkdir $build
	cp "$BD_BUILD/tests/fakes/reads" "$BD_BUILD/tests/fakes/hangs" $build/
	echo 20000 >$build/numbers
done
for seed in 1 2 3 quiet; do
	expect 3 timeout 120 "$BDRIVER" run --old old --new new --all --samples 3 --launch-time 5ms \
		--seed "${seed/quiet/1}" -f 'Reads|Sleep' --timeout 1h --budget 8s -o "o$seed" \
		$([ "$seed" = quiet ] && echo -q)
	[ "$seed" = quiet ] || has err '1 of 2 benchmarks came last: their launches take long'
	rounds=$(grep -c '"Reads"' "o$seed/new.log")
	[ "$rounds" -ge 6 ] || bad "seed $seed: Reads has $rounds rounds"
done

testcase 'a benchmark that hangs is named at once, and has two launches; the other one has its rounds'
expect 3 timeout 120 "$BDRIVER" run --old old --new new --all -r 6 --samples 3 --launch-time 5ms \
	-f 'Reads|Sleep' --timeout 5s -o pair
limit='ended by the driver at its time limit of 5 s'
[ "$(grep '^hangs/S' err)" = "hangs/Sleeps [old]: $limit. If it needs longer, give --timeout a longer time.
hangs/Sleeps [new]: $limit; it is not launched again." ] || bad "$(cat err)"
for build in old new; do
	[ "$(cells pair/$build.log benchmark status | sort | uniq -c | awk '{ print $2, ($1 > 5 ? "many" : $1), $3 }')" = \
		$'Reads many ok\nSleeps 1 timeout' ] || bad "$build: $(cells pair/$build.log benchmark round status)"
done
expect 3 "$BDRIVER" run -s "$BD_BUILD/tests/fakes/hangs" --timeout 200ms -r 4 Sleeps -o alone.log
[ "$(cells alone.log status)" = $'timeout\ntimeout' ] || bad "$(cat alone.log)"
has err "hangs/Sleeps: ended by the driver at its time limit of 200 ms; it is not launched again."
finish
