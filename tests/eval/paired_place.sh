#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Does the place of an executable in memory change a time? One benchmark against copies of its suite, and against the same file.
# Options: --benchmark PATTERN, --suite NAME, --files, --runs, --rounds, --launch-time.
set -euo pipefail
export BDRIVER_LOCK=eval$$
exec python3 "$BD_SOURCE/tests/eval/paired_place.py" "$@"
