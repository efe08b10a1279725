#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver history: the morning screen, show, changes and decisions, over nights with known changes.
# slow: each night is written to the disk before the next.
. "$BD_SOURCE/tests/cli/lib.sh"
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=120
nights_with_changes
expect 2 "$BDRIVER" history
has err 'there is no history yet; begin one with `bdriver history add LOG`'
expect 0 "$BDRIVER" history add -q --new-nights 60 nights

expect 1 "$BDRIVER" history
golden morning.txt out
expect 0 "$BDRIVER" history show Bench/3
golden show.txt out
expect 0 "$BDRIVER" history show 'Bench/[12]'
[ "$(grep -c '^made/Bench/' out)" = 2 ] || bad "a glob: $(cat out)"
expect 0 "$BDRIVER" history show E20250216
[ "$(grep '^made/' out)" = "$(grep '^made/Bench/7' out)" ] || bad "an event: $(cat out)"
expect 2 "$BDRIVER" history show Bench/99
has err "has no benchmark and no event 'Bench/99'; did you mean 'Bench/"

testcase 'what was found when the last night was added is the same when it is found again'
cp -r history found
python3 -c 'import sqlite3; d = sqlite3.connect("found/history.db"); print(d.execute("DELETE FROM checkpoint").rowcount); d.commit()' >count
[ "$(cat count)" = 1 ] || bad "no checkpoint: $(cat count)"
for words in '' changes 'show Bench/*' 'changes --format json'; do
	"$BDRIVER" history $words >kept
	"$BDRIVER" history $words --history found | cmp - kept || bad "found again: history $words"
done

testcase 'what another build of the program has found is not taken'
python3 - <<'PY' || bad 'no checkpoint of another build'
import math, re, shutil, sqlite3, struct, zlib
def tell(now):  # with its sum in front
    db.execute("UPDATE checkpoint SET made = ?", (struct.pack("Q", int.from_bytes(made[:8], "little") ^ zlib.crc32(made[8:]) ^ zlib.crc32(now[8:])) + now[8:],))
    db.commit()
shutil.copytree("history", "own")
db = sqlite3.connect("own/history.db")
(made,), (ratio,) = (db.execute(f"SELECT {what} LIMIT 1").fetchone() for what in ("made FROM checkpoint", "ratio FROM change"))
numbers = list(struct.unpack(f"{len(made) // 8}d", made))
place = min(range(len(numbers)), key=lambda i: abs(numbers[i] - math.log(ratio)) if numbers[i] else math.inf)
numbers[place] *= 2
own = struct.pack(f"{len(numbers)}d", *numbers)
tell(own)
shutil.copytree("own", "other")
db = sqlite3.connect("other/history.db")
build = re.match(b"[0-9a-f]{16,}", made[8:])[0]
tell(own.replace(build, build[::-1]))
shutil.copytree("own", "damaged")
db = sqlite3.connect("damaged/history.db")
db.execute("UPDATE checkpoint SET made = ?", (own,))
db.commit()
PY
"$BDRIVER" history changes >kept
"$BDRIVER" history changes --history other | cmp - kept || bad 'it is taken'
"$BDRIVER" history changes --history damaged | cmp - kept || bad 'what is damaged is taken'
"$BDRIVER" history changes --history own | cmp -s - kept && bad 'what this one has found is not'

testcase 'a benchmark with two levels is one change, and can be asked for'
mkdir flipping
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" flipping --nights 50 --benchmarks 3 --launches 3 --hidden 10-16:1:1.2 \
	--hidden 24-30:1:1.2 --hidden 38-44:1:1.2 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --history flips flipping
expect 0 "$BDRIVER" history changes --history flips --all --changed two-levels --format csv
[ "$(wc -l <out)" = 2 ] || bad "two levels: $(cat out)"
has out 'two levels'

testcase 'the query, in all forms: the same rows'
expect 0 "$BDRIVER" history changes --format csv
golden changes.csv out
expect 0 "$BDRIVER" history changes --format json
schema history-changes out
python3 -c 'import json,sys; d = json.load(open("out"))["changes"]; print(len(d))
assert all(0.85 < c["low"] < c["ratio"] < c["high"] < 1.15 for c in d)' >count || bad 'changes as JSON'
[ "$(cat count)" = "$(($(wc -l <"$test_home/golden/changes.csv") - 1))" ] || bad "$(cat count) changes as JSON"
expect 0 "$BDRIVER" history changes --format markdown --changed toolchain
[ "$(wc -l <out)" = 3 ] || bad "changes of the compiler: $(cat out)"
testcase 'as text it is a table with a line a change, also on a narrow terminal'
COLUMNS=80 expect 0 "$BDRIVER" history changes
[ "$(wc -l <out)" = "$(wc -l <"$test_home/golden/changes.csv")" ] && ! grep -qE '.{81}' out ||
	bad "changes in 80 columns: $(cat out)"
