#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Retries, suites that run alone, environment, arguments, limits of time: what the configuration says.
# slow: launches that hang until their time limit.
. "$BD_SOURCE/tests/cli/lib.sh"

# A suite in which the first attempt at each launch fails, and which notes what it is told.
cat >flaky <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"},{"name":"B"}]}]}'
	exit ;;
esac
echo "$*" >>"$NOTES/arguments"
# The padding also makes up for the length of a process number.
echo "$COLOUR $(((${#BDRIVER_PADDING} + ${#BD_DRIVER_PID}) % 4096)) $PWD" >>"$NOTES/environment"
name=A
for word; do [ "$word" = B ] && name=B; done
# Before a retry.
[ ! -e "$NOTES/kill" ] || [ ! -s "$NOTES/A.count" ] || { rm "$NOTES/kill"; kill -9 "$BD_DRIVER_PID"; exit 5; }
echo x >>"$NOTES/$name.count"
[ $(($(wc -l <"$NOTES/$name.count") % 2)) = 0 ] || exit 5
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$name" >&3
EOF
chmod +x flaky
export NOTES=$PWD
cat >bdriver.ini <<EOF
[suite flaky]
path = flaky
args = --first "two words"
env = COLOUR=blue
retries = 1
EOF
expect 0 "$BDRIVER" run -r 3 -j 1 --seed 1 -o x.log
column() {
	grep -v '^#' x.log | tail -n +2 | cut -d, -f"$1" | sort | uniq -c | tr -s ' ' | tr '\n' ';'
}
[ "$(column 10)" = ' 6 exit; 6 ok;' ] || bad "statuses:$(column 10)"
[ "$(column 6)" = ' 6 1; 6 2;' ] || bad "attempts:$(column 6)"
hasnt out 'could not be measured'
has arguments '--first two words A'
has arguments '--iterations 4'
has arguments '--samples 200 --launch-time '
has arguments '--out-fd 3'
has environment "blue "
has environment " $PWD"
[ "$(cut -d' ' -f2 environment | sort -u | wc -l)" -ge 4 ] || bad "the padding does not vary"

# The same seed, the same padding.
cut -d' ' -f2 environment >padding1
rm -f environment ./*.count bdriver.tuned
expect 0 "$BDRIVER" run -r 3 -j 1 --seed 1 -o y.log
cut -d' ' -f2 environment | cmp -s - padding1 || bad "one seed, two paddings"

# A retry is made also if the run was killed before it.
rm ./*.count
: >kill
"$BDRIVER" run -r 3 -j 1 --seed 1 -o k.log >out 2>err
expect 0 "$BDRIVER" run --resume k.log
diff <(cells x.log benchmark round attempt status) <(cells k.log benchmark round attempt status) ||
	bad 'no retry of what failed before the kill'

# More than all cannot be repeated.
for option in --repeat-alone --repeat-disturbed; do
	expect 2 "$BDRIVER" run -r 1 -o no.log $option 105%
	has err "$option: '105%' is out of range: at most 100%"
done
[ ! -e no.log ] || bad 'a log in spite of the error'
BDRIVER_REPEAT_ALONE=105% expect 2 "$BDRIVER" run -r 2 -j 1 -o env.log
has err "BDRIVER_REPEAT_ALONE: --repeat-alone: '105%' is out of range: at most 100%"

# A serial suite never runs beside others: each launch notes when it begins and ends. Launches of the
# other one wait for each other until two of them have met.
for name in alone other; do
	cat >$name <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"},{"name":"B"},{"name":"C"}]}]}'
	exit ;;
esac
echo "begin ${0##*/}" >>"$NOTES/times"
sleep 0.2
if [ "${0##*/}" = other ]; then
	: >"$NOTES/here.$$"
	for _ in $(seq 100); do
		[ "$(ls "$NOTES" | grep -c '^here')" -lt 2 ] || : >"$NOTES/met"
		[ ! -e "$NOTES/met" ] || break
		sleep 0.1
	done
	rm "$NOTES/here.$$"
fi
echo "end ${0##*/}" >>"$NOTES/times"
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$1" >&3
EOF
	chmod +x $name
done
cat >serial.ini <<EOF
[suite alone]
path = alone
serial = yes
[suite other]
path = other
EOF
expect 0 "$BDRIVER" run -c serial.ini -r 3 -j 2 -o s.log
awk '$1 == "begin" { running++; if ($2 == "alone") serial++; if (serial && running > 1) bad = 1; if (running > 1) both = 1 }
	$1 == "end" { running--; if ($2 == "alone") serial-- }
	END { exit bad ? 1 : both ? 0 : 2 }' times
case $? in
1) bad "a serial suite ran beside others" ;;
2) bad "nothing ever ran side by side" ;;
esac
[ "$(grep -c begin times)" = 18 ] || bad "not 18 launches"

# Limits of time: the suite's own goes before the command line's.
printf '[suite hangs]\npath = %s\ntimeout = 200ms\n' "$BD_BUILD/tests/fakes/hangs" >time.ini
expect 3 "$BDRIVER" run -c time.ini --timeout 1000s -r 1 Sleeps -o t.log
has out timeout
expect 3 "$BDRIVER" run -s "$BD_BUILD/tests/fakes/hangs" --timeout 200ms -r 1 Sleeps -o t2.log
has t2.log timeout
# A launch has no more time than the budget, and a tenth of it.
hangs=$BD_BUILD/tests/fakes/hangs
expect 3 "$BDRIVER" run -s "$hangs" --timeout 1000s --budget 1s Sleeps -o b.log
has out '1 of 1 benchmark had no time; a larger --budget gives more'
has err 'hangs/Sleeps still ran when the budget was over, and was ended: no result.'
[ "$(rows b.log | wc -l)" = 0 ] || bad "a launch that was ended with the budget has a row"
mkdir old new
cp "$hangs" old/hangs
cp "$hangs" new/hangs
expect 3 "$BDRIVER" run -s hangs --old old --new new --timeout 1000s --budget 1s Sleeps -o pair
has err '2 benchmarks (counted in each build) had no time; a larger --budget gives more'
hasnt err 'hold no benchmark'
# Where nobody gave one: a benchmark whose launches are known to be short does not get a minute.
cat >hangs_later <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Later"}]}]}' ;;
*)
	[ ! -e once ] || exec sleep 1000
	: >once
	printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"Later",ok,1,1,"1 2 1"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x hangs_later
# On a very busy machine the first launch may be long, once or twice.
for _ in 1 2 3; do
	rm -f once
	expect 3 "$BDRIVER" run --force -s ./hangs_later -r 2 -o later.log
	limit=$(sed -n 's/.*its time limit of \([0-9]*\)\(\.[0-9]*\)\{0,1\} s".*/\1/p' later.log)
	[ "${limit:-0}" -ge 50 ] || break
done
if [ -z "$limit" ] || [ "$limit" -lt 10 ] || [ "$limit" -ge 60 ]; then
	bad "not a limit between 10 and 60 s: $(tail -n 5 later.log)"
fi
finish
