#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Results of other tools from end to end: compare, doctor, convert there and back; the tools
# themselves where they are installed.
# slow: Google Benchmark is compiled
. "$(dirname "$0")/../lib.sh"
data=$BD_SOURCE/tests/data/formats

# Several processes a side allow a test, one does not.
expect 0 "$BDRIVER" compare "$data/pyperf.json" "$data/pyperf.json" --format json --fail-on never
has out '"rule":"unpaired"'
expect 0 "$BDRIVER" compare "$data/gbench.json" "$data/gbench.json" --format json --fail-on never
has out '"undecided":true'
has out '"format":"gbench"'

# What docs/FORMATS.md says of the doctor: which checks cannot be answered.
unknown() {
	"$BDRIVER" doctor --from "$@" --format json 2>/dev/null |
		grep -o '{"check": *"[a-z-]*", *"benchmarks"' | cut -d'"' -f4 | sort -u
}
answered() {
	unknown "${@:2}" | grep -qx "$1" && bad "the doctor cannot answer $1 from ${*:2}"
}
unanswered() {
	unknown "${@:2}" | grep -qx "$1" || bad "the doctor answers $1 from ${*:2}"
}
answered noise "$data/pyperf.json"
unanswered memory-range "$data/pyperf.json"
unanswered noise "$data/gbench.json"
answered waits "$data/gbench.json"
unanswered waits "$data/go.txt"

# Pages are memory: at 1 and at 2 iterations Swift's JSON lines tell whether it grows.
for n in 1 2; do
	printf '{"number":1,"name":"Leak","samples":[%d],"iters":%d,"pages":%d}\n' \
		100 $n $((100 * n)) >swift$n.json
done
answered memory-growth swift1.json swift2.json
"$BDRIVER" doctor --from swift1.json swift2.json >out 2>&1
has out "peak memory differs by +100 pages"

# There and back: what is converted compares as its source does.
for file in gbench.json hyperfine.json pyperf.json jmh.json criterion_groups.csv go.txt; do
	expect 0 "$BDRIVER" convert -q "$data/$file" "$file.log"
	"$BDRIVER" show --format csv "$data/$file" >source 2>/dev/null
	"$BDRIVER" show --format csv "$file.log" >copy 2>/dev/null
	cmp source copy || bad "$file and its copy differ"
done
expect 0 "$BDRIVER" convert -q --to gbench gbench.json.log back.json
"$BDRIVER" show --format csv back.json >copy
"$BDRIVER" show --format csv "$data/gbench.json" | cut -d, -f1-6 >source
cut -d, -f1-6 copy | cmp - source || bad "gbench.json there and back: $(cat copy)"
expect 2 "$BDRIVER" convert --to xml gbench.json.log x
expect 0 "$BDRIVER" convert --to bencher gbench.json.log x
has err "1 benchmark without a result is left out: the format bencher has no place for failures"

# The tools themselves.
if command -v hyperfine >/dev/null; then
	hyperfine -N -r 3 --export-json h.json true >/dev/null 2>&1
	expect 0 "$BDRIVER" show h.json --format csv
	[ "$(sed 1d out | cut -d, -f1,2,4)" = '"hyperfine","true",3' ] || bad "hyperfine: $(cat out)"
else
	echo "no hyperfine here: its file in tests/data is read only"
fi
if echo '#include <benchmark/benchmark.h>' | c++ -x c++ -fsyntax-only - 2>/dev/null; then
	c++ -O1 "$data/make/gbench.cpp" -o gb -lbenchmark -lpthread || bad "does not compile"
	for build in old new; do
		for process in 1 2 3; do
			./gb --benchmark_min_time=0.001 --benchmark_format=json 2>/dev/null
		done >$build.json
	done
	expect 0 "$BDRIVER" compare -v old.json new.json --fail-on never
	has out "BM_Fill<int>/64"
	has out "3 launches each"
else
	echo "no Google Benchmark here: its files in tests/data are read only"
fi
finish
