#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Suites at 1, 2 and 4 workers, with and without a neighbour whose bursts are known: which launches are marked, and what changes falsely.
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}" "${BD_SOURCE:?}"
# Other runs on this machine would be waited for, and the time counted.
export BDRIVER_LOCK=eval$$
exec python3 "$BD_SOURCE/tests/eval/disturbed.py" "$@"
