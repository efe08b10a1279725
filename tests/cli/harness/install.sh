#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Other people's suites build against what `cmake --install` leaves, in C and C++, with CMake and
# with pkg-config, wherever the prefix was moved to afterwards.
# slow: it installs, and builds with CMake.
set -eu
export LC_ALL=C
if grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt"; then
	echo "skipped: the library of this build needs the flags of its sanitizer"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
quietly() {
	"$@" >"$dir/output" 2>&1 || {
		cat "$dir/output"
		echo "FAILED: $*"
		exit 1
	}
}

# works BINARY NAME FLAGS: lists the benchmark, measures it, knows its flags, writes its row.
works() {
	"$1" --list | grep -qxF "$2" || { echo "$1 does not list $2" && exit 1; }
	"$1" --list --format json | grep -qF -- "\"flags\": \"$3\"" ||
		{ "$1" --list --format json | head -3 && echo "$1 does not know its flags" && exit 1; }
	"$1" '*' --samples 3 >"$dir/table"
	quietly grep "^$2 .* [0-9.]* [num]*s " "$dir/table"
	"$1" "$2" --samples 3 --out-fd 3 3>"$dir/row"
	quietly grep "^\"$2\",\"ok\"," "$dir/row"
}

# alignment BINARY OBJECTS FUNCTIONS: how the code of objects and the timed functions are aligned.
alignment() {
	"$1" --list --format json | grep -qE "\"alignment\": \{\"objects\": $2, \"functions\": $3\}" ||
		{ "$1" --list --format json | head -1 && echo "$1: another alignment than $2, $3" && exit 1; }
}
# begins BINARY FUNCTION BYTES: its address is a multiple of these.
begins() {
	local address
	address=$(nm "$1" | awk -v name="$2" '$3 == name { print $1 }')
	[ -n "$address" ] && [ $((0x$address % $3)) = 0 ] || { echo "$1: $2 is at $address" && exit 1; }
}
line='(64|128|256|512|1024|2048|4096)' two_lines='(128|256|512|1024|2048|4096)'

quietly cmake --install "$BD_BUILD" --prefix "$dir/first"
mv "$dir/first" "$dir/prefix"
cp -r "$BD_SOURCE/tests/outside" "$dir/source"
for file in bdriver/LICENSE bdriver/README.md bdriver/docs/HARNESS.md libbdharness-dev/LICENSE; do
	quietly test -s "$dir/prefix/share/doc/$file"
done
# What the documents link and show is there, but for a licence that has another place.
while IFS=: read -r page file; do
	case $file in http*|'#'*|harness/LICENSE) ;; *) quietly test -e "$(dirname "$page")/${file%%#*}" ;; esac
done < <(cd "$dir/prefix/share/doc/bdriver" && find "$PWD" -name '*.md' -exec grep -oE '\]\([^)]+|<img [^>]*src="[^"]+' {} + |
	sed -E 's/:(\]\(|<img .*src=")/:/')
[ ! -x "$BDRIVER" ] || quietly "$dir/prefix/bin/bdriver" --version

for languages in "C;CXX" C CXX; do
	build="$dir/build-${languages/;/-}"
	quietly cmake -S "$dir/source" -B "$build" -DCMAKE_PREFIX_PATH="$dir/prefix" \
		-DOUTSIDE_LANGUAGES="$languages" -DCMAKE_BUILD_TYPE=Release \
		-DCMAKE_C_FLAGS='-Wall -DQUOTED=\"q\"' -DCMAKE_CXX_FLAGS=-Wall
	quietly cmake --build "$build"
done
works "$dir/build-C/outside_c" CountWords/1000 '-Wall -DQUOTED=\\\"q\\\" -O3 -DNDEBUG'
works "$dir/build-CXX/outside_cxx" PushBack '-Wall -O3 -DNDEBUG'
works "$dir/build-C-CXX/outside_c" Count '-Wall -DQUOTED=\\\"q\\\" -O3 -DNDEBUG'
works "$dir/build-C-CXX/outside_cxx" PushBack '-Wall -O3 -DNDEBUG'

for suite in build-C/outside_c build-CXX/outside_cxx build-C-CXX/outside_c build-C-CXX/outside_cxx; do
	alignment "$dir/$suite" 64 "$line"
done
# A suite that asks for it counts its allocations, and no other.
nm "$dir/build-CXX/outside_cxx" | grep -q ' [TW] bd_allocation_count' || { echo 'allocations: no hook' && exit 1; }
! nm "$dir/build-C/outside_c" | grep -q ' T malloc' || { echo 'a malloc of ours in every suite' && exit 1; }
# Each file begins at a page.
first=$(nm -n "$dir/build-C/outside_c" | awk '$3 ~ /^(make_text|count_words|check|free_text)$/ { print $3; exit }')
begins "$dir/build-C/outside_c" "$first" 4096
begins "$dir/build-C/outside_c" count 4096
alignment "$dir/build-C/outside_as_it_is" 0 '[0-9]+'
alignment "$dir/build-C/outside_own_flag" 0 "$two_lines"
for suite in build-C/outside_library build-C/libwork_shared.so; do
	begins "$dir/$suite" work_first 64
	begins "$dir/$suite" work_second 64
done
# Both functions stand in one line, so that each moves with the other.
! (begins "$dir/build-C/outside_as_it_is" work_first 64 &&
	begins "$dir/build-C/outside_as_it_is" work_second 64) >/dev/null
# Flags of the user that align functions win.
quietly cmake -S "$dir/source" -B "$dir/own" -DCMAKE_PREFIX_PATH="$dir/prefix" -DOUTSIDE_LANGUAGES=C \
	-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-falign-functions=16
quietly cmake --build "$dir/own"
alignment "$dir/own/outside_c" 0 '[0-9]+'

library=$(find "$dir/prefix" -name bdharness.pc)
export PKG_CONFIG_PATH=${library%/*}
quietly make -C "$dir/source"
works "$dir/source/make_c" CountWords/100000 ""
works "$dir/source/make_cxx" PushBack ""
for suite in make_c make_cxx make_library; do
	alignment "$dir/source/$suite" 64 "$line"
done
begins "$dir/source/make_library" work_first 64
begins "$dir/source/make_library" work_second 64
# Its machine code can be told apart from that of another build.
"$BD_BUILD/bdriver" run -s "$dir/source/make_c" CountWords/1000 -r 1 --launch-time 1ms -q -o "$dir/make.log"
[ -n "$(awk -F, '/^"make_c"/ { print $22 }' "$dir/make.log" | tr -d '"')" ] || { echo 'make_c: no fingerprint' && exit 1; }
"$dir/source/make_c" --list --format json | grep -q '"file": "words.c"'
