#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of the house that a machine can hold: includes point one way, each library stays in
# its files, licences, layout of text, size of files.
set -u
cd "$BD_SOURCE" || exit 1
bad=0
complain() {
	printf '%s\n' "$*"
	bad=1
}

mapfile -t sources < <(find harness compare doctor driver suites tests \
	\( -name '*.[ch]' -o -name '*.cpp' \) | sort)
mapfile -t scripts < <(find bootstrap .ci tests -name '*.sh' -o -path '.ci/*' -type f -o -name bootstrap)

# May a file in folder $1 include a header of folder $2?
may_include() {
	case "$1:$2" in
	base:base | harness:harness | harness:base) true ;;
	compare:compare | compare:base | compare:harness) true ;;
	doctor:doctor | doctor:compare | doctor:base | doctor:harness) true ;;
	driver:* | tests:*) true ;;
	suites:harness) true ;;
	*) false ;;
	esac
}

folder_of() {
	case "$1" in
	harness/base/*) echo base ;;
	*) echo "${1%%/*}" ;;
	esac
}

while IFS=: read -r file line text; do
	header=${text#*\"}
	header=${header%%\"*}
	from=$(folder_of "$file")
	case "$header" in
	harness/* | compare/* | doctor/* | driver/* | suites/* | tests/*)
		may_include "$from" "$(folder_of "$header")" ||
			{ [ "$from" = suites ] && [ "${header%/*}" = "${file%/*}" ]; } ||
			[ "$from:${header%/*}" = suites:suites ] ||
			complain "$file:$line: $from may not include $header"
		[ "$from" != suites ] || case "$header" in
		harness/bench.h | suites/*) ;;
		*) complain "$file:$line: a suite includes only harness/bench.h" ;;
		esac
		;;
	*) complain "$file:$line: include by path from the root, not \"$header\"" ;;
	esac
done < <(grep -nE '^#include "' "${sources[@]}" /dev/null)

# only_in HEADER PATTERN: the header may be included only by files that match.
only_in() {
	local hit
	while read -r hit; do
		[[ $hit =~ $2 ]] || complain "$hit: <$1> belongs into $2"
	done < <(grep -lE "^#include <$1>" "${sources[@]}")
}
only_in 'uv\.h' '^(driver/(process|scheduler)[a-z_]*\.[ch]|suites/uv/|tests/)'
only_in 'ini\.h' '^(driver/config[a-z_]*\.c|suites/ini/|tests/)'
only_in 'csv\.h' '^(compare/(reader|log|csv)[a-z_]*\.[ch]|suites/csv/|tests/)'
only_in 'uthash\.h' '^(compare/table\.c|suites/uthash/|tests/)'

for file in "${sources[@]}" "${scripts[@]}"; do
	want=GPL-3.0-or-later
	[ "${file#harness/}" = "$file" ] || want=MIT
	head -n 3 "$file" | grep -qE "SPDX-License-Identifier: ($want)" ||
		complain "$file: its first lines must say SPDX-License-Identifier: $want"
done

for file in "${sources[@]}"; do
	lines=$(wc -l <"$file")
	[ "$lines" -le 500 ] || complain "$file: $lines lines; a file has one noun"
done

if command -v clang-format >/dev/null; then
	clang-format --dry-run -Werror "${sources[@]}" 2>&1 | head -n 20 | grep . && bad=1
else
	echo "clang-format is not installed: layout not checked"
fi
exit $bad
