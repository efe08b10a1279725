#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How long smoke and nightly take for 500 benchmarks, on one and two workers, and what the driver takes.
# Options: --short (under a minute), --smoke-every N, --nightly-every N (every Nth benchmark, the time
# is extrapolated and the row says so), --full (all of them: over an hour), --budget SECONDS (0: none),
# --budget-every N.
set -euo pipefail
exec python3 "$BD_SOURCE/tests/eval/paired_time.py" "$@"
