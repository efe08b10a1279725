#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A history that two processes write, that is killed at 150 random moments, that has no room or may
# not be written: each log is stored whole or not at all, and nothing is lost.
# slow: it kills 150 processes.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1
mkdir nights
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 20 --benchmarks 40 --launches 5 ||
	bad 'no logs'
sed 's/^# seed: .*/# seed: 77/; s/^# started: 2025/# started: 2024/' nights/0001.log >another.log

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

testcase 'a rebuild that was killed is no first night'
for _ in $(seq 100); do
	rm -rf again
	cp -r two again
	rm again/history.db
	"$BDRIVER" history rebuild --history again >/dev/null 2>&1 &
	pid=$!
	wait_for test -e again/history.db
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null || break
done
expect 2 "$BDRIVER" history --history again
has err 'again/history.db: its rebuild did not end; make it again with `bdriver history rebuild`'
expect 4 "$BDRIVER" history add --history again another.log
has err 'its rebuild did not end'
expect 0 "$BDRIVER" history rebuild --history again
[ "$(check again)" = 20 ] || bad 'rebuilt after a killed rebuild'
expect 0 "$BDRIVER" history add --history again another.log
test_case=

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
for i in $(seq 150); do
	"$BDRIVER" history add --history killed nights >/dev/null 2>&1 &
	pid=$!
	sleep "0.0$((RANDOM % 90 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ $((i % 20)) != 0 ] || [ ! -e killed/history.db ] || check killed >/dev/null || bad "after kill $i"
done
expect 0 "$BDRIVER" history add --history killed nights
[ "$(check killed)" = 20 ] || bad 'after 150 kills'
left=$(find killed/logs -type f ! -name '*.log.gz')
[ -z "$left" ] || bad "left behind: $left"
expect 0 "$BDRIVER" history rebuild --history killed
[ "$(check killed)" = 20 ] || bad 'rebuilt after 150 kills'

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
		expect 4 "${user[@]}" "$BDRIVER" history add --history fixed another.log
		has err 'fixed/history.db: cannot be written'
		[ "$(check fixed)" = 20 ] || bad 'a database that may not be written'
	else
		echo "note: another user cannot reach the build folder, so no test as one"
	fi
fi

testcase 'a full disk: the morning screen is read all the same, and what cannot be written is code 4'
trap 'umount "$test_folder/disk" 2>/dev/null; cd / && rm -rf "$test_folder"' EXIT
mkdir disk
if mount -t tmpfs -o size=4m tmpfs disk 2>/dev/null; then
	expect 0 "$BDRIVER" history add -q --new-nights 20 --history disk/h nights
	"$BDRIVER" history --history disk/h >want
	code=$?
	# Is it as it was, also with what only the -wal file has?
	screen() {
		expect "$code" "$BDRIVER" history --history disk/h
		diff want out || bad 'the morning screen is another one'
	}
	# What fails may free some room.
	fails() {
		dd if=/dev/zero of=disk/fill bs=4096 oflag=append conv=notrunc 2>/dev/null
		expect 4 "$BDRIVER" "$@"
	}
	for wal in no yes; do
		rm -f disk/fill disk/h/history.db-shm
		[ $wal = no ] || python3 - <<'PY'
import os, sqlite3
if not os.fork():
    db = sqlite3.connect("disk/h/history.db")
    db.execute("UPDATE machine SET class = 'mv'")
    db.execute("UPDATE series SET class = 'mv'")
    db.commit()
    os._exit(0)
os.wait()
PY
		[ $wal = no ] || sed -i 's/^[^,]*, 20 nights/mv, 20 nights/' want
		fails history add --history disk/h another.log
		has err 'cannot be written: No space left on device'
		fails history rebuild --history disk/h
		fails history accept --before 2026-01-01 -m why --history disk/h
		fails history report -o disk/pages --history disk/h
		rm -rf disk/pages
		fails compare nights/0001.log nights/0002.log -o disk/report
		fails report nights/0001.log -o disk/report
		screen
		"$BDRIVER" history >/dev/full --history disk/h 2>err
		[ $? = 4 ] || bad 'standard output is full'
		mount -o remount,ro disk && screen && mount -o remount,rw disk
	done
	rm disk/fill
	umount disk
else
	echo 'note: nothing can be mounted here, so no full disk'
fi

