#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A history that two processes write, that is killed at 100 random moments, that has no room or may
# not be written: each log is stored whole or not at all, and nothing is lost.
# slow: it kills 100 processes.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1
mkdir nights
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 20 --benchmarks 40 --launches 5 ||
	bad 'no logs'

# check FOLDER: sound, and each run has all its points; prints the number of runs.
check() {
	python3 - "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(f"{sys.argv[1]}/history.db")
assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "integrity"
if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
    sys.exit(print(0))
parts = db.execute("SELECT r.id FROM run r LEFT JOIN point p ON p.run = r.id GROUP BY r.id "
                   "HAVING count(p.run) <> 40").fetchall()
assert not parts, f"runs without all their points: {parts}"
print(db.execute("SELECT count(*) FROM run").fetchone()[0])
PY
}

expect 0 "$BDRIVER" history add --history whole nights
[ "$(check whole)" = 20 ] || bad 'whole'

# Two at once, the same logs.
"$BDRIVER" history add --history two nights >two.1 2>&1 &
pid=$!
"$BDRIVER" history add --history two nights >two.2 2>&1 || bad "the second writer: $(cat two.2)"
wait $pid || bad "the first writer: $(cat two.1)"
[ "$(check two)" = 20 ] || bad 'two writers'
[ "$(cat two.1 two.2 | grep -c ': new$')" = 20 ] || bad "two writers: $(cat two.1 two.2)"

# Two that both make the history.
for i in $(seq 20); do
	rm -rf made
	"$BDRIVER" history add --history made nights/0001.log >two.1 2>&1 &
	pid=$!
	"$BDRIVER" history add --history made nights/0002.log >two.2 2>&1 || bad "the second maker: $(cat two.2)"
	wait $pid || bad "the first maker: $(cat two.1)"
	[ "$(check made)" = 2 ] || bad 'two makers'
done

# Killed at moments of the first tenth of a second; then one goes through.
for i in $(seq 100); do
	"$BDRIVER" history add --history killed nights >/dev/null 2>&1 &
	pid=$!
	sleep "0.0$((RANDOM % 90 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ $((i % 20)) != 0 ] || [ ! -e killed/history.db ] || check killed >/dev/null || bad "after kill $i"
done
expect 0 "$BDRIVER" history add --history killed nights
[ "$(check killed)" = 20 ] || bad 'after 100 kills'
left=$(find killed/logs -type f ! -name '*.log.gz')
[ -z "$left" ] || bad "left behind: $left"
expect 0 "$BDRIVER" history rebuild --history killed
[ "$(check killed)" = 20 ] || bad 'rebuilt after 100 kills'

# No room: files of at most so many blocks of 1 KiB. What was stored stays, and the rest can follow.
for blocks in 1 8 40 100 200; do
	(ulimit -f $blocks; "$BDRIVER" history add --history full nights) >out 2>err
	code=$?
	[ $code = 4 ] || [ $blocks -ge 200 ] || bad "with $blocks KiB: exit code $code: $(cat err)"
	[ $code != 4 ] || grep -q 'cannot be written\|cannot be opened\|disk' err || bad "with $blocks KiB: $(cat err)"
	[ ! -s full/history.db ] || check full >runs || bad "with $blocks KiB"
done
expect 0 "$BDRIVER" history add --history full nights
[ "$(check full)" = 20 ] || bad 'after there was no room'

# May not be written; root may write everywhere, so an ordinary user tries.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	chmod 755 .
	user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	if "${user[@]}" test -x "$BDRIVER"; then
		expect 4 "${user[@]}" "$BDRIVER" history add --history whole nights
		has err 'whole/history.lock: cannot be locked: Permission denied'
		# Only the database may not be written; what it holds stays.
		cp -r whole fixed
		chown -R 65534:65534 fixed
		chmod a-w fixed/history.db
		rm -f fixed/history.db-*
		sed 's/^# seed: .*/# seed: 77/; s/^# started: 2025/# started: 2024/' nights/0001.log >another.log
		expect 4 "${user[@]}" "$BDRIVER" history add --history fixed another.log
		has err 'fixed/history.db: cannot be written'
		[ "$(check fixed)" = 20 ] || bad 'a database that may not be written'
	else
		echo "note: another user cannot reach the build folder, so no test as one"
	fi
fi

# Of a newer bdriver, of another program.
python3 -c 'import sqlite3; d = sqlite3.connect("two/history.db"); d.execute("PRAGMA user_version = 99")'
expect 4 "$BDRIVER" history add --history two nights
has err 'two/history.db: has version 99, this bdriver knows up to'
mkdir other
python3 -c 'import sqlite3; d = sqlite3.connect("other/history.db"); d.execute("CREATE TABLE a(b)")'
expect 4 "$BDRIVER" history add --history other nights
has err 'other/history.db: is a database of another program'
finish
