#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds in tmpfs are measured, and a warning says that their place in memory stays.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
folder=$(mktemp -d /dev/shm/bdriver.XXXXXX) || skip 'nothing can be written to /dev/shm'
trap 'rm -r "$folder"; cd / && rm -rf "$test_folder"' EXIT
[ "$(stat -f -c %T "$folder")" = tmpfs ] || skip '/dev/shm is no tmpfs'
mkdir old "$folder/new"
cp "$BD_BUILD/tests/fakes/turns" old
cp "$BD_BUILD/tests/fakes/turns" "$folder/new"
quick=(--launch-time 1ms --samples 5 -r 2 -q Fine)

expect 0 "$BDRIVER" run --old old --new "$folder/new" -o moved "${quick[@]}"
has err 'lies in tmpfs'
[ "$(grep -c tmpfs err)" = 1 ] || bad "one warning is enough: $(cat err)"
has moved/new.log '"turns","Fine","new"'

# A run of one build compares nothing, one file has one place, and a disk has no such limit.
expect 0 "$BDRIVER" run -s "$folder/new/turns" -o one.log "${quick[@]}"
hasnt err tmpfs
expect 0 "$BDRIVER" run --old "$folder/new" --new "$folder/new" -o itself "${quick[@]}"
hasnt err tmpfs
if [ "$(stat -f -c %T .)" != tmpfs ]; then
	mkdir new
	cp old/turns new
	expect 0 "$BDRIVER" run --old old --new new -o disk "${quick[@]}"
	hasnt err tmpfs
fi
finish
