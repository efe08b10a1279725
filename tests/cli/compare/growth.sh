#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Four times the log or list needs about four times the work, not sixteen times; four times the
# samples need no more memory in show. Instructions and bytes are counted, so a busy machine does not
# matter.
# slow: valgrind.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v valgrind >/dev/null || skip 'no valgrind'
small=500

# log CASE N: a log that grows with N in one of the ways that were quadratic once.
log() {
	awk -v case="$1" -v n="$2" 'BEGIN {
		print "# bdriver-log: 1"
		if (case == "suites")
			for (i = 0; i < n; i++) print "# suite.s" i ".build_id: " i "\n# suite.s" i ".flags: -O2"
		print "suite,benchmark,stage,round,attempt,position,build,status,iterations,samples"
		for (i = 0; i < n; i++) {
			if (case == "trend") {
				if (!i) printf "s,B,1,1,1,1,,ok,4,\""
				printf "%s%d", i ? " " : "", 1000 + i / 4
				continue
			}
			s = case == "suites" ? "s" i : "s"
			b = case == "names" ? "bad name " i : "B"
			r = case == "iterations" ? i + 1 : 1
			print s "," b ",1," r ",1,1," (case == "builds" ? "b" i : "") ",ok," r ",\"1 2 3\""
		}
		if (case == "trend") print "\""
	}'
}
# work COMMAND LOG: compare reads the log twice.
work() {
	local words=("$BDRIVER" doctor --format junit --from "${2-}")
	[ "$1" != compare ] || words=("$BDRIVER" compare "$2" "$2")
	[ "$1" != list ] || words=("$BDRIVER" list -s ./lists "--adapter=$name")
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "${words[@]}" 2>&1 >/dev/null |
		sed -n 's/.*I *refs: *//p' | tr -d ,
}
# grows CASE FACTOR COMMAND: with a log four times as long, at most FACTOR times the work.
grows() {
	local name=$1 factor=$2 command=$3 n a b
	for n in $small $((4 * small)); do
		log "$name" $n >$n.log
	done
	a=$(work $command $small.log) b=$(work $command $((4 * small)).log)
	[ -n "$a" ] && [ -n "$b" ] || { bad "$name: nothing was counted"; return; }
	printf '%s: %s, %s instructions\n' "$name" "$a" "$b"
	[ $((b)) -le $((a * factor)) ] || bad "$name: $small: $a, $((4 * small)): $b instructions"
}
for name in trend names iterations; do
	grows $name 5 doctor
done
for name in suites builds; do
	grows $name 6 compare
done
testcase 'text where each line might begin a document'
yes '{' | head -c 2000 >500.log
yes '{' | head -c 8000 >2000.log
a=$(work compare 500.log) b=$(work compare 2000.log)
[ $((b)) -le $((a * 6)) ] || bad "lines that begin with {: $a, $b instructions"

# list ADAPTER N: what a suite answers, of N benchmarks, or of a name with N parts.
list() {
	awk -v adapter="$1" -v n="$2" 'BEGIN {
		if (adapter == "catch2") {
			printf "<Catch><TestCase name=\"\">"
			for (i = 0; i < n; i++) printf "<Section name=\"\"><BenchmarkResults name=\"b\"/>"
			for (i = 0; i < n; i++) printf "</Section>"
			print "</TestCase></Catch>"
		}
		if (adapter == "go") {
			printf "goos: linux\npkg: p\nBenchmark"
			for (i = 0; i < 4 * n; i++) printf "/a"
			print " 1 1 ns/op\nPASS"
		}
		for (i = 0; adapter == "gbench" && i < n; i++) print "B" i
		for (i = 0; adapter == "swift" && i < n; i++) print i ",B" i ",[a, b]"
	}'
}
printf '#!/bin/sh\ncat listed\n' >lists
chmod +x lists
small=1000
for name in catch2 go gbench swift; do
	for n in $small $((4 * small)); do
		list $name $n >$n.list
	done
	cp $small.list listed
	a=$(work list)
	cp $((4 * small)).list listed
	b=$(work list)
	printf 'list of %s: %s, %s instructions\n' $name "$a" "$b"
	[ -n "$a" ] && [ $((b)) -le $((a * 6)) ] || bad "list of $name: $a, $b instructions"
done

if ! nm "$BDRIVER" 2>/dev/null | grep -q __asan_init; then
	testcase 'a small file or a list of short tags cannot fill the memory'
	list swift 20000 >listed
	(ulimit -v 400000; "$BDRIVER" list -s ./lists --adapter swift >out 2>err) ||
		bad "a list of 20,000: $(head -c 300 err)"
	{ echo '# bdriver-log: 1'; yes '#:' | head -c 4000000; } | gzip >bomb.log.gz
	for words in 'show bomb.log.gz' 'compare bomb.log.gz bomb.log.gz' \
		'history add --history h bomb.log.gz'; do
		(ulimit -v 300000; test_failures=0; expect 2 "$BDRIVER" $words; finish) || bad "$words"
		has err 'bomb.log.gz: is too large to be read at once'
	done

	testcase '20,000 benchmarks with 21 quantiles on each side fit into 39 MiB'
	for side in old new; do
		python3 "$BD_SOURCE/tests/eval/lib/speed_logs.py" quantiles 20000 $side || bad 'no logs'
	done
	peak=$(python3 - "$BDRIVER" compare --fail-on never old new <<-'END'
		import resource, subprocess, sys
		subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
		print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
	END
	)
	echo "compare: $peak KiB"
	[ "$peak" -le $((39 * 1024)) ] || bad "compare takes $peak KiB"
fi

# What massif counts takes long.
long_from_here
# samples N: a log of 200 launches of N samples each.
samples() {
	awk -v n="$1" 'BEGIN {
		print "# bdriver-log: 1\nsuite,benchmark,round,status,iterations,samples"
		for (i = 0; i < 200; i++) {
			printf "s,B%d,%d,ok,4,\"", i % 10, i / 10 + 1
			for (k = 0; k < n; k++) printf "%s%d", k ? " " : "", 1000 + (i * k) % 97
			print "\""
		}
		print "# end: 200"
	}'
}
# heap COMMAND...: the most bytes that it had at a time.
heap() {
	valgrind --tool=massif --massif-out-file=heap "$@" >/dev/null 2>&1
	sed -n 's/^mem_heap_B=//p' heap | sort -n | tail -n 1
}
# same_memory LOG LOG WORD...: show needs no more for the second log.
same_memory() {
	local a b
	a=$(heap "$BDRIVER" show "${@:3}" "$1") b=$(heap "$BDRIVER" show "${@:3}" "$2")
	[ -n "$a" ] && [ -n "$b" ] || bad "show ${*:3}: nothing was counted"
	printf 'show %s: %s, %s bytes\n' "${*:3}" "$a" "$b"
	[ $((b * 10)) -le $((a * 12)) ] || bad "show ${*:3}: $1: $a bytes, $2: $b bytes"
}
for n in 250 1000 2000; do
	samples $n >$n.samples
done
same_memory 250.samples 1000.samples
same_memory 250.samples 1000.samples --quantiles
same_memory 250.samples 1000.samples --format csv
# Of a benchmark these keep 20,000 samples at most: of the second log not more than of the first.
same_memory 1000.samples 2000.samples --format json
same_memory 1000.samples 2000.samples --regress
finish
