#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every form that is read, with many rows: memory has a limit, and work grows as the rows do. The
# work is counted in instructions, as times would depend on the machine.
# long: up to a million rows of each form, and valgrind.
. "$BD_SOURCE/tests/cli/lib.sh"
make=$BD_BUILD/tests/unit/compare/formats/reader_test
"$make" --forms >forms
[ "$(wc -l <forms)" -ge 19 ] || bad "the forms: $(cat forms)"

# A sanitizer takes address space of its own.
nm "$BDRIVER" 2>/dev/null | grep -q __asan_init && limit=unlimited
while read -r form; do
	# Files of 40 to 200 MB; what has one launch a row keeps each of them.
	case $form in
	"Google Benchmark"* | Go | Criterion.rs) count=1000000 kib=80000 ;;
	pyperf | BenchmarkTools) count=100000 kib=200000 ;;
	*) count=200000 kib=200000 ;;
	esac
	(ulimit -v "${limit:-$kib}"; "$make" "$form" $count 1000 |
		"$BDRIVER" show - --format csv) >out 2>err
	[ "$(sed 1d out | wc -l)" = 1000 ] || bad "$form: $count rows: $(head -c 300 out err)"
done <forms

counted() { # FORM ROWS: instructions for a comparison of as many benchmarks
	"$make" "$1" "$2" "$2" >rows
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
		"$BDRIVER" compare --fail-on never rows rows 2>&1 >/dev/null |
		sed -n 's/.*I *refs: *//p' | tr -d ,
}
if ! command -v valgrind >/dev/null || [ "${limit:-}" ]; then
	echo 'work is not counted: no valgrind, or a sanitizer'
	finish
fi
while read -r form; do
	few=$(counted "$form" 100) many=$(counted "$form" 800)
	[ "${few:-0}" -gt 0 ] && [ "${many:-0}" -gt 0 ] || bad "$form: nothing was counted"
	# Eight times at most; the square would be 64 times.
	[ "$many" -lt $((9 * few)) ] || bad "$form: $few instructions for 100 rows, $many for 800"
	echo "$form: $((few / 100)) and $((many / 800)) instructions a row"
done <forms
finish
