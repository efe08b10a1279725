#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run ends within the time that it promises: simulated suites whose launches cost the same, or up
# to a thousand times as much as others, whatever is noisy or changed (tests/eval/studies/forecast.py).
# slow: twenty runs
. "$BD_SOURCE/tests/cli/lib.sh"
BD_BUILD=$BD_BUILD "$BD_SOURCE/tests/eval/run" --as - forecast --runs 1 --profile plain,default,smoke >table ||
	bad "the study failed: $(cat err 2>/dev/null)"
testcase 'in nine of ten runs the end lies within the range, which is at most three wide'
awk -F, 'NR > 1 { said += $4; inside += $5; narrow += $6 }
	END { exit !(said >= 40 && inside >= 0.9 * said && narrow == said) }' table || bad "$(cat table)"
testcase 'half way, each of them has said its end'
awk -F, '$2 == 0.5 && $4 < $3 { exit 1 }' table || bad "$(cat table)"
finish
