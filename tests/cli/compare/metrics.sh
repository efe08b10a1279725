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
log 4000 4200 '{"hits":100,"time":3}' >old.log
log 6000 4704 '{"hits":103,"time":3,"late":1}' >new.log

# Time did not change, so that the rest is shown and fails nothing.
expect 0 "$BDRIVER" compare old.log new.log
has out 'peak memory   3.91 MiB  5.86 MiB  +50.0 %'
has out 'counter.hits       100       103  +3.00 %'
has out 'code size     4.10 KiB  4.59 KiB  +12.0 %'
hasnt out 'counter.time'
expect 1 "$BDRIVER" compare old.log new.log --fail-on size
expect 0 "$BDRIVER" compare old.log new.log --fail-on size --threshold size=20%
expect 0 "$BDRIVER" compare new.log old.log --fail-on regression,memory
expect 1 "$BDRIVER" compare old.log new.log --fail-on regression,memory
expect 1 "$BDRIVER" compare old.log new.log --fail-on counter.hits --format junit
has out '<failure message="'
has out 'counter.hits 100 -&gt; 103 (+3.00 %)'
expect 1 "$BDRIVER" compare old.log new.log --fail-on memory --format github
has out '::error title=s/one::'

# Each metric has its own threshold, also in the configuration; that of time is another.
expect 0 "$BDRIVER" compare old.log new.log --fail-on memory --threshold memory=60%
expect 1 "$BDRIVER" compare old.log new.log --fail-on memory --threshold 60%
expect 0 "$BDRIVER" compare old.log new.log --fail-on counter.hits --threshold counter.hits=5%
printf '[compare]\nthreshold.memory = 60%%\nthreshold.counter.hits = 5%%\n' >bdriver.ini
expect 0 "$BDRIVER" compare old.log new.log --fail-on memory,counter.hits
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
assert sorted(m) == ["counter.hits", "counter.late", "counter.time", "memory", "size", "time"], m
assert m["time"]["verdict"] == row["verdict"] and m["time"]["ratio"] == row["time_ratio"]
assert m["memory"]["unit"] == "KiB" and m["memory"]["old"] == 4000 and m["memory"]["new"] == 6000
assert m["memory"]["verdict"] == "regressed" and m["memory"]["ratio"] == 1.5
assert m["counter.hits"]["verdict"] == "increased" and m["counter.hits"]["p_value"] is None
assert m["counter.time"]["verdict"] == "unchanged"
assert m["counter.late"]["old"] is None and m["counter.late"]["verdict"] == "inconclusive"
END
expect 0 "$BDRIVER" compare old.log new.log --format csv
python3 - <<'END' || bad 'CSV'
import csv
row, = csv.DictReader(open("out"))
assert row["old_peak_kib"] == "4000" and row["new_counter.hits"] == "103", row
assert row["memory_verdict"] == "regressed" and row["counter.hits_verdict"] == "increased"
assert row["old_counter.late"] == ""
END
expect 0 "$BDRIVER" compare old.log new.log --format markdown
has out 'Other metrics: 3 changed'
expect 0 "$BDRIVER" report old.log new.log -o page.html
has page.html 'peak memory 3.91 MiB -> 5.86 MiB (+50.0 %); code size 4.10 KiB -> 4.59 KiB (+12.0 %); counter.hits 100 -> 103 (+3.00 %)'
finish
