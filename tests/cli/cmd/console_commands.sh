#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A benchmark with the name of a command gives none to the console of a CI system: no line of a text
# output begins with "::", none has "##[".
. "$BD_SOURCE/tests/cli/lib.sh"
command -v jq >/dev/null || skip "no jq"
cat >hostile <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"::error::x"},{"name":"##[group]x"}, {"name":"##VSO[task x"},{"name":"fine x"}]}]}' ;;
*error*) echo '::error::said' >&2; echo '##[group]said' >&2; exit 1 ;;
*) n='##[group]x'; case "$*" in *fine*) n='fine x' ;; esac
   printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$n" >&3 ;;
esac
EOF
chmod +x hostile
ln -s hostile '::warning::suite'
tried=0
quiet_lines() {
	"$@" >out 2>err </dev/null
	tried=$((tried + $(cat out err | wc -l)))
	! grep -niE '^[[:blank:]]*::|##[a-z]*\[' out err || bad "commands in the output of: $*"
}
quiet_lines "$BDRIVER" list -s ./::warning::suite
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 -j 1 -o x.log
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 -j 1 -v -o y.log
quiet_lines cat x.log.err
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 --dry-run
quiet_lines "$BDRIVER" show x.log
quiet_lines "$BDRIVER" show x.log --format markdown
quiet_lines "$BDRIVER" doctor --from x.log -v
for format in text markdown; do
	quiet_lines "$BDRIVER" compare x.log y.log -v --format $format
	quiet_lines "$BDRIVER" doctor --from x.log -v --format $format
done
# JSON says the same name without the command. CSV cannot; its lines begin with a quote.
for words in 'list -s ./::warning::suite' 'show x.log' 'doctor --from x.log' 'compare x.log y.log'; do
	quiet_lines "$BDRIVER" $words --format json
	jq -e '[.. | strings | select(. == "##[group]x")] | length > 0' out >found ||
		bad "$words --format json: the name is another: $(head -c 500 out)"
done
for words in 'show x.log' 'compare x.log y.log'; do
	expect 0 "$BDRIVER" $words --format csv
	! grep -nE '^[[:blank:]]*(::|##)' out || bad "commands in the output of: $words --format csv"
done
[ $tried -gt 60 ] || bad "only $tried lines"
finish
