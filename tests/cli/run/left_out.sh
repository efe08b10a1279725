#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Suites that do not answer --list cost themselves only: the others are measured, and it is said.
. "$BD_SOURCE/tests/cli/lib.sh"

cat >good <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"},{"name":"B"}]}]}'
	exit ;;
esac
[ ! -e stop ] || kill -KILL $PPID
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$1" >&3
EOF
cat >crash <<'EOF'
#!/bin/sh
[ ! -e fixed ] || exec ./good "$@"
printf 'no library\n\033[31m here\n\n' >&2
kill -SEGV $$
EOF
cat >chatter <<'EOF'
#!/bin/sh
setsid sleep 1000 >/dev/null 2>&1 &
echo $! >chatter.pid
echo 'Loading ...'
EOF
chmod +x good crash chatter
printf '[suite %s]\npath = %s\n' crash crash good good chatter chatter >bdriver.ini

expect 3 "$BDRIVER" run -r 3 -j 1 -o x.log
has err 'warning: suite crash: crash, asked for its list, was ended by signal 11'
has err 'it said: no library \x1b[31m here; it is left out'
has err 'warning: suite chatter: chatter does not answer'
has out '2 suites were left out, so not all was measured:'
[ "$(cells x.log suite benchmark | sort | uniq -c | tr -s ' \n' ' ')" = ' 3 good A 3 good B ' ] ||
	bad "the rows: $(cells x.log suite benchmark)"
has x.log '# suite.crash.unanswered: suite crash: crash, asked for its list, was ended by signal 11'
[ "$(tail -n 1 x.log)" = '# end: 6' ] || bad 'the log is not complete'
pid=$(cat chatter.pid)
for _ in $(seq 600); do
	grep -q '^State:.[^ZX]' "/proc/$pid/status" 2>/dev/null || break
	sleep 0.1
done
[ "$_" != 600 ] || bad 'what a suite started when it was asked is left behind'
expect 3 "$BDRIVER" run -r 1 -j 1 -q -o q.log
has out 'left out'

# What was measured before is missing now: the comparison says so.
touch fixed
expect 3 "$BDRIVER" run -r 3 -j 1 -o before.log
expect 1 "$BDRIVER" compare before.log x.log
has out '2 were fine and now fail or are gone'
rm fixed

# Nothing is left, or what the configuration names is not there: nothing is measured.
expect 2 "$BDRIVER" run -s crash -s chatter -o none.log
has err 'suite crash: crash, asked for its list, was ended by signal 11'
[ "$(wc -l <err)" = 1 ] || bad 'the error is told twice'
expect 3 "$BDRIVER" list
has out "2 benchmarks in 1 suite"
printf '[suite gone]\npath = gone\n' | cat bdriver.ini - >gone.ini
expect 2 "$BDRIVER" run -c gone.ini -o none.log
has err 'build it, or correct its path'
[ ! -e none.log ] || bad 'a log of nothing'

# A run that is resumed has the suites that it had.
touch stop
("$BDRIVER" run -r 3 -j 1 -o killed.log >out 2>err </dev/null) 2>/dev/null
rm stop
touch fixed
expect 2 "$BDRIVER" run --resume killed.log
has err 'suite crash did not answer when'
rm fixed
expect 3 "$BDRIVER" run --resume killed.log
[ "$(rows killed.log | wc -l)" = 6 ] || bad 'the resumed log has not 6 launches'
touch fixed stop
("$BDRIVER" run -r 3 -j 1 -o killed2.log >out 2>err </dev/null) 2>/dev/null
rm fixed stop
expect 2 "$BDRIVER" run --resume killed2.log
has err 'it answered when'

# The same in a paired run, a calibration and the doctor. What only one build can list is measured
# there; what was fine and is gone is a finding.
mkdir -p trees/bad trees/well
cp crash trees/bad/crash
cp good trees/bad/good
cp good trees/well/good
cp good trees/well/crash
printf '[suite %s]\npath = %s\n' crash crash good good >pair.ini
expect 3 "$BDRIVER" run -c pair.ini --old trees/bad --new trees/well -r 3 -j 1 -o better
has err 'build old: suite crash: '
has err '1 suite was left out, so not all was measured:'
has out '2 added'
[ "$(rows better/old.log | wc -l)" = 6 ] || bad 'the old build has not 6 launches'
expect 1 "$BDRIVER" run -c pair.ini --old trees/well --new trees/bad -r 3 -j 1 -o worse
has out '2 were fine and now fail or are gone'
expect 3 "$BDRIVER" calibrate -c pair.ini -r 3 -j 1 -o calibration
[ "$(grep -c 'it is left out' err)" = 1 ] || bad 'calibrate does not warn once'
[ "$(rows calibration/new.log | wc -l)" = 6 ] || bad 'the calibration has not 6 launches'
expect 3 "$BDRIVER" doctor -c pair.ini --check name-length -j 1 -o doctor.log
has err 'suite crash: crash, asked for its list, was ended by signal 11'
[ "$(tail -n 2 err | head -n 1)" = '1 suite was left out, so not all was measured:' ] ||
	bad 'the last lines of the doctor do not say what was left out'
has doctor.log '# suite.crash.unanswered'
# No launch of the doctor is judged as disturbed or repeated, so its log does not count any.
hasnt doctor.log '# disturbed:'
hasnt doctor.log '# repeated:'

# What a shell had started before it became bdriver is none of its leftovers.
bash -c 'sleep 1000 & echo $! >before.pid; exec "$@"' bash "$BDRIVER" run -s good -r 2 -j 1 -o spared.log >out 2>err
kill -0 "$(cat before.pid)" 2>/dev/null || bad 'a process that was there before was ended'
kill "$(cat before.pid)" 2>/dev/null
[ "$(cells spared.log leftover | sort -u)" = 0 ] || bad 'it was counted as a leftover'
finish
