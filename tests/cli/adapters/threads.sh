#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Benchmarks with threads, and commands, have all CPUs and have them alone; what shows the log says
# so. A script stands in for a program of Google Benchmark.
# slow: some dozen launches, one after the other.
. "$BD_SOURCE/tests/cli/lib.sh"
mkdir old new running
cat >old/prog <<'TXT'
#!/bin/sh
for a; do
	case $a in
	--benchmark_filter=*) filter=${a#*=} ;;
	--benchmark_out=*) out=${a#*=} ;;
	--benchmark_min_time=1x) echo 'is expected to be a double' >&2; exit 1 ;;
	esac
done
for name in One/threads:1 Two Many/real_time/threads:4; do
	[ "${filter-$name}" = "$name" ] || [ "$filter" = "^$name\$" ] || continue
	[ -n "$out" ] || echo "$name"
	[ -z "$out" ] || printf '{"benchmarks": [{"name": "%s", "iterations": 10, "real_time": 5,
"cpu_time": 5, "time_unit": "ns"}]}\n' "$name" >"$out"
	[ -z "$out" ] || grep Cpus_allowed: "/proc/$$/status" >>"$NOTES/${name%%/*}.mask"
	[ "$name" = "${name%:4}" ] || [ -z "$out" ] || [ -z "$(ls "$NOTES/running")" ] ||
		echo "beside $(ls "$NOTES/running")" >>"$NOTES/beside"
	[ -z "$out" ] || { : >"$NOTES/running/$$" && sleep .02 && rm "$NOTES/running/$$"; }
done
TXT
chmod +x old/prog
cp old/prog new
export NOTES=$PWD
names() { cells "$1" benchmark cpu | awk 'NF == 1 { print $1 }' | sort -u | paste -sd ' '; } # that are not pinned

testcase 'a plain run'
expect 0 "$BDRIVER" run --force -j 2 -r 2 --launch-time 5ms --adapter gbench -s old/prog -o x.log
[ "$(names x.log)" = Many/real_time/threads:4 ] || bad "not pinned: $(names x.log)"
[ ! -e beside ] || bad "not alone: $(cat beside)"
has err '1 benchmark has threads: measured alone, on all CPUs'
expect 0 "$BDRIVER" show x.log
[ "$(grep -c 'on all CPUs' out)" = 1 ] || bad 'show does not say it'
expect 0 "$BDRIVER" run --dry-run --adapter gbench -s old/prog -r 1
grep -q 'Many/real_time/threads:4  (alone, on all CPUs)' out || bad 'the plan does not say it'
expect 0 "$BDRIVER" convert --to gbench x.log x.json
jq -e 'all(.benchmarks[]; .threads == if .name | test("^Many") then 4 else 1 end)' x.json >/dev/null ||
	bad 'the number of threads in JSON'

testcase 'two builds'
expect 0 "$BDRIVER" run --force -j 2 -r 2 --launch-time 5ms --adapter gbench --old old --new new \
	-s prog -o pair
[ "$(names pair/old.log) $(names pair/new.log)" = 'Many/real_time/threads:4 Many/real_time/threads:4' ] ||
	bad "not pinned: $(names pair/old.log) $(names pair/new.log)"
[ "$(sort -u Many.mask | wc -l)" = 1 ] || bad 'launches with threads have different CPUs'
[ ! -e beside ] || bad "not alone: $(cat beside)"
expect 0 "$BDRIVER" compare --format json pair/old.log pair/new.log
[ "$(jq -r '.rows[] | select(.notes[] == "on all CPUs").benchmark' out)" = Many/real_time/threads:4 ] ||
	bad 'the row does not say it'

testcase 'all_cpus = no'
printf '[suite prog]\npath = old/prog\nadapter = gbench\nall_cpus = no\n' >bdriver.ini
expect 0 "$BDRIVER" run --force -r 1 --launch-time 5ms -o no.log
[ -z "$(names no.log)" ] || bad "not pinned: $(names no.log)"
has err '1 benchmark has threads, but launches keep to one CPU: all_cpus = no'

testcase 'threads that no name shows'
rm bdriver.ini
expect 0 "$BDRIVER" run --force -r 2 --launch-time 100ms -s "$BD_BUILD/tests/fakes/sick" -o sick.log \
	TwoThreads Sleeps
has out '1 benchmark, such as sick/TwoThreads, started threads on one CPU'
testcase 'commands'
here=$(sed -n 's/^Cpus_allowed:\t//p' /proc/self/status)
seen() { # MASK ARGUMENTS: what a command sees
	expect 0 "$BDRIVER" run -q --force -r 1 --samples 1 --launch-time 1ms -o c.log "${@:2}"
	case $1 in
	all) [ "$(cat seen)" = "$here" ] || bad "CPUs $(cat seen) of $here" ;;
	one) [[ $(cat seen) =~ ^[0,]*[1248][0,]*$ ]] || bad "CPUs $(cat seen)" ;;
	esac
	expect 0 "$BDRIVER" show c.log
	hasnt out 'on all CPUs'
	rm c.log
}
cat >see <<'TXT'
#!/bin/sh
sed -n 's/^Cpus_allowed:\t//p' "/proc/$$/status" >seen
TXT
chmod +x see
seen all --command 'see: ./see'
seen one -j 2 --command 'see: ./see'
printf '[command see]\ncommand = ./see\nall_cpus = no\n' >bdriver.ini
seen one
finish
