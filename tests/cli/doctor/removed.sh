#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles benchmarks whose work the optimiser removes, and good ones that are as small.
# The doctor reads what timed loops do. All compilers, levels and link-time optimisation, with the
# times: tests/eval/run removed_work.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
need_same_code
loops=$BD_BUILD/tests/loops generate=$BD_SOURCE/tests/removed/generate.py
[ -x "$loops" ] || skip 'the tool that prints loops is not built'
flags=(-O2 -w -DNDEBUG -pie -fPIE -I"$BD_SOURCE" -I"$BD_BUILD/harness/include")

# what FRAMEWORK KIND: what each loop does
what() {
	local names
	names=$(sed -nE 's/^(BENCHMARK|BD_BENCHMARK)\("?(\w+)"?[,)].*/\2/p' "$2".c*)
	# shellcheck disable=SC2086
	"$loops" "$1-$2" $names
}

testcase 'our harness: what is removed is found, and what is small is not'
for kind in removed good; do
	python3 "$generate" ours $kind >$kind.c
	cc "${flags[@]}" $kind.c "$BD_BUILD/harness/libbdharness.a" -lm -lpthread -o ours-$kind ||
		bad "$kind does not build"
done
# These are not removed by all compilers.
left='VectorXor VectorMost ClosedSum DeadFill FoldTable'
what ours removed | grep -vE "^(${left// /|}) " >found
[ "$(wc -l <found)" -ge 35 ] || bad "too few: $(cat found)"
! grep ' works$' found || bad 'these are removed'
grep -qxE 'HoistChain (counts|stores) [2-4] .*; jn?[a-z]+ back' found || bad "$(grep HoistChain found)"
grep -qx 'ClosedAll gone 0 ' found || bad "$(grep ClosedAll found)"
what ours good >found
! grep -v ' works$' found || bad 'these work'
[ "$(wc -l <found)" -ge 55 ] || bad "too few: $(cat found)"

testcase 'the doctor says what the loop does, and -v shows it'
expect 1 "$BDRIVER" doctor -s ./ours-removed -q -v -o removed.log --check removed-work HoistInt ClosedAll
grep -qE 'error +removed-work +the timed loop only counts(: [23]| and stores)' out || bad "$(cat out)"
grep -qE 'error +removed-work +nothing is left of the timed loop: ' out || bad "$(cat out)"
grep -qE 'instructions [23], (add|sub|mov) ' out || bad "no instructions: $(cat out)"
expect 0 "$BDRIVER" doctor -s ./ours-good -q -o good.log --check removed-work Add Load Divide
[ ! -s out ] || bad "$(cat out)"

testcase 'a run and a comparison point to the doctor'
expect 0 "$BDRIVER" run -s ./ours-removed -o run.log --rounds 2 --iterations 1000 ClosedAll
has out 'ClosedAll takes less than 0.5 ns: the optimiser may have removed the work; bdriver doctor says'
"$BDRIVER" compare run.log run.log --format json --fail-on never >out
has out 'ClosedAll takes less than 0.5 ns'
expect 0 "$BDRIVER" run -s ./ours-good -o good-run.log --rounds 1 --iterations 1000 Divide
hasnt out 'less than 0.5 ns'

testcase 'Google Benchmark'
[ -x "$BD_BUILD/tests/gbench/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'
for kind in removed good; do
	python3 "$generate" gbench $kind >$kind.cc
	rm $kind.c
	c++ "${flags[@]}" $kind.cc -lbenchmark_main -lbenchmark -lpthread -o gbench-$kind || bad "$kind"
done
c++ "${flags[@]}" -O0 -DROUNDS=2 "$BD_SOURCE/tests/gbench/words.cc" -lbenchmark -lpthread -o unoptimised || bad 'words.cc'
expect 0 "$BDRIVER" run ./unoptimised --dry-run
has err './unoptimised is built without optimisation: build with the flags that you ship'
expect 0 "$BDRIVER" run ./gbench-good --dry-run
hasnt err 'optimisation'
what gbench removed | grep -vE "^(${left// /|}|PointerDead) " >found
[ "$(wc -l <found)" -ge 35 ] || bad "too few: $(cat found)"
! grep ' works$' found || bad 'these are removed'
grep -qE '^KeepRunning counts ' found || bad 'a loop of KeepRunning()'
[ "$("$loops" gbench-removed Fixture/Dead Family/8 | cut -d' ' -f1-3 | xargs)" = 'Fixture/Dead gone 0 Family/8 gone 0' ] ||
	bad 'fixtures or families are not found'
what gbench good >found
! grep -v ' works$' found || bad 'these work'
[ "$(wc -l <found)" -ge 60 ] || bad "too few: $(cat found)"
finish
