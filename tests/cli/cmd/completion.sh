#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion offers what the program has, in the real shells.
# slow: zsh and fish take a second to start.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
printf '[suite mine]\npath = %s\n' "$BD_BUILD/suites/classic_O2" >bdriver.ini
mkdir bin && ln -s "$BDRIVER" bin/bdriver && PATH=$PWD/bin:$PATH
for shell in bash zsh fish; do
	expect 0 "$BDRIVER" help --completion $shell
	cp out completion.$shell
done
expect 2 "$BDRIVER" help --completion sh
has err 'bash|zsh|fish'

# What each shell offers for the last word, separated by blanks.
offered_bash() {
	COMP_WORDS=(bdriver "$@")
	COMP_CWORD=$#
	_bdriver bdriver "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD - 1))]}"
	echo "${COMPREPLY[*]-}"
}
offered_fish() {
	HOME=$PWD fish --no-config -c 'source completion.fish; complete -C "$argv"' "bdriver $*" 2>fish.err |
		cut -f1 | paste -sd' '
	cat fish.err
}
# A terminal for zsh, whose compadd writes what it would offer into a file.
offered_zsh() {
	: >offers
	cat >try.zsh <<-'END'
		zmodload zsh/zpty
		zpty shell "TERM=dumb zsh -f -i"
		zpty -w shell 'PROMPT= RPROMPT=; autoload -Uz compinit; compinit -u -D; . ./completion.zsh'
		zpty -w shell 'compadd() { local -a hits; builtin compadd -O hits "$@"; builtin compadd "$@"; ((!$#hits)) || print -l -- $hits >>offers }'
		zpty -w shell 'try() { _main_complete; : >tried }; zle -C try complete-word try; bindkey "^I" try; : >ready'
		while [[ ! -e ready ]]; do sleep 0.05; zpty -rt shell line; done
		zpty -w -n shell "$1"$'\t'
		while [[ ! -e tried ]]; do sleep 0.05; zpty -rt shell line; done
		zpty -d shell
	END
	rm -f ready tried
	HOME=$PWD timeout 120 zsh -f try.zsh "bdriver $*" >zsh.out 2>&1 || cat zsh.out
	sed 's/^ *//' offers | sort -u | paste -sd' '
}

# offers WANT WORD...
offers() {
	local want=$1 got
	shift
	got=$("offered_$shell" "$@")
	[ "$got" = "$want" ] || bad "$shell: for '$*' it offers '$got', not '$want'"
}

for shell in bash zsh fish; do
	if ! command -v $shell >there; then
		echo "$shell is not here: its completion was not tried"
		continue
	fi
	# shellcheck source=/dev/null
	[ $shell != bash ] || . ./completion.bash || bad 'it cannot be sourced'
	offers 'always' run --color al
	offers 'Sieve/10000 Sieve/100000' run Siev
	offers bdriver.ini list -c bdr
	[ $shell != zsh ] || continue # takes a second each
	offers list li
	offers env help en
	offers --skip-tags list --sk
	offers mine list --suite mi
done
. ./completion.bash
shell=bash
offers --format list --form
offers 'json' list --format j
offers 'mine' list -s mi
offers '' nonsense --x
finish
