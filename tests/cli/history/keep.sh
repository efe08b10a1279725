#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A history whose old logs were given up, as older programs could: all of it but these logs is read.
# slow: each night is written to the disk before the next.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the logs"
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=120
mkdir nights
# The first is the 2nd of January.
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 60 --benchmarks 4 --launches 4 \
	--change 30:1:1.1 || bad 'no logs'
expect 0 "$BDRIVER" history add -q --new-nights 100 --machine 'the, "lab"' nights
"$BDRIVER" history >before
grep -q 'E20' before || bad 'no event to compare'

# What `history prune` did: the row stays and is marked, the file goes.
python3 - <<'PY' || bad 'no logs given up'
import os, sqlite3
database = sqlite3.connect("history/history.db")
old = database.execute("SELECT content FROM run WHERE date(started, 'unixepoch') < '2025-01-20'").fetchall()
assert len(old) == 18, len(old)
for (content,) in old:
    database.execute("UPDATE run SET pruned = 1 WHERE content = ?", (content,))
    os.unlink(f"history/logs/{content[:2]}/{content}.log.gz")
database.commit()
PY
expect 0 "$BDRIVER" history verify
has out 'with 42 kept logs'
"$BDRIVER" history | diff before - || bad 'the points are not those of before'
# A rebuild takes what has no log from the old database; adding such a log again changes nothing.
expect 0 "$BDRIVER" history rebuild
"$BDRIVER" history | diff before - || bad 'a rebuild forgets what has no log'
expect 0 "$BDRIVER" history add nights/0010.log
has out 'known already'
expect 2 "$BDRIVER" history compare 2025-01-11 2025-01-31
has err "the log of '2025-01-11' was given up by"
# The words are gone.
expect 2 "$BDRIVER" history prune
has err "unknown command 'history prune'"
finish
