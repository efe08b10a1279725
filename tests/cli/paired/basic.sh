#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two builds and more, side by side: what is launched, in which order, what the logs say, and that
# what is printed is what compare prints. No verdict on time: those are tests/eval/'s.
# slow: many paired runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
suites=$BD_BUILD/suites
quick=(--launch-time 1ms --samples 3 --seed 7 -q)

mkdir -p old/bench new/bench three/bench
cp "$suites/classic_O2" old/bench/classic
cp "$suites/classic_Os" new/bench/classic
cp "$suites/classic_O0" three/bench/classic

# same_as_compare OUT OLD NEW CODE: what the run printed to OUT is what compare prints
same_as_compare() {
	local code=0
	"$BDRIVER" compare -q "$2" "$3" >compared 2>err || code=$?
	[ "$code" = "$4" ] || bad "the run's exit code is $4, that of compare $code"
	diff "$1" compared || bad 'the run prints something else than compare'
}

testcase 'what lies beside the suites is never executed'
printf '#!/bin/sh\ntouch %s/executed\n' "$PWD" >old/bench/script
cp "$(type -P true)" old/bench/elf
chmod +x old/bench/script
code=0
"$BDRIVER" run --old old --new new -o pair 'Sieve/*' 'HeapSort/*' -r 6 "${quick[@]}" >printed 2>err || code=$?
[[ $code = [015] ]] || bad "exit code $code: $(cat err)"
[ ! -e executed ] || bad 'a file that is no suite was executed'
same_as_compare printed pair/old.log pair/new.log "$code"
[ "$(ls pair)" = "$(printf 'new.log\nold.log')" ] || bad "pair holds: $(ls pair)"

testcase 'one session, which is not empty; each log has its own suites'
session=$(sed -n 's/^# session: //p' pair/old.log)
[ -n "$session" ] && [ "$session" = "$(sed -n 's/^# session: //p' pair/new.log)" ] || bad 'session'
has pair/old.log "# suite.classic.path: $PWD/old/bench/classic"
has pair/new.log "# suite.classic.path: $PWD/new/bench/classic"
has pair/new.log '# build: new'

testcase 'each round has a launch of each build on one CPU with the same iterations'
cells pair/old.log benchmark round worker cpu iterations | sort >a
cells pair/new.log benchmark round worker cpu iterations | sort >b
cmp a b || bad 'old and new differ in rounds, CPU or iterations'
[ "$(wc -l <a)" = 24 ] || bad "not 4 benchmarks x 6 rounds"
testcase "ABBA: in each pair of rounds each build is first once; the coin is each benchmark's"
cells pair/old.log benchmark round position |
	awk '{ sum[$1, int(($2 + 1) / 2)] += $3 } END { for (i in sum) if (sum[i] != 3) print i, sum[i] }' >odd
[ ! -s odd ] || bad "pairs of rounds out of balance: $(cat odd)"
paste -d ' ' <(cells pair/old.log benchmark round position | sort) \
	<(cells pair/new.log benchmark round position | sort) | awk '$3 + $6 != 3' >odd
[ ! -s odd ] || bad "positions: $(cat odd)"
[ "$(cells pair/old.log round position | sort -u | wc -l)" -gt 6 ] || bad 'one coin for all benchmarks'

testcase 'what is there is not replaced unasked'
expect 2 "$BDRIVER" run --old old --new new -o pair 'Sieve/*' "${quick[@]}"
has err 'pair/old.log exists already'
"$BDRIVER" run --old old --new new -o pair 'Sieve/10000' -r 2 --force "${quick[@]}" >/dev/null 2>err
[ "$(cells pair/new.log benchmark | sort -u)" = Sieve/10000 ] || bad '--force'

touch file
expect 2 "$BDRIVER" run --old old --new new -o file 'Sieve/*' "${quick[@]}"
has err 'file is not a folder'

testcase '--dry-run makes nothing; without -o a folder is named by time'
expect 0 "$BDRIVER" run --old old --new new -o dry 'Sieve/*' -r 2 --dry-run
has out '8 launches: 2 benchmarks of 2 builds, 2 rounds,'
[ ! -e dry ] || bad '--dry-run made the folder'
mkdir here
(cd here && "$BDRIVER" run --old ../old --new ../new 'Sieve/10000' -r 2 "${quick[@]}" >/dev/null 2>&1)
[ -e here/bdriver-*/new.log ] || bad "without -o: $(ls here)"

