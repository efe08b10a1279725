#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# False changes of paired runs: all our suites against copies of themselves, also on a loaded machine.
# Options: --short (under a minute: every sixth suite), --runs (one worker), --two-worker-runs,
# --loaded-runs, --rounds, --launch-time, --level O0|O2|Os, --every N (every Nth suite), --keep FOLDER (of logs).
set -euo pipefail
exec python3 "$BD_SOURCE/tests/eval/paired_aa.py" "$@"
