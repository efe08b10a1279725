#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `bdriver doctor` as a user has it: what needs no measuring, foreign logs, waivers, exit codes,
# every form of output; the checks in --list-checks, --explain, the manual page and docs/DOCTOR.md.
# slow: some dozen runs of the doctor.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
data=$BD_SOURCE/tests/data/doctor

testcase 'every check is explained, and the texts for people name it'
expect 0 "$BDRIVER" doctor --list-checks
cut -d' ' -f1 out >checks
files=$(grep -l '^const struct check check_' "$BD_SOURCE"/doctor/checks/*.c | wc -l)
[ "$(wc -l <checks)" = "$files" ] ||
	bad "$(wc -l <checks) checks of $files files: is each in doctor/checks.c?"
[ "$files" -ge 20 ] || bad "only $files checks"
while read -r check; do
	expect 0 "$BDRIVER" doctor --explain "$check"
	has out "$check: "
	has out 'How to fix it:'
	has out 'Example: '
	! grep -nE '.{81}' out || bad "--explain $check is wider than 80 columns"
	[ "$(wc -l <out)" -ge 6 ] || bad "--explain $check has $(wc -l <out) lines"
done <checks
# The table of docs/DOCTOR.md has the same checks, summaries and order.
expect 0 "$BDRIVER" doctor --list-checks
sed 's/  */ /' out >listed
sed -n '/^## The checks/,/^## Waivers/s/^| `\([a-z-]*\)` | \([^|]*\) |.*/\1 \2/p' \
	"$BD_SOURCE/docs/DOCTOR.md" >documented
diff -u documented listed || bad 'docs/DOCTOR.md has other checks or summaries'
expect 2 "$BDRIVER" doctor --explain nois
has err "the nearest is 'noise'"
expect 2 "$BDRIVER" doctor --explain elephants
has err "there is no check 'elephants'; "
expect 2 "$BDRIVER" doctor --from "$data/sick.log" --check nois
has err "the nearest is 'noise'"

expect 0 "$BDRIVER" doctor --explain name-form
has out 'name-form = ^[A-Z]'
expect 2 "$BDRIVER" doctor --from "$data/sick.log" --check noise,drift --skip-check drift,noise
has err 'leave no check'

testcase 'a log that has all that is needed: findings by name, worst first, advice with numbers'
expect 1 "$BDRIVER" doctor --from "$data/sick.log"
has out 'SetupInside'
has out 'setup-overhead'
has out 'divide the workload by 16 (775 us) or by 100 (124 us)'
has out '✗ 1 of 4 benchmarks is fit, as far as this log can tell (2 checks without an answer): 3 errors'
has out '2 checks could not be answered for up to 4 benchmarks (-v: why)'
hasnt out ' nan'
# What docs/DOCTOR.md shows is this output.
sed -n '/^## What it prints/,/^## How/p' "$BD_SOURCE/docs/DOCTOR.md" | sed -n '/^```/,/^```/p' |
	sed '/^```/d' >shown
diff -u shown out || bad 'docs/DOCTOR.md shows another output'
expect 0 "$BDRIVER" doctor --from "$data/healthy.log"
has out '✓ 2 of 2 benchmarks are fit'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --check runtime-long
hasnt out 'setup-overhead'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --skip-check runtime-long
hasnt out 'runtime-long'
expect 2 "$BDRIVER" doctor --from "$data/sick.log" -f nothing
has err "no benchmark matches --filter 'nothing'"
expect 2 "$BDRIVER" doctor --from "$data/sick.log" -s nothing
has err "no log here has a suite 'nothing'"
expect 2 "$BDRIVER" doctor --from "$data/sick.log" -t tag
has err 'logs hold no tags'
expect 0 "$BDRIVER" doctor --from "$data/sick.log" -f Fine
has out '1 of 1 benchmark is fit'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" -f Leaks
has out '0 of 1 benchmark is fit'

testcase 'rows that were left out are told before the error that they cause'
sed 's/"[0-9. ]*"$/"1 nan"/' "$data/sick.log" >damaged.log
expect 2 "$BDRIVER" doctor --from damaged.log
has err 'damaged.log:5: row left out'
has err 'no benchmark'

testcase 'every form of output'
for format in text markdown json junit github; do
	expect 1 "$BDRIVER" doctor --from "$data/sick.log" --format "$format"
	has out 'SetupInside'
	hasnt out ' nan'
done
has out '::error file=suites/a.c,line=12,title=s/SetupInside%3A setup-overhead::'
testcase 'a quiet machine is no finding'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --format json
has out '"schema": "bdriver-doctor-1"'
has out '"checked": 4'
if command -v python3 >/dev/null; then
	python3 -m json.tool out >/dev/null || bad 'the JSON cannot be parsed'
fi
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --format junit
has out '<testsuites tests="4" failures="3" '

testcase '--added, where all is there already: in words, or a report of nothing that a program can read'
cat >suite <<'END'
#!/bin/sh
echo '{"schema": "bdriver-list-1", "suites": [{"name": "s", "path": "s", "benchmarks": [
{"name": "SetupInside"}, {"name": "LongWork"}, {"name": "Leaks"}, {"name": "Fine"}]}]}'
END
chmod +x suite
expect 0 "$BDRIVER" doctor --from "$data/sick.log" --added ./suite
has out 'nothing was added'
for measured in "-s ./suite" "--from $data/sick.log"; do
	# shellcheck disable=SC2086
	expect 0 "$BDRIVER" doctor $measured --added ./suite --format json
	has out '"checked": 0'
	hasnt out 'nothing was added'
