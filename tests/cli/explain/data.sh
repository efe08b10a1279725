#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What explain says of a benchmark that reads other data, and of one that is the same.
# slow: two launches of each build under valgrind
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
command -v valgrind >/dev/null || skip "there is no valgrind"

mkdir old new
cp "$BD_BUILD/tests/same/same_O2_1" old/suite
cp "$BD_BUILD/tests/same/same_O2_2" new/suite
"$BDRIVER" run --old old --new new -r 8 -o out.d --no-wait DiffTable SameCallee >run.out 2>&1 ||
	[ $? = 1 ] || bad "the run: $(cat run.out)"
# Data that differs is no function; the same code is as much work.
expect 0 "$BDRIVER" explain out.d --budget 10m SameCallee -n 2 --fail-on instructions
# The file of the folder keeps those that were asked for before.
expect 0 "$BDRIVER" explain out.d --budget 10m DiffTable -n 2 --fail-on instructions
has out "code: 0 of"
has out "1 object of data differs"
jq -e '([.benchmarks[].benchmark] | sort) == ["DiffTable", "SameCallee"] and
	(.benchmarks[] | select(.benchmark == "SameCallee") | .code.differ == 0 and
	.code.objects_differ == 0 and (.work.old - .work.new | fabs) < 0.01)' out.d/explain.json >/dev/null ||
	bad "not the same work: $(head -c 2000 out.d/explain.json)"
finish
