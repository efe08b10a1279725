#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A byte of a benchmark's code or data is changed: it is never called the same code. Few of them;
# tests/eval/run code_mutation does it with all suites.
# long: valgrind writes down what is executed, of four suites.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
for program in valgrind readelf nm python3; do
	command -v "$program" >/dev/null || skip "no $program"
done
grep -q 'address\|thread' <<<"${BD_SANITIZE:-}" && skip "valgrind cannot run sanitized suites"
suites=(tests/same/same_O2_1 tests/cxx/cxx_suite tests/same/same_O0_1 tests/same/same_Os_1)
expect 0 "$BD_SOURCE/tests/eval/run" --as - code_mutation --mutations 60 --benchmarks 3 --limit 1000000 \
	"${suites[@]}"
[ "$(grep -c ',60,.*,0$' out)" = ${#suites[@]} ] || bad "mutations: $(cat out err)"
finish
