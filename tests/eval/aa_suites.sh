#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Real suites measured twice in sequence, at one and two workers: false changes beside power.
# aa_suites [ROUNDS [LAUNCH-TIME [SUITE...]]]: default 10 50ms classic_O2 zlib_O2 sqlite_O2, about
# 12 minutes. Nothing changed between the runs. For the power, a tenth of the benchmarks of the new log
# is made 2, 5 or 10 % slower by scaling its samples (plant.py, seed 1), each tenth in turn, so that
# every benchmark is changed once and is beside changed ones nine times.
set -euo pipefail
: "${BDRIVER:?}" "${BD_BUILD:?}"
here=$(cd "$(dirname "$0")" && pwd)
rounds=${1:-10}
launch_time=${2:-50ms}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- classic_O2 zlib_O2 sqlite_O2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suites=()
for suite in "$@"; do suites+=(-s "$suite"); done

measure() { # WORKERS LOG
	local code=0
	"$BDRIVER" run -q -c "$BD_BUILD/bdriver.ini" "${suites[@]}" -j "$1" -r "$rounds" \
		--launch-time "$launch_time" --seed 1 -o "$2" >&2 || code=$?
	[ $code = 0 ] || [ $code = 3 ] || exit $code
}

# What count_calls.py says of one comparison.
judge() { # NEW NAMES OPTION...
	local new_log=$1 names=$2
	shift 2
	"$BDRIVER" compare --fail-on never --format csv "$@" "$old" "$new_log" |
		python3 "$here/count_calls.py" "$names"
}

# The sums over ten tenths: benchmarks the same, false, real, found
planted() { # PER-CENT OPTION...
	local percent=$1 part
	shift
	for part in 0 1 2 3 4 5 6 7 8 9; do
		judge "$work/new$percent.$part.log" "$work/names$part" "$@"
	done | awk -F, '{ for (i = 1; i <= 4; i++) n[i] += $i } END { print n[1] "," n[2] "," n[3] "," n[4] }'
}

echo "workers,rule,rounds,same,false,unchanged,failed,same2,false2,real2,found2,same5,false5,real5,found5,same10,false10,real10,found10"
for workers in 1 2; do
	old=$work/old.log new=$work/new.log
	rm -f "$work"/*.log
	measure $workers "$old"
	measure $workers "$new"
	: >"$work/none"
	for percent in 2 5 10; do
		for part in 0 1 2 3 4 5 6 7 8 9; do
			python3 "$here/plant.py" "$new" $percent 1 $part "$work/new$percent.$part.log" \
				"$work/names$part"
		done
	done
	while IFS=: read -r rule options; do
		read -ra options <<<"$options"
		IFS=, read -r same false _ _ unchanged failed < <(judge "$new" "$work/none" "${options[@]}")
		printf '%s' "$workers,$rule,$rounds,$same,$false,$unchanged,$failed"
		for percent in 2 5 10; do printf ',%s' "$(planted $percent "${options[@]}")"; done
		echo
	done <<-'END'
		unpaired at 5 %:--rule unpaired
		unpaired at 3 %:--rule unpaired --threshold 3
		unpaired at 1 %:--rule unpaired --threshold 1
		minima beyond 5 % (swift):--rule swift
		minima beyond 2 % (swift):--rule swift --threshold 2
	END
done
