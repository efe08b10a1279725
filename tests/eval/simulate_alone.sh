#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Simulated machines M0 to M6, one benchmark alone: false changes and power [short|normal|full].
# 100, 2,000 or 10,000 replications; normal takes about 4 minutes on two cores.
SIZE=${1:-normal}
# shellcheck source=/dev/null
. "$(dirname "$0")/simulate/cells.sh"

n=$(size 100 2000 10000)
for model in M0 M1 M2 M3 M4 M5 M6; do
	cell alone --model $model --rounds 8,10,20 --effect 0,1,2,5,10 --replications "$n"
done
for model in M0 M1 M2 M3 M4 M5 M6; do
	cell alone --plan unpaired --model $model --rounds 4,10 --effect 0,2,5,10 --replications "$n"
done
cells
