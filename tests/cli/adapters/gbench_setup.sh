#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: its suites take long to prepare each repetition.
# A Google Benchmark whose set-up outweighs its samples has one repetition a launch, with the
# iterations of all samples. The suite is a script that waits in each repetition. Where others cut the
# search of a trial, the next one asks for longer samples.
. "$BD_SOURCE/tests/cli/lib.sh"

mkdir old new
cat >old/slow <<'EOT'
#!/bin/bash
iterations=5
for word; do
	case $word in
	*list_tests*) echo Costly; exit ;;
	--benchmark_repetitions=*) repetitions=${word#*=} ;;
	--benchmark_min_time=*x) iterations=${word#*=} iterations=${iterations%x} ;;
	--benchmark_out=*) out=${word#*=} ;;
	esac
done
echo "$repetitions $iterations" >>"$0.calls"
rows=
for _ in $(seq "$repetitions"); do
	sleep 0.3
	rows+=${rows:+,}'{"name":"Costly","run_name":"Costly","run_type":"iteration","time_unit":"ns",'
	rows+='"iterations":'$iterations',"real_time":1e6,"cpu_time":1e6}'
done
echo '{"benchmarks":['"$rows"']}' >"$out"
EOT
chmod +x old/slow
cp old/slow new/slow
printf '[suite slow]\npath = slow\nadapter = gbench\n' >bdriver.ini

# One iteration shows the set-up, a trial of one repetition tunes: of one build. All that is measured
# pays one set-up.
expect 0 "$BDRIVER" run --old old --new new -r 3 -j 1 --launch-time 20ms --repeat-disturbed 0% \
	--repeat-alone 0% -o pair
has err '1 benchmark of 2 builds on 1 worker, 6 launches: their length is not known yet'
[ "$(grep -c '^In all: .* to ' err)" = 1 ] || bad 'no time once the set-up is known'
[ "$(tr '\n' ' ' <old/slow.calls)" = '1 1 1 5 1 25 1 25 1 25 ' ] ||
	bad "launches of the old build: $(cat old/slow.calls)"
[ "$(tr '\n' ' ' <new/slow.calls)" = '1 25 1 25 1 25 ' ] ||
	bad "launches of the new build: $(cat new/slow.calls)"
[ "$(cells pair/new.log iterations | sort -u)" = 25 ] || bad 'the log has not the iterations'
has err '1 of 1 benchmark prepares for long: '
! grep -s Costly bdriver.tuned || bad 'iterations of another library are remembered by a file name'

# An older library, whose first four searches end with their first iteration.
for side in cut1 cut2; do
	mkdir $side
	cat >$side/cut <<'EOT'
#!/bin/bash
for word; do
	case $word in
	*list_tests*) list=1 ;;
	--benchmark_min_time=*x) echo 'expected to be a double' >&2; exit 1 ;;
	--benchmark_min_time=*) time=${word#*=} ;;
	--benchmark_out=*) out=${word#*=} ;;
	esac
done
[ -z "$list" ] || { echo Cut; exit; }
echo "$time" >>"$0.calls"
iterations=1 real=9e6 cpu=100
[ "$(wc -l <"$0.calls")" -lt 5 ] || iterations=50000 real=100
echo '{"benchmarks":[{"name":"Cut","run_name":"Cut","run_type":"iteration","time_unit":"ns",' \
	'"iterations":'$iterations',"real_time":'$real',"cpu_time":'$cpu'}]}' >"$out"
EOT
	chmod +x $side/cut
done
expect 5 "$BDRIVER" run --old cut1 --new cut2 -s cut --adapter gbench -r 1 -j 1 --launch-time 20ms \
	--repeat-disturbed 0% --repeat-alone 0% -o cut
[ "$(head -n 5 cut1/cut.calls | tr '\n' ' ')" = '0 0.000625 0.00125 0.0025 0.005 ' ] ||
	bad "searches of the trial: $(cat cut1/cut.calls)"
finish
