#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is planned, launched and written, launch by launch, where launches take no time and a clock of
# their own goes on (tests/simulated). Of each case golden/plans has the exit code, how many launches
# and rows it had, and digests of the launches, the rows, and of what was said. BD_PLANS=FOLDER keeps
# all of that there: compare the folders of two versions with diff -r.
# slow: fifty runs
. "$BD_SOURCE/tests/cli/lib.sh"
program=$BD_BUILD/tests/simulated
kept=${BD_PLANS:-$PWD/kept}
mkdir -p "$kept" here
unset BDRIVER_REPEAT_DISTURBED BDRIVER_REPEAT_ALONE SLURMD_NODENAME
: >digests

# suite PATH NAME...: a program that lists these; with turns as our harness has them
suite() {
	local path=$1 name
	shift
	{
		printf '#!/bin/sh\ncat <<END\n{"schema": "bdriver-list-1", "suites": [{"name": "x", "path": "x",'
		printf ' "turns": true, "benchmarks": ['
		for name; do printf '%s{"name": "%s"}' "$([ "$name" = "$1" ] || echo ,)" "$name"; done
		printf ']}]}\nEND\n'
	} >"$path"
	chmod +x "$path"
}
# gbench PATH NAME...
gbench() {
	local path=$1
	shift
	printf '#!/bin/sh\ncase "$*" in *^\\$*) exit;; esac\nprintf "%%s\\n" %s\n' "$*" >"$path"
	chmod +x "$path"
}
# Rows and some of the metadata, without what depends on the machine.
rows_of() {
	awk -F, -v want='suite benchmark build stage round attempt position worker status detail iterations
		tuned_iterations setup_ns wall_ns cpu_ns run_delay_ns leftover disturbed turn_ns settle_ns
		turn_samples samples' '
		FNR == 1 { print FILENAME; n = split(want, w, " "); columns = 0 }
		/^# (spent_ns|disturbed|repeated|core_shared|parallel_bias|layout|interleave|extended|shard|end:|not_)/
		/^#/ { next }
		!columns { columns = 1; delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ for (i = 1; i <= n; i++) printf "%s ", $at[w[i]]; print "" }' "$@"
}
# run_case NAME OPTION...: with $variables; again=1: in the folder of the case before
run_case() {
	local name=$1 code=0 into=$kept/$1
	shift
	[ -n "${again:-}" ] || rm -rf here/out* here/*.tuned
	rm -rf "$into"
	mkdir -p "$into"
	(cd here && env SIMULATED_TRACE="$into/launches" "${variables[@]}" "$program" "$@" \
		>"$into/out" 2>"$into/err" </dev/null) || code=$?
	touch "$into/launches"
	sed -i "s|$PWD/here|.|g; s|^\./||" "$into/launches" "$into/err"
	(cd here && shopt -s nullglob && set -- out out.log out*.part out/*.log out/*.part && rm -f out.err &&
		for log; do [ -f "$log" ] && rows_of "$log"; done) >"$into/rows"
	# What depends on the machine, and the table of a comparison, which has tests of its own.
	grep -vE 'personality|tmpfs|workers? (share|on 1 core)|without /proc' "$into/err" >"$into/said"
	case " $* " in *" --dry-run "* | " doctor "* | " fit "*) cat "$into/out" >>"$into/said" ;; esac
	rm "$into/out" "$into/err"
	(cd "$into" && wc -l launches rows && sha256sum launches rows said) |
		awk -v name="$name" -v code=$code '
			$2 == "total" { next } NR < 3 { count[$2] = $1; next } { sum[$2] = substr($1, 1, 12) }
			END { printf "%-16s exit %d, %d launches %s, %d rows %s, said %s\n", name, code,
				count["launches"], sum["launches"], count["rows"], sum["rows"], sum["said"] }' >>digests
}
variables=()

mkdir here/{old,new,third,few_old,few_new,heavy_old,heavy_new}
all=(Plain/1 Plain/64 Slower Faster Noisy Wild/1 Settles Cold Busy Fails Flaky Skips Setup)
for build in old new third; do
	suite here/$build/first "${all[@]}"
	suite here/$build/second Long Plain/8 Noisy/2 Crash
done
suite here/new/second Long Plain/8 Noisy/2 Added
suite here/few_old/first Plain/1 Noisy Settles
suite here/few_new/first Plain/1 Noisy Settles
for build in old new; do
	gbench here/heavy_$build/heavy G/1 G/2 G/3 G/4 Slower/real_time Noisy/1 Flaky/1 Crash/1 G/5 G/6 Setup/1 G/8
done
printf '[suite first]\npath = first\n[suite second]\npath = second\n' >here/bdriver.ini
printf '[suite heavy]\npath = heavy\nadapter = gbench\nretries = 1\n' >here/heavy.ini
printf '[suite first]\npath = first\nserial = yes\nretries = 2\n[suite second]\npath = second\n' >here/serial.ini
both=(--old old --new new --seed 7)
few=(--old few_old --new few_new --seed 3)
plain=(-s old/first --seed 5)

run_case plain run "${plain[@]}" -j 1 -r 3 -o out
run_case plain_workers run "${plain[@]}" -j 2 -r 6 -o out
run_case plain_dry run "${plain[@]}" -j 2 -r 4 --dry-run
run_case plain_budget run "${plain[@]}" -j 1 --budget 20s -o out
run_case plain_iterations run "${plain[@]}" -j 1 -r 2 --iterations 50 --samples 7 -o out
run_case plain_alone run "${plain[@]}" -j 2 -r 10 --repeat-alone 50% --repeat-disturbed 50% -o out
run_case paired run "${both[@]}" -j 1 -r 3 -o out
run_case paired_tuned run "${both[@]}" -j 1 -r 2 -f Plain --no-wait -o out
again=1 run_case paired_again run "${both[@]}" -j 1 -r 2 -f Plain --force -o out
run_case paired_dry run "${both[@]}" -j 1 --dry-run
run_case paired_workers run "${both[@]}" -j 2 -r 4 -v -o out
run_case paired_serial run "${both[@]}" -j 2 -r 3 -c serial.ini -o out
run_case paired_long run "${both[@]}" -j 1 -r 3 --interleave long -o out
run_case paired_in_turn run "${both[@]}" -j 1 -r 3 --interleave no --layout random -o out
run_case paired_repeat run "${both[@]}" -j 1 -r 8 -f 'Busy|Plain' --repeat-disturbed 50% -o out
run_case adaptive run "${few[@]}" -j 1 --adaptive -o out
run_case default_rounds run "${few[@]}" -j 1 -o out
run_case budget run "${both[@]}" -j 1 --budget 45s -o out
run_case budget_small run "${both[@]}" -j 2 --budget 8s -o out
run_case budget_late run "${both[@]}" -j 1 -f 'Plain|Slower|Faster|Settles|Busy|Setup' --budget 10s -o out
[ "$(grep -c Setup here/out/new.log)" -ge 2 ] || bad "what the trial rounds deferred never has its turn"
run_case smoke run "${both[@]}" -j 1 --profile smoke -o out
run_case builds run --build a=old --build b=new --build c=third --seed 2 -j 1 -r 6 -o out
run_case builds_adaptive run --build a=few_old --build b=few_new --build c=few_old --seed 2 -j 1 --adaptive -o out
run_case anchor run --new new --anchor old --seed 4 -j 1 -r 3 -o out
run_case shard run "${both[@]}" -j 1 -r 2 --shard 2/3 -o out
run_case group run --old heavy_old --new heavy_new -c heavy.ini --seed 1 -j 1 -r 4 -o out
run_case group_wish run --old heavy_old --new heavy_new -c heavy.ini --seed 1 -j 2 -r 3 --group 3 -o out
run_case group_no run --old heavy_old --new heavy_new -c heavy.ini --seed 1 -j 1 -r 2 --group no -o out
run_case group_plain run -s heavy_old/heavy --adapter gbench --seed 1 -j 1 -r 4 -o out
run_case group_budget run --old heavy_old --new heavy_new -c heavy.ini --seed 1 -j 1 --budget 60s -o out
run_case fit fit "${plain[@]}" -j 1 -o out.log
run_case doctor doctor "${plain[@]}" -j 2 --skip-check counts -o out.log

# resume NAME STOP OPTION...: interrupted, and then to its end
with=
resume() {
	local name=$1 stop=$2
	shift 2
	variables=(SIMULATED_STOP="$stop")
	run_case "${name}_$stop" "$@"
	variables=()
	again=1 run_case "${name}_$stop.on" run --resume out $with
}
resume plain 7 run "${plain[@]}" -j 2 -r 4 -o out
resume paired 3 run "${both[@]}" -j 1 -r 3 -o out
resume paired '61!' run "${both[@]}" -j 2 -r 4 -o out
resume adaptive 40 run "${few[@]}" -j 1 --adaptive -o out
resume budget 100 run "${both[@]}" -j 1 --budget 60s -o out
resume smoke 500 run "${both[@]}" -j 1 --profile smoke -o out
with='-c heavy.ini'
resume group 9 run --old heavy_old --new heavy_new -c heavy.ini --seed 1 -j 1 -r 4 -o out
again=1 run_case extended run --resume out --rounds 6 $with
mixed=$(cells here/out/new.log benchmark status settle_ns | grep ' ok ' | sort -u | cut -d' ' -f1 | uniq -d)
[ -z "$mixed" ] || bad "measured by CPU time and by what passed: $mixed"
printf '[suite heavy]\npath = heavy\nadapter = gbench\n' >here/costly.ini
with='-c costly.ini'
resume costly 5 run --old heavy_old --new heavy_new -c costly.ini --group no --seed 1 -j 1 -r 3 Setup/1 -o out
! grep 'benchmark_repetitions=[2-9]' "$kept/costly_5.on/launches" || bad 'a resumed run pays the set-up of each sample'
with=

# Programs whose code is compared: controls, and what does not execute the change.
if [ "$(uname -m)" = x86_64 ] && ! grep -q '^BD_SANITIZE:BOOL=ON' "$BD_BUILD/CMakeCache.txt"; then
	mkdir here/code_{old,new,same}
	cp "$BD_BUILD/tests/same/same_O2_1" here/code_old/suite
	cp "$BD_BUILD/tests/same/same_O2_2" here/code_new/suite
	cp "$BD_BUILD/tests/same/same_O2_1" here/code_same/suite
	cp "$BD_BUILD/tests/fakes/hangs" here/code_old/
	cp "$BD_BUILD/tests/fakes/hangs" here/code_same/
	rm here/bdriver.ini
	code=(--old code_old --new code_new --seed 6 -j 1)
	run_case changed run "${code[@]}" --changed -r 6 --launch-time 20ms -o out
	# Few changed ones could have the rounds of both stages: who is decided has no more.
	printf '[profile few]\nrounds = 12\nlaunch_time = 10ms\nstage2_rounds = 4\nchanged = yes\n' >here/few.ini
	run_case changed_few run "${code[@]}" -c few.ini --profile few --controls 2 -o out
	rounds=$(cells here/out/new.log benchmark | sort | uniq -c | awk '{ print $1 }' | sort -n | uniq | paste -sd ' ')
	[ "$rounds" = 6 ] || bad "rounds of few changed ones that are decided: $rounds"
	run_case changed_smoke run "${code[@]}" --profile smoke -o out
	run_case controls run --old code_old --new code_same --seed 6 -j 1 --profile smoke --timeout 1h -o out
	run_case limits run --old code_old --new code_same --seed 6 -j 1 --all --budget 30s --timeout 1h -o out
	resume controls 30 run --old code_old --new code_same --seed 6 -j 2 --profile smoke --timeout 1h -o out
else
	grep -E '^(changed|controls|limits)' "$test_home/golden/plans" >>digests
fi
golden plans digests
finish
