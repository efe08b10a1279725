# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Metrics beside time: peak memory, code size and the counters of frameworks, judged by the table.
. "$(dirname "$0")/../lib.sh"

# log KIB BYTES COUNTERS: three launches of s/one, of the same time.
log() {
	printf '# bdriver log 1\nsuite,benchmark,round,status,iterations,peak_kib,code_bytes,counters,samples\n'
	for round in 1 2 3; do
		printf '"s","one",%d,ok,1,%d,%s,"%s","%d %d"\n' $round "$1" "$2" "${3//\"/\"\"}" $((100 + round)) \
			$((101 + round))
	done
	echo '# end: 3'
}
log 4000 4200 '{"steps":100,"time":3}' >old.log
log 6000 4704 '{"steps":103,"time":3,"late":1}' >new.log

# Time did not change, so that the rest is shown and fails nothing.
expect 0 "$BDRIVER" compare old.log new.log
has out '3.91 MiB  5.86 MiB  +50.0 %'
has out 'counter.steps (less or more is better?)'
has out '4.10 KiB  4.59 KiB  +12.0 %'
hasnt out 'counter.time'
has out 'size: 1 grew, one +12.0 %, 4.10 KiB -> 4.59 KiB'
expect 1 "$BDRIVER" compare old.log new.log --fail-on size
expect 0 "$BDRIVER" compare old.log new.log --fail-on size --threshold size=20%
expect 0 "$BDRIVER" compare new.log old.log --fail-on regression,memory
expect 1 "$BDRIVER" compare old.log new.log --fail-on regression,memory
expect 1 "$BDRIVER" compare old.log new.log --fail-on counter.steps --format junit
has out '<failure message="'
has out 'counter.steps (less or more is better?) 100 -&gt; 103 (+3.00 %)'
expect 1 "$BDRIVER" compare old.log new.log --fail-on memory --format github
has out '::error title=s/one::'

# Each metric has its own threshold, also in the configuration; that of time is another.
expect 0 "$BDRIVER" compare old.log new.log --fail-on memory --threshold memory=60%
expect 1 "$BDRIVER" compare old.log new.log --fail-on memory --threshold 60%
expect 0 "$BDRIVER" compare old.log new.log --fail-on counter.steps --threshold counter.steps=5%
printf '[compare]\nthreshold.memory = 60%%\nthreshold.counter.steps = 5%%\n' >bdriver.ini
expect 0 "$BDRIVER" compare old.log new.log --fail-on memory,counter.steps
expect 0 "$BDRIVER" compare old.log new.log --fail-on memory --threshold 1%
expect 1 "$BDRIVER" compare old.log new.log --fail-on memory --threshold memory=1%
rm bdriver.ini

# What is no metric, or one of neither log, is refused: such a gate could not fail.
expect 2 "$BDRIVER" compare old.log new.log --fail-on memroy
has err "--fail-on: 'memroy' is neither regression|"
expect 2 "$BDRIVER" compare old.log new.log --fail-on counter.misses
has err '--fail-on counter.misses: neither old.log nor new.log has this metric'
expect 2 "$BDRIVER" compare old.log new.log --threshold memroy=5%
has err "'memroy' is no metric"
expect 2 "$BDRIVER" compare old.log new.log --threshold memory=much
has err '--threshold: '

