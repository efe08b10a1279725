#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: three runs of a suite that is a script
# Old and new of a foreign suite run one after the other, and their CPU time is compared where it is
# the time. The suite is a script that says what its times are.
. "$BD_SOURCE/tests/cli/lib.sh"

mkdir old new
cat >old/s <<'EOT'
#!/bin/bash
iterations=5 me=$(basename "$(dirname "$0")")
for word; do
	case $word in
	*list_tests*) printf '%s\n' Whole Sleeps; exit ;;
	--benchmark_filter=*) name=${word#*=} name=${name//[^A-Za-z]/} ;;
	--benchmark_min_time=*x) iterations=${word#*=} iterations=${iterations%x} ;;
	--benchmark_out=*) out=${word#*=} ;;
	esac
done
calls=$(dirname "$0")/../calls
# Of old and new in turn twice the time: so wide that --rounds 3 adds a round of each.
echo >>"$calls.$name.$me"
number=$(wc -l <"$calls.$name.$me")
[ "$me" = old ] || number=$((number + 1))
cpu=$((300000000 * (1 + number % 2) + RANDOM * 1000)) real=$((cpu + 1000000))
[ "$name" != Sleeps ] || real=$((2 * cpu))
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
		[[ $? = [0135] ]] || bad "$*: $(cat err)"
}
# Are the samples of this benchmark its times of this kind?
are() { # LOG BENCHMARK real|cpu
	grep "^\"s\",\"$2\".*,ok," "$1" | sed "s/.*\"\"$3_time\"\":\([0-9]*\).*,\"\([0-9]*\)\"\$/\1 \2/" |
		awk '$1 != $2 { bad = 1 } END { exit bad || !NR }' || bad "not $3 time: $(cat "$1")"
}

testcase '--interleave no: one after the other, wall time'
measure no not Whole
are not/old.log Whole real
hasnt not/old.log '# interleave'
testcase 'nobody asked for it: one after the other, and CPU time where it is the time'
measure yes usual Whole Sleeps
has usual/old.log '# interleave.s: no, CPU time'
are usual/old.log Whole cpu
are usual/old.log Sleeps real
grep -q '^"s","Whole".*,0,0,"",' usual/old.log || bad "turns: $(cat usual/old.log)"
expect 0 "$BDRIVER" show usual/old.log
has out 'suite s: CPU time is compared where it is the time'
"$BDRIVER" run --resume usual --rounds 3 -q >out 2>err || [[ $? = [0135] ]] || bad "resume: $(cat err)"
are usual/old.log Whole cpu
are usual/old.log Sleeps real
testcase 'CPU time is not compared with wall time without a word'
"$BDRIVER" compare not/old.log usual/new.log >out 2>err || [[ $? = [0135] ]] || bad "$(cat err)"
has out '! CPU time against wall time: s'
testcase 'a log of launches at once on one CPU is read and named'
sed 's/^# interleave.s: .*/# interleave.s: at once/' usual/old.log >at_once.log
expect 0 "$BDRIVER" show at_once.log
has out 'suite s: old and new run at once on one CPU'
finish
