#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# calibrate: the same build on both sides; what it learns stands beside the logs and in compare.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
suite=$BD_BUILD/suites/classic_O2
quick=(--launch-time 1ms --samples 3 -q -j 1)

expect 0 "$BDRIVER" calibrate "$suite" -f '^Sieve' -o a "${quick[@]}"
has out '2 benchmarks, the same build on both sides, 1 worker'
has out 'Smallest change seen in 8 rounds'
has out 'Smallest change seen in 20 rounds'
has bdriver.calibration '# bdriver-calibration: 1'
[ "$(grep -c 'Sieve/' bdriver.calibration)" = 2 ] || bad "rows: $(cat bdriver.calibration)"
[ -e a/old.log ] && [ -e a/new.log ] || bad "logs: $(ls a)"
awk -F '\t' 'NR == 2 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	NR > 2 && !($at["noise"] > 0 && $at["smallest_8"] > 0 && $at["smallest_20"] > 0 && $at["rounds"] == 20) { print }
	' bdriver.calibration >odd
[ ! -s odd ] || bad "numbers: $(cat odd)"

expect 0 "$BDRIVER" calibrate "$suite" -f 'HeapSort/1000' -o b -r 8 "${quick[@]}"
hasnt out 'seen in 20 rounds'
[ "$(grep -c 'Sieve/' bdriver.calibration)" = 2 ] || bad 'the first ones are gone'
[ "$(grep -c 'HeapSort/' bdriver.calibration)" = 1 ] || bad 'the second one is missing'

# A paired run beside it is told.
mkdir tree
cp "$suite" tree/classic_O2
"$BDRIVER" run --old tree --new tree -o c 'Sieve/*' -r 4 --launch-time 1ms --samples 3 -j 1 >printed 2>err
"$BDRIVER" compare c -v >all 2>err
has all 'Calibrated (bdriver calibrate) are 2 of 2 benchmarks'
"$BDRIVER" compare c/old.log c/new.log >compared
diff printed compared || bad 'compare prints something else'

expect 2 "$BDRIVER" calibrate nosuchsuite -o d
expect 2 "$BDRIVER" calibrate "$suite" -f '^Sieve' -o a "${quick[@]}"
has err 'exists already'
finish
