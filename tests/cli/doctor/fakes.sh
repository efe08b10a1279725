#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The doctor measures benchmarks with one fault each (tests/fakes/sick.c) and their good twins
# (healthy.c): those whose cause is ten times any noise are found, and nothing in the twins, also
# while the machine is busy. All others, five times over: tests/eval/run doctor_fakes.
# long: it measures every fake benchmark; each check has unit tests.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
sick=$BD_BUILD/tests/fakes/sick
healthy=$BD_BUILD/tests/fakes/healthy
build=,build crash=SIGSEGV
# Under AddressSanitizer the suites shall have the same faults as without it, and no others; what
# reads through NULL is ended by the other sanitizer, with an exit code.
if "$sick" --list --format json | grep -q '"sanitized": true'; then
	export ASAN_OPTIONS=detect_leaks=0:handle_segv=0:quarantine_size_mb=0:thread_local_quarantine_size_kb=0
	build='' crash='ended with exit 1'
fi
# 15 ms are so long that neither noise nor a machine that is faster by far changes the verdict.
printf '[doctor]\nruntime-long.warning = 500us\nruntime-long.error = 1ms\n' >bdriver.ini

expect 1 "$BDRIVER" doctor -s "$sick" -j2 -q -o sick.log --format github --skip-check noise,modes,drift \
	-f '^(Crashes|LeavesProcess|WrongResult|ResultOfN|GivesNoResult|ForgetsN|OptimisedAway|SetupInside|FillsCache|Square)$' \
	-f '^(LeaksEachIteration|MemoryGrowsWithN|Takes15ms|MemoryByLot|Sleeps|lower_case|Name.*|Accepted.*)$'
while read -r level check name; do
	grep -q "^::$level .*title=sick/$name[^:]*%3A $check::" out || bad "$check was not found in $name"
done <<'EOF'
error fails Crashes
error fails LeavesProcess
error verify WrongResult
error verify ResultOfN
warning unchecked GivesNoResult
error removed-work ForgetsN
error removed-work OptimisedAway
error setup-overhead SetupInside
error setup-overhead FillsCache
error linearity Square
error memory-growth LeaksEachIteration
error memory-growth MemoryGrowsWithN
error runtime-long Takes15ms
warning memory-range MemoryByLot
warning waits Sleeps
error name-form lower_case
error name-length Name/With-Fifty
warning name-words NameOfFiveCamelWords
warning build Crashes
warning placement Crashes
EOF
hasnt out 'name-length::the name has 42'
# Where it is registered, and a crash names its signal.
grep -q 'sick.c,line=[1-9][0-9]*,.*%3A fails::' out || bad 'a crash without its place'
has out "$crash"
# The log that was kept tells the same.
expect 1 "$BDRIVER" doctor --from sick.log --check fails,verify,removed-work,name-length
has out 'ForgetsN'
hasnt err 'attempt'
has out 'waived  name-length'
expect 2 "$BDRIVER" doctor -s "$sick" -q -o sick.log lower_case
has err 'exists already'
expect 1 "$BDRIVER" doctor -s "$sick" --check name-form -j 1 lower_case
has err 'Log: bdriver-doctor/bdriver-'
mkdir nights
printf '[driver]\noutput = nights\n' >output.ini
expect 1 "$BDRIVER" doctor -c output.ini -s "$sick" --check name-form -j 1 lower_case
has err 'Log: nights/bdriver-'

expect 0 "$BDRIVER" doctor -s "$healthy" -j2 -q -o healthy.log \
	--check fails,verify,unchecked,removed-work,memory-growth,memory-range,setup-time$build,placement,name-form,name-length,name-words
[ ! -s out ] || bad "the good twins have findings: $(cat out)"

# Each launch draws its work, or does the same. Without valgrind there is no answer.
path=$PATH
mkdir bin
printf '#!/bin/sh\nexit 1\n' >bin/valgrind
chmod +x bin/valgrind
PATH=$PWD/bin:$PATH
expect 0 "$BDRIVER" doctor -s "$sick" -q -o uncounted.log --check counts DrawnWork
has err 'DrawnWork: instructions: a launch under valgrind failed'
PATH=$path
if command -v valgrind >/dev/null && [ -n "$build" ]; then
	expect 0 "$BDRIVER" doctor -s "$sick" -q -o counted.log --check counts DrawnWork
	grep -qE 'warning +counts +launches of the same work execute [0-9]+ to [0-9]+ instructions' out ||
		bad "other work was not found: $(cat out err)"
	expect 0 "$BDRIVER" doctor --from counted.log --check counts
	has out 'launches of the same work execute'
	expect 0 "$BDRIVER" doctor -s "$healthy" -q -o counted-healthy.log --check counts RightResult
	[ ! -s out ] || bad "the same work has findings: $(cat out)"
fi

# --added: only what the other suite does not have.
cp "$healthy" old_suite
expect 0 "$BDRIVER" doctor -s "$healthy" --added ./old_suite -q -o added.log
has out 'nothing was added'
[ ! -e added.log ] || bad 'a log of nothing'
expect 1 "$BDRIVER" doctor -s "$sick" --added ./old_suite -q -o added.log --check name-form,fails lower_case
has out 'name-form'
expect 2 "$BDRIVER" doctor -s "$healthy" NoSuchBenchmark
finish
