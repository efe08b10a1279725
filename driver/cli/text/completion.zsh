#compdef bdriver
# SPDX-License-Identifier: GPL-3.0-or-later
# Made by: bdriver help --completion zsh
_bdriver_names() {
	"$1" list --format json 2>/dev/null |
		sed -nE "s/^ {$2}\"name\": \"([^\"\\\\]*)\".*/\\1/p" | sort -u
}

_bdriver_suites() {
	local -a names=(${(f)"$(_bdriver_names $_bdriver_program 6)"})
	compadd -a names
	_files
}

_bdriver_benches() {
	local -a names=(${(f)"$(_bdriver_names $_bdriver_program 10)"})
	compadd -a names
}

_bdriver() {
	local line state _bdriver_program=$words[1]
	local -a commands=(
@summaries@		'help:describe a command'
	)
	_arguments -C '1:command:->command' '*::argument:->argument'
	case $state in
	command) _describe command commands ;;
	argument)
		case $line[1] in
		help) _describe command commands ;;
@options@		esac ;;
	esac
}

# Loaded by compinit, or sourced.
if [ "$funcstack[1]" = _bdriver ]; then
	_bdriver "$@"
else
	compdef _bdriver bdriver
fi
