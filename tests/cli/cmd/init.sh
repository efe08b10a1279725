#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver init: a first configuration that bdriver list then reads; nothing is replaced.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

expect 2 "$BDRIVER" init
has err 'no suite found'
expect 2 "$BDRIVER" init nowhere
has err 'nowhere: No such file or directory'
mkdir -p build/deep 'build/o dd'
cp "$BD_BUILD/suites/classic_O2" build/one
cp "$BD_BUILD/suites/classic_O2" build/deep/one
cp "$BD_BUILD/suites/classic_O2" 'build/o dd/t wo'
cp "$(type -P true)" build/no_suite
printf '#!/bin/sh\ntouch executed\n' >build/script
chmod +x build/script
expect 0 "$BDRIVER" init
[ ! -e executed ] || bad 'something that is no suite was executed'
has out 'bdriver.ini written'
grep -E '^(\[suite|path)' bdriver.ini >sections
diff - sections <<'END' || bad 'other sections'
[suite one]
path = build/deep/one
[suite t_wo]
path = build/o dd/t wo
[suite build_one]
path = build/one
END
expect 0 "$BDRIVER" list
has out 'build_one  build/one'
cp bdriver.ini before
expect 2 "$BDRIVER" init
has err 'exists and is not replaced'
cmp -s before bdriver.ini || bad 'the file was changed'
rm bdriver.ini

# The examples in its comments are valid.
if [ -x "$BD_BUILD/tests/gbench/old/words" ]; then
	cp "$BD_BUILD/tests/gbench/old/words" build/foreign
	expect 0 "$BDRIVER" init build/one build/foreign
	has out ', adapter gbench'
	grep -A2 '^\[suite foreign\]' bdriver.ini | grep -qx 'adapter = gbench' || bad "no adapter: $(cat bdriver.ini)"
	rm build/foreign
else
	expect 0 "$BDRIVER" init build/one
fi
sed -i -E 's/^# (\[|[a-z._-]+(\.Sort\/\*)? = )/\1/' bdriver.ini
[ "$(grep -c '^#' bdriver.ini)" -lt 10 ] || bad "not uncommented: $(cat bdriver.ini)"
expect 0 "$BDRIVER" list -q -s one
expect 0 "$BDRIVER" run -s one --profile quick --dry-run
has out ', 5 rounds,'
rm bdriver.ini

# Paths that differ only in characters that no name has.
for folder in 'a b' a_b 'a,b' a+b; do
	mkdir -p "build/$folder"
	cp "$BD_BUILD/suites/classic_O2" "build/$folder/x"
done
expect 0 "$BDRIVER" init
expect 0 "$BDRIVER" list -q
[ "$(grep -c '^\[suite' bdriver.ini)" = 7 ] || bad "sections: $(grep '^\[suite' bdriver.ini | paste -sd' ')"
rm bdriver.ini
# Paths that the file could not hold as they are.
mkdir odd
for name in $'a\npath = sh' 'x[1]' 'b*' 'end ' $'esc\e[31m' ' fine'; do
	cp "$BD_BUILD/suites/classic_O2" "odd/$name"
done
expect 0 "$BDRIVER" init odd
[ "$(grep -c 'cannot stand in bdriver.ini' err)" = 5 ] || bad "odd paths: $(cat err)"
[ "$(grep '^path' bdriver.ini)" = 'path = odd/ fine' ] || bad "odd paths: $(cat bdriver.ini)"
expect 0 "$BDRIVER" list
rm -r bdriver.ini odd
expect 2 "$BDRIVER" init build/script
has err 'warning: left out: suite script'
[ ! -e bdriver.ini ] || bad 'a file without suites was written'
expect 0 "$BDRIVER" init -q build/one
[ ! -s out ] || bad '-q says something'
# Its paths begin in the folder of the build, or in none: then the error names the missing file.
expect 0 "$BDRIVER" run --old build --new build --dry-run -q
printf '[suite one]\npath = bin/one\n' >bdriver.ini
expect 2 "$BDRIVER" run --old build --new build -o x
has err "there is no $PWD/build/bin/one"
has err 'correct bdriver.ini, or start bdriver in a folder without one'
finish
