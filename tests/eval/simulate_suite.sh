#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Simulated suites of 500 benchmarks: false discoveries, power, unchanged suites [short|normal|full].
# 5, 40 or 400 pairs of logs a cell, more where nothing changed; normal takes about 20 minutes.
SIZE=${1:-normal}
# shellcheck source=/dev/null
. "$(dirname "$0")/simulate/cells.sh"

n=$(size 5 40 400)
aa=$(size 5 100 1000)
for plan in paired unpaired; do
	for model in M0 M1 M2 M3 M4 M5 M6; do
		effects=2,5
		[ $plan = paired ] || effects=5,10
		rounds=8,20
		[ $plan = paired ] || rounds=4,10
		cell suite --label unchanged --plan $plan --model $model --rounds $rounds \
			--replications "$aa" --changed 0
		for changed in 1 10; do
			cell suite --label changed --plan $plan --model $model --rounds $rounds \
				--effect $effects --changed $changed --replications "$n"
		done
	done
done
cells
