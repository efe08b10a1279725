#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles Rust.
# docs/suites/suite.rs runs, and each benchmark has a fingerprint of its own.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v rustc >/dev/null || skip 'there is no rustc'

build() { # FOLDER SED: the example, edited
	mkdir "$1"
	sed "$2" "$BD_SOURCE/docs/suites/suite.rs" >"$1/suite.rs"
	(cd "$1" && rustc -O suite.rs -L "$BD_BUILD/harness" -l static=bdharness -l m) >log 2>&1 || {
		cat log
		skip 'rustc does not build the example'
	}
}
build old ''
build work 's/^    numbers\[1234\]/    numbers[1235]/; s/% 1000/% 1001/'
build lines 's/^fn sort/\n\n&/'
expect 0 "$BDRIVER" list -q -s old/suite
[ "$(xargs <out)" = 'Sort Hash' ] || bad "the list: $(cat out)"
expect 0 "$BDRIVER" run -s old/suite -r 2 --launch-time 1ms --samples 3 -o rust.log
[ "$(cells rust.log status | sort | uniq -c | xargs)" = '4 ok' ] || bad "rows: $(cat rust.log)"

need_same_code
code() { "$BD_BUILD/tests/mutate_code" "$1/suite" 2>/dev/null | sed -n "s/^$2 //p"; }
for name in Hash Sort; do
	[[ $(code old $name) =~ ^[0-9a-f]{16}$ ]] || bad "$name has no fingerprint: $(code old $name)"
done
[ "$(code old Sort)" != "$(code work Sort)" ] || bad 'Sort does other work, and is called the same'
for edit in work lines; do
	[ "$(code old Hash)" = "$(code $edit Hash)" ] || bad "$edit: Hash is the same, and called other"
done
finish