grep -qE '^Bench/3 +\+6\.[0-9]+ % .* code +E20250131  new$' out || bad "changes as text: $(cat out)"
expect 0 "$BDRIVER" history changes --min 50%
has out 'No changes.'
expect 0 "$BDRIVER" history changes --min 9% --state new --since 2025-02-20
has out Bench/8
hasnt out Bench/7
hasnt out Bench/3

testcase 'the usual comparison, of two stored nights'
expect 1 "$BDRIVER" history compare 2025-01-30 2025-01-31
grep -qE '^  Bench/.* \(4 of 20\)' out || bad "comparison: $(cat out)"
has out 'old   night of 2025-01-30, 2025-01-30T02:00:00Z, 20 benchmarks'
has out 'new   night of 2025-01-31, '
"$BDRIVER" compare nights/0029.log nights/0030.log >out.direct
[ "$(grep -c regressed out)" = "$(grep -c regressed out.direct)" ] || bad "another comparison: $(cat out out.direct)"
expect 2 "$BDRIVER" history compare 2025-01-30 2024
has err "has no night of a commit or a date '2024'"
expect 2 "$BDRIVER" history compare 2025-01-30 2025-01-30
has err 'are the same night'
expect 2 "$BDRIVER" history compare 2025-01-30 a
has err "has no night of a commit or a date 'a'; the nearest: 2025-03-02, 2025-03-01, 2025-02-28"
expect 2 "$BDRIVER" history compare 2025-01-30 2025-02-50
has err "'2025-02-50'; the nearest: 2025-03-02, "
expect 2 "$BDRIVER" history compare 2025-01-30 2024-02-01
has err "'2024-02-01'; the nearest: 2025-01-02, 2025-01-03, 2025-01-04"

testcase 'decisions: with a reason; they outlive a rebuild; bound, date and reopening'
expect 2 "$BDRIVER" history accept E20250131
has err 'a decision needs its reason: -m WHY'
expect 2 "$BDRIVER" history accept
has err 'usage: bdriver history accept [OPTION...] EVENT...|--before DATE -m WHY'
expect 2 "$BDRIVER" history accept E19700101 -m x
has err "there is no event 'E19700101'"
expect 0 "$BDRIVER" history accept E20250131 -m 'pays for safety' --up-to 8% --link https://example.org/1
has out 'E20250131: accept, all of it: 4 benchmarks'
expect 1 "$BDRIVER" history
hasnt out E20250131
expect 1 "$BDRIVER" history --all
has out 'accept: pays for safety'
expect 0 "$BDRIVER" history changes --format csv --state decided
[ "$(grep -c '^"E20250131".*"pays for safety",,"accept"$' out)" = 4 ] || bad "decisions as CSV: $(cat out)"
expect 0 "$BDRIVER" history noise E20250205 -m 'we shall see' --until 2025-02-20
expect 1 "$BDRIVER" history
grep -q 'E20250205 *due' out || bad "not due: $(cat out)"
has out '1 of 2 decided events were called noise'
expect 0 "$BDRIVER" history health
has out '2 decided, 1 called noise: 0.5 in'
for event in $("$BDRIVER" history changes --format csv | sed -nE 's/^"?(E[0-9a-z]+)"?,"?(new|due)"?,.*/\1/p' | sort -u); do
	expect 0 "$BDRIVER" history machine "$event" -m 'a test'
done
expect 0 "$BDRIVER" history
has out 'Nothing is new.'
"$BDRIVER" history --all >before
expect 0 "$BDRIVER" history rebuild
expect 0 "$BDRIVER" history --all
cmp -s out before || bad "rebuild forgets decisions: $(diff out before)"
expect 0 "$BDRIVER" history reopen E20250131 -m 'not so sure'
expect 0 "$BDRIVER" history
grep -q 'E20250131 *open' out || bad "not reopened: $(cat out)"
expect 0 "$BDRIVER" history accept E20250131 -m 'only so much' --up-to 5%
expect 1 "$BDRIVER" history
grep -q 'E20250131 *new' out || bad "not beyond its bound: $(cat out)"
python3 - <<'PY' || bad 'the views'
import sqlite3
db = sqlite3.connect("history/history.db")
assert db.execute("SELECT state, decision, benchmarks FROM v_event WHERE event = 'E20250131'").fetchone() == ("new", "accept", 4)
assert db.execute("SELECT count(*) FROM v_change WHERE event = 'E20250131' AND ratio > 1.05").fetchone()[0] == 4
PY
echo nonsense >>history/bdriver.decisions
expect 2 "$BDRIVER" history
has err 'bdriver.decisions:'
sed -i '$d' history/bdriver.decisions

