#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run ends within the time that it promises: simulated suites whose launches cost the same, or up
# to a thousand times as much as others, whatever is noisy or changed (tests/simulated/forecast.py).
# slow: twenty runs
. "$BD_SOURCE/tests/cli/lib.sh"
PYTHONPATH=$BD_SOURCE/tests/eval/lib python3 -B "$BD_SOURCE/tests/simulated/forecast.py" --runs 1 \
	--profile plain,default,smoke >table 2>err || bad "no table: $(cat err)"
testcase 'in nine of ten runs the end lies within the range, which is at most three wide'
awk -F, 'NR > 1 { said += $4; inside += $5; narrow += $6 }
	END { exit !(said >= 40 && inside >= 0.9 * said && narrow == said) }' table || bad "$(cat table)"
testcase 'half way, each of them has said its end'
awk -F, '$2 == 0.5 && $4 < $3 { exit 1 }' table || bad "$(cat table)"
finish
