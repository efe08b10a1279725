#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Without /proc, as in a bare chroot: leftovers are not counted as 0, and the run can be resumed.
. "$BD_SOURCE/tests/cli/lib.sh"
unshare -m true 2>/dev/null || skip 'no rights to mount'
grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt" && skip 'the sanitizer itself needs /proc'
cat >quick <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}' ;;
*) printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x quick
expect 0 unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "$BDRIVER" run -s ./quick -r 2 -j 1 -o x.log
has err 'without /proc'
[ "$(cells x.log status leftover | sort -u)" = 'ok ' ] || bad "leftover: $(cells x.log status leftover)"
grep '^# arguments: ' x.log | grep -q '"./quick"' || bad "arguments: $(grep '^# arguments' x.log)"
expect 0 "$BDRIVER" run -s ./quick -r 1 -j 1 -o y.log
hasnt err 'without /proc'
[ "$(cells y.log leftover)" = 0 ] || bad "leftover with /proc: $(cells y.log leftover)"
finish
