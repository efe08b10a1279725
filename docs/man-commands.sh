#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# man-commands.sh BDRIVER: prints the part of bdriver.1 that the program itself knows (commands
# and options), from its --help. tests/cli/cmd/man.sh holds the page against it.
set -eu
bdriver=$1

# mdoc SECTION: the options of one section of a --help text, as list items.
mdoc() {
	awk -v section="$1:" '
	function flush() {
		if (names == "") return
		gsub(/\\/, "\\e", text)
		if (text ~ /^[.\x27]/) text = "\\\\&" text
		print names; print text
		names = text = ""
	}
	/^[A-Za-z].*:$/ { flush(); inside = $0 == section; next }
	!inside || /^$/ { next }
	/^  (-., |    )--[a-z0-9]/ {
		flush()
		letter = $1 ~ /^-.,$/ ? "Fl " substr($1, 2, 1) " , " : ""
		head = substr($0, 1, 28); rest = substr($0, 29)
		if (substr($0, 27, 2) != "  ") { head = $0; rest = "" }
		sub(/^ +(-., )?--/, "", head); sub(/ +$/, "", head)
		n = index(head, " ")
		name = n ? substr(head, 1, n - 1) : head
		argument = n ? " Ar " substr(head, n + 1) : ""
		gsub(/\|/, " | ", argument)
		names = ".It " letter "Fl Fl " name argument
		text = rest
		next
	}
	{ sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
	END { flush() }'
}

mapfile -t commands < <("$bdriver" --help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p')
for command in "${commands[@]}"; do
	help=$("$bdriver" "$command" --help)
	printf '.Ss bdriver %s\n' "$command"
	printf '%s\n' "$help" | sed -nE '1s/^Usage: bdriver ([a-z]+) (.*)/.D1 bdriver \1 \2/p'
	printf '.Pp\n'
	printf '%s\n' "$help" | sed -nE '3,/^(Shared o|O)ptions:/{/ptions:$/!{/^$/!p;};}' |
		tr '\n' ' ' | sed -E 's/ $/\n/; s/([.;:?]) +([A-Z])/\1\n\2/g'
	items=$(printf '%s\n' "$help" | mdoc Options)
	format=$(printf '%s\n' "$help" | mdoc 'Shared options' | grep -A1 'Fl Fl format' || true)
	[ -n "$items$format" ] || continue
	printf '.Bl -tag -width indent\n'
	[ -z "$items" ] || printf '%s\n' "$items"
	[ -z "$format" ] || printf '%s\n' "$format"
	printf '.El\n'
done
printf '.Ss Shared options\nEach command takes those that apply to it.\n'
printf '.Bl -tag -width indent\n'
for command in "${commands[@]}"; do
	"$bdriver" "$command" --help | mdoc 'Shared options'
done | awk '/^\.It/ { wanted = !seen[$0]++ && !/Fl Fl format/ } wanted'
printf '.El\n'
