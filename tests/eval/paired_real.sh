#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Real changes, gcc -O2 against gcc -O3 and clang -O2: do two independent paired runs agree?
# Options: --short (under a minute: a part of one suite), --rounds, --launch-time, --workers,
# --suites "A;B" (folders below suites/), --filter REGEX, --trees FOLDER (keeps what is built),
# --keep FOLDER (of logs). Wants gcc and clang (apt-get install gcc clang cmake ninja-build).
set -euo pipefail
for tool in gcc clang cmake ninja; do
	command -v $tool >/dev/null ||
		{ echo "paired_real: there is no $tool: apt-get install gcc clang cmake ninja-build" >&2; exit 1; }
done
exec python3 "$BD_SOURCE/tests/eval/paired_real.py" "$@"
