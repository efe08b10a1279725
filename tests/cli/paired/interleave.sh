#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Launches that measure in turn: what the logs say, who can, and what one that fails in its turn
# costs. The benchmarks of fakes/turns.c have the result 1 where they are in turns, and fail only
# then, and only in the new build.
# slow: many paired runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
quick=(--launch-time 1s --samples 5 --seed 7 -q)
mkdir old new
cp "$BD_BUILD/tests/fakes/turns" old/turns
cp "$BD_BUILD/tests/fakes/turns" new/turns

# stepped OUT BENCH...: a run in turns; every exit code but those of usage and of the log
stepped() {
	local out=$1 code=0
	shift
	"$BDRIVER" run --old old --new new -o "$out" --interleave long "${quick[@]}" "$@" >printed 2>err || code=$?
	[[ $code = [0135] ]] || bad "$out: exit code $code: $(cat err)"
}
turn=0000000000000001 alone=0000000000000000

testcase 'both launches of a round are in turns, on one CPU, with the same iterations, in ABBA order'
stepped fine Fine -r 6
for build in old new; do
	has fine/$build.log '# interleave: long'
	[ "$(cells fine/$build.log turn_samples | tr ' ' '\n' | awk '{ sum += $1 } END { print sum }')" = 30 ] ||
		bad "turns of 6 x 5 samples: $(cells fine/$build.log turn_samples)"
	cells fine/$build.log round cpu iterations checksum status | sort >$build.rows
	[ "$(cells fine/$build.log checksum status | sort | uniq -c | sed 's/^ *//')" = "6 $turn ok" ] ||
		bad "not in turns: $(cat $build.rows)"
done
cmp old.rows new.rows || bad 'old and new differ'
paste -d ' ' <(cells fine/old.log round position | sort) <(cells fine/new.log round position | sort) |
	awk '$2 + $4 != 3' >odd
[ ! -s odd ] || bad "positions: $(cat odd)"
cells fine/old.log round position |
	awk '{ sum[int(($1 + 1) / 2)] += $2 } END { for (i in sum) if (sum[i] != 3) print i, sum[i] }' >odd
[ ! -s odd ] || bad "pairs of rounds out of balance: $(cat odd)"

testcase 'on two workers as well, and with real suites; also with an option that tunes nothing'
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
stepped real 'HeapSort/*' Fine -r 3 -j 2
[ "$(cells real/old.log status | sort | uniq -c | awk '{ print $1, $2 }')" = '9 ok' ] || bad "$(cat real/old.log)"
[ "$(cells real/new.log status | sort | uniq -c | awk '{ print $1, $2 }')" = '9 ok' ] || bad "$(cat real/new.log)"
stepped given Fine -r 2 --iterations 3
[ "$(cells given/new.log iterations checksum | sort -u)" = "3 $turn" ] || bad "$(cat given/new.log)"

testcase 'what fails in its turn costs its own launch; the other one is measured'
# failing BENCH STATUS OPTION...: the benchmark's launches then run one after the other
failing() {
	local name=$1 status=$2
	shift 2
	stepped "fails_$name" "$name" -r 3 "$@"
	[ "$(cells "fails_$name/old.log" status checksum | sort)" = "$(printf 'ok %s\nok %s\nok %s' $alone $alone $turn)" ] ||
		bad "$name: old: $(cells "fails_$name/old.log" round status checksum)"
	[ "$(cells "fails_$name/new.log" status checksum | sort)" = "$(printf '%s\n' "$status " "ok $alone" "ok $alone" | sort)" ] ||
		bad "$name: new: $(cells "fails_$name/new.log" round status checksum)"
}
failing Dies signal
failing Exits exit
failing Leaves signal
# The other one waits so long, and has as long again to end.
failing Hangs timeout --timeout 3s

