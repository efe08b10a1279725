#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# README and docs say nothing that the program does not know: commands, options, files, tests; and
# the benchmark in the README compiles, runs and verifies.
# slow: it compiles, and asks for the help of every command that the docs name.
. "$BD_SOURCE/tests/cli/lib.sh"

# Every `bdriver COMMAND --option` in a code block of a document, and every link.
for page in "$BD_SOURCE"/{README.md,CONTRIBUTING.md,docs/*.md,docs/decisions/*.md} \
	"$BD_SOURCE"/tests/{eval,eval/pages,data/formats,vectors}/*.md; do
	while read -r line; do
		line=${line%%#*}
		command=$(awk '{ print $2 }' <<<"$line")
		"$BDRIVER" "$command" --help >help.txt 2>&1 ||
			{ bad "$(basename "$page"): no command '$command': $line"; continue; }
		# A word of the history has options of its own.
		word=$(awk '$2 == "history" && $3 ~ /^[a-z]+$/ { print $3 }' <<<"$line")
		[ -z "$word" ] || "$BDRIVER" history "$word" --help >help.txt 2>&1 ||
			{ bad "$(basename "$page"): history has no '$word': $line"; continue; }
		for option in $(grep -oE -- '(^| )--[a-z][a-z-]*' <<<"$line"); do
			grep -qE -- "(^|[ ,])$option( |=|$)" help.txt ||
				bad "$(basename "$page"): '$command' has no $option: $line"
		done
	done < <(sed -n '/^```/,/^```/p' "$page" | sed 's/^\$ //' | grep -E '^bdriver [a-z]')
	while read -r file; do
		[ -e "$(dirname "$page")/$file" ] || bad "$(basename "$page") links $file, which is not there"
	done < <(grep -oE '\]\([^)#]+\)' "$page" | sed 's/^](//; s/)$//' | grep -v '^https\?:')
done

git -C "$BD_SOURCE" grep -nE '^(<{7}|>{7}) ' >marks && bad "a merge that nobody ended: $(cat marks)"

# Every link to a heading.
python3 - "$BD_SOURCE" <<'EOF' || bad 'links to headings that are not there'
import os, re, subprocess, sys
os.chdir(sys.argv[1])
files = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True).stdout.split()
texts = {path: re.sub(r"^```.*?^```", "", open(path).read(), flags=re.M | re.S) for path in files}
anchors = {path: {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
                  for head in re.findall(r"^#+ (.*)$", text, re.M)} for path, text in texts.items()}
lost = [f"{path}: {file}#{anchor}" for path, text in texts.items()
        for file, anchor in re.findall(r"\]\(([\w./-]*)#([^)]+)\)", text)
        if anchor not in anchors[os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path]]
print("\n".join(lost))
sys.exit(bool(lost))
EOF

# A page that a program reads before it starts is short.
[ "$(wc -w <"$BD_SOURCE/docs/SCRIPTS.md")" -le 500 ] || bad 'docs/SCRIPTS.md has over 500 words'

# The README leads to each page, the index of the decisions to each one.
for page in "$BD_SOURCE"/docs/*.md; do
	grep -qF "(docs/${page##*/}" "$BD_SOURCE/README.md" || bad "README.md leads to no docs/${page##*/}"
done
for page in "$BD_SOURCE"/docs/decisions/0*.md; do
	grep -qF "(${page##*/})" "$BD_SOURCE/docs/decisions/README.md" ||
		bad "docs/decisions/README.md lacks ${page##*/}"
done

# docs/RELIABILITY.md names a test of each promise, in the last column of a table: `run/fakes`.
awk -F'|' '/^\| / && $2 !~ /^ promise / && $(NF - 1) !~ /`[a-z_]+\// { print $2; bad = 1 } END { exit bad }' \
	"$BD_SOURCE/docs/RELIABILITY.md" || bad 'these promises of RELIABILITY.md name no test'
while read -r name; do
	room=${name%%/*}
	[ -d "$BD_SOURCE/tests/unit/$room" ] || [ -d "$BD_SOURCE/tests/cli/$room" ] || continue
	[ -e "$BD_SOURCE/tests/unit/${name}_test.c" ] || [ -e "$BD_SOURCE/tests/cli/$name.sh" ] ||
		bad "RELIABILITY.md names the test $name, which is not there"
done < <(awk -F'|' '/^\|/ { print $(NF - 1) }' "$BD_SOURCE/docs/RELIABILITY.md" |
	grep -oE '`[a-z_]+(/[a-z_]+)+`' | tr -d '`')

sed -n '/^```c$/,/^```$/p' "$BD_SOURCE/README.md" | sed '/^```/d; s|<bdriver/bench.h>|"harness/bench.h"|' >fox.c
flags=
! grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt" || flags=-fsanitize=address,undefined
! grep -q '^BD_TSAN:BOOL=ON' "$BD_BUILD/CMakeCache.txt" || flags=-fsanitize=thread
! grep -q '^BD_COVERAGE:BOOL=ON' "$BD_BUILD/CMakeCache.txt" || flags=--coverage
# shellcheck disable=SC2086 # none or one
cc -O2 $flags -I"$BD_SOURCE" fox.c "$BD_SOURCE/harness/suite_main.c" "$BD_BUILD/harness/libbdharness.a" -o fox ||
	bad "the benchmark in README.md does not compile"
./fox Hash/Fox --iterations 2 --samples 2 >fox.txt || bad "the benchmark in README.md fails"
finish
