#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles a program of Google Benchmark in many variants; by clang and at -O0 if BD_LONG=1.
# A benchmark of an unchanged Google Benchmark program has a fingerprint of its own if its name is
# that of its function: it changes with that, and with what the file registers. All others
# have that of the program. What the benchmarks print is the oracle: results that differ must have
# fingerprints that differ.
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
build() { # COMPILER FLAGS CHANGE [RENAMED]
	"$1" $2 -pie -fPIE -DCHANGE="$3" ${4:+"-D$4"} -include headers.h -Winvalid-pch -o "program$3" \
		"$BD_SOURCE/tests/gbench/roots.cc" -lbenchmark -lpthread 2>log || skip "$1 $2 does not build: $(head -1 log)"
	"$codes" "program$3" 2>/dev/null | sort >"codes$3"
	"./program$3" --benchmark_min_time=0 --benchmark_format=csv 2>/dev/null |
		sed -nE 's/^"([^"/]*|Fix\/Case|(Captured|Texted)\/[a-z]*)(\/.*)?",.*,"?([0-9]+)"?,,$/\1 \4/p' |
		sort >"results$3"
}
changed() { # CHANGE: names, but of those that are the program, whose fingerprints differ from the first's
	join codes0 "codes$1" | awk '($2 != $3 || $2 == "-") && !/^(\*|Captured|Texted|Known)/ { print $1 }' | xargs
}
print_of() { # NAME FILE: the fingerprint of the benchmark
	awk -v name="$1" '$1 == name { own = $2 } $1 == "*" { all = $2 } END { print own ? own : all }' "$2"
}
check_results() { # CHANGE
	for name in $(comm -3 results0 "results$1" | awk '{ print $1 }' | sort -u); do
		[ "$(print_of "$name" codes0)" != "$(print_of "$name" "codes$1")" ] ||
			bad "$way, $1: $name is called the same, but has other results"
	done
}

# Of those by their function's name, what a change of nothing but the function changes.
declare -A expected=([1]=Body [5]=Fix/Case [6]= [7]='Template<Thing>' [9]='Body Prepared' [13]=)
ways=('g++ -O2')
[ -z "${BD_LONG:-}" ] || ways+=('clang++ -O2' 'g++ -O0' 'clang++ -O0')
for way in "${ways[@]}"; do
	command -v "${way%% *}" >/dev/null || continue
	headers "${way%% *}" "${way#* }"
	build "${way%% *}" "${way#* }" 0
	[ "$(wc -l <results0)" -gt 17 ] || bad "$way: no results: $(cat results0)"
	for change in {1..17}; do
		build "${way%% *}" "${way#* }" "$change"
		check_results "$change"
		[ "${way#* }" = -O2 ] && [ -n "${expected[$change]+set}" ] || continue
		got=$(changed "$change")
		[ "$got" = "${expected[$change]}" ] || bad "$way, $change: '$got' changed"
	done
	build "${way%% *}" "${way#* }" 0 RENAMED
	build "${way%% *}" "${way#* }" 18 RENAMED
	check_results 18
	[ "${way#* }" = -O2 ] || continue
	# Those by the names that were given are the program. By clang all are: it writes a short name as
	# numbers, so none is seen.
	got=$(changed 18)
	[ "${way%% *}" = clang++ ] || [ "$got" = 'Another Own Renamed' ] || bad "$way, 18: '$got' changed"
	"${way%% *}" -O2 -no-pie -fno-pie -DCHANGE=0 -o fixed "$BD_SOURCE/tests/gbench/roots.cc" \
		-lbenchmark -lpthread
	[ -z "$("$codes" fixed 2>/dev/null)" ] || bad "$way: fingerprints without relocations"
done

finish