testcase 'a trial finds the length of the turns, once; what fails in it is measured without turns'
shorter() {
	"$BDRIVER" run --old old --new new -o "$1" --seed 7 -q -r 2 --launch-time 20ms --interleave short \
		Fine Dies 'HeapSort/1000' >printed 2>err || [[ $? = [015] ]] || bad "$1: $(cat err)"
	has "$1/old.log" '# interleave: short'
	[ "$(cells "$1/new.log" status checksum benchmark | grep -v Heap | sort)" = \
		"$(printf 'ok %s\n' "$alone Dies" "$alone Dies" "$turn Fine" "$turn Fine")" ] ||
		bad "$1: $(cells "$1/new.log" benchmark status checksum)"
	cells "$1/old.log" benchmark turn_ns settle_ns | sort -u >"$1.turns"
	cells "$1/new.log" benchmark turn_ns settle_ns | sort -u | cmp - "$1.turns" || bad "$1: turns differ"
	awk '$1 ~ /Heap|Fine/ && !($2 >= 5 * $3 && $2 <= 1e7 && $2 >= 1e6 && $3 >= 2e5) { print; bad = 1 } END { exit bad }' \
		"$1.turns" || bad "$1: $(cat "$1.turns")"
}
shorter short
[ "$(wc -l <short.turns)" = 3 ] || bad "turns: $(cat short.turns)"
shorter again
cmp short.turns again.turns || bad "not remembered: $(cat again.turns)"
testcase 'brief launches where most noise is between launches, after six rounds, and not if a time is given'
printf '[compare]\nthreshold = 50%%\n[profile slow]\nlaunch_time = 100ms\n' >slow.ini
# Cut off after six rounds, in which new takes in turn four times and a quarter of the time of old.
brief() {
	"$BDRIVER" run -c slow.ini --old old --new new -o "$1" --profile slow --all -q Speeds "${@:2}" >printed 2>err ||
		[[ $? = [015] ]] || bad "$1: $(cat err)"
	for build in old new; do
		awk -F, -v build=$build '
			/^"turns"/ && $5 > 6 || /^# (disturbed|repeated|core_shared|ended|end):/ { next }
			/^"turns"/ {
				ns = build == "old" ? 1000 : $5 % 2 ? 4000 : 250
				sub(/,"[0-9 ]*","[0-9. ]*"$/, ",\"2 2 2 2 2 2\",\"" ns)
				for (i = 0; i < 11; i++) $0 = $0 " " ns
				$0 = $0 "\""
			}
			{ print }' "$1/$build.log" >"$1/$build.log.part" && rm "$1/$build.log"
	done
	"$BDRIVER" run -c slow.ini --resume "$1" -q >printed 2>err || [[ $? = [015] ]] || bad "$1: $(cat err)"
	for build in old new; do
		cells "$1/$build.log" round turn_samples | awk '{ print ($1 > 6 ? "later" : "first"), (NF - 1 > 4 ? "whole" : "brief") }'
	done | sort -u
}
[ "$(brief speeds)" = "$(printf 'first whole\nlater brief')" ] || bad "$(cells speeds/old.log round turn_samples)"
[ "$(cells speeds/old.log round | sort -n | tail -n 1)" -gt 16 ] || bad "few rounds: $(cells speeds/old.log round)"
[ "$(brief whole --launch-time 150ms -r 8)" = "$(printf 'first whole\nlater whole')" ] ||
	bad "$(cells whole/old.log round turn_samples)"

testcase 'a budget with little time for each benchmark has no trial, and keeps no lengths'
# A budget with little time for each benchmark has no trial, and keeps no lengths. On a very slow
# machine it may be over before the first round.
mkdir apart
"$BDRIVER" run --old old --new new -o apart/little --budget 900ms -q HeapSort/1000 >printed 2>err ||
	[[ $? = [0135] ]] || bad "little: $(cat err)"
cells apart/little/old.log turn_ns settle_ns | grep -vx '10000000 2000000' >odd
[ ! -s odd ] || bad "turns of a short budget: $(cat odd)"
[ ! -e apart/bdriver.tuned ] || hasnt apart/bdriver.tuned 'turn'
testcase 'a launch has room for three turns, however short it is'
"$BDRIVER" run --old old --new new -o least -q -r 4 --launch-time 1ms --interleave short HeapSort/1000 >printed 2>err ||
	[[ $? = [015] ]] || bad "least: $(cat err)"
cells least/old.log turn_ns wall_ns | awk '$2 >= 3 * $1 { room = 1 } END { exit !room }' ||
	bad "three turns: $(cells least/old.log turn_ns wall_ns)"