testcase 'wrong words are refused'
expect 2 "$BDRIVER" run --old old -o x
has err '--new'
expect 2 "$BDRIVER" run --build a=old -o x
expect 2 "$BDRIVER" run --build a=old --build a=new -o x
has err "two builds are named 'a'"
expect 2 "$BDRIVER" run --build ../a=old --build b=new -o x
expect 2 "$BDRIVER" run --build a=old --build b=new --old old -o x
expect 2 "$BDRIVER" run --old old --new nowhere -o x
has err nowhere
expect 2 "$BDRIVER" run --old old --new new -o x NoSuchBenchmark
has err NoSuchBenchmark
mkdir empty
expect 2 "$BDRIVER" run --old old --new empty -o x
[ ! -e x ] || bad 'an error left a folder'

testcase 'benchmarks on one side are measured there; one that is gone makes the exit code 1, before 3'
mkdir -p left right
cp "$suites/classic_O2" left/classic && cp "$suites/classic_O2" right/classic
cp "$suites/csv_O2" left/gone && cp "$suites/ini_O2" right/fresh
one=$("$BDRIVER" list -s left/gone --format json | sed -nE '0,/"benchmarks"/d; s/.*"name": *"([^"]*)".*/\1/p' | head -n 1)
other=$("$BDRIVER" list -s right/fresh --format json | sed -nE '0,/"benchmarks"/d; s/.*"name": *"([^"]*)".*/\1/p' | head -n 1)
expect 1 "$BDRIVER" run --old left --new right -o sides "gone/$one" "fresh/$other" 'Sieve/10000' -r 2 "${quick[@]}"
cp out printed
same_as_compare printed sides/old.log sides/new.log 1
grep -A1 '^1 removed' printed | grep -qF "$one" || bad "the removed one is not listed: $(cat printed)"
[ "$(cells sides/old.log suite | grep -c gone)" = 2 ] || bad 'what only the old build has'
[ "$(cells sides/new.log suite | grep -c fresh)" = 2 ] || bad 'what only the new build has'

testcase 'three builds, of which one lacks a suite and one a benchmark: each is measured where it is'
mkdir third
cp "$suites/csv_O2" third/gone && cp "$suites/ini_O2" third/classic
expect 1 "$BDRIVER" run --build a=left --build b=right --build c=third -o lacks "gone/$one" "fresh/$other" 'Sieve/10000' -r 2 "${quick[@]}"
for log in 'a classic/Sieve/10000 gone' 'b classic/Sieve/10000 fresh' 'c gone'; do
	set -- $log
	[ "$(cells "lacks/$1.log" suite | sort -u | xargs)" = "$(echo "${@:2}" | sed 's,/Sieve/10000,,g')" ] ||
		bad "build $1 has $(cells "lacks/$1.log" suite | sort -u | xargs)"
done
expect 5 "$BDRIVER" compare -q lacks/b.log lacks/c.log
has out 'No benchmark is in both logs'
hasnt out 'fails'

testcase 'what cannot be measured: 3; with something lost as well: 1'
# What cannot be measured: 3; with something lost as well: 1. One round, from which nothing follows.
mkdir -p bad1 bad2
cp "$suites/classic_O2" bad1/classic && cp "$suites/classic_O2" bad2/classic
cp "$BD_BUILD/tests/fakes/dies" bad1/dies && cp "$BD_BUILD/tests/fakes/dies" bad2/dies
few=(-s dies 'Exit/*' Fine Wrong Skips)
expect 3 "$BDRIVER" run --old bad1 --new bad2 -o bad "${few[@]}" -r 1 "${quick[@]}"
has err ' (counted in each build) could not be measured'
failures=$(grep -c '^== ' bad/errors.err)
expect 3 "$BDRIVER" run --old bad1 --new bad2 -o bad "${few[@]}" -r 1 --force "${quick[@]}"
[ "$(grep -c '^== ' bad/errors.err)" = "$failures" ] || bad '--force left what was in errors.err'
cp "$suites/csv_O2" bad1/gone
expect 1 "$BDRIVER" run --old bad1 --new bad2 -o bad1out "${few[@]}" -s gone "gone/$one" -r 2 "${quick[@]}"

testcase 'configured suites are taken relative to each tree'
printf '[suite mine]\npath = bench/classic\nserial = yes\n' >bdriver.ini
"$BDRIVER" run --old old --new new -o configured 'Sieve/10000' -r 2 "${quick[@]}" >/dev/null 2>err
[ "$(cells configured/new.log suite benchmark | sort -u)" = 'mine Sieve/10000' ] || bad 'configured'
rm bdriver.ini

testcase 'three builds: whole squares, and any two can be compared as pairs'
code=0
"$BDRIVER" run --build a=old --build b=new --build c=three -o many 'Sieve/*' 'HeapSort/1000' -r 12 "${quick[@]}" >printed 2>err || code=$?
[[ $code = [015] ]] || bad "three builds: exit code $code: $(cat err)"
for two in 'a b' 'a c' 'b c'; do
	set -- $two
	"$BDRIVER" compare "many/$1.log" "many/$2.log" >compared 2>err
	has compared 'rule  paired'
