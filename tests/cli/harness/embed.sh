#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A project that has this one as a folder, or fetches its archive, has the harness, bd_add_suite() and
# aligned code, and nothing else: no library of bdriver's own is looked for, nothing is installed.
# slow: it compiles the harness.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
mkdir parent && cp "$BD_SOURCE"/tests/outside/{vector.cpp,count.c,words.c} parent
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror'

# parent LANGUAGES LINE...: its CMakeLists.txt; these bring bdriver
parent() {
	printf 'cmake_minimum_required(VERSION 3.21)\nproject(parent LANGUAGES %s)\n' "$1"
	shift
	printf '%s\n' "$@"
}

testcase 'a parent in C++17 gets suites of its own language, without a warning'
echo 'static_assert(__cplusplus == 201703L, "the language of the parent");' >>parent/vector.cpp
{
	parent 'C CXX' 'set(CMAKE_CXX_STANDARD 17)' 'set(CMAKE_CXX_EXTENSIONS OFF)' 'set(CMAKE_C_STANDARD 99)' \
		"add_subdirectory($BD_SOURCE bdriver)" 'bd_add_suite(counts count.c words.c)' 'bd_add_suite(vectors vector.cpp)' \
		'target_link_libraries(vectors PRIVATE bdriver::bdallocations)' \
		'find_package(bdriver 1.0 QUIET)' 'if(bdriver_FOUND)' 'message(FATAL_ERROR "another bdriver")' 'endif()' \
		'install(TARGETS counts)'
} >parent/CMakeLists.txt
expect 0 cmake -S parent -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="-O2 $warnings" -DCMAKE_CXX_FLAGS="-O2 $warnings" \
	-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF
! grep -iE 'pkg-?config|gsl|libuv|uthash|cmocka' out err || bad 'it looks for libraries'
expect 0 cmake --build build -j2
! grep 'warning:' out err || bad 'warnings'
for suite in counts vectors; do
	expect 0 build/$suite '*' --samples 1
	build/$suite --list --format json >list
	has list '"objects": 64, "functions": '
done
expect 0 "$BDRIVER" list -s build/counts
has out CountWords/1000
expect 0 cmake --install build --prefix "$PWD/installed"
[ "$(cd installed && find . -type f)" = ./bin/counts ] || bad "it installs $(find installed -type f)"

testcase 'a parent in C fetches an archive'
tar -czf bdriver.tar.gz -C "$BD_SOURCE" CMakeLists.txt harness
parent C 'include(FetchContent)' "FetchContent_Declare(bdriver URL file://$PWD/bdriver.tar.gz SOURCE_SUBDIR harness)" \
	'FetchContent_MakeAvailable(bdriver)' 'bd_add_suite(counts count.c words.c)' >parent/CMakeLists.txt
expect 0 cmake -S parent -B 'fetched by it' -DCMAKE_BUILD_TYPE=Release
finish
