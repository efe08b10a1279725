#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Is a budget kept? Paired runs of real suites, what was planned and what it took.
# Options: --short (under a minute), --budgets "10 20 40" (seconds), --workers "1 2",
# --suites "classic uthash ...".
set -euo pipefail
exec python3 "$BD_SOURCE/tests/eval/budget.py" "$@"
