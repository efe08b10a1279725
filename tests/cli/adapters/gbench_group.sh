#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: its suites take long to start.
# Several benchmarks share a launch where the start of a Google Benchmark program is expensive.
# Who breaks such a launch, or has no result, is measured alone; the others are measured again.
# The suite is a script that takes long before it reads its options.
. "$BD_SOURCE/tests/cli/lib.sh"

mkdir old new
cat >old/slow <<'EOT'
#!/bin/bash
sleep "$START"
for word; do
	case $word in
	*list_tests*) printf '%s\n' A B C D E; exit ;;
	--benchmark_filter=*) names=${word#*=} names=${names//[()^$]/} ;;
	--benchmark_out=*) out=${word#*=} ;;
	esac
done
echo "$names" >>"$0.calls"
comma=
printf '{"context":{},"benchmarks":[' >"$out"
for name in ${names//|/ }; do
	count=700
	case $name-$WORLD in
	C-cut) [[ $names != *'|'* ]] || count=1 ;;
	C-dies)
		printf '%s\n' 'Run on (2 X 2000 MHz CPU s)' 'CPU Caches:' '  L1 Data 32 KiB (x2)' \
			'Load Average: 1.0' 'words.txt: No such file or directory' >&2
		kill -SEGV $$ ;;
	C-hangs) exec sleep 1000 ;;
	C-lacks) continue ;;
	esac
	for _ in 1 2 3; do
		printf '%s{"name":"%s","run_name":"%s","run_type":"iteration","time_unit":"ns",' \
			"$comma" "$name" "$name" >>"$out"
		printf '"iterations":%s,"real_time":1e4,"cpu_time":1e4}\n' "$count" >>"$out"
		comma=,
	done
done
echo ']}' >>"$out"
EOT
chmod +x old/slow
printf '[suite slow]\npath = slow\nadapter = gbench\n' >bdriver.ini

start=0.3 # that of a suite takes so long, in seconds
pair() { # EXIT-CODE WORLD OPTION...
	local code=$1 world=$2
	shift 2
	rm -f old/slow.calls new/slow.calls
	cp old/slow new/slow
	WORLD=$world START=$start expect "$code" "$BDRIVER" run --old old --new new -r 3 -j 1 \
		--launch-time 20ms --force -o pair "$@"
}

calls() { # FILE WANTED: how often which names, without their order
	[ "$(sort "$1" | uniq -c | sed 's/^ *//' | paste -sd ' ')" = "$2" ] ||
		bad "launches in $1: $(paste -sd ' ' "$1"), not $2"
}

# By itself, from the time that the list takes: few of the suite in each launch, and no trials.
pair 0 fine
[ "$(wc -l <new/slow.calls)" = 9 ] || bad "groups of a fifth: $(cat new/slow.calls)"
cmp <(sort old/slow.calls) <(sort new/slow.calls) || bad 'the builds have other groups'
has err 'suite slow: up to 2 '
has err 'benchmarks share a launch: a start takes '
grep -q '^# suite.slow.group: up to [0-9]* benchmarks share a launch' pair/old.log ||
	bad 'the log does not say it'
[ "$(cells pair/old.log benchmark round status | sort -u | wc -l)" = 15 ] || bad 'rows are missing'
expect 0 "$BDRIVER" show pair/old.log
has out 'slow: up to '

# As asked: by option, which wins, and by key; however long a start takes.
start=0
pair 0 fine --group no
! grep -q '|' new/slow.calls || bad "groups: $(cat new/slow.calls)"
[ "$(cells pair/new.log benchmark round | sort -u | wc -l)" = 15 ] || bad 'rows without groups'
printf '[suite slow]\npath = slow\nadapter = gbench\ngroup = 3\n' >bdriver.ini
pair 0 fine
[ "$(wc -l <new/slow.calls)" = 6 ] || bad "groups of 3: $(cat new/slow.calls)"
! grep -q '|.*|.*|' new/slow.calls || bad "a group is larger than 3"
expect 2 "$BDRIVER" run --group 1 --old old --new new -o x
has err "--group: '1' is neither \`no\` nor a number from 2 to 50"
sed -i 's/= 3/= none/' bdriver.ini
expect 2 "$BDRIVER" run -o x.log
has err "bdriver.ini:4: "
sed -i '/group/d' bdriver.ini

printf 'group = 5\n' >>bdriver.ini
pair 0 fine
calls old/slow.calls '3 A|B|C|D|E'

# The first without a result is to blame. It is measured alone, and fails alone.
broken() { # WORLD ROUNDS WANTED OPTION...
	local world=$1 rounds=$2 wanted=$3
	shift 3
	pair 3 "$world" "$@" -r "$rounds"
	cat new/slow.calls >>old/slow.calls
	calls old/slow.calls "$wanted"
	[ "$(cells pair/new.log benchmark status | sort | uniq -c | grep -c " $rounds [ABDE] ok\$")" = 4 ] ||
		bad "$world: the others are not whole"
	[ "$(cells pair/new.log benchmark status | grep '^C' | grep -cv ok)" = "$rounds" ] ||
		bad "$world: C has not failed"
}
broken dies 3 '1 A|B|C|D|E 6 A|B|D|E 9 C'
has err '| words.txt: No such file'
hasnt err '| Load Average'
has err 'start bdriver where the benchmarks find their files'
broken hangs 1 '1 A|B|C|D|E 2 A|B|D|E 1 C' --timeout 1500ms
# Others had the CPU when the library looked for the number of iterations.
pair 0 cut -r 3
[ "$(cells pair/new.log benchmark iterations status | grep '^C.*ok' | sort -u)" = 'C 700 ok' ] ||
	bad "the time of a search that others cut was kept: $(cells pair/new.log benchmark iterations status)"
broken lacks 3 '1 A|B|C|D|E 5 A|B|D|E 9 C'

# Each build has a suite that the other one lacks.
mv old/slow old/first
printf '[suite %s]\npath = %s\nadapter = gbench\n' slow slow first first >bdriver.ini
WORLD=dies START=0 expect 3 "$BDRIVER" run --old old --new new -r 1 -j 1 --launch-time 20ms --group 5 --force -o pair
has out 'new: crashes'
has out 'old: crashes'
finish
