#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver report: which logs it takes, what it writes, and what it refuses.
. "$BD_SOURCE/tests/cli/lib.sh"

python3 "$BD_SOURCE/tests/browser/logs.py" run 12 3 5

# part PAGE ID: the JSON of a block of a page.
part() {
	sed -nE "s|^<script type=\"application/json\" id=\"$2\">(.*)</script>\$|\1|p" "$1"
}

expect 0 "$BDRIVER" report run
has err 'Page: report.html'
# shellcheck disable=SC2016 # of jq
expect 0 jq -e '.schema == "bdriver-page-1" and .kind == "compare" and (.rows | length) == 12 and
	(.names | join(" ")) == "old new" and ([.counts[][1]] | add) == 12' <(part report.html data)
expect 0 jq -e '.[0].launches | length == 3' <(part report.html launches-11)
expect 0 jq -e '.low > 0 and (.sides[1][2] | length) == 16' <(part report.html samples-11)
# All of compare's verdicts.
expect 0 "$BDRIVER" compare run --format json --fail-on never
diff <(jq -r '.rows[] | "\(.benchmark) \(.verdict)"' out) \
	<(part report.html data | jq -r '.rows[] | "\(.name) \(.verdict)"') || bad 'other verdicts'
# And its options.
judging=(--threshold 40% --fdr 1% --rule unpaired --estimator median --no-moderation --judge-same-code)
expect 0 "$BDRIVER" report run "${judging[@]}" -o judged.html
expect 0 "$BDRIVER" compare run --format json --fail-on never "${judging[@]}"
diff <(jq -r '.rows[] | "\(.benchmark) \(.verdict)"' out) \
	<(part judged.html data | jq -r '.rows[] | "\(.name) \(.verdict)"') || bad 'other verdicts'
[ "$(part judged.html data | jq -c .counts)" != "$(part report.html data | jq -c .counts)" ] || bad 'as without options'
# Names are data, never HTML; nothing comes from elsewhere.
hasnt report.html '<script>window.attacked'
hasnt report.html '<img'
! grep -qE '(src|href)="?(https?:)?//' report.html || bad 'the page loads something'

expect 2 "$BDRIVER" report run
has err 'report.html exists already; give --force'
expect 0 "$BDRIVER" report run --force -q
[ ! -s err ] || bad '-q is not quiet'
expect 2 "$BDRIVER" report run -o run/old.log --force
has err 'is read'
expect 0 "$BDRIVER" report run/old.log run/new.log -o two.html
cmp report.html two.html || bad 'the folder and its logs differ'
expect 0 "$BDRIVER" report run -o some.html -s suite3
[ "$(part some.html data | jq '.rows | length')" = 2 ] || bad '-s selects'
expect 2 "$BDRIVER" report run -o none.html -s suite9
[ ! -e none.html ] || bad 'a page of nothing'

# One log.
expect 0 "$BDRIVER" report run/new.log -o one.html
expect 0 jq -e '.kind == "log" and (.rows | length) == 12 and .rows[0].times[0] > 0 and
	.rows[0].least <= .rows[0].times[0] and .rows[0].noise[0] > 0' <(part one.html data)
expect 0 jq -e 'length == 1' <(part one.html launches-0)
expect 2 "$BDRIVER" report run/new.log --judge-same-code -o x.html
has err '--judge-same-code says how two logs are judged'
expect 2 "$BDRIVER" report run/new.log --threshold 3% -o x.html
has err '--threshold says how two logs are judged'
expect 2 "$BDRIVER" report nowhere.log -o x.html
expect 2 "$BDRIVER" report run/new.log -o none.html -s suite9
[ ! -e none.html ] || bad 'a page of nothing'

# A log of `bdriver fit` has times of n iterations and their line; any log has its tags.
expect 0 "$BDRIVER" fit -s "$BD_BUILD/tests/fakes/healthy" -r 1 --launch-time 3ms -j 1 -o fit.log BothKinds
expect 0 "$BDRIVER" report fit.log -o fit.html
expect 0 jq -e '.[0].growth | (.points | length) >= 6 and .each != null and .once != null and .r2 <= 1' \
	<(part fit.html launches-0)

# Logs of other tools; some have quantiles only.
expect 0 "$BDRIVER" report "$BD_SOURCE/tests/data/logs/delta.csv" -o swift.html
expect 0 jq -e '(.rows | length) > 1 and .logs[0].summaries_only' <(part swift.html data)
expect 0 jq -e '.sides[0][0] | length > 8' <(part swift.html samples-0)
finish
