# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by tests/eval/simulate_*.sh. cell ARGUMENT... notes one call of the simulator; cells runs
# them all, JOBS (default: all cores) at once and at low priority, and prints one CSV in their order.
set -euo pipefail
: "${BDRIVER:?}" "${BD_BUILD:?}"
simulator=$BD_BUILD/tests/simulate
[ -x "$simulator" ] || { echo "there is no $simulator; build first" >&2; exit 2; }
cell_folder=$(mktemp -d)
trap 'rm -rf "$cell_folder"' EXIT
cell_count=0

cell() {
	cell_count=$((cell_count + 1))
	printf '%q ' "$@" >"$cell_folder/$(printf %04d $cell_count).arguments"
}

cells() {
	# Each cell to its own file: two must not print into each other's lines.
	find "$cell_folder" -name '*.arguments' | sort |
		xargs -P "${JOBS:-$(nproc)}" -I FILE bash -c \
			'eval "nice -n ${NICE:-10} \"$0\" $(cat FILE)" >"FILE.csv"' "$simulator"
	awk 'FNR > 1 || NR == 1' "$cell_folder"/*.csv
}

# size SHORT NORMAL FULL: the one that $SIZE asks for
size() {
	case "$SIZE" in
	short) echo "$1" ;;
	normal) echo "$2" ;;
	full) echo "$3" ;;
	*) echo "short, normal or full, not $SIZE" >&2; exit 2 ;;
	esac
}
