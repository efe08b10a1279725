#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: measures two builds of a Google Benchmark executable.
# Programs of Google Benchmark are suites: list, run, a paired run, doctor, fingerprints and placement.
. "$BD_SOURCE/tests/cli/lib.sh"
program=$BD_BUILD/tests/gbench
[ -x "$program/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'

# Found in a folder by its symbols, beside what is never executed.
mkdir -p build-old/bench build-new/bench
cp "$program/old/words" build-old/bench/words
cp "$program/new/words" build-new/bench/words
printf '#!/bin/sh\ntouch %s/executed\n' "$PWD" >build-old/trap
chmod +x build-old/trap
cp build-old/trap build-new/trap

odd='[d]{2}|(e)^$*?\f'
cat >names <<TXT
Sum/1000
Make<std::vector<std::pair<int, int>>>
Make<std::string>/real_time/threads:2
Refuses
a.c+$odd/10/iterations:50/repeats:3
a_c+$odd/10
TXT
expect 0 "$BDRIVER" list -q -s build-old/bench/words
sed 's/^  //' out | diff names - || bad 'the list'
expect 0 "$BDRIVER" list -q --adapter gbench -s build-old/bench/words
expect 2 "$BDRIVER" list --adapter gbnch -s build-old/bench/words
has err "unknown adapter 'gbnch'; did you mean 'gbench'?"
expect 2 "$BDRIVER" list --adapter bdriver -s build-old/bench/words
has err 'asked for its list, ended with exit code 1'

measure() { # with few rounds
	expect "$1" "$BDRIVER" run --old build-old --new build-new -r 8 --launch-time 20ms \
		-o "${@:2}"
}
measure 1 cmp
[ ! -e executed ] || bad 'a program that is no suite was executed'
has cmp/errors.err 'verify no "input"'
# Twenty times the work: far beyond any noise. The times are of the unit that was given.
expect 1 "$BDRIVER" compare --format json cmp/old.log cmp/new.log
jq -e '.rows[] | select(.benchmark == "Sum/1000") | .verdict == "regressed" and
	.time_ratio > 3 and .time_ratio < 200 and .old.estimate_ns > 100 and
	.old.estimate_ns < 1e6' out >/dev/null || bad 'Sum/1000'
cut() { # LOG BENCHMARK: its launches whose search others on the CPU have cut
	grep 'others on the CPU' "$1" | grep -cF "$2"
}
threads='Make<std::string>/real_time/threads:2'
jq -e --argjson old "$(cut cmp/old.log "$threads")" --argjson new "$(cut cmp/new.log "$threads")" \
	".rows[] | select(.benchmark == \"$threads\") |
	.old.launches + \$old >= 8 and .new.launches + \$new >= 8" out >/dev/null || bad 'a name with threads'
# (In JSON: the table hides what is unchanged, and breaks notes where other columns are wide.)
[ "$(jq -r '.rows[] | select(.verdict == "failed") | "\(.benchmark), \(.notes | join(", "))"' out)" = \
	'Refuses, old: reports an error, new: reports an error' ] || bad 'what failed'
# (Without the name that has a comma, and launches whose search others on the CPU have cut.)
grep -v pair cmp/old.log >all
grep -v 'others on the CPU' all >plain
cells plain benchmark items bytes iterations samples >cells
awk '$1 == "Sum/1000" && ($2 != 1000 || $3 != 4000 || NF < 5) { exit 1 }' cells || bad 'Sum/1000: cells'
[ "$(cells cmp/new.log benchmark counters | grep '^Sum/1000 ' | sort -u)" = 'Sum/1000 {rounds:40.0}' ] ||
	bad "counters: $(cells cmp/new.log benchmark counters | grep Sum)"
expect 0 "$BDRIVER" convert --to gbench cmp/new.log back.json
jq -e --argjson cut "$(cut cmp/new.log Sum/1000)" '[.benchmarks[] | select(.run_name == "Sum/1000") |
	.rounds] | length + $cut == 8 and all(. == 40)' back.json >/dev/null || bad 'counters in JSON'
# Three repetitions, of 50 iterations as the code has it.
awk '$1 ~ /^a\.c/ && ($2 != 10 || $4 != 50 || NF != 7) { exit 1 }' cells || bad 'a.c: cells'
[ "$(cells all benchmark | sort | uniq -c | awk '$1 < 8' | wc -l)" = 0 ] || bad 'launches are missing'
grep -qE '^# suite.words.placement: [0-9]+ of [1-9]' cmp/old.log || bad 'placement'
grep -qE '^# suite.words.build_id: [0-9a-f]{40}' cmp/old.log || bad 'build id'
expect 0 "$BDRIVER" show cmp/old.log

# The same program at another place is the same code; the other one is not.
if [ "$(uname -m)" = x86_64 ] && ! sanitized; then
	cp build-old/bench/words build-new/bench/words
	expect 0 "$BDRIVER" run --old build-old --new build-new --changed --dry-run
	has err 'all with the same code'
	code() { # LOG BENCHMARK: the one that is edited, or one that is not
		grep -v pair "$1" >code.log
		cells code.log benchmark code_fingerprint | awk -v n="$2" '$1 == n { print $2 }' | sort -u
	}
	[ "$(code cmp/old.log Sum/1000)" != "$(code cmp/new.log Sum/1000)" ] || bad 'the edited one is the same'
	string=Make'<std::string>'/real_time/threads:2
	[[ $(code cmp/old.log $string) =~ ^[0-9a-f]{16}$ ]] || bad 'no fingerprint'
	[ "$(code cmp/old.log $string)" = "$(code cmp/new.log $string)" ] || bad 'an edit elsewhere counts'
fi

# What neither build can measure is lost by no change.
expect 0 "$BDRIVER" run --old build-old --new build-old -r 6 --launch-time 20ms -f 'Refuses|a_c' -o refuses
has err '1 benchmark reports an error in each build, so there is nothing to compare'

# An interrupted run and a plain one, by a configuration.
printf '[suite mine]\npath = build-old/bench/words\nadapter = gbench\nargs = --v=0\n' >bdriver.ini
expect 0 "$BDRIVER" run -q -r 2 Sum/1000 -o plain.log
[ "$(launches_in plain.log)" = 2 ] || bad 'a plain run'
printf '[suite mine]\npath = build-old/bench/words\nadapter = bdriver\n' >bdriver.ini
expect 2 "$BDRIVER" list

# The doctor: one iteration, and as many as the program chooses.
expect 1 "$BDRIVER" doctor -s build-old/bench/words --format json -o doctor.log
jq -e '.findings[] | select(.check == "verify" and .benchmark == "Refuses")' out >/dev/null ||
	bad 'the doctor misses what fails'
sanitized || jq -e '[.findings[] | select(.check == "placement")] | length == 1' out >/dev/null ||
	bad 'the doctor misses that the code is not aligned'
finish
