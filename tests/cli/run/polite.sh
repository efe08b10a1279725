#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where the workers take all CPUs, the driver lets launches run on (SCHED_BATCH); the launches
# themselves are scheduled as ever.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >policy <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Policy"}]}]}' ;;
*)
	# Field 41: the policy; none of these names holds a blank.
	echo "driver $(cut -d ' ' -f 41 /proc/$PPID/stat) launch $(cut -d ' ' -f 41 /proc/$$/stat)" >>policies
	printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"Policy",ok,1,1,"1 2 1"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x policy
[ "$(cut -d ' ' -f 41 /proc/self/stat)" = 0 ] || skip 'this test is not scheduled as usual itself'
# policies WORKERS WANTED
policies() {
	rm -f policies
	expect 0 "$BDRIVER" run -q -s ./policy -j "$1" -r 4 -o "$1.log"
	[ "$(sort -u policies)" = "$2" ] || bad "$1 workers: $(sort policies | uniq -c)"
}
all=$(nproc)
policies "$all" 'driver 3 launch 0'
[ "$all" = 1 ] || policies $((all - 1)) 'driver 0 launch 0'
finish
