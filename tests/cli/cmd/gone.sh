#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is gone is refused with one sentence that says what to do instead.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

mapfile -t names < <(sed -nE 's/^\t\{ "([^"]+)",.*/\1/p' "$BD_SOURCE/driver/cli/gone.c")
[ "${#names[@]}" -ge 3 ] || bad "the table has only ${names[*]}"
for name in "${names[@]}"; do
	testcase "$name is gone"
	case $name in
	\[*)
		printf '%s\n' "$name" >gone.ini
		expect 2 "$BDRIVER" list -c gone.ini
		;;
	*) expect 2 "$BDRIVER" ${name/#--/run --} ;;
	esac
	has err "'${name#--*=}' is gone: "
	[ "$(wc -l <err)" = 1 ] || bad "not one line: $(cat err)"
	! grep -qF '. ' err || bad "not one sentence: $(cat err)"
done
expect 2 "$BDRIVER" help "${names[0]}"
has err "'${names[0]}' is gone: "
finish