done
for name in a b c; do
	cells many/$name.log benchmark round position |
		awk '{ n[$1, int(($2 - 1) / 6), $3]++ } END { for (i in n) if (n[i] != 2) print i, n[i] }' >odd
	[ ! -s odd ] || bad "build $name: positions out of balance: $(cat odd)"
done
testcase 'the sides have the names of their builds; a program finds what it always does'
"$BDRIVER" compare many/b.log many/c.log >compared 2>err
grep -q '^b  *many/b.log' compared || bad 'no line on build b'
grep -Eq '^benchmark +b +c +change' compared || bad 'the columns are not named b and c'
has compared 'geometric mean of c / b'
has compared '(b), '
hasnt compared '(old)'
"$BDRIVER" compare --format markdown many/b.log many/c.log >compared 2>err
has compared '| benchmark | b | c | change |'
has compared '- b: many/b.log'
"$BDRIVER" compare --format csv many/b.log many/c.log >compared 2>err
has compared ',old_estimate_ns,'
"$BDRIVER" compare --format json many/b.log many/c.log >compared 2>err
has compared '"old":{'
{
	"$BDRIVER" compare -q many/a.log many/b.log
	echo
	"$BDRIVER" compare -q many/a.log many/c.log
} >compared
diff printed compared || bad 'three builds: the comparisons that are printed'

testcase 'smoke: six rounds of all, more of some, then 24 fresh ones of a few'
# Smoke: six rounds of all, more of some, not more than 16 of each on average; then 24 fresh ones of
# a few: verdicts rest on these.
printf '[profile smoke]\nlaunch_time = 1ms\nsamples = 3\n' >bdriver.ini
code=0
"$BDRIVER" run --old old --new new -o smoke_out --profile smoke --all -q 'Sieve/*' 'SpectralNorm/*' >printed 2>err || code=$?
[[ $code = [015] ]] || bad "smoke: exit code $code: $(cat err)"
same_as_compare printed smoke_out/old.log smoke_out/new.log "$code"
rm bdriver.ini
cells smoke_out/old.log stage benchmark | sort | uniq -c >counts
awk '$2 == 2 && $1 != 24 || $2 == 1 && ($1 < 6 || $1 > 60)' counts >odd
[ ! -s odd ] || bad "smoke: launches and stages: $(cat odd)"
awk '{ n[$2]++; sum[$2] += $1 } END { exit !(n[1] && n[2] && sum[1] > 6 * n[1]) }' counts ||
	bad "smoke: no second stage, or nothing got more than six rounds: $(cat counts)"
cells smoke_out/new.log stage benchmark | sort | uniq -c | cmp - counts || bad 'smoke: the builds differ'

testcase 'adaptive: nobody has fewer than six rounds or more than a hundred'
code=0
"$BDRIVER" run --old old --new new -o adaptive --adaptive 'Sieve/*' 'HeapSort/*' "${quick[@]}" >printed 2>err || code=$?
[[ $code = [015] ]] || bad "adaptive: exit code $code: $(cat err)"
same_as_compare printed adaptive/old.log adaptive/new.log "$code"
cells adaptive/old.log benchmark | sort | uniq -c | awk '$1 < 6 || $1 > 100' >odd
[ ! -s odd ] || bad "adaptive: $(cat odd)"
diff <(cells adaptive/old.log benchmark round | sort) <(cells adaptive/new.log benchmark round | sort) ||
	bad 'adaptive: half pairs'

testcase 'the logs say which benchmarks had the same machine code, also once the files are gone'
if [ "$(uname -m)" = x86_64 ] && command -v readelf >/dev/null; then
	mkdir one two
	cp "$suites/classic_O2" one/classic && cp "$suites/classic_O2" two/classic
	read -r start size < <(readelf -SW two/classic | sed -nE \
		's/.*\.note\.gnu\.build-id +NOTE +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) .*/\1 \2/p')
	printf 'XYZ!' | dd of=two/classic bs=1 seek=$((0x$start + 0x$size - 4)) conv=notrunc 2>/dev/null
	"$BDRIVER" run --old one --new two -o controls 'Sieve/*' -r 2 "${quick[@]}" >/dev/null 2>err
	rm -r one two
	for pair in 'old new' 'new old'; do
		set -- $pair
		"$BDRIVER" compare "controls/$1.log" "controls/$2.log" --format json --fail-on never >compared 2>err
		[ "$(grep -c '"same_code":true' compared)" = 2 ] || bad "controls of $pair are lost with the files"
	done
fi
finish
