#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of docs/EVALUATION.md are those that the committed results make.
set -u
# shellcheck source=/dev/null
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the tables"

expect 0 python3 "$BD_SOURCE/tests/eval/render.py" --check
[ ! -s out ] || cat out

# A changed number is seen, and a mark that selects nothing is an error.
results=$BD_SOURCE/tests/eval/results
set -- "$results"/*.csv
if [ -f "$1" ]; then
	printf '<!-- table %s -->\nold\n<!-- end -->\n' "${1##*/}" >one.md
	expect 1 python3 "$BD_SOURCE/tests/eval/render.py" --check one.md
	has err 'differs from its results'
	expect 0 python3 "$BD_SOURCE/tests/eval/render.py" one.md
	has one.md 'tests/eval/run'
	expect 0 python3 "$BD_SOURCE/tests/eval/render.py" --check one.md
	sed -i "s/${1##*/}/& where=nonsense:1/" one.md
	expect 1 python3 "$BD_SOURCE/tests/eval/render.py" one.md
	has err 'no column nonsense'
fi
for file in "$results"/*.csv; do
	[ -f "$file" ] || continue
	for key in date machine command; do
		grep -q "^# $key: ." "$file" || bad "$file lacks its line '# $key:'"
	done
	grep -q "<!-- table ${file##*/}[ >]" "$BD_SOURCE/docs/EVALUATION.md" ||
		bad "docs/EVALUATION.md shows nothing of $file"
done
finish