testcase 'a decision that does not fit is taken back whole'
cp -r whole half
: >half/bdriver.decisions
(ulimit -f 0; exec "$BDRIVER" history accept --before 2026-01-01 -m why --history half) >out 2>err
[ $? = 4 ] || bad "no room for a decision: $(cat err)"
[ ! -s half/bdriver.decisions ] || bad "left: $(cat half/bdriver.decisions)"

testcase 'a pipe in the place of a file is an error, not a wait'
rm half/bdriver.decisions
mkfifo half/bdriver.decisions
for words in '' 'add nights' 'accept --before 2026-01-01 -m why'; do
	timeout 60 "$BDRIVER" history $words --history half >out 2>err
	code=$?
	[ $code = 2 ] || [ $code = 4 ] || bad "history $words: exit code $code"
	has err 'half/bdriver.decisions: is not a regular file'
done
testcase 'a decision behind a last line without an end has a line of its own; zeros are no mark of a merge'
rm half/bdriver.decisions
"$BDRIVER" history accept -q --before 2025-01-02 -m one --history half
truncate -s -1 half/bdriver.decisions
expect 0 "$BDRIVER" history accept -q --before 2025-01-03 -m two --history half
[ "$(wc -l <half/bdriver.decisions)" = 2 ] || bad "one line: $(cat half/bdriver.decisions)"
printf '\0\0\0\n' >>half/bdriver.decisions
expect 2 "$BDRIVER" history --history half
has err 'half/bdriver.decisions:3: is no decision; correct or remove the line'

testcase 'a remembered date that is none hides nothing, and is named'
rm half/bdriver.decisions
echo nonsense >half/bdriver.since
"$BDRIVER" history --history half >out 2>err
has err 'half/bdriver.since: holds no date, so all events are shown'
rm half/bdriver.since
kept=$(find half/logs -name '*.gz' | head -n 1)
rm "$kept"
mkfifo "$kept"
expect 1 timeout 60 "$BDRIVER" history verify --history half
has err "$kept: is not a regular file"
rm -f half/history.db*
mkfifo half/history.db
expect 2 timeout 60 "$BDRIVER" history --history half
has err 'half/history.db: is not a regular file'
expect 4 timeout 60 "$BDRIVER" history add nights --history half
has err 'half/history.db: is not a regular file'

testcase 'a damaged head is neither a newer nor an older database, and rebuild makes it again'
# Bytes of the head: of the version and the mark of the program; who may write.
for head in 60:0x0000001b 60:0x00000009 60:0x0 60:0x8000000b 68:0x42447277 16:0x10000302; do
	for view in kept dropped; do
		rm -rf hurt
		cp -r two hurt
		[ $view = kept ] || python3 -c 'import sqlite3; sqlite3.connect("hurt/history.db").execute("DROP VIEW v_schema")'
		python3 -c 'import sys; f = open("hurt/history.db", "r+b"); f.seek(int(sys.argv[1])); f.write(int(sys.argv[2], 0).to_bytes(4, "big"))' \
			"${head%:*}" "${head#*:}"
		"$BDRIVER" history add -q --history hurt another.log 2>err
		code=$?
		[ $code = 4 ] && grep -q 'is damaged (.*`bdriver history rebuild`' err || bad "$head, $view: code $code: $(cat err)"
		"$BDRIVER" history --history hurt 2>err >out
		code=$?
		[ $head = 16:0x10000302 ] || [ $code = 2 ] && ! grep -q 'newer' err || bad "$head, $view: code $code: $(cat err)"
		expect 0 "$BDRIVER" history rebuild --history hurt
		[ "$(check hurt)" -ge 20 ] || bad "$head, $view: not made again"
	done
done

# Of a newer bdriver, of another program.
python3 -c 'import sqlite3; sqlite3.connect("two/history.db").executescript("""PRAGMA user_version = 99;
	DROP VIEW v_schema; CREATE VIEW v_schema AS SELECT 99 AS version""")'
expect 4 "$BDRIVER" history add --history two nights
has err 'two/history.db: has version 99, this bdriver knows up to'
mkdir other
python3 -c 'import sqlite3; d = sqlite3.connect("other/history.db"); d.execute("CREATE TABLE a(b)")'
expect 4 "$BDRIVER" history add --history other nights
has err 'other/history.db: is a database of another program'
finish
