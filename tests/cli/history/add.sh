#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver history add, rebuild: what is stored, in any order of arrival, once, and made again from
# the kept logs alone.
# slow: each log is written to the disk before the next.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1

# levels FOLDER: all that v_level tells, in a fixed order.
levels() {
	python3 - "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}/history.db?mode=ro", uri=True)
assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
view = db.execute("SELECT * FROM v_level ORDER BY suite, benchmark, night, log")
keep = [i for i, c in enumerate(view.description) if c[0] != "run"]
print(*([c[0] for c in view.description][i] for i in keep))
for row in view:
    print(*(f"{row[i]:.6g}" if isinstance(row[i], float) else row[i] for i in keep))
PY
}

# counted FOLDER: metric, median and highest of all that v_counted tells.
counted() {
	python3 - "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}/history.db?mode=ro", uri=True)
for row in db.execute("SELECT metric, median, high FROM v_counted ORDER BY metric, benchmark, night"):
    print(*row)
PY
}

mkdir nights
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 4 --benchmarks 3 --missing 2:1 \
	--failing 3:2 || bad 'no logs'
expect 0 "$BDRIVER" history add nights
[ "$(grep -c ': new$' out)" = 4 ] || bad "added: $(cat out)"
levels history >first
testcase '4 nights of 3, one missing, one failed; no value is carried over'
[ "$(wc -l <first)" = 11 ] || bad "levels: $(cat first)"
has first 'made Bench/0 time ci 2025-01-02 02:00:00'
expect 0 "$BDRIVER" history add nights nights/0001.log
[ "$(grep -c ': known already$' out)" = 5 ] || bad "added again: $(cat out)"
levels history | diff first - || bad 'adding again changed something'

testcase 'another order of arrival, quietly, a folder from the environment; the kept logs can be added too'
BDRIVER_HISTORY=other expect 0 "$BDRIVER" history add -q nights/000{3,1,4,2}.log
[ ! -s out ] || bad "-q prints $(cat out)"
levels other | diff first - || bad 'the order of arrival matters'
expect 0 "$BDRIVER" history add --history third history/logs/*/*.log.gz
levels third | diff first - || bad 'kept logs cannot be added'

testcase 'compressed ones are the same logs'
mkdir packed
cp nights/000[12].log packed
gzip packed/0001.log
if command -v zstd >/dev/null; then zstd -q --rm packed/0002.log; fi
expect 0 "$BDRIVER" history add packed
[ "$(grep -c ': known already$' out)" = 2 ] || bad "compressed: $(cat out)"
head -c 100 packed/0001.log.gz >packed/cut.log.gz
expect 2 "$BDRIVER" history add packed/cut.log.gz
has err 'packed/cut.log.gz: cannot be read'

rm history/history.db*
expect 4 "$BDRIVER" history add nights
has err 'history.db: is missing, but there are kept logs'
expect 0 "$BDRIVER" history rebuild
has out 'made again from 4 logs'
levels history | diff first - || bad 'rebuild changed something'
head -c 5000 /dev/urandom >history/history.db
expect 4 "$BDRIVER" history add nights
has err 'bdriver history rebuild'
expect 0 "$BDRIVER" history rebuild
levels history | diff first - || bad 'a damaged database cannot be made again'
for sql in 'DROP TABLE change' 'DROP TABLE checkpoint' 'ALTER TABLE run RENAME COLUMN packed TO p' \
	'PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 3 WHERE name = "change"'; do
	python3 -c 'import sqlite3, sys; sqlite3.connect("history/history.db").executescript(sys.argv[1])' "$sql"
	expect 2 "$BDRIVER" history
	has err 'is damaged'
	expect 0 "$BDRIVER" history rebuild
	levels history | diff first - || bad "not made again: $sql"
	[ -s history/history.db.damaged ] || bad "the damaged one is lost: $sql"
	rm history/history.db.damaged*
done
python3 -c 'import sqlite3
db = sqlite3.connect("history/history.db")
db.executescript("UPDATE point SET run = 999 WHERE run = 2")' || bad 'points of no run'
expect 1 "$BDRIVER" history verify
expect 0 "$BDRIVER" history rebuild
expect 0 "$BDRIVER" history verify
levels history | diff first - || bad 'points of no run'
python3 -c 'import sqlite3
db = sqlite3.connect("history/history.db")
packed = bytearray(db.execute("SELECT packed FROM run WHERE id = 2").fetchone()[0])
packed[len(packed) // 48 // 2 * 48 + 5] ^= 1
db.execute("UPDATE run SET packed = ? WHERE id = 2", (packed,))
db.commit()' || bad 'no bit is flipped'
expect 2 "$BDRIVER" history
has err 'is damaged (points of a night are not as they were stored)'
expect 0 "$BDRIVER" history rebuild
"$BDRIVER" history >out 2>err || [ $? = 1 ] || bad "a flipped bit in the points of a night: $(cat err)"
kept=$(ls history/logs/*/*.gz | head -n 1)
echo more | gzip >>"$kept"
expect 4 "$BDRIVER" history rebuild
has err "$kept: does not hold what its name says"
levels history | diff first - || bad 'a rebuild that failed changed something'
cp -r history lost
head -c 5000 /dev/urandom >lost/history.db
expect 4 "$BDRIVER" history rebuild --history lost
expect 2 "$BDRIVER" history --history lost
has err 'history.db: is missing, but there are kept logs'

