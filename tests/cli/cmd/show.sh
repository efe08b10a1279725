#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver show and convert on logs of every form: golden tables, errors, round trips.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
data=$BD_SOURCE/tests/data/logs

for log in summary.csv delta.csv verbose.txt lines.json console.txt ours.log; do
	cp "$data/$log" .
	printf '== %s\n' "$log" >>tables
	expect 0 "$BDRIVER" show "$log"
	cat out err >>tables
	# A converted log says the same, and converting it again changes nothing.
	mv out before
	expect 0 "$BDRIVER" convert -q "$log" "$log.ours"
	expect 0 "$BDRIVER" show "$log.ours"
	cmp -s before out || bad "$log: the converted log shows something else: $(diff before out)"
	expect 0 "$BDRIVER" convert -q "$log.ours" "$log.again"
	cmp "$log.ours" "$log.again" || bad "$log: converting twice changes the log"
done
golden show.txt tables

expect 0 "$BDRIVER" show --format json delta.csv
jq -e '.benchmarks[0].quantiles_ns | length == 21 and .[0] == 10000 and .[1] == null' out >/dev/null || bad 'no quantiles'
expect 0 "$BDRIVER" show --fit ours.log
has out "per iteration"
expect 0 "$BDRIVER" show --format json lines.json
has out '"schema": "bdriver-show-1"'
expect 0 "$BDRIVER" show --format markdown summary.csv
has out "| Swift/A |"

# In 80 columns the counted values have no room; no line is longer.
expect 0 "$BDRIVER" run -q -s "$BD_BUILD/suites/classic_O2" Sieve/10000 -r 2 --launch-time 1ms --samples 3 -o wide.log
expect 0 "$BDRIVER" show wide.log
has out size
COLUMNS=80 expect 0 "$BDRIVER" show wide.log
hasnt out size
[ "$(wc -L <out)" -le 80 ] || bad "$(cat out)"
COLUMNS=80 expect 0 "$BDRIVER" show wide.log --format markdown
has out '| size '

expect 2 "$BDRIVER" show missing.log
has err "missing.log: cannot be opened"
expect 2 "$BDRIVER" show .
has err "is a directory"
expect 2 "$BDRIVER" show /dev/null
has err 'is a device'
expect 2 "$BDRIVER" convert ours.log -
has err "OUT must be the name of a file"

# A cell that a spreadsheet would take for a formula.
sed 's/^"[^"]*","[^"]*"/"s","=1+2"/' ours.log >formula.log
expect 0 "$BDRIVER" show formula.log --format csv
has out ',"=1+2",'
expect 0 "$BDRIVER" show formula.log --format csv --spreadsheet
has out ",\"'=1+2\","

# What is selected, and nothing in silence.
cp "$BD_SOURCE/tests/data/compare_old.log" several.log
expect 0 "$BDRIVER" show several.log -f '^Sieve' -f Ack --format csv
[ "$(sed 1d out | cut -d, -f1,2)" = "$(printf '"classic_O2","%s"\n' Ackermann Sieve/10000)" ] ||
	bad "-f: $(cat out)"
expect 0 "$BDRIVER" show several.log -s zlib_O2 -f /4096 --format csv
[ "$(sed 1d out | cut -d, -f1,2)" = "$(printf '"zlib_O2","%s"\n' Crc32/4096 Deflate/4096)" ] || bad "-s: $(cat out)"
expect 2 "$BDRIVER" show ours.log -f nothing
has err "no benchmark matches --filter 'nothing'; see bdriver show LOG"
expect 2 "$BDRIVER" show ours.log -s nothing
has err "no log here has a suite 'nothing'"

printf 'no log\n' >text
expect 2 "$BDRIVER" show text
has err "is no log that bdriver can read"

# convert writes beside its place and renames; it replaces nothing unasked, and never its input.
expect 2 "$BDRIVER" convert ours.log summary.csv
has err "exists already; give --force"
cmp summary.csv "$data/summary.csv" || bad "convert touched an existing file"
ln -s summary.csv link.csv
for out in summary.csv ./summary.csv link.csv; do
	expect 2 "$BDRIVER" convert --force summary.csv $out
	has err "is read"
done
cmp summary.csv "$data/summary.csv" || bad "convert replaced its input"
echo precious >kept
got=$( (ulimit -f 0 && trap '' XFSZ && "$BDRIVER" convert --force ours.log kept; echo $?) 2>&1)
[[ $got = *"kept: cannot be written"*4 ]] || bad "a file that cannot be written: $got"
[ "$(cat kept)" = precious ] || bad "a failed convert replaced a file"
[ -z "$(find . -name 'kept.*')" ] || bad "left behind: $(ls)"
expect 0 "$BDRIVER" convert --force ours.log kept
has kept "# bdriver-log: 1"
expect 4 "$BDRIVER" convert ours.log missing/out.log
has err "missing/out.log: cannot be written"
"$BDRIVER" convert ours.log /dev/stdout 2>err | cmp - kept || bad "to a pipe"
# A log with a fault in each row does not flood the terminal.
{
	cat "$BD_SOURCE/tests/data/compare_new.log"
	for row in {1..40}; do echo "broken $row"; done
} >broken.log
expect 0 "$BDRIVER" show broken.log
[ "$(grep -c 'broken.log:[0-9]' err)" = 10 ] || bad "warnings: $(cat err)"
has err 'broken.log: 32 more warnings'
# In a folder such as /tmp another user's link leads nowhere, also with --force.
if [ "$(id -u)" = 0 ]; then
	mkdir -m 1777 shared
	ln -s ../kept shared/page
	chown -h 65534 shared/page
	cp kept before
	expect 2 "$BDRIVER" report --force ours.log -o shared/page
	has err 'shared/page is a link of another user'
	cmp kept before || bad "another user's link was followed"
	chown -h 0 shared/page
	expect 0 "$BDRIVER" convert --force ours.log shared/page
fi
testcase 'no row of a foreign log can be used'
printf '#,TEST,SAMPLES,MIN(us),MAX(us)\n1,A,3,x,12\n' >bad.csv
expect 2 "$BDRIVER" show bad.csv
has err 'bad.csv: none of its rows can be used: bad.csv:2: row left out'
finish
