#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that benchmarks read: a changed run counts those that it does not compare, and compares inputs.
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
for build in old new; do
	mkdir $build
	cp "$BD_BUILD/tests/fakes/reads" $build/suite
done
echo 1 2 3 >old/numbers
echo 1 2 4 >new/numbers
quick=(--launch-time 1ms --samples 3 --iterations 2 -r 3)
notice='; 1 of these reads files, which are not compared'

# changed OUT [BENCH...]: a run of what changed. That something moved is none of its matters.
changed() {
	local out=$1 code=0
	shift
	"$BDRIVER" run --old old --new new -o "$out" --changed "${quick[@]}" "$@" \
		>out 2>err </dev/null || code=$?
	case $code in 0 | 1 | 3) ;; *) bad "exit code $code: $(cat err)" ;; esac
}

# Nothing but the file is changed, and only one of the benchmarks reads it.
changed a
grep -q "^2 benchmarks, all with the same code: .*$notice\$" err || bad "first: $(cat err)"
changed b Adds
grep -q '^1 benchmark, all with the same code: ' err || bad "only Adds: $(cat err)"
hasnt err 'not compared'

# With inputs, the file belongs to the code of the benchmark that reads it, and only to that.
printf '[suite suite]\npath = suite\ninputs = num*\n' >bdriver.ini
changed c
grep -q '^2 benchmarks: 1 with changed code, 1 with the same ' err || bad "inputs: $(cat err)"
hasnt err 'not compared'
changed d Reads
grep -q '^1 benchmark: 1 with changed code, ' err || bad "only Reads: $(cat err)"
cp old/numbers new/numbers
changed e
grep -q '^2 benchmarks, all with the same code: ' err || bad "same file: $(cat err)"
hasnt err 'not compared'

# Names count, and so does which file has which content.
echo 1 >new/numbers2
changed f
has err '1 with changed code'
echo 1 >old/numbers3
changed g
has err '1 with changed code'

# The name of a build's folder is no glob.
cp -r old 'o[l]d*\'
cp -r new 'n?w'
for path in suite 'su[i]te'; do
	printf '[suite suite]\npath = %s\ninputs = num*\n' "$path" >bdriver.ini
	"$BDRIVER" run --old 'o[l]d*\' --new 'n?w' -o "globs-$path" --changed "${quick[@]}" >out 2>err || :
	has err '1 with changed code'
done

# Without builds, a glob is relative to the folder of the configuration; absolute ones stay.
mkdir ini
printf '[suite suite]\npath = ../old/suite\ninputs = "%s/old/num*" ../new/*s\n' "$PWD" >ini/bdriver.ini
expect 0 "$BDRIVER" run -c ini/bdriver.ini -o h.log "${quick[@]}"

printf '[suite suite]\npath = suite\ninputs = num* none*\n' >bdriver.ini
expect 2 "$BDRIVER" run --old old --new new -o i "${quick[@]}"
has err "bdriver.ini:1: suite suite: no file matches $PWD/old/none*; correct inputs, or make the files"
mkdir old/none1
expect 2 "$BDRIVER" run --old old --new new -o j "${quick[@]}"
has err "bdriver.ini:1: suite suite: $PWD/old/none1 is no file; write FOLDER/* for the files of a folder"

finish