expect 1 "$BDRIVER" history verify
has err "$kept"
mv "$kept" away.gz
expect 1 "$BDRIVER" history verify
has err 'of a run is missing'
cp other/logs/*/"$(basename "$kept")" "$kept"
expect 0 "$BDRIVER" history verify
has out 'history: sound, with 4 kept logs'
hasnt out 'killed'

testcase 'verify finds what is not what the kept logs give'
while read -r change; do
	rm -rf changed
	cp -r history changed
	python3 -c 'import sqlite3, sys
db = sqlite3.connect("changed/history.db")
assert db.execute(sys.argv[1]).rowcount > 0
db.commit()' "$change" || bad "$change"
	expect 1 "$BDRIVER" history verify --history changed
	has err 'is not what the kept logs give'
	has err 'bdriver history rebuild'
done <<'EOF'
UPDATE point SET level = level + 0.01 WHERE run = 2
UPDATE point SET code = 'a' WHERE run = 2
UPDATE point SET median_ns = 7 WHERE run = 3
UPDATE counted SET high = high + 1 WHERE run = 2
UPDATE run SET started = started + 86400 WHERE id = 2
UPDATE machine SET class = 'other'
UPDATE benchmark SET name = 'other' WHERE id = 1
DELETE FROM point WHERE run = 3 AND series = (SELECT max(series) FROM point)
EOF
expect 0 "$BDRIVER" history rebuild --history changed
expect 0 "$BDRIVER" history verify --history changed

testcase 'what a killed add and a killed rebuild leave; a file of the user stays'
cp "$kept" "$kept.aB3dE6"
cp "$kept" "$kept.backup.gz"
expect 0 "$BDRIVER" history verify
has out 'history: 1 file left by killed commands; the next `bdriver history add` removes it'
expect 0 "$BDRIVER" history add nights
[ ! -e "$kept.aB3dE6" ] && [ ! -e history/history.db.new ] || bad "add leaves: $(ls history history/logs/*)"
[ -e "$kept.backup.gz" ] || bad 'add removes a file of the user'
expect 0 "$BDRIVER" history verify
hasnt out 'killed'
mkdir -p third/logs/00
printf 'a\n' | gzip >third/logs/00/00000000000000000000000000000000.log.gz
expect 1 "$BDRIVER" history verify --history third
has err 'does not hold what its name says'
has err 'is not in the database'

testcase 'incomplete, then resumed; the other way round the incomplete one is left out'
sed '$d' nights/0001.log >part.log
expect 2 "$BDRIVER" history add --history parts part.log nights/0002.log
has err 'part.log: is incomplete'
has out 'nights/0002.log: new'
expect 0 "$BDRIVER" history add --history parts --partial part.log
expect 0 "$BDRIVER" history add --history parts nights/0001.log
has out 'replaces a log of the same run'
[ "$(find parts/logs -type f | wc -l)" = 2 ] || bad 'the log that was replaced is kept'
expect 0 "$BDRIVER" history add --history parts --partial part.log
has out 'left out: a log of the same run with more in it is there'
levels parts >before
expect 0 "$BDRIVER" history rebuild --history parts
levels parts | diff before - || bad 'rebuild after a resumed run'

testcase 'heights of first parents, not dates; a build that stood beside it has another revision'
if command -v git >/dev/null; then
	export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
	git init -q repository
	for i in 1 2 3; do
		GIT_COMMITTER_DATE="2020-01-0$((4 - i))T00:00:00Z" git -C repository commit -q \
			--allow-empty -m "change $i: \"quoted\""
	done
	expect 0 "$BDRIVER" history add --history git --repository repository --revision HEAD~1 \
		--machine lab nights/0001.log
	levels git >git.levels
	has git.levels "lab 2025-01-02 02:00:00 $(git -C repository rev-parse HEAD~1) 2 "
	expect 0 "$BDRIVER" history rebuild --history git
	levels git | diff git.levels - || bad 'rebuild forgets the revision'
	expect 0 "$BDRIVER" history add --history git --repository repository --revision HEAD \
		--machine lab nights/0004.log
	expect 0 "$BDRIVER" history compare --history git 2025-01-02 "$(git -C repository rev-parse HEAD)"
	has out "old   commit $(git -C repository rev-parse HEAD~1 | head -c 10), 2025-01-02T02:00:00Z"
	has out "new   commit $(git -C repository rev-parse HEAD | head -c 10), 2025-01-05T02:00:00Z"
	expect 0 "$BDRIVER" history compare --history git --repository repository HEAD~1 HEAD
	has out "old   commit $(git -C repository rev-parse HEAD~1 | head -c 10), "
	expect 2 "$BDRIVER" history compare --history git --repository repository HEAD~2 HEAD
	has err "git: has no night of the commit 'HEAD~2'"
	expect 2 "$BDRIVER" history add --history git --repository repository --revision nothing \
		nights/0002.log
	has err "git knows no commit 'nothing' in repository"
fi

testcase 'a database of each version that there was is brought up to date; a reader leaves it alone'
for dump in "$BD_SOURCE"/tests/data/history/version*.sql; do
	rm -rf old
	mkdir old
	python3 -c 'import sqlite3, sys
sqlite3.connect("old/history.db").executescript(open(sys.argv[1]).read())' "$dump" || bad "$dump"
	expect 2 "$BDRIVER" history --history old
	has err 'bring it up to date'
	expect 0 "$BDRIVER" history add --history old nights/0003.log
	levels old >out
	[ "$(grep -c '^made' out)" = 6 ] || bad "brought up to date from $dump: $(cat out)"
	# Of older nights only the largest peak is known; a new one has the median as well.
	counted old >out
	[ "$(grep -c '^memory None 1000.0$' out)" = 4 ] || bad "memory from $dump: $(cat out)"
	[ "$(grep -c '^memory 1000.0 1000.0$' out)" = 2 ] || bad "memory beside $dump: $(cat out)"
done
testcase 'what a framework counts is a metric too, and the size of an executable; a rebuild loses neither'
awk -F, -v OFS=, '/^suite/ { $0 = $0 ",counters" } /^"made"/ { $0 = $0 ",\"{\"\"hits\"\":7}\"" } 1' \
	nights/0001.log | sed '1a # suite.made.loaded_bytes: 52000' >counters.log
expect 0 "$BDRIVER" history add --history counters counters.log
counted counters >before
[ "$(grep -c '^counter.hits 7.0 7.0$' before)" = 3 ] || bad "counters: $(cat before)"
has before 'size 52000.0 52000.0'
expect 0 "$BDRIVER" history rebuild --history counters
counted counters | diff before - || bad 'rebuild changed the counters'

testcase 'what is no log of ours, or no history of ours'
expect 2 "$BDRIVER" history add "$BD_SOURCE/CMakeLists.txt"
has err "is no log that bdriver can read"
sed '/started/d' nights/0001.log >undated.log
expect 2 "$BDRIVER" history add undated.log
has err "undated.log: does not say when it was measured"
testcase 'a night of the future would be the last one for ever'
for days in 2 4000; do
	later=$(date -u -d "+$days days" +%Y-%m-%dT%H:%M:%SZ)
	sed "s/^# started: .*/# started: $later/; s/^# session.*//" nights/0001.log >ahead.log
	expect 2 "$BDRIVER" history add --history ahead ahead.log
	has err "ahead.log: its date $later is more than a day after today's"
	has err 'give the true date with --date'
	expect 2 "$BDRIVER" history add --history ahead --date "$later" nights/0001.log
	sed "2i# history.started: $later" nights/0001.log >given.log
	expect 2 "$BDRIVER" history add --history ahead given.log
