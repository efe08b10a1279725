#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The driver runs short while it measures: of processes (EAGAIN), memory (ENOMEM), descriptors of its
# own (EMFILE) or of the machine (ENFILE). Exit code 4, no row for a launch that never was, and the run
# is resumed. The first launch sets the limit of the driver.
# slow: many starts.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v prlimit >/dev/null || skip 'no prlimit'
cat >limits <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}'
	exit ;;
esac
[ ! -e limit ] || prlimit --pid "$PPID" "$(cat limit)" && rm -f limit
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3
EOF
chmod +x limits
user=()
# short NAME ERROR: a run that was short of it has ended so, and is resumed.
short() {
	local name=$1 got=$3
	[ "$got" = 4 ] || bad "$name: exit code $got: $(cat err)"
	grep -qiE "$2" err || bad "$name: $(cat err)"
	[ "$(cells x.log.part status | sort | uniq -c | tr -s ' ')" = " $(launches_in x.log.part) ok" ] ||
		bad "$name: rows: $(cells x.log.part status detail)"
	[ "$(launches_in x.log.part)" -lt 6 ] || bad "$name: nothing was short"
	expect 0 "${user[@]}" "$BDRIVER" run --resume x.log
	[ "$(cells x.log status | tr '\n' ' ')" = 'ok ok ok ok ok ok ' ] || bad "$name, resumed: $(rows x.log)"
	rm -f x.log* bdriver.tuned
}
run() {
	"${user[@]}" "$@" "$BDRIVER" run -s ./limits -r 6 -j 1 -o x.log >out 2>err </dev/null
}
echo --nofile=5 >limit
run env
short EMFILE 'too many open files' $?

# Address space: the limit also holds for the suite, whose shell needs less than the driver.
kib=4000 seen=0 got=1
# A sanitizer needs terabytes of address space.
while ! sanitized && [ $kib -lt 100000 ]; do
	(ulimit -v $kib && exec "$BDRIVER" run -s ./limits -r 3 -j 1 -o x.log) >out 2>err </dev/null
	got=$?
	[ $got != 0 ] || break
	if [ $got -lt 126 ]; then # else it was not even loaded
		seen=1
		[ $got = 4 ] || bad "$kib KiB: exit code $got: $(cat err)"
		grep -qi memory err || bad "$kib KiB: $(cat err)"
		[ ! -e x.log.part ] || [ "$(cells x.log.part status | grep -vc ok)" = 0 ] || bad "$kib KiB: $(rows x.log.part)"
	fi
	rm -f x.log*
	kib=$((kib * 101 / 100))
done 2>killed
if [ $got = 0 ]; then
	[ $seen = 1 ] || bad 'no limit of memory was too small for the driver only'
	[ "$(cells x.log status | sort -u)" = ok ] || bad "at $kib KiB: $(rows x.log)"
else
	echo 'left out: address space, of which this build needs more than 100 MB'
fi
rm -f x.log* bdriver.tuned

if command -v cc >/dev/null; then
	cat >full.c <<'EOF'
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From the third launch on, its two files cannot be made. */
int memfd_create(const char *name, unsigned flags)
{
	static int calls;

	errno = atoi(getenv("WITH"));
	return ++calls > 5 ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}
EOF
	cc -shared -fPIC full.c -o full.so || bad 'cc'
	run env LD_PRELOAD="$PWD/full.so" WITH=23
	short ENFILE 'too many open files in system' $?
	run env LD_PRELOAD="$PWD/full.so" WITH=12
	short ENOMEM 'cannot allocate memory' $?
fi

# Limits of processes do not hold for root, so another user measures.
if [ "$(id -u)" = 0 ]; then
	user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	chown 65534 .
	if ! "${user[@]}" test -x "$BDRIVER" -a -x limits 2>/dev/null; then
		echo 'left out: another user cannot read the build'
		finish
	fi
fi
echo --nproc=1 >limit
chmod a+r limit
run env ASAN_OPTIONS=detect_leaks=0 # which takes a process
short EAGAIN 'resource temporarily unavailable' $?
finish
