#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The signal mask and the dispositions that bdriver is started with do not matter.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip 'no python3'
cat >start.py <<'EOF'
import os, signal, sys
how, command = sys.argv[1], sys.argv[2:]
if how == "blocked":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
elif how == "all":
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
else:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(command[0], command)
EOF
cat >quick <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}' ;;
*) printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x quick
for how in blocked all ignored; do
	# Whose end nobody sees would last ten hours.
	expect 0 timeout 600 python3 start.py $how "$BDRIVER" run -s ./quick -r 3 -j 1 --timeout 10h -o $how.log
	[ "$(cells $how.log status | sort -u)" = ok ] || bad "SIGCHLD $how: $(cells $how.log status detail)"
done
finish
