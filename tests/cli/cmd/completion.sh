#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for bash offers what the program has.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=docs/bdriver.bash-completion
. "$BD_SOURCE/docs/bdriver.bash-completion" || bad 'it cannot be sourced'

# offers WANT WORD...: what is offered for the last word, separated by blanks.
offers() {
	local want=$1 got
	shift
	COMP_WORDS=(bdriver "$@")
	COMP_CWORD=$#
	_bdriver "$BDRIVER" "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD - 1))]}"
	got=${COMPREPLY[*]-}
	[ "$got" = "$want" ] || bad "for '$*' it offers '$got', not '$want'"
}

printf '[suite mine]\npath = %s\n' "$BD_BUILD/suites/classic_O2" >bdriver.ini
offers 'list' li
offers 'env' help e
offers '--skip-tags' list --sk
offers '--format' list --form
offers 'json' list --format j
offers 'always' run --color al
offers 'mine' list -s mi
offers 'Sieve/10000 Sieve/100000' run Siev
offers 'bdriver.ini' list -c bdr
offers '' nonsense --x
finish
