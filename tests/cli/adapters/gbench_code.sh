#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles a program of Google Benchmark in many variants; by clang and at -O0 if BD_LONG=1.
# Each benchmark of an unchanged Google Benchmark program has a fingerprint of its own: it changes
# with whatever it is registered with, and with nothing else. What the benchmarks print is the
# oracle: results that differ must have fingerprints that differ.
. "$BD_SOURCE/tests/cli/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip 'machine code is compared on x86-64 only'
[ -x "$BD_BUILD/tests/gbench/old/words" ] || skip 'Google Benchmark is not here (libbenchmark-dev)'
codes=$BD_BUILD/tests/mutate_code # prints all fingerprints
[ -x "$codes" ] || skip 'the tool that prints fingerprints is not built'

# The headers take most of the time to compile: once for all changes.
headers() { # COMPILER FLAGS
	rm -f headers.h*
	sed -n '/^#include/p' "$BD_SOURCE/tests/gbench/roots.cc" >headers.h
	"$1" $2 -pie -fPIE -x c++-header headers.h -o headers.h.gch 2>log || skip "$1 $2: $(head -1 log)"
}
build() { # COMPILER FLAGS CHANGE
	"$1" $2 -pie -fPIE -DCHANGE="$3" -include headers.h -Winvalid-pch -o "program$3" \
		"$BD_SOURCE/tests/gbench/roots.cc" -lbenchmark -lpthread 2>log || skip "$1 $2 does not build: $(head -1 log)"
	"$codes" "program$3" 2>/dev/null | sort >"codes$3"
	"./program$3" --benchmark_min_time=0 --benchmark_format=csv 2>/dev/null |
		sed -nE 's/^"([^"/]*|Fix\/Case|Captured\/[a-z]*)(\/.*)?",.*,"?([0-9]+)"?,,$/\1 \3/p' |
		sort >"results$3"
}
changed() { # CHANGE: names whose fingerprints differ from the first program's, in one line
	join codes0 "codes$1" | awk '$2 != $3 || $2 == "-" { print $1 }' | xargs
}

declare -A expected=([1]=Body [2]=Args [3]=Product [4]=Prepared [5]=Fix/Case [6]=Captured/one
	[7]='Template<Thing>' [9]='Body Prepared' [10]=Applied [13]='' [14]=Made)
ways=('g++ -O2')
[ -z "${BD_LONG:-}" ] || ways+=('clang++ -O2' 'g++ -O0' 'clang++ -O0')
for way in "${ways[@]}"; do
	command -v "${way%% *}" >/dev/null || continue
	headers "${way%% *}" "${way#* }"
	build "${way%% *}" "${way#* }" 0
	[ "$(wc -l <codes0)" = 11 ] || bad "$way: $(cat codes0)"
	[ "$(wc -l <results0)" -gt 14 ] || bad "$way: no results: $(cat results0)"
	for change in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
		build "${way%% *}" "${way#* }" "$change"
		got=$(changed "$change")
		case $change in
		# A new text moves the bounds of others that main() may mean: only the results count.
		8) ;;
		# clang moves the number from main() to the one benchmark that reads it.
		11) [[ " $got " == *" Mode "* ]] || bad "$way, main: only $got" ;;
		12) [ "$(wc -w <<<"$got")" = 11 ] || bad "$way, main: only $got" ;;
		*) [ "$got" = "${expected[$change]}" ] || bad "$way, $change: '$got' changed" ;;
		esac
		for name in $(comm -3 results0 "results$change" |
			awk 'NR == FNR { known[$1]; next } $1 in known { print $1 }' codes0 -); do
			[[ " $got " == *" $name "* ]] ||
				bad "$way, $change: $name is called the same, but has other results"
		done
	done
	[ "${way#* }" = -O2 ] || continue
	"${way%% *}" -O2 -no-pie -fno-pie -DCHANGE=0 -o fixed "$BD_SOURCE/tests/gbench/roots.cc" \
		-lbenchmark -lpthread
	[ -z "$("$codes" fixed 2>/dev/null)" ] || bad "$way: fingerprints without relocations"
done
finish
