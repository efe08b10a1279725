#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Why a benchmark changed: functions that differ and run, their time, and their instructions.
# slow: three launches of each build under valgrind, and some that are profiled
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
command -v valgrind >/dev/null || skip "there is no valgrind"

same=$BD_BUILD/tests/same
mkdir old new
cp "$same/same_O2_1" old/suite
cp "$same/same_O2_2" new/suite
expect 1 "$BDRIVER" run --old old --new new -r 8 -o out.d --no-wait DiffWork

# A hundred times the work, in one function.
# Counts alone give no exit code but to who asks for it.
expect 1 "$BDRIVER" explain out.d --budget 10m DiffWork -n 4 --fail-on instructions
has out "DiffWork: regressed"
grep -qE 'work, most of it in more_work, which executes [0-9.]+ % more; \+[0-9.]+ (of the \+[0-9.]+ )?% in more_work' out ||
	bad "the sentence: $(cat out)"
has out "more_work, its code differs"
has out "code of more_work, old and new:"
# The folder keeps what --format json prints, for the page.
jq -e '.schema == "bdriver-explain-1" and (.benchmarks | length) == 1 and (.benchmarks[0] |
	.cause == "work" and (.work | .new > 80 * .old and .new < 120 * .old and
	.branches_old > 90 and .branches_old < 120 and .branches_new > 9990 and .branches_new < 10020) and
	.code.differ == 1 and .code.ran == 1 and .code.incomplete == null and
	([.work.functions[] | select(.differs) | .name] == ["more_work"]) and
	.function == "more_work" and .time.launches == 4 and (.time as $t |
	([$t.functions[] | .new - .old] | add) - ($t.new - $t.old) | fabs) < 0.001 * .time.new)' \
	out.d/explain.json >/dev/null ||
	bad "not the expected JSON: $(head -c 2000 out.d/explain.json)"

schema explain out.d/explain.json

# Where the processor counts, it counts what valgrind does; else it says why not.
jq -e '.benchmarks[0] | (.processor.unknown // "" | length > 0) or (.processor as $p | .work as $w |
	[$p.instructions[0] / $w.old, $p.instructions[1] / $w.new, $p.branches[0] / $w.branches_old,
	$p.branches[1] / $w.branches_new] | all(. > 0.98 and . < 1.02))' out.d/explain.json >/dev/null ||
	bad "other counts of the processor: $(head -c 2000 out.d/explain.json)"

expect 2 "$BDRIVER" explain out.d DiffWork --fail-on time
expect 0 "$BDRIVER" report out.d -o page.html
has page.html "most of it in more_work"

# What cannot be done says so, and the rest is still there.
expect 2 "$BDRIVER" explain out.d DiffWorx
has err "did you mean 'DiffWork'?"
mkdir bin
ln -s "$(command -v env)" bin/env
expect 3 env PATH="$PWD/bin" "$BDRIVER" explain out.d --budget 10m DiffWork -n 2
has out "work: valgrind is not there"
has out "code: 1 of"
# Another file of that name is not read, and stays.
echo '{ "benchmarks": 1 }' >out.d/explain.json
expect 3 env PATH="$PWD/bin" "$BDRIVER" explain out.d --budget 10m DiffWork -n 2 --format json
jq -e '.benchmarks | length == 1' out >/dev/null || bad "no JSON: $(cat out)"
has err "out.d/explain.json is not what bdriver explain writes; move it away"
has out.d/explain.json '{ "benchmarks": 1 }'
expect 0 "$BDRIVER" report out.d -o plain.html
has err "out.d/explain.json is not what"
rm out.d/explain.json
expect 3 bash -c 'ulimit -n 16; exec "$@"' - "$BDRIVER" explain out.d DiffWork -n 2
has out "time: no launch can be started: Too many open files"
has out "work: no launch can be started: Too many open files"
# A command line has no code and no iterations; that is said, whatever it is called.
"$BDRIVER" run -q --command "$(printf 'a:\033[31m'): true {build}" --old 1 --new 2 -r 6 -o lines \
	--no-wait >out 2>err
expect 3 "$BDRIVER" explain lines '*'
has err 'a:\x1b[31m is a command line, which cannot be explained'
# Nothing is executed that somebody else may have written into a log.
chmod o+w out.d/old.log
expect 2 "$BDRIVER" explain out.d --budget 10m DiffWork
has err 'old.log is a file that others may write'
chmod o-w out.d/old.log
if [ "$(id -u)" = 0 ]; then
	chown 65534 out.d/new.log
	expect 2 "$BDRIVER" explain out.d --budget 10m DiffWork
	has err 'new.log belongs to user 65534, not to you; a copy of your own can be explained'
	chown 0 out.d/new.log
fi
cp "$same/same_O2_2" old/suite
expect 2 "$BDRIVER" explain out.d --budget 10m DiffWork
has err "was rebuilt after it was measured"
rm old/suite
expect 2 "$BDRIVER" explain out.d --budget 10m DiffWork
has err "old/suite"
expect 2 "$BDRIVER" explain nothing
expect 2 "$BDRIVER" explain out.d -n 1
expect 2 "$BDRIVER" explain out.d -n 101
has err "--launches is at most 100"
expect 2 "$BDRIVER" explain

long_from_here
cp "$same/same_O2_1" old/suite
mkdir plain
LC_ALL=C sed 's/"profile": true/"profile": null/' old/suite >plain/suite
chmod +x plain/suite
expect 1 "$BDRIVER" run --old plain --new new -r 8 -o plain.d --no-wait --explain DiffWork
has out "  work: "
jq -e '.benchmarks[0].time | .with_setup and
	(.unknown != null and (.unknown | test("the kernel lets nobody sample|the time is up")) or
	 ([.functions[] | select(.differs) | .name] == ["more_work"]))' plain.d/explain.json >/dev/null ||
	bad "not sampled from outside: $(head -c 2000 plain.d/explain.json)"

# Killed at any time, it leaves no file and no valgrind; a folder's name is not a pattern of valgrind.
mkdir 'tmp%p'
TMPDIR=$PWD/tmp%p "$BDRIVER" explain out.d --budget 10m DiffWork -n 2 >/dev/null 2>&1 &
pid=$!
wait_for pgrep -f "callgrind.* $PWD/.*/suite DiffWork" >/dev/null
kill -9 "$pid"
wait "$pid" 2>/dev/null
[ -z "$(ls tmp%p)" ] || bad "a killed explain leaves $(ls tmp%p)"
for _ in $(seq 3000); do
	pgrep -f "$PWD/.*/suite DiffWork" >/dev/null || break
	sleep 0.02
done
! pgrep -fa "$PWD/.*/suite DiffWork" || bad "a launch outlives the program"
expect 0 env TMPDIR="$PWD/tmp%p" "$BDRIVER" explain out.d --budget 10m DiffWork -n 2
has out "more_work, its code differs"
finish
