#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a program prints beside its list is no benchmark, and a list that cannot be had says why.
# Scripts that behave as the real programs stand in for them.
. "$BD_SOURCE/tests/cli/lib.sh"

# A program of Google Benchmark whose main() prints, and that exits with the number of benchmarks.
cat >prints <<'TXT'
#!/bin/sh
for a; do
	case $a in
	--benchmark_filter=*) filter=${a#*=} ;;
	--benchmark_out=*) out=${a#*=} ;;
	--benchmark_list_tests*) list=1 ;;
	--benchmark_min_time=1x) exec echo '--benchmark_min_time is expected to be a double' >&2 ;;
	esac
done
echo "+ $0 $*" && echo 'Loading 3 data sets...' && echo "took 0.$$ s at 0x$$"
for name in ${NAMES-BM_one BM_two/8 BM_one}; do
	[ "${filter-$name}" = "$name" ] || [ "$filter" = "^$name\$" ] || continue
	count=$((count + 1))
	[ -z "$list" ] || echo "$name"
	one="{\"name\": \"$name\", \"iterations\": ${ITERATIONS-10}, \"real_time\": 2${TIME},"
	[ -z "$out" ] || printf '{"context": {"executable": "be\377n"},\n"benchmarks": [\n%s\n%s}]}\n' \
		"$one" '"cpu_time": 2, "time_unit": "ns"' >"$out"
done
[ -n "$count" ] || echo 'nothing to do'
echo "done after 1.$$ s, all caches freed"
exit ${COUNTS+$count}
TXT
chmod +x prints
names() { sed -n 's/^  //p' out | paste -sd ' '; }
list() { # exit code, names, arguments
	expect "$1" "$BDRIVER" list -s ./prints --adapter gbench "${@:3}"
	[ "$(names)" = "$2" ] || bad "the list: $(names)"
}
list 0 'BM_one BM_two/8'
testcase 'main() returns how many benchmarks there are'
export COUNTS=
list 0 'BM_one BM_two/8'
NAMES='A B' expect 0 "$BDRIVER" run -q -s ./prints --adapter gbench --force -r 1 -o counts.log
[ "$(cells counts.log benchmark status | sort)" = $'A ok\nB ok' ] || bad "$(cat counts.log)"
unset COUNTS
testcase 'a locale with thousands'
ITERATIONS=1,000 expect 3 "$BDRIVER" run -q -s ./prints --adapter gbench --force -r 1 -o comma.log
has comma.log "a number has separators (1,000): the program sets a locale"
TIME=,5 expect 3 "$BDRIVER" run -q -s ./prints --adapter gbench --force -r 1 -o half.log
has half.log "a number has separators (1,000): the program sets a locale"
ITERATIONS=1.000 expect 3 "$BDRIVER" run -q -s ./prints --adapter gbench --force -r 1 -o point.log
has point.log 'the number of iterations has a point: main() sets a locale'
testcase 'main() that does not look at its arguments'
cat >deaf <<'TXT'
#!/bin/sh
printf 'Benchmark  Time\nBM_one  1%s ns\n' "$$"
TXT
cat >refuses <<'TXT'
#!/bin/sh
printf 'PARSE ERROR: Argument: %s\n  no match\n' "$1"
exit 1
TXT
cat >speaks <<'TXT'
#!/bin/sh
printf 'libfoo 1.2\n{"schema": "bdriver-list-1", "suites": [{"benchmarks": [{"name": "a"}]}]}\nbye\n'
TXT
chmod +x deaf refuses speaks
expect 2 "$BDRIVER" list -s ./deaf --adapter gbench
has err "suite deaf: ./deaf prints no names of benchmarks, but 'Benchmark  Time'"
has err 'does its main() call benchmark::Initialize(&argc, argv)?'
expect 2 "$BDRIVER" list -s ./refuses --adapter gbench
has err 'exit code 1; it said: PARSE ERROR: Argument: --benchmark_list_tests=true'
printf '#!/bin/sh\nprintf "A\\nB/8\\n"\n' >deaf
expect 0 "$BDRIVER" list -s ./deaf --adapter gbench
[ "$(names)" = 'A B/8' ] || bad "the list: $(names)"
testcase 'a program of Google Benchmark without symbols'
# Its help is in its data, whatever was stripped; that of a library, or of bdriver, is none.
cat >help.c <<'TXT'
#include <stdio.h>
const char help[] = "benchmark [--benchmark_list_tests={true|false}]\n";
int main(int n, char **words) { printf(n > 1 ? "A\n" : "%s%s", help, *words); return 0; }
TXT
mkdir programs
for how in -static -static-pie '-shared -fPIC' -O1; do
	gcc -s $how help.c -o "programs/p$how" || bad "gcc $how"
done
cp "$BDRIVER" programs/ && strip programs/bdriver
expect 0 "$BDRIVER" run --old programs --new programs --dry-run -r 1
has out ': 3 benchmarks of 2 builds'
testcase 'our own protocol'
expect 0 "$BDRIVER" list -s ./speaks
[ "$(names)" = a ] || bad "the list: $(names)"

testcase 'benchmarks of Go that end the executable, or have no time'
cat >go.test <<'TXT'
#!/bin/sh
bench=.
for a; do
	case $a in
	-test.list=*) printf 'Benchmark%s\n' A Dies Metric Sub Exits Last && exec echo PASS ;;
	-test.bench=*) bench=${a#*=} ;;
	esac
done
has() { echo "Benchmark$1" | grep -qE "$bench" && echo "Benchmark$1"; }
row() { printf 'Benchmark%s \t 1\t %s\n' "$1" "${2-5 ns/op}"; }
printf 'goos: linux\npkg: p\n'
has A && row A
has Dies && echo 'panic: boom' >&2 && kill -SEGV $$
has Metric && row Metric '5 req/s'
has Sub && echo BenchmarkSub/1 && row Sub/1 && echo BenchmarkSub/2 && exit 2
has Exits && exit 0
has Last && printf 'progress 100%% ' && row Last
echo PASS
TXT
chmod +x go.test
expect 0 "$BDRIVER" list -s ./go.test --adapter go
[ "$(names)" = 'A Dies Sub/1 Sub/2 Exits Last' ] || bad "the list: $(names)"
has err 'suite go.test: 1 benchmark without ns/op: Metric; left out'
for name in Dies Sub/2 Exits; do
	has err "suite go.test: Benchmark$name ends the executable"
done

testcase 'pytest with its options of every day'
cat >pytest <<'TXT'
#!/bin/sh
case $* in *--benchmark-enable*) ;; *) exit 4 ;; esac
if [ -n "$XDIST" ]; then
	exec echo 'bringing up nodes...'
fi
printf '        SETUP    F benchmark\n        a.py::t (fixtures used: benchmark, request)\n'
[ -z "$BROKEN" ] || { printf 'E   ImportError: nope\n1 error\n' && exit 1; }
TXT
chmod +x pytest
XDIST=1 expect 2 "$BDRIVER" list -s ./pytest --adapter pytest
has err 'suite pytest: pytest-xdist is on (addopts?), which shows no list and disables benchmarks: give args = -n 0 in [suite pytest]'
BROKEN=1 expect 0 "$BDRIVER" list -s ./pytest --adapter pytest
[ "$(names)" = a.py::t ] || bad "the list: $(names)"
has err 'pytest could not read all files, and leaves some out: ImportError: nope'
finish
