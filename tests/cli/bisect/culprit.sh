#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver bisect on a repository of 64 commits: three change the machine code, one of them makes
# the work twenty times as long, beyond any noise. What is built and measured, also after a kill;
# commits that cannot be built; ends with the same code.
# slow: it builds commits and measures them.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v git >/dev/null || skip 'no git'
grep -qE '^BD_(SANITIZE|TSAN|COVERAGE):BOOL=ON' "$BD_BUILD/CMakeCache.txt" &&
	skip 'the library of this build needs the flags of its sanitizer'
[ "$(uname -m)" = x86_64 ] || skip 'machine code is compared on x86-64 only'
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null
git init -q repository
cd repository || exit 1

# commit N WORK EXTRA: a benchmark of so much work, with a comment that is new in each commit.
commit() {
	cat >bench.c <<C
/* commit $1 */
#include "harness/bench.h"
static void run(struct bd *b, uint64_t n)
{
	uint64_t x = 1;

	for (uint64_t i = 0; i < n; i++)
		for (int k = 0; k < $2; k++)
			bd_keep(x = x * 6364136223846793005u + 1);
	bd_keep(x $3);
	bd_result(b, 1);
}
BD_BENCHMARK("Work", run)
C
	[ "$1" != 49 ] || echo 'does not compile' >>bench.c
	git add bench.c
	git commit -q -m "change $1"
}
for i in $(seq 0 64); do
	extra='+ 0'
	[ "$i" -lt 20 ] || extra='+ 7'
	[ "$i" -lt 60 ] || extra='+ 9'
	commit "$i" "$([ "$i" -lt 45 ] && echo 1000 || echo 20000)" "$extra"
done
hash() { git rev-parse "HEAD~$((64 - $1))"; }
export CC_LINE="cc -O1 -I$BD_SOURCE bench.c $BD_SOURCE/harness/suite_main.c"
export LIBRARY=$BD_BUILD/harness/libbdharness.a BUILT=$PWD/../built
cmd='echo "$BDRIVER_REVISION" >>"$BUILT"; $CC_LINE "$LIBRARY" -lm -Wl,--emit-relocs -o "$BDRIVER_BUILD/suite"'
bisect=("$BDRIVER" bisect --build "$cmd" --launch-time 2ms --list-timeout 1m -o ../state)

# Killed twice on its way.
for logs in 2 3; do
	"${bisect[@]}" "$(hash 0)" HEAD Work >/dev/null 2>../err.killed </dev/null &
	pid=$!
	measured() { [ "$(find ../state/measured -name candidate.log 2>/dev/null | wc -l)" -ge $logs ]; }
	wait_for measured || bad "it ended before it was killed: $(cat ../err.killed)"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	# As a git that was killed with it leaves it.
	[ ! -e ../state/tree ] || touch "$(git -C ../state/tree rev-parse --git-path index.lock)"
done
expect 0 "${bisect[@]}" --history ../nights "$(hash 0)" HEAD Work
has err 'goes on with the search in ../state'
has out "Culprit: $(hash 45 | cut -c1-10) change 45"
hasnt out 'Range:'
# Each kill may have interrupted one build.
sort ../built | uniq -d >../twice
[ "$(wc -l <../twice)" -le 2 ] || bad "built twice: $(cat ../twice)"
# The two ends and six between; 49 cannot be built, which may cost one more.
[ "$(sort -u ../built | wc -l)" -le 9 ] ||
	bad "built $(sort -u ../built | wc -l) commits: $(cat out; tail -n 2 ../state/measured/*/*.log | cut -c1-200)"
