# SPDX-License-Identifier: GPL-3.0-or-later
# Made by: bdriver help --completion fish
function __bdriver_names
	set -l program (commandline -opc)[1]
	$program list --format json 2>/dev/null |
		string replace -rf '^ {'$argv[1]'}"name": "([^"\\\\]*)".*' '$1' | sort -u
end
complete -c bdriver -n __fish_use_subcommand -f -a help -d 'describe a command'
@options@