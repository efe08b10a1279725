#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver compare on two small logs of a paired run: every format against a golden file.
. "$BD_SOURCE/tests/cli/lib.sh"
cp "$BD_SOURCE/tests/data/compare_old.log" old.log
cp "$BD_SOURCE/tests/data/compare_new.log" new.log

for width in 80 120; do
	COLUMNS=$width expect 1 "$BDRIVER" compare old.log new.log
	golden "text_$width.txt" out
done
for format in markdown csv json junit github; do
	expect 1 "$BDRIVER" compare old.log new.log --format "$format"
	# Five decimals: the last bits of a logarithm are the C library's.
	sed -E 's/([0-9]\.[0-9]{5})[0-9]*/\1/g' out >short
	golden "$format.txt" short
done

# The same logs, the same bytes, wherever they go to.
expect 1 "$BDRIVER" compare old.log new.log --format csv
cp out first
expect 1 "$BDRIVER" compare old.log new.log --format csv -o second
cmp -s first second || bad "-o writes something else"
[ -s out ] && bad "-o writes to standard output as well"

# The other rules read the same logs.
for rule in unpaired bootstrap swift judge; do
	expect 1 "$BDRIVER" compare old.log new.log --rule "$rule"
	golden "rule_$rule.txt" out
done
finish
