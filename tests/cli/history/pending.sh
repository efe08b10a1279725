#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The morning after: what the last night called beside the build of the night before is neither new
# nor nothing. The next night decides.
. "$BD_SOURCE/tests/cli/lib.sh"
export COLUMNS=200

# night NUMBER BEFORE NOW: its two logs; benchmark b3 takes so much longer in each build.
night() {
	mkdir "night$1"
	for build in before new; do
		factor=$3
		[ $build = new ] || factor=$2
		awk -v night="$1" -v build=$build -v factor="$factor" '
		function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
		BEGIN {
			state = 7919 * night + (build == "new")
			printf "# bdriver-log: 1\n# session: s%d\n# host: h\n# build: %s\n# started: 2025-01-%02dT02:00:00Z\n", night, build, night
			print "suite,benchmark,build,round,position,status,iterations,code_fingerprint,samples"
			for (i = 1; i <= 12; i++)
				for (k = 1; k <= 10; k++) {
					ns = (1000 + 7 * i) * (i == 3 ? factor : 1) * (1 + .004 * uniform())
					printf "s,b%d,%s,%d,%d,ok,10,c%d,\"%.3f %.3f %.3f\"\n", i, build, k, k % 2 + 1,
						i * (i == 3 ? factor : 1) * 100, ns, ns * 1.01, ns * 1.02
				}
			print "# end: 120"
		}' >"night$1/$build.log"
	done
	expect 0 "$BDRIVER" history add -q "night$1"
}

for n in 1 2 3 4 5 6 7; do
	night $n 1 1
done
expect 0 "$BDRIVER" history
has out 'Nothing is new.'
hasnt out 'not yet judged'

testcase 'a rise in the last night alone is undecided, on the screen and on the pages'
night 8 1 1.06
expect 5 "$BDRIVER" history
grep -qE '^not yet judged: b3 \+[56]\.[0-9]+ % beside the build of the night before; the next night decides$' out || bad "$(cat out)"
hasnt out 'Nothing is new'
expect 0 "$BDRIVER" history report -o pages
has pages/data/index.js '"pending":"b3 +'

testcase 'the night that bears it out makes it an event; no rise is pending then'
night 9 1.06 1.06
expect 1 "$BDRIVER" history
hasnt out 'not yet judged'
has out 'E20250108'
expect 0 "$BDRIVER" history accept E20250108 -m meant
expect 0 "$BDRIVER" history

testcase 'a fall is named and fails nothing'
night 10 1.06 1
expect 0 "$BDRIVER" history
has out 'not yet judged: b3 -'
hasnt out 'Nothing is new'

testcase 'a kept log that is lost costs the line'
rm -r history/logs
expect 0 "$BDRIVER" history
has err 'warning'
hasnt out 'not yet judged'
finish
