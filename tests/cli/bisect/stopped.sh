#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A signal that ends bdriver bisect ends the build that is running, with all its processes.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh"
command -v git >/dev/null || skip 'no git'
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null
git init -q repository
cd repository || exit 1
for i in 1 2 3; do
	git commit -q --allow-empty -m "change $i"
done
build="sleep 600 & echo \$! >$PWD/../sleeper.new; mv $PWD/../sleeper.new $PWD/../sleeper; wait"
for signal in TERM INT HUP; do
	rm -f ../sleeper
	# A shell lets what it puts into the background ignore INT.
	env --default-signal=INT "$BDRIVER" bisect --build "$build" -o ../state HEAD~2 HEAD Work >../out 2>../err </dev/null &
	pid=$!
	wait_for test -e ../sleeper || bad "it ended before: $(cat ../err)"
	kill -$signal $pid
	code=0
	wait $pid || code=$?
	[ "$(kill -l $code)" = $signal ] || bad "$signal: ends with $code: $(cat ../err)"
	# Z: ended, and not yet waited for by whom it was left to.
	state=$(ps -o stat= -p "$(cat ../sleeper)")
	[ -z "$state" ] || [[ $state = Z* ]] || bad "$signal: the build goes on: $state"
done
finish
