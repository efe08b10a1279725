# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by each tests/machine/NAME.sh: what tests/cli/lib.sh has, and
#	groups               the folders of drivers in the cgroup tree
#	undone               nothing of a driver is left there, and the controller is off again
#	launch COMMAND...    in the background, until a launch is in its group: $pid, $group
#	stop SIGNAL          twice; waits: $got
#	meta LOG KEY         its value
[ -d /run/machine ] || {
	echo 'skipped: it changes the whole machine; run it in one of its own: .ci/machine tests/machine/run'
	exit 77
}
. "${BD_SOURCE:?}/tests/cli/lib.sh" || exit 1
tree=/sys/fs/cgroup
cpu=/sys/devices/system/cpu

groups() {
	find $tree -type d -name 'bdriver.*'
}

undone() {
	[ -z "$(groups)" ] || bad "$1: left: $(groups)"
	[ -z "$(cat $tree/cgroup.subtree_control)" ] || bad "$1: the controller is still on"
	[ "$(cat $tree/cpuset.cpus.effective)" = "$(cat $cpu/online)" ] || bad "$1: CPUs are missing"
}

populated() {
	group=$(find $tree -type d \( -name "bdriver.$pid" -o -name "bdriver.$pid.on" \))
	[ -n "$group" ] && [ -n "$(cat "$group/cgroup.procs")" ]
}

launch() {
	"$@" >out 2>err </dev/null &
	pid=$!
	wait_for populated || bad "no launch in a group: $* $(cat out err)"
}

stop() {
	got=0
	while kill "-$1" "$pid" 2>/dev/null; do
		sleep 0.2
	done
	wait "$pid" || got=$?
}

meta() {
	sed -n "s/^# $2: //p" "$1"
}
