#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands that print their names and times: JSON and text, units, old and new, and all that can be
# wrong with what they print.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >prog <<'TXT'
#!/bin/sh
case $1 in
list) echo '{"tests": [{"name": "a b"}, {"name": "c/d"}, {"name": "a b"}]}' ;;
json) printf '{"a b": {"us": [2, 3.5]}, "c/d": {"us": ["4"]}, "unit": "us"}' ;;
text) printf 'a b: 5 ms\nc.d: 7 ms\n' ;;
total) printf 'took %s ms\n' "$(($2 * 3))" ;;
print) shift && printf '%s' "$*" ;;
flood) yes ;;
nul) printf '{"a": 1\0}' ;;
wide) printf 'a' && printf 'ä%.0s' $(seq 60) ;;
divan) cat <<'TABLE' ;;
words       fastest       │ slowest       │ median        │ mean          │ samples │ iters
╰─ inner                  │               │               │               │         │
   ├─ less  167.3 µs      │ 12.32 ms      │ 177.2 µs      │ 626.9 µs      │ 100     │ 100
   ╰─ more  1.3 ms        │ 12.32 ms      │ 1.772 ms      │ 2.269 ms      │ 100     │ 100

TABLE
fail) echo 1 && exit 3 ;;
esac
TXT
chmod +x prog
mkdir old new
cp prog old
sed 's/"us": \[2, 3.5\]/"us": [20]/' prog >new/prog
chmod +x new/prog
section() { # LINE...: the only section of bdriver.ini
	printf '[command x]\n' >bdriver.ini
	printf '%s\n' "$@" >>bdriver.ini
}
run() { # exit code, arguments
	expect "$1" "$BDRIVER" run -q -r 1 --samples 3 --launch-time 10s -o x.log --force "${@:2}"
}
samples() { cells x.log benchmark samples | sort -u; }
is() { [ "$1" = "$2" ] || bad "$1 instead of $2"; }

section 'list = ./prog list' 'list.name = /tests/*/name' 'command = ./prog json' \
	'value = /{name}/us/*' 'unit = /unit'
run 0
hasnt x.log process_start_ns
is "$(samples)" $'a b 2000 3500 2000\nc/d 4000 4000 4000'

section 'list = ./prog text | sed s/:.*//' 'command = ./prog text' \
	'value = ^{name}: (\d+)' 'unit = ms'
run 0
is "$(samples)" $'a b 5000000 5000000 5000000\nc.d 7000000 7000000 7000000'

section 'command = ./prog total {n}' 'value = took (\d+)' 'unit = ms/{n}' 'param.size = 1 2'
run 0
is "$(samples)" $'x/size=1 3000000 3000000 3000000\nx/size=2 3000000 3000000 3000000'
is "$(cells x.log iterations | sort -u)" 8

section 'command = ./prog print 500 per second' 'value = (\d+)' 'unit = 1/s'
run 0
is "$(samples)" 'x 2000000 2000000 2000000'

section 'list = {build}/prog list' 'list.name = /tests/*/name' 'command = {build}/prog json' \
	'value = /{name}/us/*' 'unit = us'
expect 0 "$BDRIVER" run -q --old old --new new -r 2 --samples 3 --launch-time 10s -o cmp
is "$(cells cmp/old.log benchmark samples | sort -u | head -n 1)" 'a b 2000 3500 2000'
is "$(cells cmp/new.log benchmark samples | sort -u | head -n 1)" 'a b 20000 20000 20000'

# A table of divan 0.1.21, by the lines of docs/suites/programs.ini.
mapfile -t lines < <(sed -n '/^\[command divan\]/,/^$/s/^\(value\|unit\) = /&/p' "$BD_SOURCE/docs/suites/programs.ini")
section 'command = ./prog divan' "${lines[@]}"
run 0
is "$(samples)" 'x 177200 1772000 177200'

