#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reversals and anomalies at known changes: paired runs, all old then all new, bench_diff's figures.
# Options: --short (under a minute), --rounds, --short-comparisons, --long-comparisons (per change,
# 100 at most), --short-launch, --long-launch (time of a launch), --workers. Wants valgrind for the
# column that counts instructions.
set -euo pipefail
exec python3 "$BD_SOURCE/tests/eval/paired_spin.py" "$@"