# For programs: every metric that a launch has, whether it changed or not.
expect 0 "$BDRIVER" compare old.log new.log --format json
python3 - <<'END' || bad 'JSON'
import json
row, = json.load(open("out"))["rows"]
m = row["metrics"]
assert sorted(m) == ["counter.late", "counter.steps", "counter.time", "memory", "size", "time"], m
assert m["time"]["verdict"] == row["verdict"] and m["time"]["ratio"] == row["time_ratio"]
assert m["memory"]["unit"] == "KiB" and m["memory"]["old"] == 4000 and m["memory"]["new"] == 6000
assert m["memory"]["verdict"] == "regressed" and m["memory"]["ratio"] == 1.5
assert m["counter.steps"]["verdict"] == "increased" and m["counter.steps"]["p_value"] is None
assert m["counter.time"]["verdict"] == "unchanged"
assert m["counter.late"]["old"] is None and m["counter.late"]["verdict"] == "inconclusive"
END
expect 0 "$BDRIVER" compare old.log new.log --format csv
python3 - <<'END' || bad 'CSV'
import csv
row, = csv.DictReader(open("out"))
assert row["old_peak_kib"] == "4000" and row["new_counter.steps"] == "103", row
assert row["memory_verdict"] == "regressed" and row["counter.steps_verdict"] == "increased"
assert row["old_counter.late"] == ""
END
expect 0 "$BDRIVER" compare old.log new.log --format markdown
has out 'Other metrics: 3 changed'
grep -q '^size: 1 grew, ' out || bad 'Markdown does not sum up sizes'
expect 0 "$BDRIVER" compare new.log old.log --format json
jq -e '.summary.size | startswith("size: 1 shrank, one -10.7 %")' out >log || bad 'JSON does not sum up sizes'
# The executable of a suite once, by the same limits; logs of older programs do not know it.
sed 's/^# bdriver log 1/&\n# suite.s.loaded_bytes: 1000000/' old.log >exe_old.log
sed 's/^# bdriver log 1/&\n# suite.s.loaded_bytes: 1100000/' old.log >exe_new.log
expect 0 "$BDRIVER" compare exe_old.log exe_new.log
has out 'executables: 1 grew, s +10.0 %, 977 KiB -> 1.05 MiB'
expect 1 "$BDRIVER" compare exe_old.log exe_new.log --fail-on size --format junit
has out '<failure message="executables: 1 grew'
has out 'tests="2" failures="1"'
expect 1 "$BDRIVER" compare exe_old.log exe_new.log --fail-on size --format github
has out '::error title=bdriver compare::executables: 1 grew'
expect 0 "$BDRIVER" compare exe_old.log exe_new.log --fail-on size --threshold size=20%
expect 0 "$BDRIVER" compare exe_new.log exe_old.log --fail-on size --format markdown
grep -q '^executables: 1 shrank, s -9.09 %' out || bad 'Markdown lacks the executables'
expect 0 "$BDRIVER" compare old.log exe_new.log --fail-on size
hasnt out executables
expect 0 "$BDRIVER" compare exe_old.log exe_new.log --format json
[ "$(jq -c .summary.executables out)" = '[{"suite":"s","old":1000000,"new":1100000,"verdict":"regressed"}]' ] ||
	bad 'JSON lacks the executables'

# Of several that shrank it names the one that did most.
for side in old new; do
	sed '/^# end/d' $side.log >two_$side.log
	sed -n 's/"one"/"two"/p' $side.log | sed 's/,4704,/,9000,/' >>two_$side.log
	echo '# end: 6' >>two_$side.log
done
"$BDRIVER" compare two_new.log two_old.log >out
has out 'size: 2 shrank, two -53.3 %'
expect 0 "$BDRIVER" report old.log new.log -o page.html
has page.html 'peak memory 3.91 MiB -> 5.86 MiB (+50.0 %); code size 4.10 KiB -> 4.59 KiB (+12.0 %); counter.steps (less or more is better?) 100 -> 103 (+3.00 %)'

# The name of a counter tells which is better; the configuration has the last word.
log 4000 4200 '{"hits":100,"cache-misses":9,"n/s":7,"allocs_per_second":5,"steps":3}' >old.log
log 4000 4200 '{"hits":103,"cache-misses":8,"n/s":6,"allocs_per_second":6,"steps":4}' >new.log
# judged: each counter with its direction and verdict
judged() {
	expect 0 "$BDRIVER" compare old.log new.log --format json
	jq -r '.rows[0].metrics | to_entries[] | select(.key | startswith("counter"))
		| "\(.key) \(.value.better) \(.value.verdict)"' out | sort
}
[ "$(judged)" = 'counter.allocs_per_second less regressed
counter.cache-misses less improved
counter.hits more improved
counter.n/s more regressed
counter.steps null increased' ] || bad "directions: $(judged)"
expect 0 "$BDRIVER" compare old.log new.log --fail-on counter.hits
expect 1 "$BDRIVER" compare new.log old.log --fail-on counter.hits
printf '[compare]\nbetter.counter.steps = less\nbetter.counter.hits = less\n' >bdriver.ini
expect 1 "$BDRIVER" compare old.log new.log --fail-on counter.steps
expect 1 "$BDRIVER" compare old.log new.log --fail-on counter.hits
hasnt out 'less or more'
printf '[compare]\nbetter.counter.steps = fewer\n' >bdriver.ini
expect 2 "$BDRIVER" compare old.log new.log
has err "'fewer' is neither less nor more"
printf '[compare]\nbetter.memory = less\n' >bdriver.ini
expect 2 "$BDRIVER" compare old.log new.log
has err "'memory' is no counter; give counter.NAME"
finish
