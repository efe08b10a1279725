#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The database of an older bdriver is brought up to date without loss, also if that is killed.
# slow: it stores nights, and kills processes.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1
mkdir nights
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 30 --benchmarks 12 --launches 3 \
	--change 15:3-5:1.1 --change 20:7:0.9 || bad 'no logs'

# rows FOLDER: all that a version 4 had of it.
rows() {
	python3 - "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(f"{sys.argv[1]}/history.db")
assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "integrity"
for query in ("SELECT * FROM run", "SELECT * FROM machine", "SELECT * FROM point", "SELECT * FROM counted", "SELECT * FROM v_level",
              "SELECT event, machine, state, changed, first_night, last_night, benchmarks, decision, reason FROM v_event",
              "SELECT event, suite, benchmark, ratio, low, high FROM v_change"):
    for row in sorted(map(repr, db.execute(query))):
        print(row)
PY
}

for log in nights/*; do
	sed -i "s/^# host: .*/# host: $(basename "$log" .log)/" "$log"
done
expect 0 "$BDRIVER" history add -q --new-nights 30 --machine lab nights
expect 0 "$BDRIVER" history accept E20250116 -m wanted
rows history >before
python3 - <<'PY' || bad 'no old database'
import sqlite3
db = sqlite3.connect("history/history.db")
db.executescript("""DROP VIEW v_event; DROP VIEW v_change; DROP VIEW v_level; DROP VIEW v_counted;
    DROP VIEW v_schema;
    ALTER TABLE point RENAME TO now; ALTER TABLE counted RENAME TO counted_now;
    CREATE TABLE point(series, run, launches, failed, samples, iterations, disturbed, code, definition, toolchain,
        level, se, sd_within, sd_between, min_ns, median_ns, peak_kib, minima, medians, PRIMARY KEY(series, run)) WITHOUT ROWID;
    INSERT INTO point SELECT series, run, launches, failed, 3, 16, disturbed, code, definition, toolchain, level, se,
        0, 0, min_ns, median_ns, 1000, x'00', x'00' FROM now;
    CREATE TABLE counted(series, run, launches, median, low, high, PRIMARY KEY(series, run)) WITHOUT ROWID;
    INSERT INTO counted SELECT series, run, launches, median, low, high FROM counted_now;
    DROP TABLE now; DROP TABLE counted_now;
    ALTER TABLE change DROP COLUMN state; ALTER TABLE change DROP COLUMN decision;
    ALTER TABLE change DROP COLUMN reason; ALTER TABLE event DROP COLUMN withdrawn;
    ALTER TABLE event DROP COLUMN became; ALTER TABLE run DROP COLUMN packed; DROP TABLE checkpoint; PRAGMA user_version = 4;""")
# Each night had a machine of its own, from its host.
host, text = db.execute("SELECT host, fingerprint FROM machine").fetchone()
for run, in db.execute("SELECT id FROM run WHERE id > 1").fetchall():
    new = db.execute("INSERT INTO machine SELECT NULL, 'history.machine=lab; host=h%d' || substr(fingerprint, %d), class, 'h%d',"
                     " cpu_model, cores, kernel, governor, turbo, virtualisation FROM machine WHERE id = 1"
                     % (run, len("history.machine=lab") + 1, run)).lastrowid
    db.execute("UPDATE run SET machine = ? WHERE id = ?", (new, run))
db.execute("UPDATE machine SET fingerprint = ? WHERE id = 1",
           (text.replace("=lab", "=lab; host=" + host, 1),))
db.commit()
PY
expect 2 "$BDRIVER" history
has err 'has version 4, this bdriver reads version'

for i in $(seq 12); do
	rm -rf killed
	cp -r history killed
	"$BDRIVER" history add -q --history killed nights/0030.log >/dev/null 2>&1 &
	pid=$!
	sleep "0.0$((RANDOM % 40 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	expect 0 "$BDRIVER" history add -q --history killed nights/0030.log
	rows killed >after
	cmp -s before after || bad "after kill $i: $(diff before after)"
done
expect 1 "$BDRIVER" history --history killed
hasnt out withdrawn
finish
