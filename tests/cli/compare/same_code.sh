#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two files with the same machine code and different build ids: the logs say it, the verdict is
# "same code" in all formats, and never a failure. The files may be gone.
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
# The size of what is loaded, which debug information does not change.
loaded=$(sed -n 's/^# suite.classic_O2.loaded_bytes: //p' a.log)
[ "$loaded" = "$(sed -n 's/^# suite.classic_O2.loaded_bytes: //p' b.log)" ] || bad 'another loaded size'
strip -g -o c b/classic_O2 && [ "$loaded" -gt 1000 ] && [ "$loaded" -lt "$(stat -c %s c)" ] ||
	bad "loaded: $loaded of $(stat -c %s c)"
[ "$(uname -m)" = x86_64 ] || skip "machine code is compared on x86-64 only"
expect 0 "$BDRIVER" run --old a --new b -r 5 --launch-time 1ms --samples 5 --iterations 2 -o pair \
	--all 'Sieve/*'
rm -r a b

# The second log becomes a million times as slow as the first, which any rule sees, on any machine.
samples() {
	awk -F, -v OFS=, -v ns="$2" -v column="${3:-0}" '/^#/ { print; next }
		!n { for (i = 1; i <= NF; i++) if ($i == "samples") n = i; print; next }
		{ one = ns * (1 + ++row / 1000); $n = "\"" one " " one " " one " " one " " one "\""
		  if (column) $column = "";  print }' "$1"
}
column=$(grep -v '^#' b.log | head -1 | tr , '\n' | grep -n '^code_fingerprint$' | cut -d: -f1)
samples b.log 4e9 >slow.log
samples b.log 4e9 "$column" >unknown.log
samples a.log 4e3 >first.log && mv first.log a.log

expect 0 "$BDRIVER" compare a.log slow.log
has out '2 with the same code in both builds: not judged; the time of 2 changed nevertheless by more than 5 %, by up to x'
has out '2 same code'
has out 'Not the same code? Moved far beyond the others: Sieve/'
expect 0 "$BDRIVER" compare a.log slow.log -v
has out moved
expect 0 "$BDRIVER" compare a.log slow.log --fail-on change
for format in csv json junit markdown github; do
	expect 0 "$BDRIVER" compare a.log slow.log --format "$format"
	has out 'same code'
	hasnt out ',regressed,'
	hasnt out '"verdict":"regressed"'
	hasnt out '<failure'
	hasnt out '::error'
done
expect 0 "$BDRIVER" compare a.log slow.log --format json
[ "$(grep -c '"verdict":"same code".*"same_code":true,"moved":true' out)" = 2 ] ||
	bad "json: $(cat out)"

# The page puts it first as well.
expect 0 "$BDRIVER" report a.log slow.log -o page.html
has page.html 'Not the same code? Moved far beyond the others: Sieve/'
has page.html '2 with the same code in both builds: not judged; the time of 2 changed'
[ "$(grep -o '"moved_far":true' page.html | wc -l)" = 2 ] || bad 'moved_far in the page'

expect 1 "$BDRIVER" compare a.log slow.log --judge-same-code
has out '! 2 of 2 benchmarks with the same code are called changed'

# Side by side, in each of five rounds: the same code does not do that.
samples pair/new.log 4e9 >beside.log
samples pair/old.log 4e3 >a.log
expect 3 "$BDRIVER" compare a.log beside.log
has out 'Not the same code? Moved far beyond the others: Sieve/'
has out 'all, bdriver run --all measures all'
expect 0 "$BDRIVER" compare a.log beside.log --fail-on never
expect 0 "$BDRIVER" compare a.log a.log --rule paired
hasnt out 'Not the same code'
[ "$(head -1 out)" = 'Nothing changed: all benchmarks have the same code, and none moved.' ] || bad 'text: nothing changed'
hasnt out 'geometric mean'
expect 0 "$BDRIVER" compare a.log a.log --rule paired --format github
hasnt out 'geometric mean'
expect 0 "$BDRIVER" compare a.log a.log --rule paired --format markdown
[ "$(head -1 out)" = '**Nothing changed: all benchmarks have the same code, and none moved.**' ] || bad 'markdown: nothing changed'
hasnt out 'WARNING'
hasnt out 'geometric mean'
has out '- Both logs hold the same launches'
for format in csv json junit; do
	expect 3 "$BDRIVER" compare a.log beside.log --format $format
	has out 'is the code the same?'
done
for format in markdown github; do
	expect 3 "$BDRIVER" compare a.log beside.log --format $format
	has out 'Not the same code?'
done
expect 1 "$BDRIVER" compare a.log beside.log --judge-same-code

# Nothing is known of one side.
expect 1 "$BDRIVER" compare a.log unknown.log
hasnt out 'same code'
finish
