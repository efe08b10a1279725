#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver bisect where all commits have the same program, and one changes the file that it reads:
# with inputs that commit is the culprit; without, there is nothing to find.
# slow: measures.
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
command -v git >/dev/null || skip 'no git'
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null READS=$BD_BUILD/tests/fakes/reads
git init -q repository
cd repository || exit 1
for i in 0 1 2 3 4; do
	echo "$i" >other
	[ $i -lt 3 ] && echo 1000 >numbers || echo 20000 >numbers
	git add .
	git commit -q -m "change $i"
done
printf '[suite suite]\npath = suite\n' >../without.ini
printf '[suite suite]\npath = suite\ninputs = numb*\n' >../with.ini
bisect=("$BDRIVER" bisect --build 'cp "$READS" "$BDRIVER_BUILD/suite"; cp numbers "$BDRIVER_BUILD"'
	--launch-time 2ms)

expect 3 "${bisect[@]}" -c ../without.ini -o ../none HEAD~4 HEAD Reads
has out 'have the same machine code of suite/Reads'
expect 0 "${bisect[@]}" -c ../with.ini -o ../found HEAD~4 HEAD Reads
has out "Culprit: $(git rev-parse HEAD~1 | cut -c1-10) change 3"
expect 3 "${bisect[@]}" -c ../with.ini -o ../reads HEAD~4 HEAD Adds
has out 'have the same machine code of suite/Adds'
finish
