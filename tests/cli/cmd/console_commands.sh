#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A benchmark with the name of a command gives none to the console of a CI system: no line of a text
# output begins with "::", none has "##[".
. "$BD_SOURCE/tests/cli/lib.sh"
cat >hostile <<'EOF'
#!/bin/sh
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"::error::x"},{"name":"##[group]x"}, {"name":"fine x"}]}]}' ;;
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
	! grep -nE '^[[:blank:]]*::|##\[' out err || bad "commands in the output of: $*"
}
quiet_lines "$BDRIVER" list -s ./::warning::suite
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 -j 1 -o x.log
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 -j 1 -v -o y.log
quiet_lines cat x.log.err
quiet_lines "$BDRIVER" run -s ./::warning::suite -r 2 --dry-run
quiet_lines "$BDRIVER" show x.log
quiet_lines "$BDRIVER" show x.log --format markdown
quiet_lines "$BDRIVER" doctor --from x.log -v
quiet_lines "$BDRIVER" doctor --from x.log --plot '*'
for format in text markdown; do
	quiet_lines "$BDRIVER" compare x.log y.log -v --format $format
	quiet_lines "$BDRIVER" doctor --from x.log -v --format $format
done
[ $tried -gt 60 ] || bad "only $tried lines"
finish
