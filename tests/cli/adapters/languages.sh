#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: measures scripts that start programs.
# The suites in shell and Python that docs/SUITES.md offers for copying.
. "$BD_SOURCE/tests/cli/lib.sh"
for suite in suite.sh suite.py; do
	install -m 755 "$BD_SOURCE/docs/suites/$suite" .
	[ "$(wc -l <"$suite")" -le 23 ] || bad "$suite is longer than docs/SUITES.md says"
	expect 0 "$BDRIVER" list -q -s ./$suite
	has out Sort
	expect 0 "$BDRIVER" run -q -s ./$suite -r 2 --iterations 2 -o $suite.log
	[ "$(cells $suite.log status iterations | sort -u)" = 'ok 2' ] || bad "$suite: rows"
	[ "$(launches_in $suite.log)" = 4 ] || bad "$suite: launches"
done
finish
