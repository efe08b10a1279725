# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by each tests/cli/AREA/NAME.sh. Works in a fresh folder that is removed at the end.
#	expect CODE COMMAND...   runs it; standard output to ./out, error to ./err; checks the code
#	has FILE TEXT            the file holds the text;   hasnt FILE TEXT: it does not
#	golden NAME FILE         equals golden/NAME beside the script (BD_UPDATE=1 writes it anew)
#	bad TEXT                 notes a failure;           skip REASON: ends as skipped
#	testcase SENTENCE        what the following lines test; failures name it
#	rows LOG                 the rows of a log;         cells LOG COLUMN...: of each row these, by name
#	launches_in LOG          how many rows it has by now, 0 where it is not there yet
#	wait_for COMMAND...      until it succeeds; fails where the process $pid has ended before
#	wait_for_rows LOG N      until it has N, or the process $pid has ended
#	run_loop COMMAND...      a busy loop in the background, which ends by itself should nobody end it: $!
#	long_from_here           what follows is only for BD_LONG=1, as .ci/full has it
#	nights_with_changes      logs of 60 simulated nights in ./nights
#	finish                   last line of the script
set -u
: "${BDRIVER:?}" "${BD_BUILD:?}" "${BD_SOURCE:?}"
export LC_ALL=C.UTF-8 TERM=dumb
# Tests may measure beside each other: the machine-wide lock has a name of its own in each.
export BDRIVER_LOCK=test$$
# What is launched is then what is planned, also on a busy machine.
export BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
unset NO_COLOR COLUMNS
test_failures=0
test_case=
test_home=$(cd "$(dirname "$0")" && pwd)
test_folder=$(mktemp -d)
trap 'cd / && rm -rf "$test_folder"' EXIT
cd "$test_folder" || exit 1

testcase() {
	test_case="$1: "
	printf '%s\n' "== $1"
}

bad() {
	printf 'FAILED: %s\n' "$test_case$*"
	test_failures=$((test_failures + 1))
}

skip() {
	printf 'skipped: %s\n' "$*"
	[ "$test_failures" = 0 ] || exit 1
	exit 77
}

# A sanitizer refers to all objects of a file from one table, so no code is the same.
sanitized() { grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt"; }
# Tests preload libraries.
! sanitized || export ASAN_OPTIONS=verify_asan_link_order=0

need_same_code() {
	[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
	! sanitized || skip "a sanitizer refers to all objects of a file from one table"
}

expect() {
	local want=$1 got=0
	shift
	"$@" >out 2>err </dev/null || got=$?
	[ "$got" = "$want" ] && return
	bad "exit code $got, not $want: $*"
	head -c 2000 out err
}

has() {
	grep -qF -- "$2" "$1" && return
	bad "$1 lacks '$2'; it holds:"
	head -c 2000 "$1"
}

hasnt() {
	! grep -qF -- "$2" "$1" || bad "$1 holds '$2'"
}

golden() {
	local file=$test_home/golden/$1
	[ -z "${BD_UPDATE:-}" ] || cp "$2" "$file"
	diff -u "$file" "$2" ||
		bad "differs from $file (meant? BD_UPDATE=1 ctest -R cli/ writes it anew)"
}

# Is the file JSON that docs/schema/NAME.json describes?
schema() {
	python3 "$BD_SOURCE/tests/cli/schema.py" "$BD_SOURCE/docs/schema/$1.json" "$2" || bad "$2 is not docs/schema/$1.json"
}

rows() {
	grep -v '^#' "$1" | tail -n +2
}

cells() {
	local log=$1
	shift
	awk -v want="$*" -F, '/^#/ { next }
		!n { for (i = 1; i <= NF; i++) at[$i] = i; n = split(want, w, " "); next }
		{ line = ""; for (i = 1; i <= n; i++) line = line (i > 1 ? " " : "") $at[w[i]]
		  gsub(/"/, "", line); print line }' "$log"
}

launches_in() {
	[ -e "$1" ] && rows "$1" | wc -l || echo 0
}

# Ten minutes are for what hangs, however slow the machine is.
wait_for() {
	local until=$((SECONDS + 600))
	until "$@"; do
		if ! kill -0 "${pid:?}" 2>/dev/null || [ $SECONDS -ge $until ]; then
			"$@"
			return
		fi
		sleep 0.02
	done
}

has_rows() {
	[ "$(launches_in "$1")" -ge "$2" ]
}

wait_for_rows() {
	wait_for has_rows "$1" "$2" || ! kill -0 "$pid" 2>/dev/null || bad "$1 never got $2 rows"
}

run_loop() {
	timeout 600 "$@" sh -c ': >looping; while :; do :; done' &
}

long_from_here() {
	[ -n "${BD_LONG:-}" ] || finish
}

finish() {
	[ "$test_failures" = 0 ] || exit 1
	exit 0
}

# Real changes at nights 30 (four benchmarks), 40 (taken back at 46) and 57; a compiler, a kernel that
# moves everything, one change without new code. The noise is .25 %.
nights_with_changes() {
	command -v python3 >/dev/null || skip "no python3 to make the logs"
	mkdir nights
	python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 60 --benchmarks 20 --launches 5 \
		--change 30:3-6:1.062 --change 40-45:7:1.1 --change 57:8:0.9 --compiler 35 --change 35:11:1.05 \
		--kernel 50 --hidden 50:all:1.03 --hidden 52:9:1.06 --missing 60:1 --failing 60:2 || bad 'no logs'
}
