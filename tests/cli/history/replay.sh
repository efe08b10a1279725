#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 60 mornings of a simulated history, each new event accepted at once: none comes back, and further
# steps are told. tests/eval/pages/history_replay.md has more of them.
# slow: it adds 61 nights one by one.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the nights"
expect 0 "$BD_SOURCE/tests/eval/run" --as - history_replay --first 110 --seeds 1
IFS=, read -r _ accepted back _ further told < <(tail -n 1 out)
[ "$accepted" -gt 100 ] || bad "too little to see: $(cat out)"
[ "$back" = 0 ] || bad "$back of $accepted accepted changes are new again: $(cat err)"
[ "$told" -ge "$((further - 1))" ] || bad "$told of $further further steps are told"
finish
