#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: its launches wait for each other.
# Old and new of a foreign suite run at once on one CPU, and their CPU time is compared. The
# suite is a script that says what its times are, and notes whether its partner lives.
. "$BD_SOURCE/tests/cli/lib.sh"

mkdir old new
cat >old/s <<'EOT'
#!/bin/bash
iterations=5 me=$(basename "$(dirname "$0")")
for word; do
	case $word in
	*list_tests*) printf '%s\n' Whole Sleeps Locks Fails; exit ;;
	--benchmark_filter=*) name=${word#*=} name=${name//[^A-Za-z]/} ;;
	--benchmark_min_time=*x) iterations=${word#*=} iterations=${iterations%x} ;;
	--benchmark_out=*) out=${word#*=} ;;
	esac
done
other=new together=alone
[ "$me" = new ] && other=old
alive=$(dirname "$0")/../alive
mkdir -p "$alive"
# Of old and new in turn twice the time: so wide that --rounds 3 adds a round of each.
echo >>"$alive/count.$name.$me"
calls=$(wc -l <"$alive/count.$name.$me")
[ "$me" = old ] || calls=$((calls + 1))
cpu=$((300000000 * (1 + calls % 2) + RANDOM * 1000)) real=$((cpu + 1000000))
appears() { # FILE TENTHS
	for ((i = 0; i < $2; i++)); do
		[ ! -e "$alive/$1" ] || return 0
		sleep 0.1
	done
	return 1
}
rm -f "$alive/seen.$name.$me"
touch "$alive/$name.$me"
patience=20
[ "$name" != Sleeps ] || patience=5
if appears "$name.$other" $patience; then
	together=together
	touch "$alive/seen.$name.$me"
	appears "seen.$name.$other" 100
fi
rm -f "$alive/$name.$me"
echo "$together" >>"$alive/../calls.$name"
[ "$name" != Sleeps ] || real=$((2 * cpu))
[ "$name.$together" != Locks.together ] || real=$((2 * cpu))
[ "$name.$together" != Fails.together ] || exit 1
row='{"name":"'$name'","run_name":"'$name'","run_type":"iteration","time_unit":"ns",'
row+='"iterations":'$iterations',"real_time":'$real',"cpu_time":'$cpu'}'
echo '{"benchmarks":['"$row"']}' >"$out"
EOT
chmod +x old/s
cp old/s new/s
printf '[suite s]\npath = s\nadapter = gbench\n' >bdriver.ini

measure() {
	rm -f calls.*
	"$BDRIVER" run --old old --new new --interleave "$1" -o "${@:2}" -r 2 -j 1 --launch-time 10ms -q >out 2>err ||
		[ $? -le 3 ] || bad "$*: $(cat err)"
}
calls() {
	sort "calls.$1" | uniq -c | tr -s ' \n' ' '
}

# Are the samples of this benchmark its times of this kind?
are() { # LOG BENCHMARK real|cpu
	grep "^\"s\",\"$2\".*,ok," "$1" | sed "s/.*\"\"$3_time\"\":\([0-9]*\).*,\"\([0-9]*\)\"\$/\1 \2/" |
		awk '$1 != $2 { bad = 1 } END { exit bad || !NR }' || bad "not $3 time: $(cat "$1")"
}

measure at-once pair
testcase 'where CPU time is the time, launches run at once, and samples are CPU time'
[ "$(calls Whole)" = ' 2 alone 4 together ' ] || bad "calls: $(calls Whole)"
[ "$(cells pair/new.log benchmark status | grep -c 'Whole ok')" = 2 ] || bad "$(cat pair/new.log)"
are pair/old.log Whole cpu
grep -q '^"s","Whole".*,1000000,0,"",' pair/old.log || bad "turns: $(cat pair/old.log)"
has pair/old.log '# interleave.s: at once'
hasnt err 'cannot be interleaved'
testcase 'where it is not, they run one after the other, and samples are wall time'
hasnt calls.Sleeps together
are pair/old.log Sleeps real
testcase 'launches that wait for each other run one after the other from then on'
[ "$(calls Locks)" = ' 4 alone 2 together ' ] || bad "calls: $(calls Locks)"
testcase 'launches that fail at once are repeated one after the other'
[ "$(calls Fails)" = ' 6 alone 2 together ' ] || bad "calls: $(calls Fails)"
[ "$(cells pair/new.log benchmark status | grep -c 'Fails ok')" = 2 ] || bad "$(cat pair/new.log)"
testcase 'what shows the logs says so'
expect 0 "$BDRIVER" compare pair -v
has out 'old and new run at once on one CPU where CPU time is the time'
expect 0 "$BDRIVER" show pair/old.log
has out 'suite s: old and new run at once'
testcase 'a resumed run goes on in the same way'
"$BDRIVER" run --resume pair --rounds 3 -q >out 2>err || [ $? -le 3 ] || bad "resume: $(cat err)"
[ "$(calls Whole)" = ' 2 alone 6 together ' ] || bad "calls: $(calls Whole)"
[ "$(calls Locks)" = ' 6 alone 2 together ' ] || bad "calls: $(calls Locks)"
are pair/old.log Whole cpu
are pair/old.log Locks cpu
testcase '--interleave no: one after the other, wall time'
measure no not Whole
hasnt calls.Whole together
are not/old.log Whole real
hasnt not/old.log '# interleave'
testcase 'nobody asked for it: one after the other, and CPU time where it is the time'
measure yes usual Whole Sleeps
hasnt calls.Whole together
has usual/old.log '# interleave.s: no, CPU time'
are usual/old.log Whole cpu
are usual/old.log Sleeps real
grep -q '^"s","Whole".*,0,0,"",' usual/old.log || bad "turns: $(cat usual/old.log)"
expect 0 "$BDRIVER" show usual/old.log
has out 'suite s: CPU time is compared where it is the time'
"$BDRIVER" run --resume usual --rounds 3 -q >out 2>err || [ $? -le 3 ] || bad "resume: $(cat err)"
hasnt calls.Whole together
are usual/old.log Whole cpu
are usual/old.log Sleeps real
testcase 'CPU time is not compared with wall time without a word'
"$BDRIVER" compare not/old.log pair/new.log >out 2>err || [ $? -le 3 ] || bad "$(cat err)"
has out '! CPU time against wall time: s'

testcase 'commands run at once, too, if nothing prepares a run'
rm -rf alive calls.* bdriver.ini
cat >old/c <<'EOT'
#!/bin/bash
me=$(basename "$(dirname "$0")") other=new
[ "$me" = new ] && other=old
touch "alive.$me"
for ((i = 0; i < 40000; i++)); do
	[ ! -e "alive.$other" ] || { echo >met && break; }
done
rm -f "alive.$me"
EOT
chmod +x old/c
cp old/c new/c
# A busy machine may hide that CPU time is its time.
for _ in {1..20}; do
	measure at-once c --command 'c: {build}/c'
	[ ! -e met ] || break
done
[ -e met ] || bad 'commands never ran at once'
has c/old.log '# interleave.c: at once'
rm -f met alive.*
printf '[command p]\ncommand = {build}/c\nprepare = true\n' >bdriver.ini
measure at-once p
[ ! -e met ] || bad 'at once, although a run is prepared'
has p/old.log '# interleave.p: no'
finish
