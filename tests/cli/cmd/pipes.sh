#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Logs through pipes, of any form; a pipe into which nobody writes is no hang.
# slow: bdriver waits 10 s for somebody who opens the pipe.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
cp "$BD_SOURCE"/tests/data/logs/{summary.csv,delta.csv,ours.log} .

expect 0 "$BDRIVER" show ours.log
mv out wanted
"$BDRIVER" show - <ours.log >out 2>err || bad "standard input cannot be read"
cmp -s out wanted || bad "another table from standard input"
(sleep 0.1; cat ours.log) | "$BDRIVER" show - >out 2>err || bad "a pipe cannot be read"
cmp -s out wanted || bad "another table from a pipe"
"$BDRIVER" show <(sleep 0.1; cat ours.log) >out 2>err || bad "/dev/fd/N cannot be read"
cmp -s out wanted || bad "another table from /dev/fd/N"
mkfifo fifo
(sleep 0.1; timeout 60 sh -c 'cat ours.log >fifo') &
expect 0 "$BDRIVER" show fifo
cmp -s out wanted || bad "another table from a named pipe"
wait
expect 2 "$BDRIVER" compare - -
has err 'only one of the logs can come from standard input'
"$BDRIVER" compare -v --fail-on never summary.csv - <delta.csv >out 2>err || bad "compare with -"
has out "new   standard input"
has out "Neither log says on which machine it was measured."
expect 2 timeout 600 "$BDRIVER" show fifo
has err "fifo: the file is empty"
finish
