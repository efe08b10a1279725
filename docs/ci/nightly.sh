#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# nightly.sh: builds the commit that is checked out, measures it beside the build of last night, keeps
# the logs in the history, and prints the morning screen. Exit code 1: an event is new or due, or a
# benchmark regressed beside the build of last night, whose comparison it then prints as well.
# From cron, which mails what a job prints:
#	17 2 * * * cd /srv/project && git pull -q && bash nightly.sh || true
set -euo pipefail
export BDRIVER_HISTORY=${BDRIVER_HISTORY:-history}

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release >build.txt
cmake --build build >>build.txt || { cat build.txt; exit 2; }
if [ ! -d last-night ]; then
	cp -a build last-night
	echo 'The first night: from the next one on, each is measured beside the one before.'
	exit 0
fi
rm -rf night
code=0
bdriver run --profile nightly --new build --before last-night -o night -q >compare.txt || code=$?
# 0 and 1 are results, 3: some benchmarks could not be measured, 5: nothing was decided.
case $code in 0 | 1 | 3 | 5) ;; *) exit $code ;; esac
bdriver history add night >added.txt
rm -rf last-night
cp -a build last-night
morning=0
bdriver history || morning=$?
# The history judges it once another night bears it out.
[ $code = 1 ] || exit $morning
cat compare.txt
exit 1
