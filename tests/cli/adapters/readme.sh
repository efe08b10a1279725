#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The two commands of README.md, word by word, on two folders of Google Benchmark executables.
# slow: measures two builds of a Google Benchmark executable.
. "$BD_SOURCE/tests/cli/lib.sh"
program=$BD_BUILD/tests/gbench
[ -x "$program/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'

sed -n '/^## Compare two builds$/,/^## /p' "$BD_SOURCE/README.md" |
	awk '/^```/ { if (on) exit; on = /sh$/; next } on' >commands
[ "$(wc -l <commands)" = 2 ] || bad "README.md has other than two commands: $(cat commands)"

mkdir fresh && cd fresh || exit 1
mkdir bin && ln -s "$BDRIVER" bin/bdriver
mkdir build-old build-new home
cp "$program/old/words" build-old/words
cp "$program/new/words" build-new/words
# Nobody's configuration, and fewer rounds. Exit code 1 of the run is a result.
env -i HOME="$PWD/home" PATH="$PWD/bin:/usr/sbin:/usr/bin:/sbin:/bin" LC_ALL=C.UTF-8 TERM=dumb \
	BDRIVER_LOCK=test$$ BDRIVER_ROUNDS=4 BDRIVER_LAUNCH_TIME=20ms bash ../commands >../said 2>../err
cd ..
has said regressed
[ "$(launches_in fresh/out/new.log)" -ge 20 ] || bad "launches: $(launches_in fresh/out/new.log): $(cat err)"
expect 1 "$BDRIVER" compare --format json fresh/out
jq -e '.rows[] | select(.benchmark == "Sum/1000") | .time_ratio > 3' out >/dev/null ||
	bad "Sum/1000: $(head -c 2000 out err)"
page=$(find fresh -maxdepth 2 -name '*.html')
[ -n "$page" ] && grep -q 'Sum/1000' "$page" || bad "no page: $(cat err)"
finish
