#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --isolate: the launches run in a cpuset of their own, which is gone afterwards, also that of a
# driver that was killed. Where no cpuset may be made, the run says why and what to do.
. "$BD_SOURCE/tests/cli/lib.sh"
# Says in which group it is, and on which CPUs it may run.
cat >where <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Where"}]}]}' ;;
*)
	grep -E ':cpuset:|^0:' /proc/self/cgroup >>where.out
	grep Cpus_allowed_list /proc/self/status >>where.out
	[ ! -e slow ] || exec sleep 1000
	printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"Where",ok,1,1,"1 2 1"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x where
groups() {
	find /sys/fs/cgroup -maxdepth 6 -type d \( -name "bdriver.$1" -o -name "bdriver.$1.on" \) 2>/dev/null
}

# Nobody may take all CPUs; nothing is made then.
all=$(nproc)
expect 2 "$BDRIVER" run -s ./where -j "$all" -r 1 --isolate -o all.log
has err '--isolate: '
[ ! -e all.log ] && [ ! -e all.log.part ] || bad 'a log was begun'
[ "$all" -gt 1 ] || skip 'one CPU only: nothing can be isolated'

# Without the rights: what is missing, and the way out.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir weak
	cp where weak
	chmod -R a+rwX . weak
	if setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$BDRIVER" -a -x weak/where; then
		expect 2 setpriv --reuid 65534 --regid 65534 --clear-groups \
			"$BDRIVER" run -s weak/where -j 1 -r 1 --isolate -o weak/weak.log
		has err '--isolate: no cpuset'
		has err 'run as root'
		[ ! -e weak/weak.log.part ] || bad 'a log was begun'
	else
		echo "note: another user cannot reach the build folder, so no test as one"
	fi
fi

got=0
"$BDRIVER" run -s ./where -j 1 -r 3 --isolate -o in.log >out 2>err </dev/null || got=$?
if [ "$got" = 2 ] && grep -q -- '--isolate: no c' err; then
	has err 'run as root'
	skip "no cpuset may be made here: $(head -n 1 err)"
fi
[ "$got" = 0 ] || bad "exit code $got: $(cat err)"
cpu=$(sed -n 's/^# isolate: .*, cpus \([0-9]*\)[0-9,]*, .*/\1/p' in.log)
[ -n "$cpu" ] || bad "the log does not tell what was chosen: $(grep '^# isolate' in.log)"
[ "$(grep -cE '/bdriver\.[0-9]+(\.on)?$' where.out)" = 3 ] || bad "launches outside of the group: $(cat where.out)"
[ "$(grep -c "Cpus_allowed_list:[[:space:]]*$cpu$" where.out)" = 3 ] || bad "not on CPU $cpu: $(cat where.out)"
# Either others are kept out, or it is said that they are not.
if grep -q '^# isolate: .*others may use' in.log; then
	has err 'others may use'
else
	grep -q '^# isolate: .*kept from all others' in.log || bad 'not told who else may run there'
fi
pid=$(sed -n 's/^# isolate: .*bdriver\.\([0-9]*\)[.on]*,.*/\1/p' in.log)
[ -z "$(groups "$pid")" ] || bad "the group is left: $(groups "$pid")"

# A driver that was killed leaves its group; the next run removes it, also one without --isolate.
: >slow
: >where.out
"$BDRIVER" run -q -s ./where -j 1 -r 1 --isolate -o k.log >out 2>err </dev/null &
pid=$!
wait_for grep -q Cpus_allowed where.out
[ -n "$(groups $pid)" ] || bad "no group of the running driver: $(cat err)"
kill -9 $pid
wait $pid 2>/dev/null
rm -f slow
# The launch dies with its driver, in its own time.
killed=$pid pid=$$
swept() {
	"$BDRIVER" run -q --dry-run -s ./where -j 1 -r 1 >out 2>err </dev/null
	[ -z "$(groups $killed)" ]
}
wait_for swept || bad "the group of the killed driver is left: $(groups $killed)"

# Interrupted: nothing is left either.
: >slow
: >where.out
set -m
"$BDRIVER" run -q -s ./where -j 1 -r 1 --isolate -o i.log >out 2>err </dev/null &
pid=$!
set +m
wait_for grep -q Cpus_allowed where.out
while kill -INT $pid 2>/dev/null; do
	sleep 0.1
done
wait $pid
[ -z "$(groups $pid)" ] || bad "an interrupted run left its group: $(groups $pid)"
finish
