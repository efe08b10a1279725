#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of README.md, word by word: a first number, and a comparison of two folders of Google
# Benchmark executables.
# slow: measures two builds of a Google Benchmark executable.
. "$BD_SOURCE/tests/cli/lib.sh"
program=$BD_BUILD/tests/gbench
[ -x "$program/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'

# block HEADING: the first commands below it
block() {
	sed -n "/^## $1\$/,/^## /p" "$BD_SOURCE/README.md" | awk '/^```/ { if (on) exit; on = /sh$/; next } on'
}
block 'A first number' | grep -v '^\./bootstrap install' >first
block 'Compare two builds' >commands
[ "$(wc -l <first)$(wc -l <commands)" = 22 ] || bad "README.md has other commands: $(cat first commands)"

mkdir fresh && cd fresh || exit 1
mkdir bin && ln -s "$BDRIVER" bin/bdriver
mkdir build-old build-new home
cp "$program/old/words" build-old/words
cp "$program/new/words" build-new/words
seq 20000 >f
cp build-new/words my_suite
# Nobody's configuration, and fewer rounds. Exit codes 1, and 3 of a benchmark that refuses, are results.
clean=(env -i HOME="$PWD/home" PATH="$PWD/bin:/usr/sbin:/usr/bin:/sbin:/bin" LC_ALL=C.UTF-8 TERM=dumb \
	BDRIVER_LOCK=test$$ BDRIVER_ROUNDS=4 BDRIVER_LAUNCH_TIME=20ms)
"${clean[@]}" bash ../first >../first.said 2>../err
"${clean[@]}" bash ../commands >../said 2>../err
cd ..
has first.said my_suite/Sum/1000
has first.said sort/sort
has said regressed
[ "$(launches_in fresh/out/new.log)" -ge 20 ] || bad "launches: $(launches_in fresh/out/new.log): $(cat err)"
expect 1 "$BDRIVER" compare --format json fresh/out
jq -e '.rows[] | select(.benchmark == "Sum/1000") | .time_ratio > 3' out >/dev/null ||
	bad "Sum/1000: $(head -c 2000 out err)"
page=$(find fresh -maxdepth 2 -name '*.html')
[ -n "$page" ] && grep -q 'Sum/1000' "$page" || bad "no page: $(cat err)"
finish
