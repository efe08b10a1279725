#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Code that differs is never called the same: each case of tests/same/cases, and 24 benchmarks that
# are generated (108 with BD_LONG=1), built twice. What is wrong stays in tests/same/wrong.
# slow: it compiles and links some 70 suites; 150 if BD_LONG=1, as in .ci/full.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
! grep -qE "^BD_(SANITIZE|TSAN):BOOL=ON" "$BD_BUILD/CMakeCache.txt" || skip "the harness is built with sanitizers"
compilers=
for compiler in gcc clang; do
	command -v $compiler >/dev/null && command -v ld.lld >/dev/null && compilers+=" $compiler"
done
[ -n "$compilers" ] || skip "no gcc, clang and lld"
export PYTHONDONTWRITEBYTECODE=1
expect 0 python3 "$BD_SOURCE/tests/same/check.py" --compilers "$compilers" \
	--suites $((${BD_LONG:-0} ? 9 : 2)) "$BD_BUILD/tests/same/wrong"
[ -s out ] || bad "nothing is printed"
finish
