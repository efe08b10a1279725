#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# calibrate: the same build on both sides; what this machine can see is printed, and not remembered.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
suite=$BD_BUILD/suites/classic_O2
quick=(--launch-time 1ms --samples 3 -q -j 1)

expect 0 "$BDRIVER" calibrate "$suite" -f '^Sieve' -o a "${quick[@]}"
has out '2 benchmarks, the same build on both sides, 1 worker'
has out 'Smallest change seen in 8 rounds'
has out 'Smallest change seen in 20 rounds'
[ -e a/old.log ] && [ -e a/new.log ] || bad "logs: $(ls a)"
expect 0 "$BDRIVER" calibrate "$suite" -f 'HeapSort/1000' -o b -r 8 "${quick[@]}"
hasnt out 'seen in 20 rounds'
has out 'seen in 8 rounds'
[ ! -e bdriver.calibration ] || bad 'a file of results'

expect 2 "$BDRIVER" calibrate nosuchsuite -o d
expect 2 "$BDRIVER" calibrate "$suite" -f '^Sieve' -o a "${quick[@]}"
has err 'exists already'
finish
