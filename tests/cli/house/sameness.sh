#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Code that differs is never called the same: each case of tests/same/cases, and 108 benchmarks that
# are generated, built twice. What is wrong stays in the build folder, in tests/same/wrong.
# slow: it compiles and links some 150 suites.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
! grep -qE "^BD_(SANITIZE|TSAN):BOOL=ON" "$BD_BUILD/CMakeCache.txt" || skip "the harness is built with sanitizers"
compilers=
for compiler in gcc clang; do
	command -v $compiler >/dev/null && command -v ld.lld >/dev/null && compilers+=" $compiler"
done
[ -n "$compilers" ] || skip "no gcc, clang and lld"
export PYTHONDONTWRITEBYTECODE=1
expect 0 python3 "$BD_SOURCE/tests/same/check.py" --compilers "$compilers" "$BD_BUILD/tests/same/wrong"
[ -s out ] || bad "nothing is printed"
finish
