#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compare -o and report replace no file unasked, and never what they read.
. "$BD_SOURCE/tests/cli/lib.sh"
cp "$BD_SOURCE/tests/data/compare_old.log" old.log
cp "$BD_SOURCE/tests/data/compare_new.log" new.log
cp "$BD_SOURCE/tests/data/doctor/sick.log" sick.log
ln -s old.log link.log
compare=("$BDRIVER" compare old.log new.log --fail-on never)
page=("$BDRIVER" report sick.log)

expect 0 "${compare[@]}" -o fresh.txt
[ -s fresh.txt ] || bad 'nothing was written'
echo precious >kept
expect 2 "${compare[@]}" -o kept
has err 'kept exists already; give --force'
expect 2 "${page[@]}" -o kept
has err 'kept exists already; give --force'
[ "$(cat kept)" = precious ] || bad 'a file was replaced'
for input in old.log new.log link.log; do
	expect 2 "${compare[@]}" -o $input --force
	has err 'is read'
done
cmp old.log "$BD_SOURCE/tests/data/compare_old.log" || bad 'the input was replaced'
expect 2 "${page[@]}" -o sick.log --force
has err 'is read'
cmp sick.log "$BD_SOURCE/tests/data/doctor/sick.log" || bad 'the input was replaced'
expect 0 "${compare[@]}" -o kept --force
cmp kept fresh.txt || bad '--force wrote something else'
expect 0 "${page[@]}" -o kept --force
has kept '<html'
# A pipe gets it as it comes.
"${compare[@]}" -o /dev/stdout >piped 2>err
cmp piped fresh.txt || bad 'to /dev/stdout'
[ -z "$(find . -name '*.bdriver.*')" ] || bad "left behind: $(ls)"

# A cell that a spreadsheet would take for a formula.
for log in old new; do
	sed 's/"[A-Za-z]*\/[0-9]*"/"=1+2"/' $log.log | awk -F, '/^#/ || !/"=1/ || !seen++' >$log.formula
	sed -i '/^# end/d' $log.formula
done
expect 0 "$BDRIVER" compare old.formula new.formula --fail-on never --format csv
has out ',"=1+2",'
expect 0 "$BDRIVER" compare old.formula new.formula --fail-on never --format csv --spreadsheet
has out ",\"'=1+2\","

# What all names begin with is said once beside tables; the other formats have whole names.
# renamed SCRIPT: both logs with other names.
renamed() {
	for log in old new; do
		sed "$1" $log.log >$log.named
	done
}
renamed 's/^"[a-z]*_O2","/"s","mylib::part::/'
expect 1 "$BDRIVER" compare old.named new.named -v
has out 'All names begin with mylib::part::'
grep -q '^  Sieve/10000  *[0-9]' out || bad 'the names are not cut'
expect 1 "$BDRIVER" compare old.named new.named --format markdown
has out '| Sieve/10000 |'
expect 1 "$BDRIVER" compare old.named new.named --format json
has out '"mylib::part::Sieve/10000"'
"$BDRIVER" compare old.named new.named -f '^Sieve/10000' >out 2>&1 && bad 'a name that is none'
"$BDRIVER" compare old.named new.named -f Sieve/10000 >out 2>&1
hasnt out 'All names begin' # One is no table.
has out 'mylib::part::Sieve/10000'
renamed 's/^"\([a-z]*_O2\)"/"benchmarks_of_\1"/'
expect 1 "$BDRIVER" compare old.named new.named
has out 'All names begin with benchmarks_of_'
grep -q '^  classic_O2/' out || bad 'the suites are not cut'
# The rest would begin with a digit.
renamed 's/^"[a-z]*_O2","/"s","Sorting::of_many::1/'
"$BDRIVER" compare old.named new.named >out 2>&1
hasnt out 'All names begin'
finish
