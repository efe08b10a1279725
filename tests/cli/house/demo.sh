#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The benchmark of `./bootstrap demo` has the mistake that the demo promises, and no other.
# slow: the doctor measures it.
. "$BD_SOURCE/tests/cli/lib.sh"
sed -n "/^	cat <<'C'$/,/^C$/p" "$BD_SOURCE/bootstrap" | sed '1d;$d' >hash.c
expect 0 gcc -O2 -DNDEBUG -Wall -Wextra -Werror -falign-functions=64 -falign-loops=64 -ffunction-sections \
	-I"$BD_SOURCE" hash.c -T"$BD_SOURCE/harness/package/bdriver-align.ld" \
	"$BD_BUILD/harness/libbdharness.a" -o hash
expect 0 ./hash HashText
# A busy machine may add noise of its own.
expect 1 "$BDRIVER" doctor -s ./hash -q --skip-check noise,modes,drift -o hash.log
has out 'error   setup-overhead'
[ "$(grep -cE '^  (error|warning) ' out)" = 1 ] || bad "other findings: $(cat out)"
finish
