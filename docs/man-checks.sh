#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# man-checks.sh BDRIVER: prints the part of bdriver.1 that describes the doctor's checks, from
# --list-checks and --explain: what a fit benchmark does, what is found, the limits with their
# defaults. tests/cli/cmd/man.sh holds the page against it.
set -eu
bdriver=$1

printf '.Bl -tag -width memory-growth\n'
while read -r check summary; do
	printf '.It Cm %s\n%s.\n' "$check" "${summary^}"
	"$bdriver" doctor --explain "$check" | awk '
	function put(line) {
		gsub(/\\/, "\\e", line)
		print line ~ /^[.\047]/ ? "\\&" line : line
	}
	# A sentence a line.
	function flow(text) {
		while (match(text, /[.:;] [A-Z(]/)) {
			put(substr(text, 1, RSTART))
			text = substr(text, RSTART + 2)
		}
		if (text != "") put(text)
	}
	function limit() {
		if (key == "") return
		print ".br"
		print ".Ql " key
		put("(" meaning ")")
		key = meaning = ""
	}
	NR == 1 { next }
	/^$/ { paragraph++; next }
	paragraph == 1 { first = first (first == "" ? "" : " ") $0 }
	paragraph == 2 && first != "" { flow(first); first = "" }
	/^Limits and/ { limits = 1; next }
	/^  name-form = / { print ".br"; print ".Ql " substr($0, 3) }
	limits && /^  [a-z]/ && / = / {
		limit()
		n = match($0, /   +[^ ]/)
		if (n < 3) n = length($0) + 1
		key = substr($0, 3, n - 3)
		meaning = substr($0, n); sub(/^ +/, "", meaning)
		next
	}
	limits { sub(/^ +/, ""); meaning = meaning (meaning == "" ? "" : " ") $0 }
	END { if (first != "") flow(first); limit() }'
done < <("$bdriver" doctor --list-checks)
printf '.El\n'
