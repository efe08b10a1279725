#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The recipe of docs/COOKBOOK.md for git bisect finds the commit that made a benchmark twenty times slower.
# slow: it builds and measures commits.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
! grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt" ||
	skip 'the library of this build needs the flags of its sanitizer'
export HOME=$PWD CMAKE_PREFIX_PATH=$PWD/prefix BDRIVER_LAUNCH_TIME=2ms BDRIVER_ROUNDS=5
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir bin && ln -s "$BDRIVER" bin/bdriver && PATH=$PWD/bin:$PATH
expect 0 cmake --install "$BD_BUILD" --component dev --prefix "$PWD/prefix"

git init -qb main repository && cd repository || exit 1
printf 'build*\nbisect\n*.txt\n*.tuned\n!CMakeLists.txt\n' >.gitignore
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(small C)
find_package(bdriver REQUIRED)
bd_add_suite(small work.c)
END
for commit in 1 2 3 4 5 6; do
	work=50
	[ $commit -lt 4 ] || work=1000
	cat >work.c <<-END
		#include <bdriver/bench.h>
		static void run(struct bd *b, uint64_t n)
		{
			for (uint64_t i = 0; i < n * $work; i++)
				bd_keep(i + $commit);
			bd_result(b, 1);
		}
		BD_BENCHMARK("Work", run)
	END
	[ $commit != 5 ] || echo 'this does not compile' >>work.c
	git add -A && git commit -qm "commit $commit"
done
GOOD=$(git rev-list HEAD | sed -n 6p) BAD=$(git rev-parse HEAD) BENCH=Work
export GOOD BAD BENCH
git checkout -q "$GOOD" && cmake -S . -B build -DCMAKE_BUILD_TYPE=Release >configure.txt && cmake --build build >build.txt &&
	mkdir build-good && cp build/small build-good || bad "the good commit: $(cat configure.txt build.txt)"
git checkout -q main

sed -n '/^git bisect start/,/^git bisect reset/p' "$BD_SOURCE/docs/COOKBOOK.md" >../recipe.sh
bash ../recipe.sh >../found 2>&1 || bad "the recipe ends with $?: $(cat ../found)"
# The fifth does not compile, so it may be the fourth or the fifth; the third is good.
bad_ones=$(git log --format=%H --grep='commit [45]')
grep -E '^[0-9a-f]{40}( is the first bad commit)?$' ../found | cut -c1-40 >../named
[ -s ../named ] || bad "no commit was found: $(cat ../found)"
while read -r one; do
	grep -q "$one" <<<"$bad_ones" || bad "it found $(git log -1 --format=%s "$one"): $(cat ../found)"
done <../named
finish
