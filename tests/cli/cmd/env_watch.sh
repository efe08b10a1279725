#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver env --watch grades the machine, and run --require-quiet holds to that. Which grade it is
# depends on the machine; that it follows from the quantities is tested in unit/driver/machine/grade.
# slow: it watches the machine for some seconds.
. "$BD_SOURCE/tests/cli/lib.sh"
suite=$BD_BUILD/suites/classic_O2

expect 0 "$BDRIVER" env --watch 1s
for what in 'clock step' 'wake-up jitter' steal 'other programs' interrupts 'frequency range' \
	'core shared' 'reference work'; do
	has out "$what"
done
grep -qE '^grade [ABCDF] over [0-9.]+ s: ' out || bad 'no grade'
expect 0 "$BDRIVER" env --watch 1s --format json
if command -v python3 >/dev/null; then
	python3 - <<'END' || bad 'the JSON is not as documented'
import json
watch = json.load(open('out'))['watch']
assert watch['grade'] in 'ABCDF' and watch['seconds'] >= 1
known = [m for m in watch['measures'] if m['value'] is not None]
assert len(watch['measures']) == 8 and known
assert all(m['grade'] in 'ABCDF' for m in known)
assert max(m['grade'] for m in known) == watch['grade']
END
fi
expect 2 "$BDRIVER" env --watch 10
expect 2 "$BDRIVER" env --watch 5ms
has err 'a second or longer'

# A busy loop on each CPU: other programs use nearly all there is.
loops=()
for ((i = 0; i < $(nproc); i++)); do
	run_loop
	loops+=($!)
done
expect 2 "$BDRIVER" run -s "$suite" Sieve/10000 -r 1 --launch-time 1ms --require-quiet A --no-wait \
	-o no.log
has err '--require-quiet'
[ ! -e no.log.part ] || bad 'a log although the machine was refused'
# Without --no-wait it waits, and measures nothing meanwhile.
"$BDRIVER" run -s "$suite" Sieve/10000 -r 1 --launch-time 1ms --require-quiet A -o no.log >out 2>err &
pid=$!
wait_for grep -q 'waiting for grade A; the machine has' err || bad "it does not wait: $(cat out err)"
kill $pid
wait $pid
[ ! -e no.log.part ] || bad 'a log although the machine is not quiet'
kill "${loops[@]}"
wait 2>/dev/null

expect 2 "$BDRIVER" run -s "$suite" Sieve/10000 --require-quiet E --dry-run
has err "--require-quiet: 'E' is not one of A|B|C|D"
finish
