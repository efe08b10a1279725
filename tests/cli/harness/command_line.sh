#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A suite's command line as docs/HARNESS.md tells it: list, rows, table, errors, exit codes.
set -u
export LC_ALL=C
suite=$BD_BUILD/suites/classic_O2
broken=$BD_BUILD/tests/break/classic_break
cxx=$BD_BUILD/tests/cxx/cxx_suite
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
complain() {
	printf '%s\n' "$*"
	bad=1
}

# expect CODE PATTERN COMMAND...: exit code, and a line of all its output that matches.
expect() {
	local code=$1 pattern=$2
	shift 2
	"$@" >"$dir/output" 2>&1 </dev/null
	local got=$?
	[ $got -eq "$code" ] || complain "$*: exit code $got, not $code: $(head -c 300 "$dir/output")"
	grep -qE -- "$pattern" "$dir/output" ||
		complain "$*: no line like '$pattern' in: $(head -c 300 "$dir/output")"
}

expect 0 '^Sieve/10000$' "$suite" --list
expect 0 '"schema": "bdriver-list-1", "suites": \[\{"name": "classic_O2", "path": "/' \
	"$suite" --list --format json
expect 0 '"compiler": ".*", "flags": "-O2 -DNDEBUG", "optimized": true' \
	"$suite" --list --format json
expect 0 '"id": "[0-9a-f]{16,}"' "$suite" --list --format json
expect 0 '"optimized": false, "optimized_for_size": false, "assertions": true' \
	"$BD_BUILD/suites/classic_O0" --list --format json
expect 0 '"optimized_for_size": true, "assertions": false' \
	"$BD_BUILD/suites/classic_Os" --list --format json
expect 0 '"name": "Sieve/10000", "tags": \["integer", "memory"\], "file": "suites/classic/sieve.c"' \
	"$suite" --list --format json
expect 0 '--launch-time TIME' "$suite" --help
expect 2 'name a benchmark' "$suite"
expect 2 "no benchmark 'Sieve'.*--list" "$suite" Sieve
expect 2 'needs a unit' "$suite" Sieve/10000 --launch-time 100
expect 2 "unknown option '--frob'" "$suite" Sieve/10000 --frob
expect 2 'not open for writing' "$suite" Sieve/10000 --out-fd 77
expect 2 'exactly one' "$suite" Sieve/10000 Sieve/100000 --out-fd 1
expect 2 "no benchmark 'Sieve/\*'" "$suite" 'Sieve/*' --out-fd 1
expect 4 'descriptor 1: No space left' bash -c '"$0" Sieve/10000 --samples 1 --out-fd 1 >/dev/full' \
	"$suite"
expect 4 'cannot write to standard output' bash -c '"$0" --list >/dev/full' "$suite"

# For people: a table, several names and globs, units that follow the size.
expect 0 '^benchmark +iterations +samples +min +median +spread +throughput$' \
	"$suite" Sieve/10000 --samples 3
expect 0 '^Sieve/10000 +2 +3 +[0-9.]+ [num]?s +[0-9.]+ [num]?s +[0-9.]+ %  [0-9.]+ [kMG]? ?items/s$' \
	"$suite" 'Sieve/1*0' --samples 3 --iterations 2
expect 0 '^Sieve/100000 ' "$suite" Sieve/10000 Sieve/100000 --samples 1
expect 0 '^Times are per iteration.*step [0-9.]+ [num]?s, [0-9.]+ [num]?s a read' "$suite" Sieve/10000
expect 1 '^Sieve/10000 +WRONG RESULT: result' "$broken" Sieve/10000 --samples 1
expect 0 '^Unlucky +skipped: unlucky$' "$cxx" '*' --samples 1
expect 0 '^StdSort/4096 ' "$cxx" '*' --samples 1