testcase 'who says no more, and who skips, is no failure'
stepped closes Closes -r 2
[ "$(cells closes/old.log status checksum | sort -u)" = "ok $turn" ] || bad "closes: $(cat closes/old.log)"
[ "$(cells closes/new.log status | sort -u)" = ok ] || bad "closes: $(cat closes/new.log)"
stepped skips Skips -r 2
[ "$(cells skips/new.log status | sort -u)" = skipped ] || bad "skips: $(cat skips/new.log)"

testcase 'a suite that does not know turns: one after the other, and it is said'
cat >suite <<'END'
#!/bin/sh
if [ "$1" = --list ]; then
	echo '{"schema": "bdriver-list-1", "suites": [{"name": "s", "benchmarks": [{"name": "Plain"}]}]}'
	exit
fi
case "$*" in *turn*) exit 9 ;; esac
printf '# bdriver-row: 1\nbenchmark,status,iterations,samples\n"Plain","ok",1,5000 5010 5020\n# end: 1\n' >&3
END
chmod +x suite
cp suite old/script && mv suite new/script
printf '[suite script]\npath = script\n[suite turns]\npath = turns\n[profile interleaved]\ninterleave = yes\nrounds = 2\n' >bdriver.ini
"$BDRIVER" run --old old --new new -o plain Plain Fine --profile interleaved "${quick[@]}" >out 2>err ||
	[[ $? = [015] ]] || bad "plain: $(cat err)"
has err 'suite script cannot be interleaved'
has plain/old.log '# interleave.script: no'
has plain/old.log '# interleave: short'
hasnt plain/old.log '# interleave.turns'
[ "$(cells plain/new.log benchmark status checksum | sort -u)" = "$(printf 'Fine ok %s\nPlain ok ' $turn)" ] ||
	bad "plain: $(cat plain/new.log)"
"$BDRIVER" run --old old --new new -o not Fine --profile interleaved --interleave no "${quick[@]}" >out 2>err
hasnt not/old.log '# interleave'
[ "$(cells not/old.log checksum | sort -u)" = $alone ] || bad "--interleave no: $(cat not/old.log)"
rm bdriver.ini
testcase 'a run without --interleave has turns, too'
"$BDRIVER" run --old old --new new -o usual Fine -r 1 "${quick[@]}" >out 2>err || [[ $? = [015] ]] || bad "usual: $(cat err)"
has usual/old.log '# interleave: short'

testcase 'three builds take no turns'
"$BDRIVER" run --build a=old --build b=new --build c=old -o three Fine -r 1 --interleave yes "${quick[@]}" >out 2>err
has err 'only launches of two builds'
testcase 'a user who did not want turns is not warned'
"$BDRIVER" run --build a=old --build b=new --build c=old Fine -r 1 --interleave no --dry-run >out 2>err
hasnt err 'only launches of two builds'
[ "$(cells three/a.log checksum | sort -u)" = $alone ] || bad 'three builds'
expect 2 "$BDRIVER" run --old old --new new -o x --interleave maybe

testcase 'killed and resumed: each round has a whole pair whose launches are of one attempt, in turns'
"$BDRIVER" run --old old --new new -o resumed --interleave yes --seed 7 --samples 5 --launch-time 20ms -r 40 Fine >out 2>err &
pid=$!
wait_for_rows resumed/new.log.part 5
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
# Else it had ended before.
if [ -e resumed/old.log.part ] || [ -e resumed/new.log.part ]; then
	"$BDRIVER" run --resume resumed >out 2>err || [[ $? = [015] ]] || bad "resume: $(cat err)"
fi
for build in old new; do
	cells resumed/$build.log round attempt status | sort -k1n -k2n >$build.rows
	[ "$(awk '{ print $1 }' $build.rows | sort -u | wc -l)" = 40 ] || bad "resumed: $(cat $build.rows)"
	[ "$(cells resumed/$build.log checksum | sort -u)" = $turn ] || bad "resumed: $build not in turns"
	awk '{ last[$1] = $2 } END { for (i in last) print i, last[i] }' $build.rows | sort >$build.last
done
cmp old.last new.last || bad 'resumed: half pairs'
finish
