#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# man.sh BDRIVER: prints bdriver.1, which is bdriver.1.in with the list of commands and a description of
# the doctor's checks, from --list-checks and --explain: what a fit benchmark does, what is found, the
# limits with their defaults.
set -eu
bdriver=$1

# describe CHECK SUMMARY
describe() {
	printf '.It Cm %s\n%s.\n' "$1" "${2^}"
	"$bdriver" doctor --explain "$1" | awk '
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
}

while IFS= read -r line; do
	case $line in
	'.\" commands') "$bdriver" help --man commands ;;
	'.\" checks')
		echo '.Bl -tag -width memory-growth'
		while read -r check summary; do describe "$check" "$summary"; done < <("$bdriver" doctor --list-checks)
		echo .El
		;;
	*) printf '%s\n' "$line" ;;
	esac
done <"${0%/*}/bdriver.1.in"
