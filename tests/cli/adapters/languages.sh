#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: measures scripts that start programs.
# The suites in shell and Python that docs/SUITES.md shows.
. "$BD_SOURCE/tests/cli/lib.sh"
example() { # first line, file
	awk -v first="$1" '/^```/ { on = 0 } $0 == first { on = 1 } on' "$BD_SOURCE/docs/SUITES.md" >"$2"
	chmod +x "$2"
	[ "$(wc -l <"$2")" -ge 15 ] || bad "docs/SUITES.md lacks the example $2"
	[ "$(wc -l <"$2")" -le 24 ] || bad "$2 is longer than it claims"
}
example '#!/bin/sh' shell
example '#!/usr/bin/env python3' python
for suite in shell python; do
	expect 0 "$BDRIVER" list -q -s ./$suite
	has out Sort
	expect 0 "$BDRIVER" run -q -s ./$suite -r 2 --iterations 2 -o $suite.log
	[ "$(cells $suite.log status iterations | sort -u)" = 'ok 2' ] || bad "$suite: rows"
	[ "$(launches_in $suite.log)" = 4 ] || bad "$suite: launches"
done
finish
