#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A log that cannot be written: a clear message, exit code 4, and what was written stays readable.
# slow: many runs.
. "$BD_SOURCE/tests/cli/lib.sh"
suite=$BD_BUILD/suites/classic_O2
words=(-s "$suite" 'Sieve/*' 'Fft/*' --launch-time 1ms --samples 3 -r 20)

# A folder in which nothing can be made; root may write everywhere, so an ordinary user tries.
mkdir locked
chmod 555 locked
if [ "$(id -u)" != 0 ]; then
	expect 4 "$BDRIVER" run "${words[@]}" -o locked/x.log
	has err locked/x.log
elif command -v setpriv >/dev/null; then
	chmod 755 .
	if setpriv --reuid=65534 --clear-groups test -x "$BDRIVER" -a -x "$suite"; then
		expect 4 setpriv --reuid=65534 --regid=65534 --clear-groups "$BDRIVER" run "${words[@]}" -o locked/x.log
		has err locked/x.log
	else
		echo "note: another user cannot reach the build folder, so no test as one"
	fi
fi

# The log is taken away while the run goes on, which would take a minute.
"$BDRIVER" run "${words[@]}" -r 1000 --launch-time 20ms -o gone.log >out 2>err </dev/null &
pid=$!
wait_for [ -s gone.log.part ]
rm -f gone.log.part
wait $pid
got=$?
[ "$got" = 4 ] || bad "log removed: exit code $got, not 4"
has err 'gone.log.part: was removed'
hasnt err 'what was measured is in'

# Somebody else's log comes to be where this one is to go: neither is lost.
cat >intruder <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}'
	exit ;;
esac
echo precious >late.log
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3
EOF
chmod +x intruder
expect 4 "$BDRIVER" run -s ./intruder -r 2 -o late.log
has err 'another program created late.log during this run'
[ "$(cat late.log)" = precious ] || bad 'what came to be there was replaced'
[ "$(tail -n 1 late.log.part)" = '# end: 2' ] || bad 'the log is not complete'
expect 4 "$BDRIVER" run --resume late.log
[ "$(cat late.log)" = precious ] || bad '--resume replaced it'
expect 0 "$BDRIVER" run -s ./intruder -r 2 -o late.log --force
has late.log '# end: 2'

# A limit of the size of files is as a full disk. The list of this suite is below it.
(ulimit -f 1 && exec "$BDRIVER" run -s "$BD_BUILD/tests/fakes/reads" Adds "${words[@]:4}" -o limited.log) >out 2>err </dev/null
got=$?
[ "$got" = 4 ] || bad "a limit of the file size: exit code $got, not 4"
has err 'File too large'

# A disk that fills up, where this test may mount one.
mkdir disk
if ! mount -t tmpfs -o size=12k tmpfs disk 2>/dev/null; then
	[ "$test_failures" = 0 ] || exit 1
	skip "the part with a full disk: no right to mount a small file system"
fi
trap 'umount disk; cd / && rm -rf "$test_folder"' EXIT
expect 4 "$BDRIVER" run "${words[@]}" -o disk/x.log
has err disk/x.log.part
has err 'No space left'
[ ! -e disk/x.log ] || bad "an incomplete log was renamed"
rows=$(grep -vc '^#' disk/x.log.part)
[ "$rows" -ge 2 ] || bad "nothing stayed in the log"
[ "$(tail -c 1 disk/x.log.part | od -An -c | tr -d ' ')" = '\n' ] || bad "the log ends in a torn row"
cp disk/x.log.part readable.log
expect 0 "$BDRIVER" show readable.log
# Room again: the run goes on where it stopped.
mount -o remount,size=16m disk
expect 0 "$BDRIVER" run --resume disk/x.log
[ "$(grep -vc '^#' disk/x.log)" = 101 ] || bad "not 100 launches after the resume"
finish
