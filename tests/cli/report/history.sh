#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pages of `bdriver history report`: what is written, how large, and in a browser.
# slow: it stores nights, and starts a browser if BD_LONG=1.
. "$BD_SOURCE/tests/cli/lib.sh"
export PYTHONDONTWRITEBYTECODE=1
mkdir nights
python3 "$BD_SOURCE/tests/eval/lib/history_logs.py" nights --nights 60 --benchmarks 20 --launches 5 \
	--change 30:3-6:1.062 --change 57:8:0.9 --compiler 35 --change 35:11:1.05 --kernel 50 \
	--hidden 50:all:1.03 --missing 60:1 || bad 'no logs'
# As `bdriver run` writes it.
for log in nights/*; do
	number=$((10#$(basename "$log" .log)))
	sed -i "2i # revision: $(printf '%02d%038d' $number 0)\n# revision.height: $number\n# revision.subject: <b>commit $number</b>" "$log"
done
expect 0 "$BDRIVER" history add -q --new-nights 60 nights
expect 0 "$BDRIVER" history accept E20250131 -m '<img src=x onerror="window.attacked=1"> pays for safety' \
	--up-to 8% --link https://example.org/1
# The commits of an event, as bisect and git take them.
expect 0 "$BDRIVER" history add -q --new-nights 60 --history gaps nights/00?[13579].log
COLUMNS=200 expect 1 "$BDRIVER" history --history gaps
has out 'one of 2 commits 2900000000..3100000000 <b>commit 31</b>'
expect 2 "$BDRIVER" history report
has err 'give -o DIR'
expect 0 "$BDRIVER" history report -o pages
has out 'Pages: pages/index.html'
[ "$(ls pages/data | wc -l)" = 22 ] || bad "data: $(ls pages/data)"
# A benchmark's file has some 40 bytes a night; no text of a log is HTML.
[ "$(wc -c <pages/data/0-3.js)" -lt 4000 ] || bad "large: $(wc -c pages/data/0-3.js)"
! grep -q '<' pages/data/*.js || bad 'HTML in the data'
! grep -qE '(src|href)="?(https?:)?//' pages/index.html || bad 'the page loads something'
# Again, over the earlier pages; never over something else.
cksum pages/data/* pages/*.* >first
expect 0 "$BDRIVER" history report -q -o pages
cksum pages/data/* pages/*.* | diff first - || bad 'not the same pages'
mkdir other
touch other/file
expect 2 "$BDRIVER" history report -o other
has err 'other is there and holds no pages of a history'

long_from_here
command -v chromium >/dev/null || skip 'no chromium: the pages were not opened'
expect 0 python3 "$BD_SOURCE/tests/browser/history.py" pages
finish
