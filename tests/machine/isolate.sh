#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --isolate in cgroup v2: a real partition, with the SMT siblings of the workers, that nobody else
# runs on; undone after every end; refused ones are told; two drivers do not undo each other.
. "${BD_SOURCE:?}/tests/machine/lib.sh" || exit 1
suite=$BD_BUILD/tests/fakes/hangs
chmod 777 .
run=("$BDRIVER" run -q -s "$suite" Sleeps -r 1 -j 1 --timeout 500s --isolate --force -o)

# Loops that would run anywhere.
loops=()
for _ in $(seq 4); do
	(while :; do :; done) &
	loops+=($!)
done
launch "${run[@]}" a.log
[ "$(cat "$group/cpuset.cpus.partition")" = isolated ] || bad "$(cat "$group/cpuset.cpus.partition")"
[ "$(cat "$group/cpuset.cpus.effective")" = 6-7 ] || bad "not CPU 6 with its sibling: $(cat "$group/cpuset.cpus.effective")"
[ "$(cat $tree/cpuset.cpus.effective)" = 0-5 ] || bad "others may use $(cat $tree/cpuset.cpus.effective)"
[ "$(grep -c . "$group/cgroup.procs")" = 1 ] || bad "not one launch in the group"
while read -r member; do
	[ "$(taskset -cp "$member")" = "pid $member's current affinity list: 6" ] || bad "$(taskset -cp "$member")"
done <"$group/cgroup.procs"
for _ in 1 2 3 4 5; do
	for loop in "${loops[@]}"; do
		[ "$(ps -o psr= -p "$loop")" -lt 6 ] || bad "a loop runs on an isolated CPU"
	done
	sleep 0.2
done
kill "${loops[@]}"
[ "$(meta a.log.part isolate)" = "cgroup v2 $group, cpus 6,7, partition isolated; kept from all others" ] ||
	bad "the log: $(meta a.log.part isolate)"
[ "$(meta a.log.part worker_cpus)" = 6:3:1 ] || bad "not on node 1: $(meta a.log.part worker_cpus)"
[ "$(meta a.log.part driver_cpu)" = 0 ] || bad "the driver: $(meta a.log.part driver_cpu)"
stop INT
[ $got = 130 ] || bad "SIGINT: $got"
undone SIGINT

launch "${run[@]}" b.log
stop TERM
[ $got = 143 ] || bad "SIGTERM: $got"
undone SIGTERM

launch "${run[@]}" c.log
kill -9 $pid
wait $pid 2>/dev/null
[ -n "$(groups)" ] || bad 'SIGKILL left no group, so nothing is tested'
cleared() {
	"$BDRIVER" run -q --dry-run -s "$suite" Sleeps -r 1 >out 2>err
	[ -z "$(groups)" ]
}
killed=$pid pid=$$
wait_for cleared || bad "the group of $killed is left"
undone SIGKILL

# A normal end, with all workers that there may be.
expect 0 "$BDRIVER" run -s "$BD_BUILD/suites/classic_O2" NBody Mandelbrot -r 4 -j 7 --launch-time 1ms --isolate -o d.log
[[ $(meta d.log isolate) = *', cpus 6,4,2,0,7,5,3, partition isolated, their SMT siblings left to the others; kept '* ]] ||
	bad "7 workers: $(meta d.log isolate)"
[ -z "$(meta d.log isolate_lost)" ] || bad "lost: $(meta d.log isolate_lost)"
undone 'the end'
expect 2 "$BDRIVER" run -s "$suite" Sleeps -r 1 -j 8 --isolate -o e.log
has err 'at most -j 7'

# Two drivers: the first one's end leaves the second one its partition; the last one switches off.
launch "${run[@]}" f.log
first=$pid
launch taskset -c 0-3 "${run[@]}" g.log
second=$pid
pid=$first
stop INT
[ "$(cat "$group/cpuset.cpus.partition")" = isolated ] || bad 'the end of one driver undid the other one'
pid=$second
stop INT
undone 'two drivers'

# Somebody switches the controller off: it is told, and the log knows.
"$BDRIVER" run -s "$suite" -s "$BD_BUILD/suites/classic_O2" Sleeps NBody -r 2 -j 1 --timeout 4s --seed 1 \
	--launch-time 1ms --isolate -o h.log >out 2>err </dev/null &
pid=$!
wait_for populated
echo -cpuset >$tree/cgroup.subtree_control
wait $pid
has err 'others may use the CPUs of the launches from now on'
[[ $(meta h.log isolate_lost) = *'not a partition any more'* ]] || bad "the log: $(grep '^# isol' h.log)"
undone 'lost'

# The only CPU of a partition goes.
"$BDRIVER" run -s "$suite" -s "$BD_BUILD/suites/classic_O2" Sleeps NBody -r 2 -j 1 --timeout 4s --seed 1 \
	--launch-time 1ms --isolate -o i.log >out 2>err </dev/null &
pid=$!
wait_for populated
echo 0 >$cpu/cpu6/online
echo 0 >$cpu/cpu7/online
wait_for grep -q 'from now on' err || bad "not told: $(cat err)"
echo 1 >$cpu/cpu6/online
echo 1 >$cpu/cpu7/online
wait $pid
[[ $(meta i.log isolate_lost) = *': isolated invalid'* ]] || bad "the log: $(grep '^# isol' i.log)"
undone 'hotplug'

# Refused: the CPUs are those of another group. The launches are kept in, and it is said.
echo +cpuset >$tree/cgroup.subtree_control
mkdir $tree/other
echo 6 >$tree/other/cpuset.cpus
[ ! -e $tree/other/cpuset.cpus.exclusive ] || echo 6 >$tree/other/cpuset.cpus.exclusive # Linux 6.7
launch "$BDRIVER" run -s "$suite" Sleeps -r 1 -j 1 --isolate -o j.log
[[ $(cat "$group/cpuset.cpus.partition") = member ]] || bad "refused: $(cat "$group/cpuset.cpus.partition")"
has err 'others may use the CPUs of the launches as well'
has err 'root invalid'
stop INT
rmdir $tree/other
[ "$(cat $tree/cgroup.subtree_control)" = cpuset ] || bad 'a controller that was on is off'
echo -cpuset >$tree/cgroup.subtree_control

# An ordinary user: without rights a clear message; in a group that was given to it a member.
user=(setpriv --reuid 65534 --regid 65534 --clear-groups)
expect 2 "${user[@]}" "${run[@]}" k.log
has err '--isolate: no cpuset can be made: '
has err 'Permission denied; run as root'
[ ! -e k.log.part ] || bad 'a log was begun'
undone 'no rights'
mkdir $tree/given
echo +cpuset >$tree/cgroup.subtree_control
mkdir $tree/given/job
chown -R 65534 $tree/given
launch bash -c 'echo $$ >"$1" && shift && exec "$@"' - $tree/given/job/cgroup.procs "${user[@]}" "${run[@]}" l.log
[ "$group" = "$tree/given/bdriver.$pid.on" ] || bad "a given group: $group"
[[ $(meta l.log.part isolate) = *'partition member; others may use'*': root invalid ('*')' ]] ||
	bad "a given group: $(meta l.log.part isolate)"
stop INT
[ -z "$(cat $tree/given/cgroup.subtree_control)" ] || bad 'a given group: the controller is still on'
rmdir $tree/given/job $tree/given
echo -cpuset >$tree/cgroup.subtree_control
undone 'a given group'
finish
