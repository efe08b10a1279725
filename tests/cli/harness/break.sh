#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every benchmark of every suite: its own check passes, its result does not depend on the number
# of iterations, and with a corrupted result (the NAME_break builds) the check notices.
# slow: it launches every benchmark of every suite.
set -u
export LC_ALL=C

# row SUITE NAME ITERATIONS: the one row of the launch, else what went wrong instead of one.
row() {
	local text code
	text=$("$1" "$2" --iterations "$3" --samples 1 --out-fd 3 3>&1 >/dev/null 2>&1)
	code=$?
	[ $code -eq 0 ] || printf 'exit code %d\n' $code
	printf '%s\n' "$text" | sed -n 3p
}

cell='"([^"]|"")*"'
status_of() {
	printf '%s\n' "$1" | sed -nE "s/^$cell,\"([a-z]*)\",.*/\\2/p"
}
checksum_of() {
	printf '%s\n' "$1" | sed -nE "s/^$cell,\"ok\",\"\",[0-9]+,,[0-9.]*,([0-9a-f]{16}),.*/\\2/p"
}

check_good() {
	local name=$2 once twice
	once=$(row "$1" "$name" 1)
	case $(status_of "$once") in
	skipped) echo "skipped: $1 $name: $once" && return ;;
	ok) ;;
	*) echo "BAD $1 $name: ${once:-no row}" && return ;;
	esac
	twice=$(row "$1" "$name" 2)
	[ -n "$(checksum_of "$once")" ] || echo "BAD $1 $name: no checksum, call bd_result()"
	[ "$(checksum_of "$once")" = "$(checksum_of "$twice")" ] ||
		echo "BAD $1 $name: 1 iteration: $(checksum_of "$once"), 2: ${twice:0:200}"
}

check_broken() {
	local broken
	broken=$(row "$1" "$2" 1)
	case $(status_of "$broken") in
	verify | skipped) ;;
	*) echo "BAD $1 $2: a corrupted result is not noticed: ${broken:0:200}" ;;
	esac
}

if [ $# -eq 2 ]; then
	case $1 in
	*_break) check_broken "$1" "$2" ;;
	*) check_good "$1" "$2" ;;
	esac
	exit 0
fi

list=$(mktemp) report=$(mktemp)
trap 'rm -f "$list" "$report"' EXIT
suites=0
for broken in "$BD_BUILD"/tests/break/*_break; do
	good=$BD_BUILD/suites/$(basename "$broken" _break)_O2
	for suite in "$good" "$broken"; do
		names=$("$suite" --list) || { echo "$suite --list failed" && exit 1; }
		[ -n "$names" ] || { echo "$suite has no benchmark" && exit 1; }
		printf '%s\n' "$names" | while IFS= read -r name; do
			printf '%s\0%s\0' "$suite" "$name"
		done >>"$list"
	done
	suites=$((suites + 1))
done
[ $suites -gt 0 ] || { echo "no suite in $BD_BUILD/tests/break" && exit 1; }
xargs -0 -n 2 -P 2 bash "$0" <"$list" >"$report" || exit 1
total=$(($(tr -dc '\0' <"$list" | wc -c) / 4))
skipped=$(grep -c '^skipped' "$report")
cat "$report"
echo "$total benchmarks of $suites suites, $skipped skipped"
! grep -q '^BAD' "$report" && [ "$skipped" -lt "$total" ]
