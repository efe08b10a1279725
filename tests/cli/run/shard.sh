#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run --shard K/N and merge: the parts have what a run in one piece has, and what does not belong
# together is refused with a sentence.
# slow: measures 16 runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

mkdir old new other
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
cp "$BD_BUILD/suites/classic_Os" other/classic
words=('Sieve/*' 'HeapSort/*' 'BitCount/*')
run() {
	local code=0
	"$BDRIVER" run --old old --new new -r 2 --samples 3 --launch-time 1ms -q "$@" \
		"${words[@]}" >out 2>err </dev/null || code=$?
	[[ $code = [015] ]] || bad "exit code $code: $* $(cat err)"
}
keys() {
	cells "$1" suite benchmark build stage round | sort
}
judged() {
	sed -n 's/^# core_shared: .* of \([0-9]*\) .*/\1/p' "$@" | awk '{ n += $1 } END { print n }'
}

testcase 'three parts have the rows of one run'
run -o whole
for k in 1 2 3; do run --shard $k/3 -o part.$k; done
expect 0 "$BDRIVER" merge part.1 part.2 part.3 -o merged
has out 'in 3 parts'
for log in old new; do
	keys merged/$log.log >a
	keys whole/$log.log >b
	cmp -s a b || bad "other rows: $(diff a b)"
	grep -q '^# end: ' merged/$log.log || bad "$log.log has no end"
	! grep -q '^# shard: ' merged/$log.log || bad "$log.log is still a part"
	n=$(cells merged/$log.log node | sort -u | wc -l)
	[ "$n" = 1 ] || bad "$n machines"
done
for k in 1 2; do
	expect 0 "$BDRIVER" compare merged --fail-on never --format csv
	cut -d, -f1,2 out | sort >a
	expect 0 "$BDRIVER" compare whole --fail-on never --format csv
	cut -d, -f1,2 out | sort >b
done
cmp -s a b || bad "other tables: $(diff a b)"
[ "$(judged merged/old.log)" = "$(judged part.?/old.log)" ] || bad 'core_shared is no sum'
jq -en --slurpfile a <(sed -n 's/^# suite.classic.tags: //p' merged/old.log) \
	--slurpfile b <(sed -n 's/^# suite.classic.tags: //p' whole/old.log) \
	'def s: map_values(sort); ($a[0] | s) == ($b[0] | s)' >/dev/null || bad 'other tags'
expect 2 "$BDRIVER" merge part.1 part.2 part.3 -o merged
has err 'exists already; give --force to replace it'

testcase 'compare merges on the fly'
expect 0 "$BDRIVER" compare part.3 part.1 part.2 --fail-on never --format csv
cut -d, -f1,2 out | sort >a
cmp -s a b || bad "other table: $(diff a b)"
expect 2 "$BDRIVER" compare whole/old.log whole/new.log merged/new.log
has err 'give two logs'

testcase 'a missing part is named, with exit code 3'
expect 3 "$BDRIVER" merge part.1 part.3 -o some
grep -qE 'part 2 of 3 is missing: [0-9]+ benchmarks' err || bad "err: $(cat err)"
expect 0 "$BDRIVER" compare some --fail-on never
has out 'part 2 of 3 is missing'
expect 3 "$BDRIVER" compare part.1 part.3 --fail-on never

testcase 'a part that was interrupted is named, and resumed'
cp -r part.2 cut.2
for log in old new; do grep -v '^# end' part.2/$log.log | head -n -1 >cut.2/$log.log.part; done
rm cut.2/*.log
expect 3 "$BDRIVER" merge part.1 cut.2 part.3 -o some --force
has err 'cut.2 was interrupted: go on with `bdriver run --resume cut.2`'
"$BDRIVER" run --resume cut.2 -q >out 2>err </dev/null || [ $? = 1 ] || bad "--resume: $(cat err)"
expect 0 "$BDRIVER" merge part.1 cut.2 part.3 -o some --force
keys some/new.log >a
keys whole/new.log >b
cmp -s a b || bad "after --resume: $(diff a b)"
head -n -2 part.2/old.log >cut.2/old.log
expect 2 "$BDRIVER" merge part.1 cut.2 part.3 -o some --force
has err 'cut.2/old.log is cut short'

testcase 'what does not belong together is refused'
expect 2 "$BDRIVER" merge part.1 part.2 part.2 -o none
has err 'are both part 2 of 3; give --replicas'
cp -r part.2 copy.2
expect 2 "$BDRIVER" merge part.1 part.2 copy.2 part.3 --replicas -o none
has err 'copy.2 is a copy of part.2'
run --shard 1/4 -o four.1
expect 2 "$BDRIVER" merge four.1 part.2 -o none
has err 'four.1 is part 1 of 4, and part.2 is part 2 of 3'
run --old new --shard 2/3 -o built.2
expect 2 "$BDRIVER" merge part.1 built.2 -o none
has err 'are not parts of one run: their suite.classic.build_id is not the same'
run --shard 2/3 -o few.2 -f Sieve
expect 2 "$BDRIVER" merge part.1 few.2 -o none
has err 'selected other benchmarks'
run --shard 2/3 -o slow.2 --launch-time 2ms
expect 2 "$BDRIVER" merge part.1 slow.2 -o none
has err 'their launch_time_ns is not the same'
expect 2 "$BDRIVER" merge whole -o none
has err 'is not of a part'
expect 2 "$BDRIVER" merge nowhere -o none
expect 2 "$BDRIVER" merge part.1
has err 'name the result: -o OUT'
[ ! -e none ] || bad 'a refused merge leaves something'

testcase 'replicas: rounds of the second machine are behind those of the first'
for k in 1 2 3; do
	cp -r part.$k again.$k
	sed -i 's/^# node: .*/# node: n2/; s/^# load: .*/# load: 99.50/' again.$k/*.log
done
expect 0 "$BDRIVER" merge part.* again.* --replicas -o both
[ "$(rows both/old.log | wc -l)" = $((2 * $(rows whole/old.log | wc -l))) ] || bad 'rows'
[ "$(keys both/old.log | uniq -d | wc -l)" = 0 ] || bad 'a row twice'
has both/old.log '# node.n2.load: 99.50'

testcase 'one build: logs, also compressed'
for k in 1 2; do
	expect 0 "$BDRIVER" run -s old/classic -r 1 --samples 2 --launch-time 1ms -q \
		--shard $k/2 -o one.$k.log.gz 'BitCount/*' 'Sieve/*'
done
expect 0 "$BDRIVER" merge one.1.log.gz one.2.log.gz -o one.log
expect 0 "$BDRIVER" show one.log
has out 'BitCount/1'
has out 'Sieve/100'

testcase 'the option'
for wrong in 0/2 3/2 1 1/2x -1/2 1/0 1/99999 ' 1/2'; do
	expect 2 "$BDRIVER" run --old old --new new --shard "$wrong" --dry-run
	has err 'give it as K/N'
done
expect 0 "$BDRIVER" run --old old --new new --shard 2/2 -o empty.2 Sudoku
has err 'part 2 of 2 has no benchmark: there are 1'
[ ! -e empty.2 ] || bad 'an empty part makes a folder'
run --shard 1/2 -o empty.1 -f 'BitCount/1'
expect 0 "$BDRIVER" merge empty.1 -o full
finish
