#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A disk that is full: ext4 on a loop device, as root (who may use its reserve) and as a user, and
# one that goes read-only while the run goes on.
. "${BD_SOURCE:?}/tests/machine/lib.sh" || exit 1
truncate -s 4M disk.img
mkfs.ext4 -q -N 64 -O ^has_journal disk.img && mkdir disk && mount -o loop disk.img disk ||
	skip 'no ext4 can be made and mounted'
trap 'cd / && umount -l "$test_folder/disk"; rm -rf "$test_folder"' EXIT
chmod 777 . disk
run=("$BDRIVER" run -s "$BD_BUILD/suites/classic_O2" 'Sieve/*' NBody --launch-time 1ms --samples 50 -r 20 --iterations 1 -o)

full() { # NAME COMMAND...: 8 KiB are free, the log needs more
	local log=disk/$1.log
	shift
	rm -f disk/fill
	"${as[@]}" dd if=/dev/zero of=disk/fill bs=1k status=none 2>/dev/null
	truncate -s -8K disk/fill
	expect 4 "${as[@]}" "${run[@]}" "$log"
	has err "$log"
	has err 'No space left on device'
	rm -f disk/fill
	[ "$(launches_in "$log.part")" -gt 0 ] || bad "$log.part: nothing was kept"
	expect 0 "${as[@]}" "$BDRIVER" show "$log.part"
	expect 0 "${as[@]}" "$BDRIVER" run --resume "$log"
	[ "$(launches_in "$log")" -ge 40 ] || bad "$log: $(launches_in "$log") launches"
	rm -f "$log"
}
as=(env)
full root
as=(setpriv --reuid 65534 --regid 65534 --clear-groups env)
full user

"${run[@]}" disk/ro.log -r 200 >out 2>err </dev/null &
pid=$!
wait_for_rows disk/ro.log.part 5
mount -o remount,ro disk 2>said || echo u >/proc/sysrq-trigger # all of them: somebody writes
code=0
wait $pid || code=$?
[ $code = 4 ] || bad "read-only: exit code $code"
has err 'Read-only file system'
expect 0 "$BDRIVER" show disk/ro.log.part
finish
