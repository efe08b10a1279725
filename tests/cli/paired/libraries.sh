#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds that differ in a shared library: the library that the loader takes for the suite counts,
# with the suite's `env`; and what then changes is not talked away.
# slow: it compiles, and measures.
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
command -v cc >/dev/null || skip "no compiler"

cat >library.c <<'C'
unsigned not_asked(unsigned x);
unsigned not_asked(unsigned x)
{
	return x * (V + 3) + __LINE__;
}
void turn(unsigned x);
__attribute__((noinline)) void turn(unsigned x)
{
	volatile unsigned sum = x;
	for (int i = 0; i < (V == 1 ? 400 : 40); i++)
		sum++;
}
C
cat >suite.c <<'C'
#include "harness/bench.h"
void turn(unsigned x);
static void run(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		turn((unsigned)i);
	bd_result(b, 1);
}
BD_BENCHMARK("Turn", run)
BD_MAIN
C
library() { mkdir -p "$(dirname "$2")" && cc -O2 -g0 -shared -fPIC "-DV=$1" library.c -o "$2"; }
library 0 slow/libturn.so && mv slow fast
library 1 slow/libturn.so
cc -O2 -g0 -I"$BD_SOURCE" suite.c "$BD_BUILD/harness/libbdharness.a" -Lfast -lturn \
	-Wl,-rpath,'$ORIGIN/lib' -o suite || skip "nothing can be linked"
mkdir old new
cp suite old && cp suite new
cp -r fast old/lib && cp -r fast new/lib

testcase 'env says which libraries are taken'
cp -r fast old/other && cp -r slow new/other
measure_nothing() { expect 0 "$BDRIVER" run --old old --new new --changed --dry-run -s suite -o dry; }
changed='1 benchmark: 1 with changed code'
measure_nothing
has err 'all with the same code'
printf '[suite suite]\npath = suite\nenv = LD_LIBRARY_PATH=$ORIGIN/other\n' >bdriver.ini
measure_nothing
has err "$changed"
# The loader of LD_LIBRARY_PATH takes the last of two.
LD_LIBRARY_PATH=/nonexistent measure_nothing
has err "$changed"
rm bdriver.ini
LD_LIBRARY_PATH='$ORIGIN/other' measure_nothing
has err "$changed"
printf '[suite suite]\npath = suite\nenv = LD_PRELOAD=$ORIGIN/other/libturn.so\n' >bdriver.ini
measure_nothing
has err "$changed"
# An auditor may bind anything to anything.
cp -r fast/. new/other
printf 'unsigned la_version(unsigned v) { return v; }\n' | cc -shared -fPIC -xc - -o audit.so
printf '[suite suite]\npath = suite\nenv = LD_AUDIT=%s\n' "$PWD/audit.so" >bdriver.ini
measure_nothing
has err "$changed"
rm bdriver.ini
measure_nothing
has err 'all with the same code'

testcase '$ORIGIN is the folder of the file, not of a link to it'
mkdir -p link/old link/new elsewhere
cp -r old/. elsewhere/ && rm -r elsewhere/lib && cp -r slow elsewhere/lib
for side in old new; do cp -r fast link/$side/lib; done
ln -s "$PWD/old/suite" link/old/suite
ln -s "$PWD/elsewhere/suite" link/new/suite
expect 0 "$BDRIVER" run --old link/old --new link/new --changed --dry-run -s suite -o dry
has err "$changed"

testcase 'args or env that differ between two logs'
quick=(--launch-time 1ms --samples 5 --iterations 2 -r 2 -q)
plain() {
	printf '[suite suite]\npath = old/suite\n%s\n' "$2" >bdriver.ini
	expect 0 "$BDRIVER" run "${quick[@]}" -o "$1"
}
plain a.log ''
plain b.log 'env = MODE=fast'
plain c.log 'env = MODE=fast'
plain d.log 'args = --slice 20ms'
rm bdriver.ini
for other in b d; do
	"$BDRIVER" compare a.log $other.log -v >out
	has out 'Different args or env in bdriver.ini: suite'
	hasnt out 'same code'
done
"$BDRIVER" compare b.log c.log -v >out
has out '1 with the same code in both builds'
hasnt out 'args or env'

testcase 'of a library with symbols only what is reached counts'
rm -r new/lib
library 2 new/lib/libturn.so
measure_nothing
has err 'all with the same code'
# Without symbols, all of it counts.
cp new/lib/libturn.so symbols.so
strip new/lib/libturn.so
measure_nothing
has err "$changed"
mv symbols.so new/lib/libturn.so
# So it does if another library looks for names when the program runs.
printf '#include <dlfcn.h>\nvoid *look(void); void *look(void) { return dlsym(0, "not_asked"); }\n' |
	cc -shared -fPIC -s -xc - -o look.so
LD_PRELOAD=$PWD/look.so measure_nothing
has err "$changed"

testcase 'only a library differs'
rm -r new/lib && cp -r slow new/lib
expect 1 "$BDRIVER" run --old old --new new -o pair -r 5 --launch-time 1ms --samples 5
hasnt out 'same code'
hasnt out 'Bad run'
hasnt out 'same binary'
expect 1 "$BDRIVER" compare pair --format json
has out '"verdict":"regressed"'
hasnt out '"same_code":true'
expect 0 "$BDRIVER" report pair -o page.html
hasnt page.html '"same_code":true'
# What stands before it in the library moves it.
has pair/new.log 'suite.suite.library_placement: libturn.so: 1 of 1: turn'
"$BDRIVER" compare pair -v >out
has out 'an edit of a shared library moves its other functions within their cache lines'
"$BDRIVER" explain pair -n 2 --budget 10m >out 2>err
hasnt out 'nothing that differs was executed'
grep -q 'code: 1 of [0-9]* functions differ' out || bad "no library: $(cat out)"
has out 'turn, its code differs'
strip {old,new}/lib/libturn.so
"$BDRIVER" explain pair -n 2 --budget 10m >out 2>err
has out 'shared libraries differ, and their functions are not told apart: libturn.so'
finish