done
expect 0 "$BDRIVER" history add --history ahead --date 2025-01-03 ahead.log
sed "s/^# started: .*/# started: $(date -u -d '+20 hours' +%Y-%m-%dT%H:%M:%SZ)/" nights/0002.log >soon.log
expect 0 "$BDRIVER" history add --history ahead soon.log

testcase 'what is no log of ours, or no history of ours'
expect 2 "$BDRIVER" history add missing.log
has err 'missing.log: cannot be opened'
mkdir empty
expect 2 "$BDRIVER" history add empty
has err 'there is no log in it'
cp nights/0001.log empty/old.log.part
expect 2 "$BDRIVER" history add empty
has err 'empty: its run was interrupted; go on with bdriver run --resume empty'
expect 2 "$BDRIVER" history ad
has err "did you mean 'add'?"
expect 2 "$BDRIVER" history rebuild --partial
has err "unknown option '--partial'; see bdriver history rebuild --help"
expect 2 "$BDRIVER" history rebuild nights
has err "unexpected argument 'nights'; usage: bdriver history rebuild"

testcase 'two nights of one second: the order of arrival does not matter, nor does a rebuild; damage is told'
mkdir second
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" second --nights 20 --benchmarks 3 --change 10:1:1.3 \
	--change 11:1:1.3 --hidden 10:2:1.2 || bad 'no logs'
sed -i 's/^# started: .*/# started: 2025-01-12T02:00:00Z/' second/0010.log
for order in '0010 0011' '0011 0010'; do
	rm -rf times
	for night in $order; do
		"$BDRIVER" history add -q --history times "second/$night.log" || bad "$night"
	done
	"$BDRIVER" history add -q --history times second || bad 'the others'
	expect 1 "$BDRIVER" history --history times
	mv out "${order// /-}"
done
diff 0010-0011 0011-0010 || bad 'the order of arrival matters'
expect 0 "$BDRIVER" history rebuild --history times
"$BDRIVER" history --history times | diff 0010-0011 - || bad 'a rebuild changes it'
python3 - <<'PY' || bad 'not damaged'
import sqlite3
db = sqlite3.connect("times/history.db")
page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'point'").fetchone()[0]
size = db.execute("PRAGMA page_size").fetchone()[0]
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
db.close()
with open("times/history.db", "r+b") as file:
    file.seek((page - 1) * size)
    file.write(b"\xff" * size)
PY
expect 2 "$BDRIVER" history --history times
has err 'history.db: '
finish
