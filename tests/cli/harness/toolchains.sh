#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Registration through the linker section holds with every compiler, linker and option that
# people use, also where a suite has no benchmark at all.
# long: it compiles the harness with many compilers.
set -u
export LC_ALL=C
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0 done=0
cd "$dir" || exit 1

cat >one.c <<'END'
#include "harness/bench.h"
static void run(struct bd *b, uint64_t n) { bd_result(b, n - n + 7); }
static int check(struct bd *b) { return bd_expect(b, 7); }
BD_BENCHMARK("First", run, .verify = check)
BD_FAMILY("Family", run, (1, 22, -3), .tags = "x", .verify = check)
END
sed 's/First/Second/; s/Family/Other/' one.c >two.c
printf '#include "harness/bench.h"\nBD_MAIN\n' >program.c
printf '%s\n' First Family/1 Family/22 Family/-3 Second Other/1 Other/22 Other/-3 >expected
mapfile -t harness < <(find "$BD_SOURCE/harness" -name '*.c' ! -name suite_main.c)

# build COMPILER OPTION...: both suites, whose main() and harness are compiled once
build() {
	rm -rf some none && mkdir some none
	(cd some && "$@" -D_GNU_SOURCE -I"$BD_SOURCE" -c ../one.c ../two.c) &&
		(cd none && "$@" -D_GNU_SOURCE -I"$BD_SOURCE" -c ../program.c "${harness[@]}") &&
		"$@" some/*.o none/*.o "${library[@]}" -o full && "$@" none/*.o "${library[@]}" -o empty
}

sanitized=false
# try COMPILER OPTION...: builds the suite and an empty one, lists both and runs the first.
try() {
	local tool
	for tool in "$1" "${needs[@]}"; do
		command -v "$tool" >/dev/null || { echo "without $tool: not tried: $*" && return; }
	done
	done=$((done + 1))
	build "$@" >log 2>&1 || { echo "FAILED to build: $*" && head -20 log && bad=1 && return; }
	./full --list | cmp -s - expected || { echo "WRONG list: $*" && ./full --list && bad=1; }
	./full --list --format json | grep -q "\"sanitized\": $sanitized" ||
		{ echo "does not know whether it is sanitized: $*" && bad=1; }
	./full --list --format json | grep -q "\"objects\": $objects, \"functions\": $functions}" ||
		{ echo "WRONG alignment: $*" && ./full --list --format json | head -1 && bad=1; }
	./full '*' --samples 1 >log 2>&1 || { echo "FAILED to run: $*" && cat log && bad=1; }
	[ "$(grep -cE ' [0-9.]+ [num]?s ' log)" -ge 8 ] || { echo "FAILED to run: $*" && cat log && bad=1; }
	[ -z "$(./empty --list)" ] || { echo "WRONG list of an empty suite: $*" && bad=1; }
	./empty --list --format json | grep -q '"benchmarks": \[\]' ||
		{ echo "WRONG json of an empty suite: $*" && bad=1; }
}

aligned='\(64\|128\|256\|512\|1024\|2048\|4096\)'
objects=0 functions='[0-9]*'
sections="-ffunction-sections -fdata-sections -Wl,--gc-sections"
needs=()
library=()
# All of the harness with the same options as the suite.
try gcc -O2 -flto=auto $sections
sanitized=true
try gcc -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized=false
needs=(ld.lld)
try clang -O2 -flto -fuse-ld=lld $sections
needs=()
# The flags of pkg-config, and a linker that puts them into other sections.
align="-falign-functions=64 -falign-loops=64 -ffunction-sections -T$BD_SOURCE/harness/package/bdriver-align.ld"
objects=64 functions=$aligned
try gcc -O2 -flto=auto $align
needs=(ld.lld)
try clang -O2 -flto -fuse-ld=lld $align
needs=()
objects=0 functions='[0-9]*'
sanitized=true
try clang -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized=false
if ! grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt"; then
	harness=() library=("$(find "$BD_BUILD" -maxdepth 2 -name libbdharness.a)")
	try gcc -O0
	try gcc -Os $sections
	try gcc -O2 -no-pie -fno-pie $sections
	try gcc -O2 -static $sections
	needs=(ld.gold)
	try gcc -O2 -fuse-ld=gold $sections
	needs=(ld.lld)
	try gcc -O2 -fuse-ld=lld $sections
	try clang -O0 -fuse-ld=lld $sections -Wl,-z,start-stop-gc
	needs=()
	try clang -O2 $sections
	objects=64 functions=$aligned
	for level in -O2 -O0 -Os; do
		try gcc $level $align
		try clang $level $align
	done
	try gcc -Os -static $align
	try gcc -Os -no-pie -fno-pie $align $sections
	needs=(ld.lld)
	try gcc -Os -fuse-ld=lld $align $sections
	try clang -Os -fuse-ld=lld $align $sections
	needs=()
fi
echo "$done tool chains tried"
[ $done -gt 0 ] && exit $bad
