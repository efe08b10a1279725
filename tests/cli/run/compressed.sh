#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# -o LOG.gz: plain while it is measured, compressed at the end; a kill at any moment loses nothing.
# slow: several runs.
. "$BD_SOURCE/tests/cli/lib.sh"
words=(-s "$BD_BUILD/suites/classic_O2" 'Sieve/*' 'HeapSort/*' --launch-time 20ms --samples 3 --seed 3 -q)
what() {
	gunzip -c "$1" >plain && rows plain | cut -d, -f1,2,5 | sort
}

expect 0 "$BDRIVER" run "${words[@]}" -r 8 -o whole.log.gz
[ ! -e whole.log.gz.part ] && [ ! -e whole.log.gz.part~ ] || bad "something is left: $(ls)"
what whole.log.gz >whole
tail -n 1 plain | grep -q '^# end: [1-9]' || bad 'no end'
expect 0 "$BDRIVER" compare whole.log.gz whole.log.gz
expect 2 "$BDRIVER" run "${words[@]}" -o whole.log.gz
has err 'exists already'

# kill -9 while it is measured: the rows are there, as text.
"$BDRIVER" run "${words[@]}" -r 8 -o k.log.gz >out 2>err </dev/null &
pid=$!
wait_for_rows k.log.gz.part 5
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
if [ ! -e k.log.gz ]; then
	expect 0 "$BDRIVER" show k.log.gz.part
	expect 0 "$BDRIVER" run --resume k.log.gz -q
fi
what k.log.gz | diff whole - || bad 'the run that was resumed has other launches'

# kill -9 while it is compressed, before and after: only the name is missing.
what k.log.gz >/dev/null
mv k.log.gz packed
for part in plain packed; do
	cp $part k.log.gz.part
	echo torn >k.log.gz.part~
	expect 0 "$BDRIVER" run --resume k.log.gz -q
	what k.log.gz | diff whole - || bad "$part: other launches"
	rm k.log.gz
done

# What stands in the way of the compressed copy is told, and nothing is lost.
cp plain k.log.gz.part
rm -f k.log.gz.part~
mkdir k.log.gz.part~
expect 4 "$BDRIVER" run --resume k.log.gz -q
has err 'this run is complete: once that is solved, bdriver run --resume '
has err '/k.log.gz compresses it'
rmdir k.log.gz.part~
expect 0 "$BDRIVER" run --resume k.log.gz -q
what k.log.gz | diff whole - || bad 'after a failure: other launches'

# A finished one gets more rounds.
expect 0 "$BDRIVER" run "${words[@]}" -r 4 -o more.log.gz
expect 0 "$BDRIVER" run --resume more.log.gz --rounds 8 -q
what more.log.gz | diff whole - || bad 'more rounds: other launches'
finish