testcase 'a decision about some benchmarks; about several events; about all before a date'
cp -r nights again
expect 0 "$BDRIVER" history add -q --new-nights 60 --history parts again
expect 2 "$BDRIVER" history accept --history parts E20250131 --only Bench/8 -m x
has err '--only Bench/8: is no benchmark of E20250131'
expect 0 "$BDRIVER" history accept --history parts E20250131 --only 'Bench/[56]' -m 'these two'
has out 'E20250131: accept, of it only 2 benchmarks'
expect 1 "$BDRIVER" history --history parts
grep -qE '^E20250131 +new .* Bench/4 and 1 more \(2 of 4\) ' out || bad "a part is decided: $(cat out)"
expect 0 "$BDRIVER" history changes --history parts --format csv --state decided
[ "$(grep -c '"these two",,"accept"$' out)" = 2 ] || bad "decided: $(cat out)"
expect 2 "$BDRIVER" history noise --history parts E20250222 E19700101 -m x
expect 0 "$BDRIVER" history noise --history parts E20250222 E20250227 -m 'both'
expect 1 "$BDRIVER" history --history parts
hasnt out E20250222
hasnt out E20250227
expect 2 "$BDRIVER" history accept --history parts E20250205 --before 2025-02-05 -m x
expect 0 "$BDRIVER" history accept --history parts --before 2025-02-05 -m 'old'
has out 'ci: accept, all of 1 event before 2025-02-05 that no decision names'
expect 1 "$BDRIVER" history --history parts
hasnt out E20250131
has out '2 of 3 decided events were called noise'
testcase '--since is remembered'
expect 0 "$BDRIVER" history --history parts --since 2025-02-20
expect 0 "$BDRIVER" history --history parts
has out 'before 2025-02-20 are not shown; --since all shows all'
expect 1 "$BDRIVER" history --history parts --since all
expect 1 "$BDRIVER" history --history parts
grep -qE '^E20250205 +new' out || bad "not shown again: $(cat out)"
testcase 'benchmarks that are too noisy to watch are named'
mkdir loud
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" loud --nights 40 --benchmarks 3 --launches 2 --night-noise 0.5 --code-changes 0
expect 0 "$BDRIVER" history add -q --new-nights 60 --history loud.d loud
expect 0 "$BDRIVER" history --history loud.d
has out 'too noisy to watch: 3 of 3; would see in a week: Bench/'
testcase 'what a benchmark computes changed: that is said, and its level begins anew'
mkdir redefined
for i in $(seq 49 60); do
	cp nights/00$i.log redefined
	[ "$i" -lt 55 ] || sed -i 's/,000000000000000[23],/,00000000000000ff,/' redefined/00$i.log
done
expect 0 "$BDRIVER" history add -q --history new.d redefined
"$BDRIVER" history --history new.d >out
has out 'redefined: 2025-02-25: Bench/2 and 1 more: the checksum, items or bytes changed;'
expect 0 "$BDRIVER" history show --history new.d Bench/3
grep -qE '^2025-02-25 02:00 +6 .* benchmark$' out || bad "no level of its own: $(cat out)"
testcase 'a history that begins with many nights: only the last ones are new'
expect 0 "$BDRIVER" history add --history begun again
has out 'ci: events before 2025-02-17 count as known'
expect 1 "$BDRIVER" history --history begun
[ "$(grep -c '^E2025.* new ' out)" = 2 ] || bad "not only the last nights are new: $(cat out)"
expect 0 "$BDRIVER" history add --history begun again
hasnt out 'count as known'

testcase 'what the data take back does not vanish: it is told once, its name stays known, also to rebuild'
mkdir noisy
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" noisy --nights 22 --benchmarks 30 --launches 3 --night-noise .012 \
	--change 15:3:1.03 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 60 --history gone --alarms 1000 noisy/00[01]?.log noisy/0020.log
