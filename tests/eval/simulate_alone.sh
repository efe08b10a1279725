#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Simulated machines M0 to M6, one benchmark alone: false changes, power [SIZE [paired|unpaired]].
# SIZE: short, normal or full, 100, 2,000 or 10,000 replications. Normal takes 3 minutes on two
# quiet cores. Unpaired has a script of its own.
SIZE=${1:-normal}
# shellcheck source=/dev/null
. "$(dirname "$0")/simulate/cells.sh"

n=$(size 100 2000 10000)
for model in M0 M1 M2 M3 M4 M5 M6; do
	if [ "${2:-paired}" = paired ]; then
		cell alone --model $model --rounds 8,10,20 --effect 0,1,2,5,10 --replications "$n"
	else
		cell alone --plan unpaired --model $model --rounds 4,10 --effect 0,2,5,10 \
			--replications "$n"
	fi
done
cells
