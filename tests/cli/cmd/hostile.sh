#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: it measures, audits and bisects.
# Names from outside are only names: no shell reads them, no terminal obeys them.
. "$BD_SOURCE/tests/cli/lib.sh"

# Nothing in the program can start a shell, but a command whose configuration says `shell = yes`,
# the build line of a bisection and the line of --relink.
! grep -rnE '\b(system|popen|wordexp)[[:space:]]*\(|/bin/(ba)?sh' --include='*.[ch]' \
	"$BD_SOURCE/driver" "$BD_SOURCE/compare" "$BD_SOURCE/doctor" "$BD_SOURCE/harness" |
	grep -vE '#define (COMMAND|BUILD|RELINK)_SHELL "/bin/sh"$' >found ||
	bad "a shell: $(cat found)"

# The folder's own name is hostile too.
mkdir 'a $(touch pwned); x'
cat >'a $(touch pwned); x/suite' <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	cat <<'EOL'
{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"$(touch pwned)"},{"name":"`touch pwned`"},
{"name":"; touch pwned"},{"name":"'\"|&<>*?"},{"name":"%s%n%99999d"},{"name":"../../../x"},{"name":"--list"},
{"name":"clear\u001b[2J\u009b2J"},{"name":"title\u001b]0;x\u0007"},{"name":"back\b\r\u007f"}]}]}
EOL
	;;
*)
	# Row and complaint are hostile as well.
	printf '\033[31mred\033]0;title\007\n' >&2
	[ "$1" != '; touch pwned' ] || exit 1
	# The name must be given back as it came.
	name=$(printf '%s' "$1" | sed 's/"/""/g')
	printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,1,1,"5 6 7"\n# end: 1\n' "$name" >&3
	;;
esac
EOF
chmod +x 'a $(touch pwned); x/suite'
cp 'a $(touch pwned); x/suite' suite
printf '[suite evil]\npath = a $(touch pwned); x/suite\n' >bdriver.ini

clean() {
	! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1" ||
		bad "$2: a control character gets to the terminal: $(LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1" | head -n 3 | cat -v)"
}
mkdir night
for words in "list" "run --dry-run -r 1" "run -v -r 2 --color always -o x.log" "show x.log" "show --quantiles x.log" \
	"compare x.log x.log" "compare --format markdown x.log x.log" "doctor --from x.log" "run -r 1 -q nosuch" \
	"history add night" "history" "history health" "explain x.log"; do
	# shellcheck disable=SC2086 # words
	timeout 1200 "$BDRIVER" $words >out 2>err </dev/null
	code=$?
	[ "$words" != 'show x.log' ] || sed 's/^# host: .*/# host: h\\x1b[2J/' x.log >"night/$(printf 'a\033[2Jb').log"
	[ $code -le 4 ] || bad "$words: exit code $code"
	case $words in *always*) sed -i 's/\x1b\[[0-9;]*m//g' out err ;; esac
	clean out "$words"
	clean err "$words"
done
! LC_ALL=C grep -qP "[\x00-\x08\x0b-\x1f\x7f]" x.log || bad "control characters in the log"
[ "$(grep -c '^"evil"' x.log)" -ge 20 ] || bad "only $(grep -c '^"evil"' x.log) rows: $(cat err)"

testcase 'names of files and folders get to the terminal escaped'
name=$(printf 'a\033[2Jb\302\2332J::error::')
mkdir "$name"
cp suite "$name/suite"
looks() { # CODE WORD...
	timeout 1200 "$BDRIVER" "${@:2}" >out 2>err </dev/null
	code=$?
	[ $code = "$1" ] || bad "${*:2}: exit code $code, not $1: $(cat -v err)"
	clean out "${*:2}"
	clean err "${*:2}"
}
looks 3 run -s "$name/suite" -r 2 -o "$name/x.log"
has out 'Log: a\x1b[2Jb'
looks 3 run -s suite --old "$name" --new "$name" -r 2 -o "$name/pair"
looks 0 report "$name/x.log" -o "$name/x.html"
looks 1 doctor -s "$name/suite" -o "$name/doctor.log"
looks 0 history add --history "$name/h" night
looks 0 history verify --history "$name/h"
has out 'a\x1b[2Jb'
looks 0 history rebuild --history "$name/h"
looks 0 history accept --before 2020-01-01 -m why --history "$name/h"
looks 0 history report --history "$name/h" -o "$name/pages"
looks 2 history compare "$name" "$name" --history "$name/h"
looks 2 run --resume "$name/no.log"
if command -v git >/dev/null; then
	export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
	git init -q tree
	git -C tree commit -q --allow-empty -m "one $name"
	git -C tree commit -q --allow-empty -m "two $name"
	cd tree || exit 1
	looks 2 bisect HEAD~1 HEAD x --build : -o "../$name/search"
	cd .. || exit 1
fi

testcase 'the way on that is told of an interrupted run can be pasted into a shell'
bdriver() { "$BDRIVER" "$@"; }
for name in plain.log 'two  blanks.log' "it's \"\$(touch pwned)\" \`touch pwned\` \\.log" $'new\nline\t\\it\'s.log' '~x*?.log'; do
	words=(-s "$BD_BUILD/tests/fakes/healthy" SetupOutside -r 2 --launch-time 1ms -q -o "$name")
	expect 0 "$BDRIVER" run "${words[@]}"
	head -n "$(grep -n '^"' "$name" | head -n 1 | cut -d: -f1)" "$name" >"$name.part"
	rm "$name"
	expect 2 "$BDRIVER" run "${words[@]}"
	clean err "$name"
	way=$(sed -n 's/.*`\(bdriver run --resume .*\)`, or give .*/\1/p' err)
	(eval "$way") >out 2>&1 || bad "'$way' fails: $(cat out)"
	[ "$(launches_in "$name")" = 2 ] || bad "'$way' did not go on with $name"
done
testcase "a test of pytest whose file begins with a dash is no option"
cat >dash <<'EOF'
#!/bin/sh
case "$*" in *--setup-plan*) echo '        --co.py::a (fixtures used: benchmark)' && exit ;; esac
printf '%s\n' "$@" >words
EOF
chmod +x dash
expect 0 "$BDRIVER" run --adapter pytest -s ./dash -r 1 -q -o dash.log
[ "$(tail -n 1 words)" = './--co.py::a' ] || bad "words: $(cat words)"
[ -z "$(find . .. -maxdepth 2 -name pwned 2>/dev/null)" ] || bad "a name was interpreted"
finish
