#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver run from command line to log, on a suite that works.
. "$BD_SOURCE/tests/cli/lib.sh"
suite=$BD_BUILD/suites/classic_O2
small=(-s "$suite" 'Sieve/*' --launch-time 1ms --samples 5)

# rows LOG: the rows without what differs from run to run

expect 0 "$BDRIVER" run "${small[@]}" -r 3 --seed 7 -o x.log
has out 'Log: x.log'
has out 'Next: bdriver report x.log'
hasnt out OLDER
has err 'Kept for later runs: the tuned iterations, in bdriver.tuned'
[ ! -e x.log.part ] || bad "x.log.part is left"
[ "$(rows x.log | wc -l)" = 6 ] || bad "not 6 rows"
[ "$(rows x.log | cut -d, -f10 | sort -u)" = ok ] || bad "not all are ok"
has x.log '# seed: 7'
has x.log '# suite.classic_O2.path: '
[ "$(tail -n 1 x.log)" = '# end: 6' ] || bad "the last line is not '# end: 6'"

# The first launch tunes, all others and all later runs take its iterations.
[ "$(rows x.log | grep Sieve/10000'"' | cut -d, -f12 | sort -u | wc -l)" = 1 ] ||
	bad "iterations differ between launches of a benchmark"
[ "$(rows x.log | awk -F, '$13 != ""' | wc -l)" = 2 ] || bad "not each benchmark tuned once"
[ -s bdriver.tuned ] || bad "no bdriver.tuned"
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -o y.log
has out 'Next: bdriver report y.log, or bdriver compare OLDER.log y.log'
hasnt err 'Kept for later'
[ "$(rows y.log | awk -F, '$13 != ""' | wc -l)" = 0 ] || bad "tuned although known"
expect 0 "$BDRIVER" run "${small[@]}" -r 1 --iterations 3 -o z.log
[ "$(rows z.log | cut -d, -f12 | sort -u)" = 3 ] || bad "--iterations is not obeyed"

# Nothing is overwritten unasked.
before=$(cksum <x.log)
expect 2 "$BDRIVER" run "${small[@]}" -r 1 -o x.log
has err '--force'
[ "$(cksum <x.log)" = "$before" ] || bad "x.log was changed"
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -o x.log --force
[ "$(tail -n 1 x.log)" = '# end: 2' ] || bad "--force did not replace the log"

mkdir folder
expect 2 "$BDRIVER" run "${small[@]}" -r 1 -o folder --force
has err 'not a regular file'
expect 3 "$BDRIVER" run -s "$BD_BUILD/tests/fakes/dies" Exit/1 -r 1 -o f.log
expect 3 "$BDRIVER" run -s "$BD_BUILD/tests/fakes/dies" Exit/1 -r 1 -o f.log --force
[ "$(grep -c '^== ' f.log.err)" = 1 ] || bad "--force left what was in f.log.err"

# The same seed, the same plan, but for its expected time; the plan is what is run.
"$BDRIVER" run "${small[@]}" -r 4 --seed 5 --dry-run | sed "s/; .*//" >plan1
"$BDRIVER" run "${small[@]}" -r 4 --seed 5 --dry-run | sed "s/; .*//" >plan2
"$BDRIVER" run "${small[@]}" -r 4 --seed 6 --dry-run | sed "s/; .*//" >plan3
cmp -s plan1 plan2 || bad "one seed, two plans"
has plan1 '8 launches'
expect 0 "$BDRIVER" run "${small[@]}" --budget 3s --dry-run -q
has out '; at most 3 s'
expect 0 "$BDRIVER" run "${small[@]}" -r 4 --seed 5 -j 1 -o p.log
diff <(tail -n +2 plan1 | sed 's,.*/Sieve,Sieve,') \
	<(rows p.log | cut -d, -f2 | tr -d '"') || bad "the run does not follow its plan"

# What selects nothing, and what cannot be.
expect 2 "$BDRIVER" run -s "$suite" NoSuchBenchmark -o n.log
[ ! -e n.log.part ] || bad "a log although nothing was selected"
expect 2 "$BDRIVER" run -s ./nosuch -o n.log
expect 2 "$BDRIVER" run "${small[@]}" -r 0 -o n.log
expect 2 "$BDRIVER" run "${small[@]}" --samples 201 -o n.log
has err "'201' is out of range: 1 to 200"
# What would make every launch fail.
expect 2 "$BDRIVER" run "${small[@]}" --launch-time 0 -o n.log
has err 'must be longer than 0'
expect 2 "$BDRIVER" run "${small[@]}" --launch-time 2h -o n.log
has err '--launch-time: must be at most'
expect 2 "$BDRIVER" run "${small[@]}" --iterations 1000000000001 -o n.log
has err 'out of range: 1 to 1000000000000'
expect 2 "$BDRIVER" run "${small[@]}" --timeout 900us -o n.log
has err '--timeout: must be at least 1 ms'
expect 2 "$BDRIVER" run "${small[@]}" --budget 0 -o n.log
has err 'longer than 0'
[ ! -e n.log.part ] || bad "a log although nothing can be measured so"
printf '[profile quick]\nrounds = 2\n' >profiles.ini
expect 2 "$BDRIVER" run "${small[@]}" -c profiles.ini --profile qiuck -o n.log
has err "there is no profile 'qiuck'; did you mean 'quick'?; known are: smoke, nightly, quick"
expect 2 "$BDRIVER" run "${small[@]}" --adaptive -o n.log
has err "are for several builds"
expect 4 "$BDRIVER" run "${small[@]}" -r 1 -o nosuch/n.log
has err nosuch/n.log.part
expect 4 "$BDRIVER" run "${small[@]}" -r 1 -o /proc/n.log
has err '/proc/n.log.part: cannot be created: No such file or directory; -o names another place'

# Quiet is quiet; -v tells each launch.
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -q -o q.log
[ ! -s out ] && [ ! -s err ] || bad "-q prints something"
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -v -o v.log
[ "$(grep -c 'round 1: ok' err)" = 2 ] || bad "-v does not tell each launch"

# Two workers: all is measured, each on a CPU of its own where there are two.
expect 0 "$BDRIVER" run "${small[@]}" -r 5 -j 2 -o w.log
[ "$(rows w.log | wc -l)" = 10 ] || bad "not 10 rows from two workers"
# A closed standard stream lends its place to no log.
"$BDRIVER" run "${small[@]}" -r 1 -q -o closed.log <&- >&- 2>&- || bad "without standard streams: exit code $?"
[ "$(tail -n 1 closed.log)" = '# end: 2' ] || bad "without standard streams: $(tail -n 1 closed.log)"
[ "$(rows closed.log | wc -l)" = 2 ] || bad "without standard streams: not 2 rows"
# A number of iterations that no tuner chooses would make each launch time out.
rm -f tuned.log bdriver.tuned
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -o tuned.log
sed -i -E 's/^[0-9]+\t/1000000000000\t/' bdriver.tuned
expect 0 "$BDRIVER" run "${small[@]}" -r 1 -o again.log
has err 'tuned again'
hasnt bdriver.tuned 1000000000000
# Two sections of one file are two suites.
printf '[suite one]\npath = %s\n[suite two]\npath = %s\n' "$BD_BUILD/suites/classic_O2" "$BD_BUILD/suites/classic_O2" >twice.ini
expect 0 "$BDRIVER" run -c twice.ini Ackermann/4 -r 1 --launch-time 1ms -j 1 -o twice.log
[ "$(cells twice.log suite | sort | tr '\n' ' ')" = 'one two ' ] || bad "two sections of a file: $(cells twice.log suite)"
finish
