#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The texts of --help, golden: BD_UPDATE=1 ctest -R cmd/help writes them anew.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

expect 0 "$BDRIVER" --help
golden help.txt out
cp out overview
mapfile -t commands < <(sed -nE '/^Commands .*:$/,/^$/s/^  ([a-z]+) .*/\1/p' overview)
[ "${#commands[@]}" -ge 2 ] || bad 'the overview lists no commands'
for command in "${commands[@]}"; do
	expect 0 "$BDRIVER" "$command" --help
	golden "help-$command.txt" out
	[ ! -s err ] || bad "$command --help writes to standard error"
	awk 'length($0) > 80' out >wide
	[ ! -s wide ] || bad "$command --help is wider than 80 columns"
	cp out first
	expect 0 "$BDRIVER" help "$command"
	cmp -s first out || bad "help $command differs from $command --help"
	expect 0 "$BDRIVER" "$command" --version
	has out 'bdriver '
done

testcase 'a word of history has a help with its options alone'
for word in $("$BDRIVER" history --help | sed -nE '/^Words:$/,/^$/s/^  ([a-z]+) .*/\1/p'); do
	expect 0 "$BDRIVER" history "$word" --help
	golden "help-history-$word.txt" out
	awk 'length($0) > 80' out >wide
	[ ! -s wide ] || bad "history $word --help is wider than 80 columns"
	cp out first
	expect 0 "$BDRIVER" help history "$word"
	cmp -s first out || bad "help history $word differs from history $word --help"
done
[ "$word" = rebuild ] || bad "the last word is '$word'"
expect 0 "$BDRIVER" history --alarms 2 --help add
cmp -s "$BD_SOURCE/tests/cli/cmd/golden/help-history-add.txt" out || bad 'options before the word'
expect 2 "$BDRIVER" help history zebra
has err "unknown command 'history zebra'; see bdriver history --help"

expect 0 "$BDRIVER" --version
version=$(<"$BD_SOURCE/harness/VERSION")
[ "$(cat out)" = "bdriver $version" ] || bad "--version says $(cat out)"
expect 0 "$BDRIVER" -V
[ "$(cat out)" = "bdriver $version" ] || bad "-V says $(cat out)"
expect 0 "$BDRIVER" help
cmp -s overview out || bad 'help differs from --help'
expect 2 "$BDRIVER"
has err 'Usage: bdriver COMMAND'
expect 2 "$BDRIVER" lsit
has err "unknown command 'lsit'; did you mean 'list'?"
expect 2 "$BDRIVER" help zebra
has err "unknown command 'zebra'"
expect 2 "$BDRIVER" --format json list
has err 'a command comes first'
finish