# A crash costs one row; a name that is registered twice is told with its places.
ends=$BD_BUILD/tests/fakes/harness_ends
expect 1 '^Killed +CRASHED: ended by signal 9 \(Killed\)$' "$ends" '*' --samples 1
expect 1 '^Exits/7 +CRASHED: ended itself with exit code 7$' "$ends" '*' --samples 1
expect 1 '^Exits/0 +CRASHED: ended itself with exit code 0$' "$ends" '*' --samples 1
expect 1 '^Fine +[0-9]+ +1 ' "$ends" '*' --samples 1
expect 2 'harness_twice.c:[0-9]+: benchmark .Same/1. is registered at .*harness_twice.c:[0-9]+ already' \
	"$BD_BUILD/tests/fakes/harness_twice" --list

# For the driver: one row, nothing else on the channel, exit code 0 whatever it says.
expect 0 '^"Sieve/10000","verify","result ' "$broken" Sieve/10000 --samples 1 --out-fd 1
expect 0 '^"Unlucky","skipped","unlucky",,' "$cxx" Unlucky --out-fd 1
"$suite" Sieve/10000 --iterations 2 --samples 4 --out-fd 3 3>"$dir/row" >"$dir/stdout" ||
	complain "a row costs exit code $?"
[ ! -s "$dir/stdout" ] || complain "with --out-fd there is output: $(cat "$dir/stdout")"
[ "$(wc -l <"$dir/row")" -eq 4 ] || complain "not four lines: $(cat "$dir/row")"
pattern='^"Sieve/10000","ok","",2,,[0-9.]+,00000000000004cd,1,10000,,"suites/classic/sieve.c",[0-9]+,'
pattern+='[0-9]+,[0-9]+,[0-9]+,[0-9]*,[0-9]*,[0-9]+,[0-9]+,[0-9]+,[0-9]+,[0-9]*,[0-9]*,'
pattern+='[0-9.]*,[0-9.]*,,[0-9.]+ [0-9.]+ [0-9.]+ [0-9.]+$'
sed -n 3p "$dir/row" | grep -qE "$pattern" || complain "unlike a row: $(sed -n 3p "$dir/row")"
# Samples of a millisecond or more: there is a look at the core before each.
"$suite" Sieve/10000 --iterations 1000 --samples 10 --launch-time 100s --out-fd 3 3>"$dir/row" ||
	complain "a row costs exit code $?"
sed -n 3p "$dir/row" | grep -qE ',[0-9.]+,[0-9.]+,,([0-9.]+ ){9}[0-9.]+$' ||
	complain "no core_low and core_high: $(sed -n 3p "$dir/row")"
tuned=$("$suite" Sieve/10000 --samples 1 --out-fd 1 | sed -n 's/^"Sieve.10000","ok","",\([0-9]*\),\1,.*/yes/p')
[ "$tuned" = yes ] || complain "the row does not tell what the tuner chose"

# A driver that is gone takes its launches with it. Its id is of a process that has ended.
bash -c 'exit 0' &
gone=$!
wait "$gone"
BD_DRIVER_PID=$gone "$suite" Sieve/10000 --samples 1 --out-fd 1 >"$dir/output"
[ $? -eq 4 ] && [ ! -s "$dir/output" ] || complain "a launch without a driver went on"
expect 0 '^"Sieve' env BD_DRIVER_PID=$$ "$suite" Sieve/10000 --samples 1 --out-fd 1

# Benchmarks in a static library are not linked.
flags=$(sed -nE 's/^BD_SANITIZE:BOOL=ON/-fsanitize=address,undefined/p; s/^BD_TSAN:BOOL=ON/-fsanitize=thread/p
	s/^BD_COVERAGE:BOOL=ON/--coverage/p' "$BD_BUILD/CMakeCache.txt")
# shellcheck disable=SC2086 # none or one
cc $flags -I"$BD_SOURCE" "$BD_SOURCE/harness/suite_main.c" "$BD_BUILD/harness/libbdharness.a" -o "$dir/empty" ||
	complain 'a suite without benchmarks does not link'
expect 2 'static library' "$dir/empty" --list
expect 0 '"benchmarks": \[' "$dir/empty" --list --format json
expect 2 'static library' "$BDRIVER" list -s "$dir/empty"
exit $bad
