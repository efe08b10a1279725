#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The log of a run says which commit was measured, so `history add` needs no --revision; a run never
# fails for want of git.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v git >/dev/null || skip 'no git'
export GIT_AUTHOR_NAME='A. Author' GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$PWD
quick=(RightResult --launch-time 1ms --samples 1 -r 1 -q)

# commits FOLDER N: a repository of so many commits.
commits() {
	git init -q "$1"
	for i in $(seq "$2"); do
		echo "$i" >"$1/source"
		git -C "$1" add source
		git -C "$1" commit -q -m "change $i: \"quoted\""
	done
	mkdir "$1/build"
	cp "$BD_BUILD/tests/fakes/healthy" "$1/build"
}
commits one 3
commits two 2
head=$(git -C one rev-parse HEAD)

# The commit that is checked out where the suite lies.
expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" -o one.log
has one.log "# revision: $head"
has one.log '# revision.height: 3'
has one.log '# revision.author: A. Author'
has one.log '# revision.subject: change 3: "quoted"'
hasnt one.log revision.modified
# The same where a hook of another repository runs it.
GIT_DIR=$PWD/two/.git expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" -o hook.log
has hook.log "# revision: $head"
expect 0 "$BDRIVER" history add one.log
expect 0 "$BDRIVER" history rebuild
python3 - "$head" <<'PY' || bad 'the history'
import sqlite3, sys
db = sqlite3.connect("history/history.db")
assert db.execute("SELECT DISTINCT revision, height FROM v_level").fetchall() == [(sys.argv[1], 3)]
PY
# What `history add` is told wins.
expect 0 "$BDRIVER" history add --history told --repository one --revision HEAD~1 one.log
python3 -c 'import sqlite3
d = sqlite3.connect("told/history.db")
assert d.execute("SELECT DISTINCT height FROM v_level").fetchall() == [(2,)]' || bad '--revision of add'

# Given by hand; changed files; where only the configuration lies in a work tree.
echo more >>one/source
expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" -o changed.log
has changed.log '# revision.modified: yes'
expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" --revision HEAD~2 -o given.log
has given.log "# revision: $(git -C one rev-parse HEAD~2)"
has given.log '# revision.height: 1'
hasnt given.log revision.modified
expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" --revision v9 -o unknown.log
has err '--revision v9: git knows no such commit'
has unknown.log '# revision: v9'
mkdir outside
cp one/build/healthy outside
printf '[suite healthy]\npath = %s/outside/healthy\n' "$PWD" >two/bdriver.ini
expect 0 "$BDRIVER" run -c two/bdriver.ini "${quick[@]}" -o config.log
has config.log "# revision: $(git -C two rev-parse HEAD)"

# Two builds: each of its own work tree; of one work tree only the new build.
run_pair() {
	"$BDRIVER" run "$@" "${quick[@]}" --all >/dev/null 2>err
	[[ $? = [015] ]] || bad "$*: $(cat err)"
}
run_pair --old two/build --new one/build -o pair
has pair/old.log "# revision: $(git -C two rev-parse HEAD)"
has pair/new.log "# revision: $head"
cp -r one/build one/before
run_pair --old one/before --new one/build -o same
hasnt same/old.log '# revision'
has same/new.log "# revision: $head"
run_pair --old one/before --new one/build --revision old=HEAD~1 -o named
has named/old.log "# revision: $(git -C one rev-parse HEAD~1)"

# Neither a work tree, nor git.
expect 0 "$BDRIVER" run -s outside/healthy "${quick[@]}" -o none.log
hasnt none.log '# revision'
mkdir bin
PATH=$PWD/bin expect 0 "$BDRIVER" run -s one/build/healthy "${quick[@]}" -o nogit.log
hasnt nogit.log '# revision'
finish
