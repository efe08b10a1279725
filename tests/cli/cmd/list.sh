#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver list on a fixed suite: text, JSON, and every way to select.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

mkdir bin
cat >bin/fixed <<'END'
#!/bin/sh
[ "$*" = "--list --format json" ] || exit 9
cat <<'JSON'
{"schema": "bdriver-list-1", "suites": [{"name": "x", "path": "y", "benchmarks": [
{"name": "Sort/64", "tags": ["sort", "libc"], "file": "sort.c", "line": 12},
{"name": "Sort/4096", "tags": ["sort", "libc"], "file": "sort.c", "line": 12},
{"name": "Fft", "tags": ["float"], "file": "fft.c", "line": 3},
{"name": "Odd\u001b[31m\u00e4\"name", "tags": []}]}]}
JSON
END
chmod +x bin/fixed
cp bin/fixed bin/other
cat >bdriver.ini <<'END'
[suite fixed]
path = bin/fixed
tags = mine
[suite rest]
path = bin/ot*
END

expect 0 "$BDRIVER" list
golden list.txt out
grep -q $'\033' out && bad 'a control character reached the terminal'
expect 0 "$BDRIVER" list --format json
golden list.json out
expect 0 "$BDRIVER" list -c bdriver.ini --suite bin/fixed -q
golden list-path.txt out

# names ARGUMENT...: what `list` selects, one a line, of suite fixed.
names() {
	expect 0 "$BDRIVER" list -q -s fixed "$@"
	sed -E 's/^ *([^ ]*).*/\1/' out | paste -sd' '
}
same() {
	[ "$1" = "$2" ] || bad "selected '$1', not '$2'"
}
same "$(names 'Sort/*')" 'Sort/64 Sort/4096'
same "$(names Fft Sort/64)" 'Sort/64 Fft'
same "$(names fixed/Fft)" 'Fft'
same "$(names -f '^S' -f Fft)" 'Sort/64 Sort/4096 Fft'
same "$(names --filter='6$')" 'Sort/4096'
same "$(names -t float,nothing)" 'Fft'
same "$(names -t mine -T sort -f F)" 'Fft'
same "$(names --skip-tags sort -- Fft)" 'Fft'

# fails MESSAGE ARGUMENT...: exit code 2, this sentence, nothing on standard output.
fails() {
	local message=$1
	shift
	expect 2 "$BDRIVER" list "$@"
	printf 'bdriver: %s\n' "$message" | diff - err || bad "another message: $*"
	[ ! -s out ] || bad 'something on standard output'
}
fails "no benchmark matches 'Fff'; did you mean 'Fft'?; see bdriver list" Fff
fails "no benchmark matches 'Q*'; see bdriver list" Fft 'Q*'
fails "no benchmark matches --filter 'zzz'; see bdriver list" -f Fft -f zzz
fails 'words, --filter, --tags and --skip-tags together select none of 8 benchmarks; see the tags in bdriver list' -t flaot
fails "--filter '(' is not a regular expression: missing closing parenthesis at character 2" -f '('
fails "no suite is named 'fixd'; did you mean 'fixed'?, and there is no such file; see bdriver list" -s fixd
fails "suite nowhere: ./nowhere: No such file or directory; build it, or correct its path" -s ./nowhere
fails "option '--filter' needs an argument: --filter=REGEX" -f
fails "unknown option '--tag'; did you mean '--tags'?; see bdriver list --help" --tag sort
fails "unknown option '--workers'; see bdriver list --help" --workers 3
fails "--format: 'jsn' is not one of text|json; did you mean 'json'?" --format jsn

# Colours on request only.
expect 0 "$BDRIVER" list --color always
grep -q $'\033\[1m' out || bad '--color always has no colour'
expect 0 env NO_COLOR=1 "$BDRIVER" list
grep -q $'\033' out && bad 'NO_COLOR has colour'

# A full disk behind standard output.
if [ -c /dev/full ]; then
	code=0
	"$BDRIVER" list >/dev/full 2>err || code=$?
	[ "$code" = 4 ] || bad "exit code $code on a full disk"
	has err 'could not be written'
fi

# Two suites of one name are refused, the same path twice is not.
mkdir bin2 && cp bin/fixed bin2/fixed
fails 'two suites are named fixed: bin/fixed and bin2/fixed; name one of them in the configuration' \
	-s bin/fixed -s bin2/fixed
expect 0 "$BDRIVER" list -s bin/fixed -s bin/fixed

# File names from outside: what is no text stands as \xHH, and nothing is left out.
odd=$'bin/od\033[31md\377'
cp bin/fixed "$odd"
expect 0 "$BDRIVER" list -s "$odd"
has out 'od\x1b[31md\xff  bin/od\x1b[31md\xff (4)'
expect 0 "$BDRIVER" list --format json -s "$odd"
has out '"path": "bin/od\\x1b[31md\\xff"'
has out '"name": "Fft"'

# A suite that does not answer costs itself only.
printf '#!/bin/sh\nexit 3\n' >bin/sick
chmod +x bin/sick
expect 3 "$BDRIVER" list -s bin/sick -s fixed
has err 'warning: suite sick: bin/sick, asked for its list, ended with exit code 3; it is left out'
has out '4 benchmarks in 1 suite'
expect 3 "$BDRIVER" list --format json -s bin/sick -s fixed
has out '"name": "Fft"'
fails 'suite sick: bin/sick, asked for its list, ended with exit code 3' -s bin/sick

# Names with characters of a shell are only names.
cp bin/fixed 'bin/$(touch hit); touch hit'
# shellcheck disable=SC2016
expect 0 "$BDRIVER" list -s 'bin/$(touch hit); touch hit'
[ ! -e hit ] || bad 'a shell has run'

# As many tags as a benchmark may have, and one more; in both forms.
cat >tagged <<'END'
#!/bin/sh
awk -v n="$(cat tags)" -v list="$(cat form)" 'BEGIN {
	printf "{\"schema\":\"bdriver-list-1\",\"suites\":[{\"benchmarks\":[{\"name\":\"A\",\"tags\":"
	printf((list ? "[" : "\""))
	for (i = 1; i <= n; i++) printf((list ? "%s\"t%d\"" : "%st%d"), (i > 1 ? "," : ""), i)
	print (list ? "]" : "\"") "}]}]}"
}'
END
chmod +x tagged
for form in 0 1; do
	echo $form >form
	echo 1000 >tags
	expect 0 "$BDRIVER" list -s ./tagged -t t1000
	echo 1001 >tags
	expect 2 "$BDRIVER" list -s ./tagged
	has err 'has a benchmark with more than 1000 tags'
done
# A pipe is no suite, and is not waited for; a file is no folder of suites.
mkfifo pipe
expect 2 timeout 60 "$BDRIVER" list -s ./pipe
has err './pipe is not a regular file'
expect 2 "$BDRIVER" run --old /dev/null --new . --dry-run
has err 'build old: /dev/null is no folder of suites; name /dev, and -s null for this one alone'
finish