# What a launch prints: each is a failure that says where and why.
prints() { # TEXT WHERE UNIT MESSAGE
	section "command = ./prog $1" "value = $2" "unit = $3"
	run 3
	grep -F ',verify,' x.log | grep -qF "$4" || bad "$1, $2: $(grep -F ,verify, x.log)"
}
prints 'print' '(\d+)' ms 'bdriver.ini:3: value: it printed nothing'
prints 'print "garbage { "' /a ms "bdriver.ini:3: value: the output is not JSON: line 1"
prints 'print garbage' '([0-9])' ms "nothing in the output matches ([0-9]); it begins with 'garbage'"
prints json /a ms 'the output has no value at /a: it is an object with the keys a b, c/d, unit'
prints json '/a b/us/7' ms 'no value at /a b/us/7: /a b/us is a list of 2'
prints json '/a b/us' ms 'no value at /a b/us: /a b/us is a list of 2'
prints json '/unit/x' ms 'no value at /unit/x: /unit is a text'
prints 'print [null]' /0 ms 'no value at /0: /0 is null'
prints json /unit ms "'us' is not a time or rate"
prints 'print nan' '(.+)' ms "'nan' is not a time or rate"
prints 'print -3' '(.+)' ms "'-3' is not a time or rate"
prints 'print 0' '(.+)' 1/s "'0' is not a time or rate"
# A number that goes on, unless the expression says what ends it.
prints 'print "time: 12,75 s"' 'time: ([0-9.]+)' s "'12' is only a part of the number in '12,75'"
prints 'print "12,75 s"' '([0-9.]+).*s' s "'12' is only a part"
prints 'print "real 0m1.234s"' 'real ([0-9.]+)' s "'0' is only a part of the number in '0m1.234s'"
section 'command = ./prog print a,12,75' 'value = ^a,(\d+),' 'unit = ms'
run 0
is "$(samples)" 'x 12000000 12000000 12000000'
prints 'print 1e999' '(.+)' ms "'1e999' is not a time or rate"
prints 'print 1e300' '(.+)' ms "'1e300' is not a time or rate"
prints 'print 3 parsecs' '(\d+)' '\d (\w+)' "bdriver.ini:4: unit: the unit 'parsecs' is not known; known are ns, us, ms, s, 1/s"
prints 'print "3 us, 4 ms, 5 ms"' '(\d+) us' '\d (\w+)' "unit: there are 3 units, which differ (us, ms), and 1 value"
prints wide '(.)z' ms "it begins with 'a$(printf 'ä%.0s' {1..39})'"
prints flood '(.)' ms 'it printed more than 8 MiB'
prints nul /a ms "value: the output is not JSON: line 1: it has a NUL byte"
prints fail '(.)' ms 'exit code 3; expected is 0'

# The configuration.
refuses() { # MESSAGE LINE...
	section "${@:2}"
	expect 2 "$BDRIVER" list
	grep -qF "$1" err || bad "$1: $(cat err)"
}
refuses "bdriver.ini:3: value: 'time' is neither a JSON pointer" 'command = true' 'value = time'
refuses "bdriver.ini:3: value: '(' is not a regular expression" 'command = true' 'value = ('
refuses "bdriver.ini:3: unit: 'msec' is no unit; known are ns" 'command = true' 'unit = msec'
refuses 'bdriver.ini:1: [command x] has a value without a unit' 'command = true' 'value = /a'
refuses '[command x] has a unit without a value' 'command = true' 'unit = ms'
refuses '[command x] has list.name without a list' 'command = true' 'list.name = /a'
refuses '[command x] has a list, but no {name}' 'command = true' 'list = echo a'
refuses 'bdriver.ini:1: command x: list: it printed nothing' 'command = echo {name}' 'list = true'
refuses 'suite x: echo oh >&2; exit 7, asked for its list, ended with exit code 7; it said: oh' 'command = echo {name}' 'list = echo oh >&2; exit 7'
refuses 'list: the output has no value at /x/*' 'command = echo {name}' 'list = ./prog list' \
	'list.name = /x/*'

if command -v redis-benchmark redis-server redis-cli >/dev/null; then
	section "list = printf '%s\n' set get" 'command = redis-benchmark -s "$PWD/socket" -t {name} -n 1000 --csv' \
		'shell = yes' 'value = ^"[A-Z]+","([0-9.]+)"' 'unit = 1/s' \
		"setup = redis-server --port 0 --unixsocket \"\$PWD/socket\" --save '' --daemonize yes && until redis-cli -s socket ping; do sleep .1; done" \
		'cleanup = redis-cli -s socket shutdown nosave'
	run 0
	is "$(cells x.log benchmark status | sort)" $'get ok\nset ok'
fi
if command -v sqlite3 >/dev/null; then
	cat >sum.sql <<-'TXT'
		.timer on
		with recursive c(x) as (select 1 union all select x + 1 from c where x < 300000) select sum(x) from c;
	TXT
	section "command = sqlite3 -init sum.sql :memory: ''" 'value = ^Run Time: real ([0-9.]+)' 'unit = s'
	run 0
	is "$(cells x.log benchmark status | sort)" 'x ok'
fi
finish
