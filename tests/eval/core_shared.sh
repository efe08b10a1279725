#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Slow launches of a real suite: which of them did the probes of the core see, which the run delay and the CPU share?
#   core_shared.sh [--raw LOG]    keeps the log
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}" "${BD_SOURCE:?}"
raw=
[ "${1:-}" != --raw ] || raw=$(realpath -m "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$BDRIVER" run -q -s "$BD_BUILD/suites/classic_O2" -j 1 -r 20 --launch-time 50ms --repeat-disturbed 0 --seed 1 -o core.log
[ -z "$raw" ] || cp core.log "$raw"
python3 "$BD_SOURCE/tests/eval/core_shared.py" core.log
