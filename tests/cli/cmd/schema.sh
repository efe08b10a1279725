#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the commands print as JSON is what docs/schema says. The tests of `explain` and of the
# history check theirs. slow: Python starts for each of them.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
data=$BD_SOURCE/tests/data

testcase 'a comparison: of our logs, of other tools, with the rule swift'
expect 1 "$BDRIVER" compare "$data/compare_old.log" "$data/compare_new.log" --format json
schema compare out
"$BDRIVER" compare "$data/compare_old.log" "$data/compare_new.log" --format json --rule swift >swift
schema compare swift
"$BDRIVER" compare "$data/logs/summary.csv" "$data/logs/delta.csv" --format json >foreign
schema compare foreign

testcase 'a log, an audit, a list, a machine'
for log in compare_old.log logs/ours.log logs/lines.json logs/console.txt; do
	expect 0 "$BDRIVER" show "$data/$log" --format json
	schema show out
done
for log in "$data"/doctor/*.log; do
	"$BDRIVER" doctor --from "$log" --format json >audit
	schema doctor audit
done
expect 0 "$BDRIVER" list -s "$BD_BUILD/tests/fakes/healthy" --format json
schema list out
expect 0 "$BD_BUILD/tests/fakes/healthy" --list --format json
schema list out
expect 0 "$BDRIVER" env --format json
schema env out

testcase 'a field that is not described, or of another type, is found'
sed 's/"launches":8/"launches":"8"/; s/"moved":/"budged":/' swift >changed
python3 "$BD_SOURCE/tests/cli/schema.py" "$BD_SOURCE/docs/schema/compare.json" changed >found && bad 'nothing found'
has found '.rows[0].budged is not described'
has found '.rows[0].old.launches: "8" is no integer'
finish
