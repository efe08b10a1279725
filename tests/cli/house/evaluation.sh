#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents show the committed results of tests/eval; a study fails if what it launches is
# missing.
# slow: it renders the documents, and starts each study.
set -u
# shellcheck source=/dev/null
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to make the tables"
export PYTHONDONTWRITEBYTECODE=1
eval=$BD_SOURCE/tests/eval
pages=$eval/pages
summary=$BD_SOURCE/docs/EVALUATION.md
render=$eval/lib/render.py

expect 0 python3 "$render" --check
[ ! -s out ] || cat out
expect 0 python3 "$eval/lib/bars.py" --check

# Each result is in a document. Each study has a page, and the summary links it.
for key in date machine command; do
	grep -L "^# $key: ." "$eval"/results/*.csv >lacking
	[ ! -s lacking ] || bad "these lack their line '# $key:': $(cat lacking)"
done
grep -ohE '<!-- (table|=) [^ >]+' "$pages"/*.md | sed 's/.* //' | sort -u >shown
(cd "$eval/results" && ls *.csv) | comm -23 - shown >lacking
[ ! -s lacking ] || bad "tests/eval/pages shows nothing of $(cat lacking)"
expect 0 "$eval/run"
declare -A sentences
while read -r name sentence; do
	sentences[$name]=$sentence
done <out
linked=$(<"$summary")
for study in "$eval"/studies/*; do
	name=${study##*/} name=${name%.*}
	[ -f "$pages/$name.md" ] || bad "there is no tests/eval/pages/$name.md"
	[[ $linked == *"(../tests/eval/pages/$name.md)"* ]] || bad "docs/EVALUATION.md does not link $name"
	compgen -G "$eval/results/$name[._]*" >/dev/null || bad "there are no results of $name"
	[[ ${sentences[$name]:-} =~ ^[A-Z0-9].*[.?]$ ]] || bad "tests/eval/run does not list $name with one sentence"
done
[ "$(wc -l <"$summary")" -lt 100 ] || bad "docs/EVALUATION.md is not a summary of one page"
! grep -n '<!--' "$summary" || bad "docs/EVALUATION.md has marks: edit tests/eval/EVALUATION.md.in"

# Each study that a document names exists.
while IFS=: read -r page command; do
	name=${command##* }
	[ -e "$eval/studies/$name.py" ] || [ -e "$eval/studies/$name.sh" ] ||
		bad "$page names a study that does not exist: $command"
done < <(cd "$BD_SOURCE" && grep -roE 'tests/eval/run( --as [^ ]+)? [a-z_]+' README.md CONTRIBUTING.md docs tests/eval/pages)

# A changed number is found, in a table and within a line. A mark that selects nothing is an error.
printf '<!-- table growth.csv -->\nold\n<!-- end -->\n' >one.md
printf 'It is <!-- = growth.csv\ncell={launches} -->1<!-- end -->.\n' >two.md # on two lines
for page in one.md two.md; do
	expect 1 python3 "$render" --check $page
	has err 'differs from the results'
	expect 0 python3 "$render" $page
	expect 0 python3 "$render" --check $page
	sed -i 's/growth.csv/& where=nonsense:1/' $page
	expect 1 python3 "$render" $page
	has err 'no column nonsense'
done
has one.md 'tests/eval/run growth'
printf '<!-- = torture.csv "cell={kills}" --><!-- end -->\n' >three.md
expect 1 python3 "$render" three.md
has err 'selects 3 rows'
sed -i 's/torture.csv/& rows=sum/' three.md
expect 0 python3 "$render" three.md
has three.md '>600<'

# A build folder with nothing but the program: each study that launches more says what is missing, and
# prints no figures. The others need only the program and a compiler. Python starts once for all.
mkdir empty said
ln -s "$BDRIVER" empty/bdriver
studies=()
for study in "$eval"/studies/*.py; do
	name=${study##*/} name=${name%.*}
	case $name in
	attempts | code_or_place | code_scale | counts_time | doctor_speed | edits | history_replay | history_scale | history_year | libcxx | peers_commands | placement | report_page | scale | smoke_edit | strangers | speed_compare | speed_formats | turns_agree) ;;
	*) studies+=("$study") ;;
	esac
