#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A budget of a few seconds, of which one benchmark would take all: it never ends. The other one
# has its rounds.
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
finish
