#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A suite that is asked for its list has the protections of a launch: it ends with the driver, gets
# no descriptors of the caller, no terminal, a session of its own and the limits of its section.
# slow: suites that hang when they are asked.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >asked <<'EOF'
#!/bin/bash
case "$*" in *--list*) ;; *) exit 1 ;; esac
for fd in 7 8; do [ ! -e "/proc/$$/fd/$fd" ] || echo $fd; done >fds
read -r _ _ _ _ _ session tty _ <"/proc/$$/stat"
[ "$session" != $$ ] || session=own
echo "session $session tty $tty" >session
if [ -e slow ]; then
	echo $$ >pid
	trap '' HUP TERM INT
	while :; do :; done
fi
ulimit -n >files
echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"One"}]}]}'
EOF
chmod +x asked
printf '[suite asked]\npath = asked\nfiles = 77\n' >bdriver.ini

expect 0 "$BDRIVER" list 7</dev/null 8>leaked
[ ! -s fds ] || bad "it has descriptors of the caller: $(tr '\n' ' ' <fds)"
[ "$(cat session)" = 'session own tty 0' ] || bad "it has $(cat session)"
[ "$(cat files)" = 77 ] || bad "its limit of files: $(cat files)"

if command -v script >/dev/null; then
	script -qec "'$BDRIVER' list" /dev/null >out </dev/null
	[ "$(cat session)" = 'session own tty 0' ] || bad "on a terminal it has $(cat session)"
fi

# Killed while the suite answers: the suite ends too.
touch slow
"$BDRIVER" list >out 2>err &
pid=$!
wait_for test -s pid || bad 'the suite was never asked'
suite=$(cat pid)
kill -9 $pid
wait $pid 2>/dev/null
for ((i = 0; i < 500; i++)); do
	kill -0 "$suite" 2>/dev/null || break
	sleep 0.01
done
if kill -0 "$suite" 2>/dev/null; then
	bad 'the suite outlived the driver'
	kill -9 "$suite"
fi
finish
