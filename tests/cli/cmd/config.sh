#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each broken configuration in tests/cli/cmd/broken names file, line and what to do: its last line
# says what is expected.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

# breaks FILE MESSAGE: `bdriver list` ends with 2 and exactly this on standard error.
breaks() {
	expect 2 "$BDRIVER" list -c "$1"
	printf '%s\n' "bdriver: $2" >want
	diff -u want err || bad "$1: another message"
	[ ! -s out ] || bad "$1: something on standard output"
}

cp "$BD_SOURCE"/tests/cli/cmd/broken/*.ini .
for file in *.ini; do
	says=$(sed -n 's/^# says: //p' "$file")
	[ -n "$says" ] || bad "$file says nothing"
	breaks "./$file" "./$file:${says//FOLDER/.}"
done

printf '[driver]\nworkers = 1\0\n' >nul
breaks nul 'nul:2: there is a NUL byte in this line: is it a text file?'
{ echo '[driver]' && printf 'output = %05000d\n' 1; } >long
breaks long 'long:2: the line has more than 4000 bytes'
breaks . '.: is not a regular file, so it cannot be a configuration'
breaks /dev/zero '/dev/zero: is not a regular file, so it cannot be a configuration'
breaks nowhere.ini 'nowhere.ini: the configuration cannot be opened: No such file or directory'
mkfifo pipe
breaks pipe 'pipe: is not a regular file, so it cannot be a configuration'
printf '\033[31m = 1\n' | cat <(echo '[driver]') - >escape
expect 2 "$BDRIVER" list -c escape
# shellcheck disable=SC2016
grep -q $'\033' err && bad 'a control character reached the terminal'
: >empty.ini
breaks empty.ini 'empty.ini names no suite: add a section [suite NAME] with a path'

# Without -c: ./bdriver.ini if it is there, and that of the build fits its tree.
expect 2 "$BDRIVER" list
has err 'there is no bdriver.ini here'
cd "$BD_BUILD" || exit 1
"$BDRIVER" list >"$test_folder/out" || bad "the build's own configuration"
has "$test_folder/out" 'classic_O2'
finish
