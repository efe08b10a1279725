#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What each part of the rules is there for: simulated suites, special cases [SIZE [paired|unpaired]].
# SIZE: short, normal or full, 5, 200 or 2,000 pairs of logs a row. Normal takes 5 minutes on two
# quiet cores. Unpaired has a script of its own.
SIZE=${1:-normal}
# shellcheck source=/dev/null
. "$(dirname "$0")/simulate/cells.sh"

n=$(size 5 200 2000)
# The median of 20 executions of sd .0252 makes 1 % of the ratio of a round.
claim() {
	local label=$1
	shift
	cell suite --label "$label" --model M0 --noise .0252 --executions 20 --rounds 8 \
		--replications "$n" "$@"
}
paired_claims() {
	claim "equal noise" --effect 2
	claim "equal noise; no moderation" --effect 2 --options --no-moderation
	claim "equal noise; strict" --effect 2 --options --strict
	claim "unequal noise" --effect 2 --spread 0.5
	claim "unequal noise; no moderation" --effect 2 --spread 0.5 --options --no-moderation
	claim "unequal noise; strict" --effect 2 --spread 0.5 --options --strict
	claim "all 0.3 % slower" --effect 2 --shift 0.3
	claim "all 0.3 % slower; strict" --effect 2 --shift 0.3 --options --strict
	claim "all 0.3 % slower; nothing else changed" --shift 0.3 --changed 0
	claim "second of a round 1 % slower" --changed 0 --order-effect 1
	claim "second of a round 1 % slower; the logs do not tell who" --changed 0 --order-effect 1 --no-position
	claim "second of a round 1 % slower; ABBA" --changed 0 --order-effect 1 --abba
	claim "1 % of the benchmarks four times noisier" --changed 0 --noisy 1
	claim "1 % of the benchmarks four times noisier; no moderation" --changed 0 --noisy 1 \
		--options --no-moderation
	claim "clock step of 2 %" --changed 0 --step 200000
	claim "build offset of 0.5 % for ever" --changed 0 --offset 0.005
	claim "build offset of 1 % for ever" --changed 0 --offset 0.01
	# Half the noise: there the threshold binds.
	claim "half the noise; all 0.3 % slower" --noise .0126 --effect 2 --shift 0.3
	claim "half the noise; all 0.3 % slower; threshold 0.1 %" --noise .0126 --effect 2 --shift 0.3 \
		--options "--threshold 0.1"
	claim "half the noise; second of a round 1 % slower" --noise .0126 --changed 0 --order-effect 1
	claim "half the noise; second of a round 1 % slower; the logs do not tell who" --noise .0126 \
		--changed 0 --order-effect 1 --no-position
}

unpaired_claims() {
	for threshold in 5 3 1; do
		for model in M3 M6; do
			cell suite --label "two sessions; threshold $threshold %" --plan unpaired --model $model \
				--rounds 4 --changed 0 --replications "$n" --options "--threshold $threshold"
			cell suite --label "two sessions; threshold $threshold %" --plan unpaired --model $model \
				--rounds 4 --effect 5,10 --replications "$n" --options "--threshold $threshold"
		done
		cell suite --label "two sessions; threshold $threshold %; half of the suite changed" \
			--plan unpaired --model M3 --rounds 4 --effect 10 --changed 50 --replications "$n" \
			--options "--threshold $threshold"
	done
}

"${2:-paired}_claims"
cells
