#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver history export and prune: what leaves a history, and what stays when logs are given up.
# slow: each night is written to the disk before the next.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=120
mkdir nights
# The first is the 2nd of January.
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 60 --benchmarks 4 --launches 4 \
	--change 30:1:1.1 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --machine 'the, "lab"' nights

expect 0 "$BDRIVER" history export
cp out levels.csv
expect 0 "$BDRIVER" history export --format json --since 2025-02-01
python3 - <<'PY' || bad 'exported levels'
import csv, json
rows = list(csv.DictReader(open("levels.csv")))
assert len(rows) == 240 and rows[0]["machine"] == 'the, "lab"' and rows[0]["night"] == "2025-01-02 02:00:00", rows[0]
levels = json.load(open("out"))["levels"]
assert len(levels) == 4 * 30 and list(levels[0]) == list(rows[0]), len(levels)
same = [r for r in rows if r["night"] >= "2025-02"]
assert [float(r["ns"]) for r in same] == [l["ns"] for l in levels]
PY
# The raw logs make the same history elsewhere, with what `add` was told.
expect 0 "$BDRIVER" history export -o raw
[ "$(ls raw | wc -l)" = 60 ] && [ -e raw/2025-01-02T020000-now-*.log ] || bad "raw: $(ls raw | head -3)"
expect 0 "$BDRIVER" history add -q --history copy raw
"$BDRIVER" history export --history copy | cut -d, -f1-22 | diff - <(cut -d, -f1-22 levels.csv) || bad 'not the same history'
expect 4 "$BDRIVER" history export -o raw
has err 'raw: cannot be made: File exists'
expect 2 "$BDRIVER" history export --format markdown
has err 'levels are exported as csv or json'

# Kept: the last 10, two around the change (28 to 32), the first of a month (1, 31).
logs() { find history/logs -name '*.gz' | wc -l; }
expect 0 "$BDRIVER" history prune --keep 10 --dry-run
has out '44 logs would be given up'
[ "$(logs)" = 60 ] || bad '--dry-run gave something up'
"$BDRIVER" history >before
expect 0 "$BDRIVER" history prune --keep 10
has out '44 logs given up'
has out '16 kept'
[ "$(logs)" = 16 ] || bad "$(logs) logs are left"
expect 0 "$BDRIVER" history prune --keep 10
has out '0 logs given up'
expect 0 "$BDRIVER" history verify
has out 'with 16 kept logs'
"$BDRIVER" history | diff before - || bad 'the points are not those of before'
# A rebuild takes what has no log from the old database; adding such a log again changes nothing.
expect 0 "$BDRIVER" history rebuild
"$BDRIVER" history | diff before - || bad 'a rebuild forgets what has no log'
expect 0 "$BDRIVER" history add nights/0010.log
has out 'known already'
expect 2 "$BDRIVER" history compare 2025-01-11 2025-01-31
has err "the log of '2025-01-11' was given up by"
# A decision keeps the nights around it, however old.
expect 0 "$BDRIVER" history noise "$("$BDRIVER" history changes --format csv | sed -nE '2s/^"([^"]+)".*/\1/p')" -m test
expect 0 "$BDRIVER" history prune --keep 1
has out '8 logs given up'
expect 2 "$BDRIVER" history prune --history nothing
has err 'nothing: there is no history'
finish
