#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver try: a series of twelve attempts, whose differences are many times larger than any noise, and
# what comes in between.
# slow: ten of them are measured
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
command -v cc >/dev/null || skip "no compiler"
need_same_code

cat >suite.c <<'C'
#include "harness/bench.h"

static uint64_t turn(uint64_t x, uint64_t n)
{
	for (; n; n--)
		__asm__ volatile("imul $3, %0, %0\n\tadd $1, %0" : "+r"(x));
	return x;
}
#define BODY(name, work, result)                    \
	static void name(struct bd *b, uint64_t n)  \
	{                                           \
		PAD;                                \
		for (; n; n--)                      \
			bd_keep(turn(n, work));     \
		bd_result(b, result);               \
	}
#ifndef PAD
#define PAD
#endif
#ifndef A
#define A 4000
#endif
#ifndef B
#define B 4000
#endif
#ifndef RESULT
#define RESULT 5
#endif
#ifndef FAILS
#define FAILS 0
#endif
BODY(run_a, A, RESULT)
BODY(run_b, B, 7)
static int verify(struct bd *b)
{
	return bd_expect(b, FAILS ? RESULT + 1 : RESULT);
}
BD_BENCHMARK("A", run_a, .verify = verify)
#ifdef DIES
__attribute__((constructor)) static void die(void)
{
	__builtin_trap();
}
#endif
#ifndef WITHOUT_B
BD_BENCHMARK("B", run_b)
#endif
BD_MAIN
C

# build NAME FLAG...: the idea NAME; A and B are the work of these benchmarks.
build() {
	local name=$1
	shift
	mkdir -p "$name"
	cc -O2 -g0 -ffunction-sections -I"$BD_SOURCE" "$@" suite.c \
		"$BD_BUILD/harness/libbdharness.a" -Wl,--emit-relocs -o "$name/suite" || bad "cc $*"
}

# try CODE WORDS NOTE: tries the build `idea` beside the build `best`; kept ones become `best`.
try() {
	expect "$1" "$BDRIVER" try --base best --idea idea --series s.csv --note "$3" --budget 20s
	has out "$2"
	[ "$1" != 0 ] || { rm -rf best && cp -r idea best; }
}

build first
cp -r first best

testcase 'the same code takes no time, and no level'
build idea
try 6 'same code; attempt 1, ' 'a comment'
awk -F, 'NR == 3 { exit !($4 < 10 && $9 == "" && $5 == 1) }' s.csv || bad "$(cat s.csv)"

testcase 'faster is kept, slower is dropped'
build idea -DA=1500
try 0 'keep: speed +' 'A is faster'
has out 'A: faster'
build idea
try 1 'A: slower, -' 'as before'
build idea -DA=1500 -DB=1500
try 0 'B: faster' 'B is faster, too'
build idea -DA=500 -DB=3000
try 1 'B: slower' 'one faster, one slower'

testcase 'other code that does nothing is not kept'
build idea -DA=1500 -DB=1500 '-DPAD=__asm__ volatile("nop")'
"$BDRIVER" try --base best --idea idea --series s.csv --note nop --budget 3s >out
case $? in 1 | 5) ;; *) bad "kept: $(cat out)" ;; esac

testcase 'what fails, computes another result or is gone is dropped'
build idea -DA=500 -DB=1500 -DFAILS=1
try 1 'A: fails' 'fails'
build idea -DA=500 -DB=1500 -DRESULT=6
try 1 'A: another checksum' 'another checksum'
build idea -DA=500 -DB=1500 -DWITHOUT_B
try 1 'B: is gone' 'without B'
build idea -DDIES
try 1 'was ended by signal' 'dies before main'

testcase 'what is no attempt leaves no row'
cp s.csv before
rm -rf idea
expect 2 "$BDRIVER" try --base best --idea idea --series s.csv
has err 'idea'
mkdir idea
expect 2 "$BDRIVER" try --base best --idea idea --series s.csv
build idea -DA=100
expect 2 "$BDRIVER" try --base best --idea idea --series s.csv -f A
has err 's.csv: its attempts ask for'
build stranger -DA=123
expect 2 "$BDRIVER" try --base stranger --idea idea --series s.csv
has err 'neither the build that the series began with nor one'
expect 2 "$BDRIVER" try --base best --idea idea --series suite.c
has err 'suite.c:1: this is no series'
expect 2 "$BDRIVER" try --base best --series s.csv
expect 2 "$BDRIVER" try --base best --idea idea --final
expect 2 "$BDRIVER" try --base best --idea idea -f nothing
has err 'matches no benchmark'
cmp s.csv before || bad 'the series has changed'

testcase 'kill -9 loses the attempt that ran alone'
"$BDRIVER" try --base best --idea idea --series s.csv --budget 60s >out 2>&1 </dev/null &
pid=$!
wait_for test -e s.csv.last/new.log.part || bad 'it did not begin'
kill -9 $pid
wait $pid 2>/dev/null
cmp s.csv before || bad 'the series has changed'
printf '11,"torn",ke' >>s.csv

testcase 'two at once wait for each other'
build idea -DA=500 -DB=1500
"$BDRIVER" try --base best --idea idea --series s.csv --note 'at once' >other 2>&1 </dev/null &
pid=$!
expect 0 "$BDRIVER" try --base best --idea idea --series s.csv --note 'at once'
wait $pid || bad "$(cat other)"
cut -d, -f1 s.csv | tail -n 13 | tr '\n' ' ' >numbers
[ "$(cat numbers)" = '0 1 2 3 4 5 6 7 8 9 10 11 12 ' ] || bad "$(cat numbers)"

testcase 'as JSON, with a goal, without a series'
expect 0 "$BDRIVER" try --base first --idea best -f '^A$' --format json
schema try out
has out '"decision":"keep"'
build idea -DB=1500
"$BDRIVER" try --base first --idea idea -f A --format json --budget 3s >out && bad 'B alone is faster'
schema try out

testcase 'the same time in each round shows no noise, so no interval'
for i in 1 2; do
	mkdir equal$i
	printf '#!/bin/sh\necho T 1.%s s\n' $((3 - i)) >equal$i/p
	chmod +x equal$i/p
done
printf '[command p]\ncommand = {build}/p\nvalue = T ([0-9.]+) s\nunit = s\n' >equal.ini
expect 0 "$BDRIVER" try -c equal.ini --base equal1 --idea equal2
grep -qE '^keep: speed [+]9.09 %, ' out || bad "$(cat out)"

testcase 'all that was kept, together'
build idea -DA=500 -DB=1500
expect 0 "$BDRIVER" try --final --base first --idea idea --series s.csv --format json
schema try out
python3 -c '
import json
all = json.load(open("out"))
assert 4 < all["claimed"] < 6 and 4 < all["attempt"]["low"] < 6 and all["claimed_corrected"] <= all["claimed"], all
' || bad "$(cat out)"
expect 2 "$BDRIVER" try --final --base idea --idea idea --series s.csv
has err 'the build that the series began with'
finish
