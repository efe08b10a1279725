#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The launches of a round have the same addresses, whatever the lengths of their paths; those of
# another round have stack, heap and libraries elsewhere. The results of fakes/places.c are its addresses.
# slow: many paired runs.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
setarch -R true 2>/dev/null || skip 'the machine forbids to switch address randomisation off'
grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt" && skip 'the sanitizer places the heap'
[ "$(cat /proc/sys/kernel/randomize_va_space)" = 2 ] || skip 'the machine does not randomise addresses'
kinds='Stack Heap'
# Libraries move only where the stack may have a limit of up to 152 MiB.
hard=$(ulimit -H -s)
if [ "$hard" = unlimited ] || [ "$hard" -ge 155648 ]; then kinds+=' Library'; fi
mkdir old a_much_longer_name
cp "$BD_BUILD/tests/fakes/places" old
cp "$BD_BUILD/tests/fakes/places" a_much_longer_name

# places OUT OPTION...: a run whose addresses of each round are in OUT.places, old and new on a line
places() {
	local out=$1 code=0
	shift
	"$BDRIVER" run --old old --new a_much_longer_name -o "$out" -r 6 --launch-time 1ms --samples 5 --seed 1 \
		--all -q "$@" >printed 2>err || code=$?
	[ "$code" -lt 4 ] && [ "$code" != 2 ] || bad "$out: exit code $code: $(cat err)"
	for build in old new; do
		cells "$out/$build.log" benchmark round checksum | sort >$build.rows
	done
	join -j 1 <(sed 's/ /,/' old.rows) <(sed 's/ /,/' new.rows) >"$out.places"
	[ "$(wc -l <"$out.places")" = 30 ] || bad "not 30 rounds: $(cat "$out.places")"
}
for way in long no; do
	places same_$way --interleave $way
	awk '$2 != $3' same_$way.places >odd
	[ ! -s odd ] || bad "two layouts in a round: $(cat odd)"
	for kind in $kinds; do
		[ "$(awk -v kind=$kind, 'index($1, kind) == 1 { print $2 }' same_$way.places | sort -u |
			wc -l)" -ge 4 ] || bad "$kind stays: $(cat same_$way.places)"
	done
	# The stack has its usual limit again, and so have those of threads.
	grep ^Limit same_$way.places | cut -d' ' -f2 >>limits
	for build in old new; do has same_$way/$build.log '# layout: same'; done
done

places random --layout random
awk '($1 !~ /^Limit/) != ($2 != $3)' random.places >odd
[ ! -s odd ] || bad "not random: $(cat random.places)"
for build in old new; do has random/$build.log '# layout: random'; done

grep ^Limit random.places | cut -d' ' -f2 >>limits
[ "$(sort -u limits | wc -l)" = 1 ] || bad "limits of the stack: $(sort limits | uniq -c)"

expect 2 "$BDRIVER" run -s old/places --layout same
has err 'are for several builds'

# A container may forbid it.
cat >forbid.py <<'EOF2'
import ctypes, os, struct, sys
CALL = {"x86_64": 135, "aarch64": 92}[os.uname().machine]
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
code = [(LOAD, 0, 0, 0), (EQUAL, 0, 3, CALL), (LOAD, 0, 0, 16), (EQUAL, 1, 0, 0xffffffff),
        (RETURN, 0, 0, 0x50001), (RETURN, 0, 0, 0x7fff0000)]
rules = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in code))
program = ctypes.create_string_buffer(struct.pack("HP", len(code), ctypes.addressof(rules)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit("seccomp: " + os.strerror(ctypes.get_errno()))
os.execv(sys.argv[1], sys.argv[1:])
EOF2
if python3 forbid.py /bin/true; then
	expect 0 python3 forbid.py "$BDRIVER" run --old old --new a_much_longer_name -o none.d -r 2 -q \
		--launch-time 1ms --all
	has err 'this container forbids personality(2)'
	has none.d/old.log '# layout: random'
fi

# The pages of a build are drawn anew once a round: before a benchmark would have the same ones again.
if command -v cc >/dev/null; then
	cat >reads.c <<'C'
#include <fcntl.h>
#include <stdio.h>
int posix_fadvise(int fd, off_t from, off_t size, int advice)
{
	(void)fd, (void)from, (void)size;
	FILE *out = advice == POSIX_FADV_DONTNEED ? fopen("reads", "a") : NULL;
	return out ? fputs("read\n", out) < 0 || fclose(out) : 0;
}
C
	cc -shared -fPIC -o reads.so reads.c || bad 'cc'
	LD_PRELOAD=$PWD/reads.so "$BDRIVER" run --old old --new a_much_longer_name -o pages -r 8 -j 1 -q \
		--iterations 1 --interleave no --repeat-disturbed 0 --all >printed 2>err
	count=$(rows pages/old.log | wc -l) reads=$(wc -l <reads)
	[ "$count" -ge 16 ] || bad "only $count launches"
	[ "$reads" = 16 ] || bad "$reads reads of two builds in 8 rounds"
fi
finish
