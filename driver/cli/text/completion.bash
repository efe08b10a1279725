# SPDX-License-Identifier: GPL-3.0-or-later
# Made by: bdriver help --completion bash
# shellcheck shell=bash
_bdriver_commands='@names@help --help --version'
_bdriver_benches='@benches@'

# Options of a command; behind those with an argument what it can be.
_bdriver_options() {
	case $1 in
@options@	esac
}

_bdriver_names() {
	"$1" list --format json 2>/dev/null |
		sed -nE "s/^ {$2}\"name\": \"([^\"\\\\]*)\".*/\\1/p" | sort -u
}

_bdriver() {
	local program=$1 word=$2 before=$3 command=${COMP_WORDS[1]-} line kind=''
	local IFS=$'\n'
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "${_bdriver_commands// /$'\n'}" -- "$word")
		return
	fi
	if [ "$command" = help ]; then
		[ "$COMP_CWORD" != 2 ] ||
			mapfile -t COMPREPLY < <(compgen -W "${_bdriver_commands// /$'\n'}" -- "$word")
		return
	fi
	for line in $(_bdriver_options "$command"); do
		[ "${line%% *}" != "$before" ] || kind=${line#"$before"}
	done
	case $kind:$word in
	' @suite':*)
		mapfile -t COMPREPLY < <(compgen -W "$(_bdriver_names "$program" 6)" -- "$word" &&
			compgen -f -- "$word") ;;
	' @':*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	' '*:*) mapfile -t COMPREPLY < <(compgen -W "$(tr '|' '\n' <<<"${kind# }")" -- "$word") ;;
	*:-*)
		mapfile -t COMPREPLY < <(compgen -W "$(_bdriver_options "$command" | cut -d' ' -f1 |
			grep '^--')" -- "$word") ;;
	*)
		case " $_bdriver_benches " in
		*" $command "*)
			mapfile -t COMPREPLY < <(compgen -W "$(_bdriver_names "$program" 10)" -- "$word") ;;
		*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
		esac ;;
	esac
}
complete -o filenames -F _bdriver bdriver
