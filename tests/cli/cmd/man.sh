#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages say what the program does: commands and options come from it, every
# key of the configuration is explained, and no other; mandoc finds nothing to complain about.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
page=bdriver.1

mapfile -t commands < <("$BDRIVER" --help | sed -nE '/^Commands .*:$/,/^$/s/^  ([a-z]+) .*/\1/p')
for command in "${commands[@]}"; do
	expect 0 "$BDRIVER" help --man "$command"
	cp out "bdriver-$command.1"
	# As many options as the help text has.
	words=('' $("$BDRIVER" "$command" --help | sed -nE '/^Words:$/,/^$/s/^  ([a-z]+) .*/\1/p'))
	for word in "${words[@]}"; do
		"$BDRIVER" "$command" $word --help
	done | grep -oE '^  (-., |    )--[a-z0-9-]+' | sed 's/.*--//' | sort -u >in_help
	sed -nE 's/^\.It .*Fl Fl ([a-z0-9-]+).*/\1/p' out | sort >in_page
	diff in_help in_page || bad "options of $command --help (<) and of its page (>)"
	gunzip -c "$BD_BUILD/docs/bdriver-$command.1.gz" | cmp - out || bad "the build made another page of $command"
done
expect 2 "$BDRIVER" help --man nothing
has err 'help --man COMMAND'
gunzip -c "$BD_BUILD/docs/bdriver.1.gz" >bdriver.1
bash "$BD_SOURCE/docs/man.sh" "$BDRIVER" | cmp - $page || bad 'the build made another bdriver.1'
for command in "${commands[@]}"; do
	grep -qx "\.It Xr bdriver-$command 1" $page || bad "bdriver.1 lacks $command"
done

awk '/^\.Sh/ { on = /CHECKS/ } on' $page >checks
[ "$(grep -c '^\.It Cm ' checks)" = "$("$BDRIVER" doctor --list-checks | wc -l)" ] || bad 'checks of the page'
# Every limit that --explain tells, and a meaning of each.
"$BDRIVER" doctor --list-checks | while read -r check _; do
	"$BDRIVER" doctor --explain "$check" | sed -nE 's/^  ([a-z0-9.-]+ = [^ ]+).*/\1/p'
done | sort >limits
[ "$(wc -l <limits)" -ge 30 ] || bad "only $(wc -l <limits) limits"
sed -nE 's/^\.Ql ([a-z0-9.-]+ = .*)/\1/p' checks | sort | diff limits - || bad 'limits of --explain (<) and of the page (>)'
grep -qx '()' checks && bad 'a limit without a meaning'

# keys SECTION HEADER: what the program knows, from its answer to an unknown key.
for header in driver 'suite a' 'command a' 'profile a' compare; do
	printf '[%s]\nzzzzzzzzzz = 1\n' "$header" >keys.ini
	expect 2 "$BDRIVER" list -c keys.ini
	sed -nE 's/.*known are: //p' err | tr -d ' ' | tr ',' '\n' | sed 's/\.NAME$/.GLOB/' |
		sort >known
	[ -s known ] || bad "[$header]: no keys"
	awk -v title="${header/ a/ NAME}" '/^\.S[sh] / { on = index($0, "[" title "]") } on' "$page" |
		sed -nE 's/^\.It Cm ([a-zA-Z0-9_.]+) = .*/\1/p' | sed 's/\.NAME$/.GLOB/' | sort >told
	diff known told || bad "[$header]: keys of the program (<) and of the page (>)"
done

for code in 0 1 2 3 4 '129, 130, 143'; do
	grep -qx "\.It $code" "$page" || bad "the page does not explain exit code $code"
done
if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning $page bdriver-*.1 >lint 2>&1 || { cat lint && bad 'mandoc -T lint'; }
else
	echo 'mandoc is not here: the page was not checked with it'
fi
finish
