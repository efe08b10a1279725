#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The driver's own shortage of descriptors is no failure of a benchmark: exit code 4, no row of it,
# and the run can be resumed.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >quick <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}' ;;
*) printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x quick
seen=0
# With 9 and 10 the shell of the suite itself has too few.
for limit in {6..8} {11..40}; do
	rm -f x.log*
	(ulimit -n "$limit" && exec "$BDRIVER" run -s ./quick -r 4 -j 3 -o x.log) >out 2>err </dev/null
	got=$?
	[ $got != 0 ] || break
	[ $got = 4 ] || bad "$limit descriptors: exit code $got: $(cat err)"
	grep -qi 'Too many open files' err || bad "$limit descriptors: $(cat err)"
	[ -e x.log.part ] || continue
	hasnt x.log.part 'Too many open files'
	[ "$(launches_in x.log.part)" = 0 ] || bad "$limit descriptors: a row of a launch that never was"
	if "$BDRIVER" run --resume x.log >out 2>err; then
		seen=1
		[ "$(cells x.log status | sort -u)" = ok ] || bad "resumed: $(cells x.log status)"
	else
		has err 'start the run again'
	fi
done
[ $got = 0 ] || bad 'no limit was enough'
[ $seen = 1 ] || bad 'no run was resumed'
finish
