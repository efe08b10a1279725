#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run --anchor, --before: builds beside the night's, from the logs to the history. A history takes
# the machine out with the pinned build.
# slow: it measures, and stores many nights.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=120
mkdir new before anchor
for folder in new before anchor; do
	cp "$BD_BUILD/tests/fakes/healthy" $folder
done
quick=(RightResult --launch-time 1ms --samples 2 -r 3 --all)
"$BDRIVER" run "${quick[@]}" --profile nightly --new new --before before --anchor anchor -o night >out 2>err
[[ $? = [015] ]] || bad "exit code: $(cat err)"
# Tonight's build is compared with each of the two.
[ "$(grep -c 'before\.log' out)" -ge 1 ] && [ "$(grep -c 'anchor\.log' out)" -ge 1 ] || bad "compared: $(cat out)"
for build in new before anchor; do
	[ "$(cells night/$build.log round | sort -u | wc -l)" = 3 ] || bad "rounds of $build"
done
expect 0 "$BDRIVER" history add night
python3 - <<'PY' || bad 'the roles'
import sqlite3
db = sqlite3.connect("history/history.db")
assert sorted(r for r, in db.execute("SELECT role FROM run")) == ["anchor", "before", "now"]
assert db.execute("SELECT count(DISTINCT session) FROM run").fetchone()[0] == 1
PY
expect 0 "$BDRIVER" history
has out '1 night, the last one'
"$BDRIVER" run "${quick[@]}" --new new --anchor anchor -o two >out 2>err
[[ $? = [015] ]] && [ -e two/anchor.log ] || bad "only an anchor: $(cat err)"
expect 2 "$BDRIVER" run "${quick[@]}" --anchor anchor -o three
has err 'stand beside --new DIR'
expect 2 "$BDRIVER" run "${quick[@]}" --anchor anchor --old before --new new -o three
has err 'not beside --old or --build'

# A new machine makes one benchmark slower and another one faster, which no shift explains, and in
# the same night one benchmark really changes: with the pinned build only the latter is told.
made=(--nights 40 --benchmarks 12 --launches 5 --kernel 25 --hidden 25:3:1.06 --hidden 25:4:0.95 --change 25:7:1.04)
mkdir with without
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" with "${made[@]}" --anchor || bad 'no logs'
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" without "${made[@]}" || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 100 --history a with
expect 1 "$BDRIVER" history --history a
grep -qE '^E20250126 +new +code .* Bench/7 ' out || bad "with a pinned build: $(cat out)"
hasnt out Bench/3
hasnt out Bench/4
expect 0 "$BDRIVER" history add -q --new-nights 100 --history b without
expect 1 "$BDRIVER" history --history b
grep -qE 'machine .* Bench/3 and 1 more ' out || bad "without: $(cat out)"
grep -qE 'machine .* Bench/4 ' out || bad "without: $(cat out)"
# The order of arrival does not matter: the pinned build may come first or last.
expect 0 "$BDRIVER" history add -q --new-nights 100 --history c with/*.new.log
expect 0 "$BDRIVER" history add -q --new-nights 100 --history c with/*.anchor.log
"$BDRIVER" history changes --history a --format csv >a.csv
"$BDRIVER" history changes --history c --format csv >c.csv
cmp a.csv c.csv || bad "another order: $(diff a.csv c.csv)"
finish
