#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver history health: how noisy the benchmarks are, and whether the promise of few false events is
# kept by nights that are drawn anew from the stored ones.
# slow: its draws are decided like the history itself.
. "$BD_SOURCE/tests/cli/lib.sh"
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=120
nights_with_changes
expect 0 "$BDRIVER" history add -q --new-nights 60 nights

expect 0 "$BDRIVER" history health
has out '1 false in 30 nights is the aim'
has out '6 events, 0 decided, 0 called noise'
has out 'promise: kept: promised 10 in 300 nights, your noise gives '
[ "$(grep -c '^made/Bench/' out)" = 20 ] || bad "health: $(cat out)"
expect 0 "$BDRIVER" history health --format json
schema history-health out
python3 - <<'PY' || bad "health as JSON: $(cat out)"
import json
one, = json.load(open("out"))["machines"]
assert one["nights"] == 60 and one["false_alarms_in_300_nights"]["kept"] is True
assert len(one["benchmarks"]) == 20 and all(0.001 < row["sd"] < 0.01 for row in one["benchmarks"])
PY

testcase 'as CSV and Markdown'
mkdir short
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" short --nights 9 --benchmarks 3 --launches 2 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --history short.history short
expect 0 "$BDRIVER" history health --history short.history --format csv
[ "$(head -1 out)" = machine,suite,benchmark,nights,sd,found_in_a_week,changes,called_noise,drawn_false_alarms ] &&
	[ "$(grep -cE '^"ci","made","Bench/[0-9]+",9,0\.0[0-9]+,[0-9.]*,0,0,0$' out)" = 3 ] ||
	bad "health as CSV: $(cat out)"
expect 0 "$BDRIVER" history health --history short.history --format markdown
[ "$(head -2 out | tail -1)" = '|---|---|--:|--:|--:|--:|--:|' ] &&
	[ "$(grep -cE '^\| ci \| made/Bench/[0-9]+ \| 9 \| [0-9.]+ % ' out)" = 3 ] ||
	bad "health as Markdown: $(cat out)"

finish
