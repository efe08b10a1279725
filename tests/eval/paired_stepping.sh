#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Launches in turn (--stepping yes) or one after the other: false changes, found changes, width of intervals.
# Options: --short (under a minute), --repeats, --spin, --long, --real (benchmarks a run), --rounds,
# --launch-time, --workers. About five minutes: each repeat is four runs of some 25 s.
set -euo pipefail
exec python3 "$BD_SOURCE/tests/eval/paired_stepping.py" "$@"
