#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver env says something about each property, and the JSON holds the same.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

expect 0 "$BDRIVER" env
for what in cpu microcode cores smt governor turbo aslr clock load virtualisation steal 'cpu limit' \
	'memory limit' kernel; do
	grep -qE "^$what .*  (fine|check)$" out || bad "nothing on $what"
done
grep -q "$(uname -r)" out || bad 'the kernel is another'
fine=$(grep -cE '  fine$' out)
check=$(grep -cE '  check$' out)
expect 0 "$BDRIVER" env --format json
if command -v python3 >/dev/null; then
	python3 - "$fine" "$check" <<'END' || bad 'the JSON differs from the text'
import json, sys
found = json.load(open('out'))
assert found['schema'] == 'bdriver-env-2'
rows = found['findings']
assert len(rows) == int(sys.argv[1]) + int(sys.argv[2])
assert all(row['fine'] == (row['advice'] is None) for row in rows)
END
fi
expect 0 "$BDRIVER" env -q
[ "$(grep -cE '  fine$' out)" = 0 ] || bad '-q shows what is fine'
expect 2 "$BDRIVER" env something
has err "unexpected argument 'something'"
finish
