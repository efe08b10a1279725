#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every benchmark of every suite: its own check passes, its result does not depend on the number
# of iterations, and with a corrupted result (the NAME_break builds) the check notices.
# slow: it launches every benchmark of every suite.
set -u
export LC_ALL=C

# launch SUITE NAME ITERATIONS: sets row, that of the launch or what went wrong, status and checksum.
cell='"([^"]|"")*"'
launch() {
	local text code
	text=$("$1" "$2" --iterations "$3" --samples 1 --out-fd 3 3>&1 >/dev/null 2>&1)
	code=$?
	{ read -r row; read -r row; IFS= read -r row; } <<<"$text"
	[ $code -eq 0 ] || row="exit code $code $row"
	status= checksum=
	[[ ! $row =~ ^$cell,\"([a-z]*)\", ]] || status=${BASH_REMATCH[2]}
	[[ ! $row =~ ^$cell,\"ok\",\"\",[0-9]+,,[0-9.]*,([0-9a-f]{16}), ]] || checksum=${BASH_REMATCH[2]}
}

check_good() {
	local once
	launch "$1" "$2" 1
	case $status in
	skipped) echo "skipped: $1 $2: $row" && return ;;
	ok) ;;
	*) echo "BAD $1 $2: ${row:-no row}" && return ;;
	esac
	once=$checksum
	[ -n "$once" ] || echo "BAD $1 $2: no checksum, call bd_result()"
	launch "$1" "$2" 2
	[ "$once" = "$checksum" ] || echo "BAD $1 $2: 1 iteration: $once, 2: ${row:0:200}"
}

check_broken() {
	launch "$1" "$2" 1
	case $status in
	verify | skipped) ;;
	*) echo "BAD $1 $2: a corrupted result is not noticed: ${row:0:200}" ;;
	esac
}

if [ $# -gt 0 ]; then
	while [ $# -gt 0 ]; do
		case $1 in
		*_break) check_broken "$1" "$2" ;;
		*) check_good "$1" "$2" ;;
		esac
		shift 2
	done
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
xargs -0 -n 20 -P 2 bash "$0" <"$list" >"$report" || exit 1
total=$(($(tr -dc '\0' <"$list" | wc -c) / 4))
skipped=$(grep -c '^skipped' "$report")
cat "$report"
echo "$total benchmarks of $suites suites, $skipped skipped"
! grep -q '^BAD' "$report" && [ "$skipped" -lt "$total" ]