[ ! -e ../state/tree ] && [ "$(git worktree list | wc -l)" = 1 ] || bad 'the work tree is left'
git diff --quiet || bad 'our own work tree was changed'
# The same again: nothing is built or measured, and it says the same. It waits for what a killed
# search left running: that holds the lock.
cp out first
flock ../state/lock sh -c 'touch ../holds; sleep 1; touch ../ended' &
pid=$!
wait_for [ -e ../holds ]
expect 0 "${bisect[@]}" --history ../nights "$(hash 0)" HEAD Work
has out '64 commits, 0 builds and 0 rounds in this run'
hasnt err 'is being built'
[ -e ../ended ] || bad 'it did not wait'
has err 'waits for what an earlier search'
diff <(grep Culprit first) <(grep Culprit out) || bad 'another result'
# A run that was killed has written logs of a few rounds: they are measured again.
cut=$(find ../state/measured -maxdepth 1 -name "$(hash 0 | cut -c1-12)-$(hash 64 | cut -c1-12)-1")
mv "$cut" "$cut.begun"
sed -i '40,$d' "$cut.begun"/*.log
expect 0 "${bisect[@]}" --history ../nights "$(hash 0)" HEAD Work
has out '64 commits, 0 builds and 10 rounds in this run'
has out "Culprit: $(hash 45 | cut -c1-10) change 45"
# What could not be measured is measured once more.
sed -i 's/,ok,"",/,signal,"9",/' "../state/measured/$(hash 0 | cut -c1-12)-$(hash 48 | cut -c1-12)-1/candidate.log"
expect 0 "${bisect[@]}" --history ../nights "$(hash 0)" HEAD Work
has out '64 commits, 0 builds and 10 rounds in this run'
hasnt out 'could not be measured'
# Two searches at once would write to one work tree.
exec 9>>../state/owner
flock 9
expect 2 "${bisect[@]}" "$(hash 0)" HEAD Work
has err 'another search works in'
exec 9>&-
# All logs are in the history, with the commits; none is a night.
python3 - "$(hash 45)" <<'PY' || bad 'the history'
import sqlite3, sys
db = sqlite3.connect("../nights/history.db")
roles = dict(db.execute("SELECT role, count(*) FROM run GROUP BY role"))
assert list(roles) == ["other"] and roles["other"] >= 8, roles
assert db.execute("SELECT count(*) FROM v_level WHERE revision = ?", (sys.argv[1],)).fetchone()[0]
PY

# Next to the culprit a commit that cannot be built: only a range.
expect 1 "${bisect[@]}" -o ../range --build "case \$(git log -1 --format=%s) in *' 44' | *' 45') exit 1;; esac; $cmd" \
	"$(hash 43)" "$(hash 46)" Work
has out 'Range: one of 3 commits'

# Only comments: the code is the same, so nothing is measured.
expect 3 "${bisect[@]}" -o ../same "$(hash 21)" "$(hash 30)" Work
has out 'have the same machine code of suite/Work'
has out 'placement in memory or the machine'
has out '2 builds and 0 rounds'
# Unless all is wanted. What the clock then says is chance; a commit between may be built for it.
"${bisect[@]}" -o ../same -r 10 --measure-all "$(hash 21)" "$(hash 30)" Work >out 2>err
code=$?
case $code in 0 | 1 | 3) ;; *) bad "--measure-all: exit code $code: $(cat err)" ;; esac
hasnt out 'have the same machine code'
hasnt out ' 0 rounds'
[ $code != 0 ] || has out 'Its machine code is that of its parent'

# The code differs, the time does not.
expect 3 "${bisect[@]}" -o ../little -r 10 "$(hash 59)" "$(hash 60)" Work
has out 'do not differ in 10 rounds; a change of '

expect 2 "${bisect[@]}" -o ../state "$(hash 1)" HEAD Work
has err 'is of another search'
expect 2 "${bisect[@]}" -o ../wrong HEAD "$(hash 0)" Work
has err 'there is no commit between'
expect 2 "${bisect[@]}" -o ../wrong nothing HEAD Work
has err "git knows no commit 'nothing' here"
expect 2 "${bisect[@]}" -o ../wrong "$(hash 0)" HEAD NoSuch
has err 'cannot be measured'
expect 2 "$BDRIVER" bisect "$(hash 0)" HEAD Work
has err "--build 'make && cp SUITE \$BDRIVER_BUILD'"
expect 2 "${bisect[@]}" -o ../broken --build 'exit 3' "$(hash 0)" HEAD Work
has err 'the build failed; see '
[ "$(git worktree list | wc -l)" = 1 ] || bad 'the work tree of a search that failed is left'

# Ranges and exclusions are no commits.
for name in "$(hash 2)..HEAD" '..HEAD' '^HEAD' ''; do
	expect 2 "${bisect[@]}" -o ../wrong "$(hash 0)" "$name" Work
	has err "git knows no commit '$name' here"
done

# What the user has not committed stays, whatever the build does to its work tree.
echo mine >>bench.c
echo staged >staged
git add staged
git status --porcelain >../before
expect 2 "${bisect[@]}" -o here --build "rm .git; $cmd" --measure-all "$(hash 0)" HEAD Work
has err 'the build must leave its .git as it is'
rm -rf here
mkdir tree
expect 2 "${bisect[@]}" -o . "$(hash 0)" HEAD Work
has err './tree is there, and not of a search'
rmdir tree
# As in a hook of git: the build has the repository of its work tree.
GIT_DIR=$PWD/.git GIT_INDEX_FILE=$PWD/.git/index \
	expect 2 "${bisect[@]}" -o ../hook --build 'git rm -q bench.c; exit 1' "$(hash 0)" HEAD Work
git status --porcelain >../after
diff ../before ../after || bad 'the work tree or the index of the user was changed'
finish
