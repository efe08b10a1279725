# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
# What the tests of runs on a pool share; sourced after tests/cli/lib.sh, in the test's folder.
#	suites                two suites in old/ and new/, as the build made them
#	gated_suites          the same, behind a gate: while closed.SUITE is there, no launch begins
#	trees, words          arrays: options and benchmarks of the run ./local and of all others
#	locally               measures ./local
#	keys LOG              of each row
#	whole FOLDER          both logs have the rows of ./local, and are compared as paired
#	begin FOLDER OPTION...  a run in the background: $pid, err_FOLDER; with the options in `engine`
#	again FOLDER          resumes it, in the same way
#	end FOLDER CODE...    its exit code is one of these
#	tries FOLDER PATTERN  has such an attempt begun, and brought no part?
#	parts FOLDER N        are there N parts?
#	says FOLDER TEXT      has the run said it?
words=('Sieve/*' 'HeapSort/*' 'ParseChunks/*')
trees=(--old old --new new -r 2 --samples 3 --seed 5 --launch-time 1ms --timeout 10m
	--repeat-disturbed 0% --repeat-alone 0%)
engine=()

suites() {
	mkdir -p old new
	cp "$BD_BUILD/suites/classic_O2" old/classic
	cp "$BD_BUILD/suites/classic_Os" new/classic
	cp "$BD_BUILD/suites/csv_O2" old/csv
	cp "$BD_BUILD/suites/csv_Os" new/csv
}

gated_suites() {
	local build name
	suites
	for name in classic csv; do
		for build in old new; do
			mv $build/$name $build/$name.real
			cat >$build/$name <<-GATE
				#!/bin/sh
				case "\$*" in *--list*) ;; *)
					while [ -e '$PWD/closed.$name' ]; do sleep 0.05; done ;;
				esac
				exec '$PWD/$build/$name.real' "\$@"
			GATE
			chmod +x $build/$name
		done
		printf '[suite %s]\npath = %s\n' $name $name
	done >bdriver.ini
}

locally() {
	local code=0
	"$BDRIVER" run "${trees[@]}" -o local -q "${words[@]}" >printed 2>err </dev/null || code=$?
	[ "$code" -le 1 ] || bad "local: exit code $code: $(cat err)"
}

keys() {
	cells "$1" suite benchmark build stage round attempt | sort
}

whole() {
	local log
	for log in old new; do
		diff <(keys "local/$log.log") <(keys "$1/$log.log") >differ ||
			bad "$1/$log.log differs from a local run: $(head -5 differ)"
	done
	"$BDRIVER" compare "$1/old.log" "$1/new.log" >compared 2>&1
	has compared 'rule  paired'
}

begin() {
	local folder=$1
	shift
	set -m
	"$BDRIVER" run "${trees[@]}" "${engine[@]}" "$@" -o "$folder" "${words[@]}" >"printed_$folder" 2>"err_$folder" </dev/null &
	pid=$!
	set +m
}

again() {
	set -m
	"$BDRIVER" run --resume "$1" >"printed_$1" 2>"err_$1" </dev/null &
	pid=$!
	set +m
}

end() {
	local folder=$1 code=0
	shift
	wait "$pid" || code=$?
	[[ " $* " == *" $code "* ]] || bad "$folder: exit code $code: $(tail -20 "err_$folder")"
}

tries() {
	compgen -G "$1/pool/part/$2.try" >/dev/null
}

parts() {
	[ "$(find "$1/pool/done" -name '*.log' 2>/dev/null | wc -l)" -ge "$2" ]
}

says() {
	grep -sqF -- "$2" "err_$1"
}
