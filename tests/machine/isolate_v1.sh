#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --isolate where the controller cpuset is in a tree of v1 beside v2 ("hybrid").
. "${BD_SOURCE:?}/tests/machine/lib.sh" || exit 1
restore() {
	umount -l $tree/cpuset $tree/unified $tree
	mount -t cgroup2 cgroup2 $tree
	cd / && rm -rf "$test_folder"
}
umount $tree && mount -t tmpfs tmpfs $tree && mkdir $tree/cpuset $tree/unified
trap restore EXIT
mount -t cgroup2 cgroup2 $tree/unified
mount -t cgroup -o cpuset cpuset $tree/cpuset || skip 'this kernel has no cpusets of v1'
suite=$BD_BUILD/tests/fakes/hangs
launch "$BDRIVER" run -s "$suite" Sleeps -r 1 -j 1 --timeout 500s --isolate -o a.log
[ "$group" = "$tree/cpuset/bdriver.$pid" ] || bad "the group: $group"
[ "$(cat "$group/cpuset.cpus")" = 6-7 ] || bad "its CPUs: $(cat "$group/cpuset.cpus")"
[ "$(cat "$group/cpuset.cpu_exclusive")" = 1 ] || bad 'not exclusive'
[ "$(cat "$group/cpuset.mems")" = 0-1 ] || bad "its nodes: $(cat "$group/cpuset.mems")"
has err 'cgroup v1 keeps the launches in but nobody out'
stop INT
[ -z "$(groups)" ] || bad "left: $(groups)"
bash "$BD_SOURCE/tests/cli/run/isolate.sh" || bad 'cli/run/isolate'
finish