done
[ ${#studies[@]} -gt 20 ] || bad "only ${#studies[@]} studies"
BDRIVER=$PWD/empty/bdriver BD_BUILD=$PWD/empty PYTHONPATH=$eval/lib PYTHONSAFEPATH=1 \
	python3 - "${studies[@]}" >codes <<'PY' || bad 'the studies were not started'
import csv, json, os, pathlib, random, runpy, statistics, subprocess, sys, tempfile
for path in sys.argv[1:]:
    name, child = pathlib.Path(path).stem, os.fork()
    if not child:
        for fd, ending in (1, "out"), (2, "err"):
            os.dup2(os.open(f"said/{name}.{ending}", os.O_CREAT | os.O_WRONLY), fd)
        sys.argv = [path]
        sys.exit(runpy.run_path(path, run_name="__main__") and 0)
    print(name, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
PY
while read -r name code; do
	[ "$code" = 1 ] || bad "$name: exit code $code: $(cat "said/$name.err")"
	has "said/$name.err" "$name: there is no $PWD/empty/"
	[ ! -s "said/$name.out" ] || bad "$name prints figures: $(cat "said/$name.out")"
done <codes
[ "$(wc -l <codes)" = ${#studies[@]} ] || bad "studies: $(cat codes)"
# By run, which keeps no results of them.
for name in growth torture; do
	expect 1 env BD_BUILD="$PWD/empty" BDRIVER= "$eval/run" --as cli-evaluation $name
	has err "$name: there is no $PWD/empty/"
	[ ! -s out ] || bad "$name prints figures: $(cat out)"
done
expect 2 env BD_BUILD="$PWD/missing" BDRIVER= "$eval/run" growth
has err "there is no $PWD/missing/bdriver"
expect 2 "$eval/run" nonsense
has err "there is no study 'nonsense'"
expect 0 "$eval/run" --as - doctor_speed --benchmarks 2
has out 'reading and all checks'
[ ! -e "$eval/results/cli-evaluation.csv" ] || { bad "a failed study kept its results"; rm "$eval/results/cli-evaluation.csv"; }

# Launches that cannot be started or that fail are no figure of posix_spawn.
cc -O2 -D_GNU_SOURCE -o spawn_loop "$eval/lib/spawn_loop.c" || bad "spawn_loop.c does not compile"
expect 0 ./spawn_loop 3 2 /bin/true
expect 1 ./spawn_loop 3 2 /bin/false
has err '/bin/false failed'
expect 1 ./spawn_loop 3 2 ./missing
has err 'cannot start ./missing'
# An hour of another machine names it; the machine of the others has a line of its own.
hour() { # hour N MACHINE: adds an hour
	printf '# date: day %s\n# machine: %s, load 1 at the start\n# command: run\na\n%s\n' "$1" "$2" "$1" >new.csv
	"$eval/lib/hours.py" hours.csv "$1" new.csv || bad "hours.py failed"
}
hour 1 One
hour 2 Two
hour 2 Two
grep -qx '# date: day 1, load 1; day 2, load 1 (Two)' hours.csv || bad "the hours: $(cat hours.csv)"
grep -qx '# machine: otherwise One' hours.csv || bad "the machine of the others: $(cat hours.csv)"
hour 2 One
grep -qx '# machine: One' hours.csv || bad "the only machine: $(cat hours.csv)"
grep -qx '# date: day 1, load 1; day 2, load 1' hours.csv || bad "the hours: $(cat hours.csv)"
[ "$(sed '1,/^hour,a/d' hours.csv | tr '\n' ' ')" = '1,1 2,2 ' ] || bad "the rows: $(cat hours.csv)"
finish
