#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/HARNESS.md tells the truth: its options are those of --help, its columns those of a row.
set -u
export LC_ALL=C
doc=$BD_SOURCE/docs/HARNESS.md
suite=$BD_BUILD/suites/classic_O2
bad=0
complain() {
	printf '%s\n' "$*"
	bad=1
}

# The lines of the first fenced block that contains $1.
block() {
	awk -v want="$1" '/^```/ { if (open && hit) { printf "%s", text; exit }
		open = !open; text = ""; hit = 0; next }
		open { text = text $0 "\n"; if (index($0, want)) hit = 1 }' "$doc"
}

options() {
	grep -oE -- '--[a-z][a-z-]+' | sort -u
}
diff <("$suite" --help | options) <({ block 'SUITE --list' && echo --help; } | options) ||
	complain "the options of $doc are not those of --help"
diff <("$suite" Sieve/10000 --samples 1 --out-fd 1 | sed -n 2p) <(block bdriver-row | sed -n 2p) ||
	complain "the columns of $doc are not those of a row"
members=$(sed -nE '/(\*run)/,/Filled in/ {
	s/.*\(\*([a-z_]+)\).*/\1/p; s/^\t[a-z ]+ \*?([a-z_]+);.*/\1/p }' "$BD_SOURCE/harness/bench.h")
[ "$(echo "$members" | wc -l)" -ge 8 ] || complain "members not found in bench.h: $members"
for word in $members; do
	grep -q "\`$word" "$doc" || complain "$doc does not tell of $word"
done
exit $bad
