#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/example can be copied: it builds with CMake, make and Meson against what is installed, without a
# warning, and bdriver measures what it built.
# slow: it configures and compiles three times.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
! grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt" ||
	skip 'the library of this build needs the flags of its sanitizer'
expect 0 cmake --install "$BD_BUILD" --component dev --prefix "$PWD/prefix"
cp -r "$BD_SOURCE/docs/example" example && cd example || exit 1
PKG_CONFIG_PATH=$(dirname "$(find ../prefix -name bdharness.pc)")
PKG_CONFIG_PATH=$(realpath "$PKG_CONFIG_PATH") CMAKE_PREFIX_PATH=$(realpath ../prefix)
export PKG_CONFIG_PATH CMAKE_PREFIX_PATH

# built NAME SUITE: what NAME built is measured.
built() {
	! grep -i 'warning' out err || bad "$1: warnings"
	expect 0 "$BDRIVER" run -s "$2" -r 1 --samples 3 --launch-time 1ms -o "$1.log"
	[ "$(cells "$1.log" benchmark status verified | sort)" = "$(printf '%s ok 1\n' CountWords/1000 CountWords/100000)" ] ||
		bad "$1: $(cells "$1.log" benchmark status verified)"
}
testcase CMake
expect 0 cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS='-Wall -Wextra -Wconversion'
expect 0 cmake --build build
built cmake build/words_bench
testcase make
expect 0 make
built make ./words_bench
testcase Meson
command -v meson >there || skip 'there is no meson'
expect 0 meson setup built
expect 0 ninja -C built
built meson built/words_bench
finish
