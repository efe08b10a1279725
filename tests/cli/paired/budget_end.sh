#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A budget that ends at any launch, and an interruption there. Both builds have the same benchmarks, so
# none is ever added, removed, lost or failing: what had no time is not measured.
# slow: each run takes its budget.
. "$BD_SOURCE/tests/cli/lib.sh"
export NOTES=$PWD COLUMNS=200
mkdir old new
# Its launch number $HANGS never ends, before its launch number $STOPS the driver is interrupted.
cat >old/suite <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"},{"name":"B"},{"name":"C"}]}]}'
	exit ;;
esac
echo x >>"$NOTES/launches"
n=$(wc -l <"$NOTES/launches")
[ "$n" != "${STOPS:-}" ] || kill -INT $PPID
[ "$n" != "${HANGS:-}" ] || exec sleep 1000
for word; do case $word in A | B | C) name=$word ;; esac done
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$name" >&3
EOF
chmod +x old/suite
cp old/suite new/
words=(--old old --new new -s suite -r 2 --seed 3 -j 1 -q)

# true_rows FOLDER OLD NEW: nobody says of a benchmark what only its run did.
true_rows() {
	code=0
	"$BDRIVER" compare "$1/$2" "$1/$3" >out 2>err || code=$?
	case $code in
	0 | 5) ;;
	2) has err 'has no row' ;; # it ended before the first one
	*) bad "$1: exit code $code: $(cat out err)" ;;
	esac
	! grep -qE ' (added|removed|failed)|fine and now' out || bad "$1: $(cat out)"
	unmeasured=$((unmeasured + $(grep -c '^[0-9].* not measured' out)))
}

# budget N BUDGET: launch N lasts until the budget is over.
budget() {
	rm -rf launches bdriver.tuned "b$1"
	code=0
	HANGS=$1 "$BDRIVER" run "${words[@]}" --budget "$2" -o "b$1" >out 2>err || code=$?
	[ $code = 3 ] || [ $code = 0 ] || [ $code = 5 ] || bad "launch $1 hangs: exit code $code: $(cat out err)"
	! grep -qE ' (added|removed|failed)|fine and now' out || bad "launch $1 hangs: $(cat out)"
	true_rows "b$1" old.log new.log
}

testcase 'a budget'
unmeasured=0
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
	budget $n 400ms
done
# On a busy machine it may be over before.
for limit in 1s 4s 16s 64s; do
	[ $unmeasured = 0 ] || break
	budget 8 $limit
done
[ $unmeasured -ge 1 ] || bad 'no budget ended between two builds'

testcase 'interrupted and resumed'
for n in 8 9 10; do
	rm -f launches bdriver.tuned
	code=0
	STOPS=$n "$BDRIVER" run "${words[@]}" --budget 1h -o "i$n" >out 2>err || code=$?
	[ $code = 130 ] || bad "interrupted at $n: exit code $code: $(cat out err)"
	true_rows "i$n" old.log.part new.log.part
	expect 0 "$BDRIVER" run --resume "i$n"
	! grep -qE ' (added|removed|failed)|not measured' out || bad "resumed: $(cat out)"
done

testcase 'killed between the ends of its logs: what was measured is known'
cp -r i8 late
mv late/new.log late/new.log.part
sed -i '/^# end/d; /^# ended/d' late/new.log.part
expect 0 "$BDRIVER" run --resume late
hasnt late/new.log not_measured
has out 'unchanged'

testcase 'what had its turn has the same code: that says nothing of the others'
mkdir same
for value in yes 'same code'; do
	for build in old new; do
		printf '%s\n' '# bdriver-log: 1' '# session: one' "# build: $build" \
			'suite,benchmark,build,round,status,iterations,code_fingerprint,samples' \
			"s,A,$build,1,ok,4,00000000000000aa,5 6 7" "s,A,$build,2,ok,4,00000000000000aa,5 6 7" \
			"# not_measured.s/B: $value" '# end: 2' >same/$build.log
	done
	code=0
	"$BDRIVER" compare same/old.log same/new.log >out 2>err || code=$?
	if [ "$value" = yes ]; then
		[ $code = 5 ] || bad "exit code $code"
		has out '1 benchmark had no time: give the run a larger --budget.'
		hasnt out 'Nothing changed'
	else
		[ $code = 0 ] || bad "all proven: exit code $code"
		has out 'Nothing changed: all benchmarks have the same code'
	fi
done
finish
