#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: it measures some command lines
# Words that name suites, folders and command lines instead of benchmarks.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

mkdir -p build-old build-new
cp "$BD_BUILD/suites/classic_O2" build-old/mine
cp build-old/mine build-new/mine
printf '#!/bin/sh\nexit "${1:-0}"\n' > prog
chmod +x prog
seq 1000 > numbers
one=(Queens/8 --dry-run)
all=$("$BDRIVER" list -s build-old/mine -q | wc -l)

testcase 'a suite, a folder of suites and two of them are measured'
for word in ./build-old/mine build-old/mine build-old build-old/ ./build-old; do
	expect 0 "$BDRIVER" run "$word" "${one[@]}"
	has out 'round 1  mine/Queens/8'
	expect 0 "$BDRIVER" list "$word" -q
	[ "$(wc -l < out)" = "$all" ] || bad "list $word: $(wc -l < out)"
done
for words in 'build-old build-new' 'build-old/ ./build-new' 'build-old/mine build-new/mine'; do
	# shellcheck disable=SC2086
	expect 0 "$BDRIVER" run $words "${one[@]}"
	has out '1 benchmark of 2 builds'
done
expect 0 "$BDRIVER" run --base build-old --head build-new "${one[@]}"
has out '1 benchmark of 2 builds'
ln -s build-old link
for words in 'build-old link' '--old build-old --new ./link/' 'build-old build-old'; do
	# shellcheck disable=SC2086
	expect 0 "$BDRIVER" run $words "${one[@]}"
	has err "old and new are the same, $PWD/build-old, so nothing can have changed"
done
expect 0 "$BDRIVER" run build-old build-new "${one[@]}"
hasnt err 'are the same'
expect 2 "$BDRIVER" list build-old build-new
has err 'name one folder of suites'
expect 2 "$BDRIVER" run build-old './prog 1'
has err 'build-old is a folder'
expect 2 "$BDRIVER" run --old build-old --new build-new ./build-new
has err 'builds are named by options already'
expect 2 "$BDRIVER" run nothing
has err "'nothing' is no suite, folder or program"
how=$(sed 's/.*; //' err)
expect 2 "$BDRIVER" run
has err "$how"
for word in ./nope '../nope 3' build-old/nope/; do
	expect 2 "$BDRIVER" run "$word"
	has err "${word% 3}: No such file or directory"
	expect 2 "$BDRIVER" run ./build-old/mine "$word"
	has err "${word% 3}: No such file or directory"
done

testcase 'fit takes a suite as a word'
expect 0 "$BDRIVER" fit ./build-old/mine Queens/8 -r 1 --launch-time 1ms -o fit.log
has out 'mine/Queens/8'
expect 2 "$BDRIVER" fit build-old build-new
has err 'name one folder of suites'

testcase 'runs that begin in one second have logs of their own'
rm -f bdriver-*.log
for _ in 1 2 3 4 5; do
	expect 0 "$BDRIVER" run ./prog -r 1 -q
done
logs=(bdriver-*.log)
[ "${#logs[@]}" = 5 ] || bad "logs: ${logs[*]}"

testcase 'the doctor takes a suite as a word'
expect 0 "$BDRIVER" doctor ./build-old/mine Queens/8 --check fails
has out '1 of 1 benchmark'

testcase 'a command line is measured'
for line in 'sort numbers' ./prog 'sort numbers | head -1'; do
	expect 0 "$BDRIVER" run "$line" -r 1 --launch-time 1ms -o "log${#line}"
	has out 'launches'
done
expect 3 "$BDRIVER" run './prog 7' -r 1 --launch-time 1ms -o failed
has out 'exit code 7'
hasnt out 'Next:'

testcase 'several are compared with the first, and the exit code is no verdict'
expect 0 "$BDRIVER" run './prog' 'sort numbers' './prog 0' -r 4 --launch-time 1ms -o several
has out 'times the first'
has out 'Logs: several'
grep -qE '^\./prog +[0-9.]+ [mu]?s +1$' out || bad "no first row: $(cat out)"
grep -qE '^sort numbers +[0-9.]+ [mu]?s +[0-9.]+ ' out || bad "no second row: $(cat out)"
for name in prog sort prog-3; do
	[ -s "several/$name.log" ] || bad "no log of $name: $(ls several)"
done
# One round has no interval.
expect 0 "$BDRIVER" run './prog' 'sort numbers' -r 1 --launch-time 1ms -o once
hasnt out nan
mkdir scripts
expect 2 "$BDRIVER" try --base scripts --idea scripts
has err 'command lines in [command NAME] of bdriver.ini'
expect 3 "$BDRIVER" run './prog' './prog 7' -r 2 --launch-time 1ms -o half
has out 'failed'
expect 3 "$BDRIVER" run './prog 7' './prog' -r 2 --launch-time 1ms -o other
has out '`./prog 7` failed, so nothing was compared with it'

testcase 'beside bdriver.ini a benchmark keeps its name, and paths and lines are measured'
expect 0 "$BDRIVER" init build-new
mkdir -p Queens && cp prog Queens/8
expect 0 "$BDRIVER" run "${one[@]}"
has out 'round 1  mine/Queens/8'
rm -r Queens
expect 0 "$BDRIVER" run 'sort numbers' --dry-run
has out 'round 1  sort/sort'
expect 2 "$BDRIVER" run sort --dry-run
has err "no benchmark matches 'sort'"
expect 0 "$BDRIVER" list build-new -q
[ "$(wc -l < out)" = "$all" ] || bad "list: $(wc -l < out)"

testcase 'what init wrote fits --old and --new in the same folder'
expect 0 "$BDRIVER" run --old build-old --new build-new "${one[@]}"
has out '1 benchmark of 2 builds'
expect 0 "$BDRIVER" run build-old build-new "${one[@]}"
has out '1 benchmark of 2 builds'
finish