done

testcase 'waivers: used ones waive, one that matches nothing any more is a warning with its place'
cat >bdriver.ini <<'EOF'
[doctor]
ignore = setup-overhead:SetupInside runtime-long:Long*
ignore.2 = memory-growth:s/Leaks noise:Fine
EOF
expect 0 "$BDRIVER" doctor --from "$data/sick.log"
has out '4 of 4 benchmarks are fit'
has out 'waived'
has err 'bdriver.ini:3'
has err 'noise:Fine'
hasnt err 'runtime-long'
printf '[doctor]\nruntime-long.error = 20ms\nruntime-long.warning = 15ms\n' >bdriver.ini
expect 1 "$BDRIVER" doctor --from "$data/sick.log"
hasnt out 'runtime-long'
rm bdriver.ini

testcase 'a tag that waives is in the log'
sed 's/^# doctor: 1$/&\n# doctor.waiver: setup-overhead:s\/SetupInside/' "$data/sick.log" >tagged.log
expect 1 "$BDRIVER" doctor --from tagged.log --check setup-overhead,runtime-long
has out 'waived  setup-overhead'

testcase 'a suite without the harness, as docs/HARNESS.md says; its times are made up'
# A suite without the harness, as docs/HARNESS.md says; its times are made up. One forgets n, one
# ends at four iterations only. A tag that names no check is told once.
cat >shell <<'END'
#!/bin/sh
name=$1
case " $* " in *' --list '*)
	echo '{"schema": "bdriver-list-1", "suites": [{"name": "shell", "path": "shell", "benchmarks": [
	{"name": "Fine", "tags": ["doctor-ignore-nois"]}, {"name": "ForgetsN"}, {"name": "Dies"}]}]}'
	exit ;;
esac
n=1 fd=1
while [ $# -gt 0 ]; do
	case $1 in
	--iterations) n=$2 ;;
	--out-fd) fd=$2 ;;
	esac
	shift
done
time=100000
[ "$name" != ForgetsN ] || time=$((800000 / n))
[ "$name-$n" != Dies-4 ] || kill -SEGV $$
eval "exec 9>&$fd"
printf '# bdriver-row: 1\nbenchmark,status,iterations,samples\n"%s",ok,%d,"%d %d %d"\n# end: 1\n' \
	"$name" "$n" $time $time $time >&9
