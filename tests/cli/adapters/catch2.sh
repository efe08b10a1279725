#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# long: Catch2 takes half a minute to compile, and a second to start.
# Executables of Catch2 with BENCHMARK are suites if they are named: listed, measured, compared. One
# fingerprint is that of all their code.
. "$BD_SOURCE/tests/cli/lib.sh"
program=$BD_BUILD/tests/catch2
[ -x "$program/old/cases" ] || skip 'Catch2 is not here (catch2)'

mkdir -p build-old build-new
cp "$program/old/cases" build-old/cases
cp "$program/new/cases" build-new/cases
printf '#!/bin/sh\ntouch %s/executed\n' "$PWD" | tee build-old/trap >build-new/trap
chmod +x build-old/trap build-new/trap

# Test cases that are no benchmarks are not executed either.
cat >names <<'TXT'
Sum/1000
Sum/2000 <&>
[odd], "of" a\b/c */first/a
[odd], "of" a\b/c */second/a
Wrong/a
Throws/a
TXT
expect 0 "$BDRIVER" list -q -s build-old/cases
sed 's/^  //' out | diff names - || bad 'the list'

# In a folder such a program is not started, as its list would run test cases.
expect 2 "$BDRIVER" run --old build-old --new build-new --dry-run
has err "holds only suites whose list runs what is measured (catch2: $PWD/build-old/cases)"
for folder in build-old build-new; do cp "$BD_BUILD/suites/classic_O2" $folder/; done
expect 0 "$BDRIVER" run --old build-old --new build-new --dry-run -r 1 Queens/8
has err '1 file is left out'
[ "$(grep -c 'left out' err)" = 1 ] || bad 'said more than once'
rm build-*/classic_O2

# Few launches: Catch2 studies its clock in each process, for about a second. So there is no verdict.
"$BDRIVER" run --adapter catch2 --old build-old --new build-new -r 2 --launch-time 10ms -f 'second|Wrong' \
	-o cmp >out 2>err
[ ! -e executed ] || bad 'what is no benchmark was executed'
has cmp/errors.err 'verify work(1) == 12345'
# Twenty times the work: far beyond any noise.
"$BDRIVER" compare --format json cmp/old.log cmp/new.log >out
jq -e '[.rows[] | select(.time_ratio > 3 and .time_ratio < 200 and
	.old.estimate_ns > 10 and .old.estimate_ns < 1e6)] | length == 1' \
	out >/dev/null || bad 'the ratios'
[ "$(jq -r '[.rows[] | select(.verdict == "failed") | .benchmark] | sort | join(" ")' out)" = \
	Wrong/a ] || bad 'what failed'
grep -q '^# suite.cases.adapter: catch2' cmp/old.log || bad 'the adapter'

# One fingerprint for all test cases: work() differs.
need_same_code
for build in old new; do
	"$BD_BUILD/tests/mutate_code" "$program/$build/cases" 2>/dev/null >$build.codes
done
grep -qx '\* [0-9a-f]*' old.codes || bad "fingerprints: $(cat old.codes)"
! cmp -s old.codes new.codes || bad "the same: $(cat old.codes)"
finish
