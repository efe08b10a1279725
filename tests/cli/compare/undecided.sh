#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be decided is neither success nor failure: exit code 5, and the first line says why.
# A log of which nothing can be used is an error.
. "$BD_SOURCE/tests/cli/lib.sh"
export COLUMNS=500
data=$BD_SOURCE/tests/data
old=$data/compare_old.log new=$data/compare_new.log

# process FILE FACTOR: what Google Benchmark writes of one process with three repetitions.
process() {
	awk -v factor="$2" 'BEGIN {
		print "{\"context\": {\"executable\": \"./many\"}, \"benchmarks\": ["
		for (i = 0; i < 36; i++)
			printf "{\"name\": \"B%d\", \"run_type\": \"iteration\", \"repetition_index\": %d, \"iterations\": 9, \"real_time\": %.1f, \"cpu_time\": %.1f, \"time_unit\": \"ns\"}%s\n",
				i / 3, i % 3, (100 + i) * factor, (100 + i) * factor, i < 35 ? "," : ""
		print "]}" }' >"$1"
}

testcase 'one process a side calls nothing, however far it is'
process old.json 1
process new.json 3
expect 5 "$BDRIVER" compare old.json new.json
[[ $(head -1 out) == '1 launch a side cannot tell noise from a change: run each side five times'* ]] || bad "$(head -1 out)"
has out '12 inconclusive'
expect 5 "$BDRIVER" compare old.json new.json --format csv
grep -qE '",(regressed|improved|unchanged),' out && bad 'a verdict that nobody can know'
expect 5 "$BDRIVER" compare old.json new.json --format markdown
[[ $(head -1 out) == '**1 launch a side'* ]] || bad "$(head -1 out)"
expect 5 "$BDRIVER" compare old.json new.json --format github
[[ $(head -1 out) == '::warning title=bdriver compare::1 launch a side'* ]] || bad "$(head -1 out)"
expect 5 "$BDRIVER" compare old.json new.json --format json
has out '"undecided":true'
expect 5 "$BDRIVER" compare old.json new.json --format junit
has out 'tests="13" failures="0" skipped="13"'
has out 'name="comparison"'
expect 5 "$BDRIVER" compare old.json new.json --fail-on shift
expect 5 "$BDRIVER" compare old.json new.json --fail-on change
expect 0 "$BDRIVER" compare old.json new.json --fail-on missing
expect 0 "$BDRIVER" compare old.json new.json --fail-on never
expect 5 "$BDRIVER" compare old.json new.json --fail-on memory
expect 0 "$BDRIVER" report old.json new.json -o page.html
has page.html '"undecided":true'
has page.html '1 launch a side'

testcase 'so it is where one side has more, and where all files were given it is not'
cat old.json old.json old.json old.json old.json >olds.json
expect 5 "$BDRIVER" compare olds.json new.json
[[ $(head -1 out) == '1 launch on the new side'* ]] || bad "$(head -1 out)"
expect 5 "$BDRIVER" compare old.json new.json --new new.json --new new.json
[[ $(head -1 out) == '1 launch on the old side'* ]] || bad "$(head -1 out)"
expect 5 "$BDRIVER" compare olds.json new.json --new new.json --new new.json
[[ $(head -1 out) == 'The suite is 200.0 % slower'* ]] || bad "$(head -1 out)"

testcase 'and with one process of each format that is read'
for file in asv.json benchmarktools.json criterion.csv data.js gbench.json jmh.json nanobench.json pytest_benchmark.json; do
	expect 5 "$BDRIVER" compare "$data/formats/$file" "$data/formats/$file"
	[[ $(head -1 out) == '1 launch a side'* ]] || bad "$file: $(head -1 out)"
done

testcase 'a log without a row that can be used is no log in which all was added'
sed 's/,ok,/,okk,/' "$old" >bad.log
grep '^#' "$old" >meta.log
sed '/^suite,/q' "$old" >header.log
for log in bad meta header; do
	for words in "$log.log $new" "$new $log.log" "$log.log $new --format junit" "$log.log $new --fail-on never" \
		"$log.log $new --rule swift" "$log.log $new --fail-on missing"; do
		# shellcheck disable=SC2086
		expect 2 "$BDRIVER" compare $words
		[ -s out ] && bad "standard output is not empty: $words"
		has err "bdriver: $log.log"
	done
	expect 2 "$BDRIVER" report "$log.log" "$new" -o none.html
	[ -e none.html ] && bad "a page of $log.log"
done
expect 2 "$BDRIVER" compare bad.log "$new"
has err "bad.log: none of its rows can be used: bad.log:12: row left out: the cell 'status' is no known status"

testcase 'logs without a benchmark in common'
sed 's/^"/"other_/' "$new" >other.log
for format in text markdown github; do
	expect 5 "$BDRIVER" compare "$old" other.log --format $format
	head -1 out | grep -q 'No benchmark is in both logs, so nothing was compared' || bad "$format: $(head -1 out)"
	hasnt out 'fine and now'
done
has out 'Add --map-suite classic_O2=other_classic_O2 if that suite was renamed: both have '
expect 5 "$BDRIVER" compare "$old" other.log --fail-on missing
expect 0 "$BDRIVER" compare "$old" other.log --fail-on never

testcase 'what is selected of them: nothing to compare, but a benchmark that is gone'
expect 5 "$BDRIVER" compare "$old" "$new" -f Sieve/20000
[[ $(head -1 out) == 'Nothing was compared'* ]] || bad "$(head -1 out)"
expect 1 "$BDRIVER" compare "$old" "$new" -f Sieve
expect 5 "$BDRIVER" compare "$old" other.log -f Sieve
finish
