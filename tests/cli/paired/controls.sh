#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A smoke run of two builds with the same code, one of which does ten times the work: a file says
# so, which the fingerprint does not cover. The control that moved is named in the first lines.
# slow: launches of 50 ms, which do not become six times as long because the machine is busy.
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
for build in old new; do
	mkdir $build
	cp "$BD_BUILD/tests/fakes/reads" $build/suite
done
echo 200000 >old/numbers
echo 2000000 >new/numbers
smoke=("$BDRIVER" run --old old --new new --profile smoke --samples 3 --launch-time 50ms)

expect 3 "${smoke[@]}" -o a
has err '2 benchmarks, all with the same code: 2 measured as controls'
has err '1 of these reads files, which are not compared'
head -3 out >first
has first 'Not the same code? Moved far beyond the others: Reads'
expect 0 "$BDRIVER" compare a --fail-on never
expect 1 "$BDRIVER" compare a --judge-same-code

# As inputs, the file makes it a changed benchmark, which regressed.
printf '[suite suite]\npath = suite\ninputs = numbers\n' >bdriver.ini
expect 1 "${smoke[@]}" -o b
has err '2 benchmarks: 1 with changed code, 1 with the same'
hasnt out 'Not the same code?'

# A control that takes far too long has no more rounds: here those that never end.
cp old/numbers new/numbers
cp "$BD_BUILD/tests/fakes/hangs" old/
cp "$BD_BUILD/tests/fakes/hangs" new/
rm bdriver.ini
expect 0 timeout 300 "${smoke[@]}" -f 'Reads|Sleep' --timeout 1h -o c
has err '2 benchmarks, all with the same code: 2 measured as controls'
has err '1 of 2 controls ended early: their launches take long'
has out 'Nothing changed: 2 benchmarks'
expect 0 timeout 300 "${smoke[@]}" -f 'Reads|Sleep' --timeout 1h --budget 5m -o d
hasnt err 'had no time'
finish