END
chmod +x shell
expect 1 "$BDRIVER" doctor -s ./shell -j1 -o shell.log
has out '1 of 3 benchmarks is fit, as far as this log can tell (10 checks without an answer): 2 errors'
has out 'time does not grow with iterations: 800 us for 1, 800 us for 8'
has out '5 launches ended with signal SIGSEGV, all those of 4'
[ "$(grep -c doctor-ignore-nois err)" = 1 ] || bad "$(cat err)"
testcase 'only what the chosen checks need is measured'
expect 0 "$BDRIVER" doctor -s ./shell -j1 -q -o names.log --check name-form,name-words,build
# The log of the last audit.
expect 2 "$BDRIVER" doctor -s ./shell -j1 -q -o names.log --check name-form
has err 'give --force'
expect 0 "$BDRIVER" doctor -s ./shell -j1 -q -o names.log --force --check name-form
[ "$(rows names.log | wc -l)" -gt 0 ] && [ ! -e names.log.part ] || bad 'the log was not replaced'
[ "$(cells names.log benchmark iterations | sort | tr '\n' ' ')" = 'Dies 1 Fine 1 ForgetsN 1 ' ] ||
	bad "for names: $(cells names.log benchmark iterations)"
[ "$(cells shell.log stage | grep -c 3)" -gt 0 ] || bad 'no launch on all CPUs'
expect 0 "$BDRIVER" doctor -s ./shell -j1 -q -o zero.log --check runtime-zero Fine
[ "$(cells zero.log stage | grep -c 3)" = 0 ] || bad 'launches on all CPUs, and nobody asked for waits'

testcase 'a quiet machine is no finding'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --format json
has out '"machine_noise":null'

testcase 'a skipped benchmark is neither fit nor not'
expect 1 "$BDRIVER" doctor -s "$BD_BUILD/tests/fakes/dies" -q -o dies.log --format json \
	--check fails Skips Exit/77
has out '"not_audited": ['
has out '"benchmark":"Skips","why":"skipped: no such thing here"'
has out '"checked": 1'
expect 1 "$BDRIVER" doctor --from dies.log --check fails
has out '0 of 2 benchmarks are fit: 1 error, 1 not audited'
has out 'Skips (skipped: no such thing here)'
expect 1 "$BDRIVER" doctor --from dies.log --check fails --format junit
has out '<skipped message="skipped: no such thing here"/>'

testcase 'what a log cannot answer is said, with the reason, in every form'
for format in text markdown json junit github; do
	expect 0 "$BDRIVER" doctor --from "$BD_SOURCE/tests/data/logs/summary.csv" \
		--check memory-growth,noise --format "$format" -v
	has out 'memory-growth'
	has out 'launches at two iteration counts'
done
expect 2 "$BDRIVER" doctor --from nowhere.log
expect 2 "$BDRIVER" doctor --from "$data/sick.log" -o x.log

testcase 'an interrupted one says how to go on, so that a shell takes it'
mkdir 'a folder'
"$BDRIVER" doctor -s "$BD_BUILD/tests/fakes/healthy" -j1 -o 'a folder/h.log' >out 2>err </dev/null &
pid=$!
wait_for_rows 'a folder/h.log.part' 3
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 130 ] || bad "an interrupted doctor ends with $code"
way_on=$(sed -n 's/^bdriver: interrupted; what was measured: bdriver //p' err)
expect 0 eval "\"\$BDRIVER\" $way_on --check name-form"
has out ' fit'

testcase 'the page: findings, and T(n) with its line'
expect 1 "$BDRIVER" doctor --from "$data/sick.log" --format html
part() {
	sed -nE "s|^<script type=\"application/json\" id=\"$1\">(.*)</script>\$|\1|p" out
}
place=$(part data | jq '[.rows[].name] | index("SetupInside")')
part data | jq -e ".kind == \"doctor\" and .rows[$place].verdict == \"error\" and
	.rows[$place].findings[0].check == \"setup-overhead\"" >found || bad 'no finding on the page'
part "launches-$place" | jq -e '.[0].growth | (.points | length) == 8 and .once > 49900 and
	.once < 50100 and .each > 99900 and .each < 100100' >found || bad 'no line on the page'
testcase 'the output fits narrow terminals'
COLUMNS=36 expect 1 "$BDRIVER" doctor --from "$data/sick.log"
! grep -nE '.{37}' out || bad 'wider than 36 columns'
finish
