#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver env --watch says what disturbs launches here, by its exit code as well. What does depends on
# the machine; that it follows from the quantities is tested in unit/driver/machine/watched.
# slow: it watches the machine for some seconds.
. "$BD_SOURCE/tests/cli/lib.sh"

"$BDRIVER" env --watch 1s >out 2>err
code=$?
for what in 'clock step' 'wake-up jitter' steal 'other programs' interrupts 'frequency range' \
	'core shared' 'reference work'; do
	has out "$what"
done
if grep -q 'nothing disturbed launches in ' out; then
	[ $code = 0 ] || bad "quiet, and exit code $code"
else
	has out 'of these disturbed launches in '
	[ $code = 1 ] || bad "not quiet, and exit code $code"
fi
"$BDRIVER" env --watch 1s --format json >out 2>err
code=$?
if command -v python3 >/dev/null; then
	python3 - $code <<'END' || bad 'the JSON is not as documented'
import json, sys
watch = json.load(open('out'))['watch']
assert watch['seconds'] >= 1 and len(watch['measures']) == 8
assert watch['fine'] == all(m['fine'] for m in watch['measures']) == (sys.argv[1] == '0')
assert all(m['fine'] == (m['advice'] is None) for m in watch['measures'])
END
fi
expect 2 "$BDRIVER" env --watch 10
expect 2 "$BDRIVER" env --watch 5ms
has err 'a second or longer'

testcase 'a busy loop on each CPU: other programs use nearly all there is'
loops=()
for ((i = 0; i < $(nproc); i++)); do
	run_loop
	loops+=($!)
done
expect 1 "$BDRIVER" env --watch 1s -q
kill "${loops[@]}"
wait 2>/dev/null
finish
