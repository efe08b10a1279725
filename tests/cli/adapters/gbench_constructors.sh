#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles three programs in many variants; in another order and by clang, too, if BD_LONG=1.
# A Google Benchmark program where a constructor takes random numbers, and one with the names of the
# newest library: a change is seen; one of a function changes no other benchmark.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip 'machine code is compared on x86-64 only'
codes=$BD_BUILD/tests/mutate_code # prints all fingerprints
[ -x "$codes" ] || skip 'the tool that prints fingerprints is not built'

changed() { # CHANGE: names whose fingerprints differ from those of change 0
	"$codes" "program$1" 2>/dev/null | sort >"codes$1"
	join codes0 "codes$1" | awk '$1 != "*" && ($2 != $3 || $2 == "-") { print $1 }' | xargs
}
check() { # COMPILER NUMBER EXPECTED ARGUMENT...: EXPECTED[i] is what change i changes
	local -n wanted=$3
	rm -f codes* program*
	for change in 0 "${!wanted[@]}"; do
		"$1" -std=c++17 -O2 -pie -fPIE -DCHANGE="$change" -o "program$change" "${@:4}" 2>"log$change" &
	done
	wait
	[ -e program0 ] || skip "$1: $(head -1 log0)"
	changed 0 >/dev/null
	[ "$(grep -c '^[^*]' codes0)" = "$2" ] || bad "$1, $3: $(cat codes0)"
	for change in "${!wanted[@]}"; do
		got=$(changed "$change")
		[[ "$got" =~ ^(${wanted[change]})$ ]] || bad "$1, $3, $change: '$got' changed"
	done
}

# What is registered with stands in a constructor that counts for all benchmarks of the file.
all='Counted Drawn Plain Ranged'
drawn=([1]='Plain' [2]='Drawn' [3]="$all" [4]="$all" [5]="$all" [6]="$all")
written=([20]="$all") # another constructor
newest=([1]='One' [2]='Two' [3]='One Three Two' [4]='One Three Two')
source=$BD_SOURCE/tests/gbench
for compiler in g++ ${BD_LONG:+clang++}; do
	command -v $compiler >/dev/null || continue
	if [ -x "$BD_BUILD/tests/gbench/old/words" ]; then
		check $compiler 4 drawn "$source/drawn.cc" -lbenchmark -lpthread
		check $compiler 4 written "$source/drawn.cc" "$source/writer.cc" -lbenchmark -lpthread
		[ -z "${BD_LONG:-}" ] || check $compiler 4 written "$source/writer.cc" "$source/drawn.cc" -lbenchmark -lpthread
	fi
	$compiler -std=c++17 -O2 -fPIE -c "$source/newest_library.cc" -o library.o
	check $compiler 3 newest -Wl,--emit-relocs "$source/newest.cc" library.o
done
finish