"$BDRIVER" history changes --history gone --alarms 1000 --format csv | sed -nE 's/^"(E[0-9a-z]*)".*/\1/p' | sort -u | grep -v E20250116$ >told
[ -s told ] || bad 'no false alarm to take back'
expect 0 "$BDRIVER" history add -q --history gone noisy/0021.log
expect 1 "$BDRIVER" history --history gone
has out 'E20250116'
[ "$(grep -oE '^withdrawn: E[0-9a-z]+' out | cut -d' ' -f2 | sort)" = "$(cat told)" ] || bad "withdrawn: $(cat out)"
has out 'the nights since do not bear it out'
expect 2 "$BDRIVER" history accept --history gone "$(head -1 told)" -m x
has err "there is no event '$(head -1 told)' any more: "
expect 0 "$BDRIVER" history rebuild --history gone
expect 1 "$BDRIVER" history --history gone
grep -q '^withdrawn: ' out || bad "rebuild forgets what was told: $(cat out)"
expect 0 "$BDRIVER" history add -q --history gone noisy/0022.log
expect 1 "$BDRIVER" history --history gone
hasnt out withdrawn
expect 1 "$BDRIVER" history --history gone --all
has out "withdrawn: $(head -1 told) said "
python3 - <<'PY' || bad 'no event that was joined to another'
import sqlite3
db = sqlite3.connect("gone/history.db")
db.executescript("""INSERT INTO event SELECT class, 'E20250115', 'withdrawn', kind, first, last, 1, NULL, NULL, last, NULL
        FROM event WHERE name = 'E20250116';
    INSERT INTO change SELECT class, 'E20250115', suite, benchmark, ratio, low, high, first, kind, last, state, NULL, NULL
        FROM change WHERE event = 'E20250116';""")
PY
expect 0 "$BDRIVER" history show --history gone E20250115
has out 'made/Bench/3 on ci'
expect 0 "$BDRIVER" history accept --history gone E20250115 -m wanted
has out 'E20250116: accept, all of it: 1 benchmark'

testcase 'a closed event leaves the screen after 30 nights'
mkdir longer
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" longer --nights 90 --benchmarks 12 --launches 3 \
	--change 40-45:7:1.1 --change 70-75:8:1.1 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 90 --history long longer
expect 0 "$BDRIVER" history --history long
has out 'E20250312  closed'
hasnt out E20250210
expect 0 "$BDRIVER" history --history long --all
has out 'E20250210  closed'

testcase 'a slope is one event, which says how steep it is'
mkdir slope
made=()
for night in $(seq 20 49); do
	made+=(--change "$night:3:1.003")
done
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" slope --nights 70 --benchmarks 12 --launches 3 --code-changes 0 --seed 3 \
	"${made[@]}" || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 70 --history slope.history slope
expect 0 "$BDRIVER" history changes --history slope.history --changed drift --format csv
[ "$(wc -l <out)" = 2 ] && grep -qE '"Bench/3","ci",1\.09.*,1\.09[0-9]*,""$' out || bad "a slope: $(cat out)"
expect 1 "$BDRIVER" history --history slope.history
has out 'in 30 nights, from 2025-01-'

testcase 'a slope of new code each night stays one event from morning to morning'
mkdir slow
made=()
for night in $(seq 20 59); do
	made+=(--change "$night:3:1.002")
done
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" slow --nights 70 --benchmarks 12 --launches 3 "${made[@]}" || bad 'no logs'
for night in 63 66 70; do
	mkdir to.$night
	cp slow/00[0-5]* to.$night
	for i in $(seq 60 $night); do
		cp slow/00$i.log to.$night
	done
	expect 0 "$BDRIVER" history add -q --new-nights 70 --history slow.history to.$night
	expect 0 "$BDRIVER" history changes --history slow.history --format csv
	[ "$(wc -l <out)" = 2 ] && grep -q '"drift"' out || bad "after $night nights: $(cat out)"
done

testcase 'a screen has one page'
mkdir wide
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" wide --nights 16 --benchmarks 45 --launches 2 \
	--change 8:all:1.2 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 16 --history wide.history wide
expect 0 "$BDRIVER" history changes --history wide.history
[ "$(wc -l <out)" = 42 ] || bad "changes: $(wc -l <out) lines"
has out 'and 5 more; --all lists them'
expect 0 "$BDRIVER" history changes --history wide.history --all
[ "$(wc -l <out)" = 46 ] || bad "all changes: $(wc -l <out) lines"

testcase 'wrong words; a history that may only be read'
expect 2 "$BDRIVER" history --format json
has err "unknown option '--format'; see bdriver history --help"
expect 2 "$BDRIVER" history --since soon
has err '--since soon: is no date'
expect 2 "$BDRIVER" history --alarms 0
has err '--alarms 0: is no number above 0'
expect 2 "$BDRIVER" history --machine other
has err "no nights of a machine 'other'"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod -R a+rX,a-w . history
	if setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$BDRIVER"; then
		expect 1 setpriv --reuid=65534 --regid=65534 --clear-groups "$BDRIVER" history
		has out E20250131
	fi
fi
finish
