#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every global symbol of the harness begins with bd_: other people's programs link it. It needs
# nothing but libc.
set -eu
library=$(find "$BD_BUILD" -maxdepth 2 -name libbdharness.a)
foreign=$(nm -g --defined-only "$library" |
	awk 'NF == 3 && $3 !~ /^(bd_|__(start|stop)_bd_benchmarks$|__asan|__odr_asan|__gcov)/ { print $3 }')
if [ -n "$foreign" ]; then
	echo "global symbols without bd_:" && echo "$foreign" && exit 1
fi
[ "$(nm -g --defined-only "$library" | grep -c ' T bd_')" -gt 20 ] || { echo "no symbols?" && exit 1; }
if grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt"; then
	exit 0
fi
printf '#include "harness/bench.h"\nBD_MAIN\n' |
	cc -I"$BD_SOURCE" -x c - -x none "$library" -nodefaultlibs -lc -lgcc -o /dev/null
