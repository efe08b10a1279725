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

quietly cmake --install "$BD_BUILD" --prefix "$dir/first"
mv "$dir/first" "$dir/prefix"
cp -r "$BD_SOURCE/tests/outside" "$dir/source"
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

library=$(find "$dir/prefix" -name bdharness.pc)
export PKG_CONFIG_PATH=${library%/*}
quietly make -C "$dir/source"
works "$dir/source/make_c" CountWords/100000 ""
works "$dir/source/make_cxx" PushBack ""
"$dir/source/make_c" --list --format json | grep -q '"file": "words.c"'
