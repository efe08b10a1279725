#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each fuzz target, on top of its corpus: by default the same inputs each time, so that a test of
# everybody's cannot fail by chance; for BD_FUZZ_SECONDS random ones if that is set (.ci/full).
# What it takes is built with clang in a folder of its own below the build, which is kept: the second
# time it is quick.
# slow: it builds and fuzzes.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v clang >/dev/null && command -v clang++ >/dev/null || skip "no clang, so no libFuzzer"
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n > 9 ? 0 : 0; }' >t.c
clang -fsanitize=fuzzer,address t.c -o t 2>err || skip "clang here has no libFuzzer: $(head -n 1 err)"

folder=$BD_BUILD/fuzz
CC=clang CXX=clang++ cmake -S "$BD_SOURCE" -B "$folder" -G Ninja -DBD_FUZZ=ON >out 2>err ||
	bad "cmake: $(tail -n 5 err)"
cmake --build "$folder" --target fuzz_targets >out 2>err || bad "build: $(tail -n 20 out)"
length=(-seed=1 -runs=3000)
[ -z "${BD_FUZZ_SECONDS:-}" ] || length=(-max_total_time="$BD_FUZZ_SECONDS")
count=0
for source in "$BD_SOURCE"/tests/fuzz/*_fuzz.c; do
	name=$(basename "$source" _fuzz.c)
	mkdir -p "new/$name"
	# Only what a crash, an endless loop or much memory would show; a busy machine is no failure.
	"$folder/tests/fuzz/fuzz_$name" "${length[@]}" -timeout=300 \
		-rss_limit_mb=2048 -print_final_stats=1 "new/$name" "$BD_SOURCE/tests/fuzz/corpus/$name" \
		>out 2>err || bad "fuzz_$name: $(tail -n 30 err)"
	printf '%s: %s inputs\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' err)"
	grep -q '^stat::number_of_executed_units: *[1-9]' err || bad "fuzz_$name did nothing"
	count=$((count + 1))
done
[ "$count" -ge 5 ] || bad "only $count targets"
finish
