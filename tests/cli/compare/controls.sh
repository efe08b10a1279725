#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Negative controls: two files with the same machine code and different build ids, found where the
# logs say they are, and believed only while they are what was measured.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v readelf >/dev/null || skip "no readelf (binutils)"
mkdir a b
cp "$BD_BUILD/suites/classic_O2" a/
cp "$BD_BUILD/suites/classic_O2" b/

# The last bytes of the build id, which is the last of its section.
read -r start size < <(readelf -SW b/classic_O2 | sed -nE \
	's/.*\.note\.gnu\.build-id +NOTE +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) .*/\1 \2/p')
[ -n "${size:-}" ] || skip "the suites are linked without a build id"
printf 'XYZ!' | dd of=b/classic_O2 bs=1 seek=$((0x$start + 0x$size - 4)) conv=notrunc 2>/dev/null

for side in a b; do
	expect 0 "$BDRIVER" run -s "$PWD/$side/classic_O2" 'Sieve/*' -r 2 --launch-time 1ms \
		--samples 5 --iterations 2 -o "$side.log"
done
[ "$(grep -c 'build_id' a.log)" = 1 ] || skip "the log knows no build id"
cmp -s <(grep build_id a.log) <(grep build_id b.log) && bad "the build ids are the same"

controls() {
	"$BDRIVER" compare a.log b.log --format json --fail-on never | grep -c '"same_code":true'
}
[ "$(uname -m)" = x86_64 ] || skip "relocations are known on x86-64 only"
[ "$(controls)" = 2 ] || bad "not two controls but $(controls)"

# Another file has taken its place: nothing is known of what was measured.
cp a/classic_O2 b/classic_O2
[ "$(controls)" = 0 ] || bad "controls from a file that was not measured"
rm b/classic_O2
mkfifo b/classic_O2
[ "$(controls)" = 0 ] || bad "controls from a FIFO"

# One and the same build needs no file.
expect 0 "$BDRIVER" compare a.log a.log --format json
[ "$(grep -c '"same_code":true' out)" = 2 ] || bad "the same build is not the same code"
expect 0 "$BDRIVER" compare a.log a.log
has out 'same binary'
finish
