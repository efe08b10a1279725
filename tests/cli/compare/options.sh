#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver compare: options, exit codes and errors.
. "$BD_SOURCE/tests/cli/lib.sh"
old=old.log
new=new.log
cp "$BD_SOURCE/tests/data/compare_old.log" $old
cp "$BD_SOURCE/tests/data/compare_new.log" $new

testcase 'the folder of a paired run stands for its two logs'
mkdir folder
cp $old folder/old.log
cp $new folder/new.log
expect 1 "$BDRIVER" compare folder
has out 'folder/old.log,'
expect 2 "$BDRIVER" compare $old
has err "$old is not the folder of a paired run"
gzip folder/*.log
expect 1 "$BDRIVER" compare folder
has out 'folder/old.log.gz,'
expect 2 "$BDRIVER" compare folder folder
has err 'or a log of each run, as in bdriver compare folder/new.log folder/new.log'
expect 2 "$BDRIVER" compare $old folder
has err "as in bdriver compare folder/new.log $old"
gunzip folder/*.gz
for name in old new; do
	mv folder/$name.log folder/$name.log.part
done
for words in 'compare folder' 'compare folder/old.log folder/new.log' 'report folder --force' \
	'report folder/new.log --force' 'show folder' 'show folder/new.log'; do
	# shellcheck disable=SC2086
	"$BDRIVER" $words >out 2>err || [ $? = 1 ] || bad "$words: $(cat err)"
	has err 'its run was interrupted'
done
expect 2 "$BDRIVER" show folder --format json
has err 'folder is a folder: name one log, as folder/new.log.part'
rm folder/old.log.part
expect 2 "$BDRIVER" compare folder
has err 'folder: has no old.log and new.log'
expect 2 "$BDRIVER" explain folder
has err 'folder is not the folder of a run with --old and --new'
rm -r folder

testcase 'exit codes: 1 for what --fail-on names, 0 for the same log twice'
expect 0 "$BDRIVER" compare $old $old
has out '9 unchanged'
expect 1 "$BDRIVER" compare $old $new
expect 0 "$BDRIVER" compare $old $new --fail-on never
expect 1 "$BDRIVER" compare $old $new --fail-on missing
expect 1 "$BDRIVER" compare $old $new -s classic_O2 -f '^Sieve' --fail-on missing
expect 0 "$BDRIVER" compare $old $new -f Ackermann --fail-on missing
expect 1 "$BDRIVER" compare $old $new -f Ackermann
expect 0 "$BDRIVER" compare $old $new -f NQueens
expect 1 "$BDRIVER" compare $old $new -f NQueens --fail-on change
expect 0 "$BDRIVER" compare $old $new -f Fannkuch --fail-on change

testcase 'thresholds: of the command line, of the configuration, of one benchmark'
expect 0 "$BDRIVER" compare $old $new -f Ackermann --threshold 20%
printf '[compare]\nthreshold = 20%%\nthreshold.Ackerm* = 1%%\n' >bdriver.ini
expect 1 "$BDRIVER" compare $old $new -f Ackermann
expect 0 "$BDRIVER" compare $old $new -f NQueens --fail-on change
expect 1 "$BDRIVER" compare $old $new -f NQueens --fail-on change --threshold 1
rm bdriver.ini

testcase '-v, -q and --color choose what is shown'
expect 1 "$BDRIVER" compare $old $new -v
has out SpectralNorm
expect 1 "$BDRIVER" compare $old $new -q
hasnt out buildbox
hasnt out MergeSort
has out Ackermann
has out Deflate
expect 1 "$BDRIVER" compare $old $new --color always
has out "$(printf '\033[31m2 regressed')"
NO_COLOR=1 expect 1 "$BDRIVER" compare $old $new
hasnt out "$(printf '\033')"

testcase 'a share is at most all; a change may be more'
expect 2 "$BDRIVER" compare $old $new --fdr 150%
has err "--fdr: '150%' is out of range: at most 100%"
expect 1 "$BDRIVER" compare $old $new --fdr 100%
expect 0 "$BDRIVER" compare $old $new --threshold 150% --fail-on regression -f Ackermann

testcase 'suites of other names are mapped'
sed 's/classic_O2/classic_O0/g' $old >o0.log
COLUMNS=200 expect 1 "$BDRIVER" compare o0.log $new --map-suite classic_O0=classic_O2 -s classic_O2
has out 'suite classic_O0 against classic_O2'
has out Ackermann
hasnt out 'was renamed'
expect 1 "$BDRIVER" compare o0.log $new
has out '! Add --map-suite classic_O0=classic_O2 if that suite was renamed: both have '
expect 2 "$BDRIVER" compare o0.log $new --map-suite classic_O1=classic_O2
has err '--map-suite classic_O1=classic_O2: the suites of o0.log are classic_O0, zlib_O2'
expect 2 "$BDRIVER" compare o0.log $new --map-suite classic_O0
has err 'OLD=NEW'

testcase 'errors: one sentence, nothing on standard output'
for words in "$old" "$old missing.log" "$old $new x" "$old $new --rule what" \
	"$old $new --threshold much" "$old $new -f nothing" "$old $new -s nothing" \
	"$old $new -t tag" "$old $new -f [" "$old /dev/null" "$old ."; do
	# shellcheck disable=SC2086
	expect 2 "$BDRIVER" compare $words
	[ -s out ] && bad "standard output is not empty: $words"
	[ "$(wc -l <err)" = 1 ] || bad "not one line of error: $words"
done
expect 4 "$BDRIVER" compare $old $new -o /nowhere/x
if [ -w /dev/full ]; then
	expect 4 "$BDRIVER" compare $old $new -o /dev/full
	"$BDRIVER" compare $old $new >/dev/full 2>err
	[ $? = 4 ] || bad "a full disk behind standard output is not told"
fi

testcase '--require-resolution gives exit code 5, but a regression comes first'
expect 0 "$BDRIVER" compare $old $new --fail-on never --require-resolution 2%:80%
expect 5 "$BDRIVER" compare $old $new --fail-on never --require-resolution 2%:99%
has err 'bdriver: a change of 2 % is detectable in 6 of 7 benchmarks; --require-resolution asks for 99 % of them'
has out 'Resolution: a change of'
expect 1 "$BDRIVER" compare $old $new --require-resolution 2%:99%
expect 5 "$BDRIVER" compare $old $new --fail-on never --rule judge --require-resolution 50%:10%
for wrong in 10% 10%: :80% 0%:80% 10%:0% 10%:120% x:y; do
	expect 2 "$BDRIVER" compare $old $new --require-resolution $wrong
	has err 'CHANGE:SHARE'
done

testcase '--require-bound gives exit code 5, and says what would reach the bound'
expect 0 "$BDRIVER" compare $old $new --fail-on never --format json
bound=$(jq -e '.summary.worst_case.slower_by_at_most' out) || bad "no bound: $bound"
jq -e '.summary.worst_case | .benchmark != null and .without_bound >= 0' out >/dev/null || bad 'worst case'
expect 0 "$BDRIVER" compare $old $new --fail-on never
has out 'With 95 % confidence no benchmark is slower by more than'
expect 5 "$BDRIVER" compare $old $new --fail-on never --require-bound 0.01%
has err '--require-bound 0.01 % is not reached'
expect 5 "$BDRIVER" compare $old $new --fail-on never --require-bound 50% --rule judge
has err '--require-bound 50 % is not reached: no benchmark has a bound'
expect 2 "$BDRIVER" compare $old $new --require-bound much

testcase '--by prints the mean of each suite, or tag'
expect 0 "$BDRIVER" compare $old $new --fail-on never --by suite
has out 'suite '
expect 0 "$BDRIVER" compare $old $new --fail-on never --by suite --format json
jq -e '.summary.groups | length >= 1 and all(.geometric_mean > 0)' out >/dev/null || bad 'groups'
expect 0 "$BDRIVER" compare $old $new --fail-on never --by tag --format json
jq -e '.summary.groups == []' out >/dev/null || bad 'tags of a log that has none'

testcase 'several logs a side join as launches'
expect 1 "$BDRIVER" compare $old $new --old $old --new $new
has out '16 launches each'
has out 'rule  paired, '
expect 1 "$BDRIVER" compare $old $new --new $new --rule unpaired
has out '8 launches each'
has out '16 launches each'
expect 2 "$BDRIVER" compare $old $new --old missing.log
has err 'missing.log'

testcase 'logs that were cut short: compared with a warning'
head -n 60 $new | head -c -40 >cut.log
expect 1 "$BDRIVER" compare $old cut.log
has out 'new log is incomplete'

testcase "both logs are read at the same time: the old one's fault is reported, whichever comes first"
yes '{' | head -c 300000 >deep.json
for words in 'missing.log deep.json' 'deep.json missing.log'; do
	# shellcheck disable=SC2086
	expect 2 "$BDRIVER" compare $words
	[ "$(wc -l <err)" = 1 ] || bad "more than one error: $(cat err)"
	has err "${words% *}: "
done

testcase 'a log that gzip made, and one that was cut short'
gzip -nc "$old" >old.log.gz
head -c 500 old.log.gz >cut.log.gz
"$BDRIVER" compare "$old" $new >plain
expect 1 "$BDRIVER" compare old.log.gz $new
sed 's/old.log.gz/old.log/' out | cmp -s - <(sed "s|$old|old.log|" plain) || bad "another result: $(cat out)"
expect 2 "$BDRIVER" compare cut.log.gz $new
has err 'cut.log.gz: cannot be read: it is damaged or cut short; restore it from a copy, or leave it out'
expect 2 "$BDRIVER" run -s "$BD_BUILD/suites/csv_O2" -o nightly.log.zst
has err 'bdriver writes no zstd'

testcase 'swapped logs are the mirror image'
column() {
	tail -n +2 out | cut -d, -f1-3 | sort
}
expect 1 "$BDRIVER" compare $old $new --format csv
column | sed 's/regressed/tmp/; s/improved/regressed/; s/tmp/improved/;
	s/added/tmp/; s/removed/added/; s/tmp/removed/' >mirror
expect 1 "$BDRIVER" compare $new $old --format csv
column | diff mirror - || bad "not the mirror image"
finish
