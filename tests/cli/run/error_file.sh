#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What stands at LOG.err cannot stop a run, and is named only if it was written.
. "$BD_SOURCE/tests/cli/lib.sh"
fails=("$BDRIVER" run -s "$BD_BUILD/tests/fakes/dies" Exit/1 -r 2 -j 1)
mkfifo pipe.log.err
expect 3 timeout 60 "${fails[@]}" -o pipe.log
hasnt out 'see pipe.log.err'
has out 'the log says why'
mkdir folder.log.err
expect 3 "${fails[@]}" -o folder.log
hasnt out 'see folder.log.err'
expect 3 "${fails[@]}" -o usual.log
has out 'see usual.log.err'
has out ': 1 benchmark, 2 launches'
[ -s usual.log.err ] || bad 'nothing was written'
finish
