#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver history add of other tools' results: every format that is read, dates and commits from
# where they are.
# slow: each log is written to the disk before the next.
. "$BD_SOURCE/tests/cli/lib.sh"
command -v python3 >/dev/null || skip "no python3 to read the database"
formats=$BD_SOURCE/tests/data/formats

# ask FOLDER QUERY
ask() {
	python3 - "$1" "$2" <<'PY'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}/history.db?mode=ro", uri=True)
for row in db.execute(sys.argv[2]):
    print(*row)
PY
}

nights='SELECT night, revision, height, count(*) FROM v_level GROUP BY run ORDER BY night'

# Every file that `convert` reads is taken, with all its benchmarks that have a result.
files=("$formats"/*.json "$formats"/*.csv "$formats"/*.txt)
expect 0 "$BDRIVER" history add --date 2026-01-31 "${files[@]}"
[ "$(grep -c ': new$' out)" = ${#files[@]} ] || bad "added: $(cat out)"
expect 0 "$BDRIVER" history add --date 2026-02-01 "${files[@]}"
[ "$(grep -c ': known already$' out)" = ${#files[@]} ] || bad "added again: $(cat out)"
ask history 'SELECT DISTINCT night FROM v_level' >out
[ "$(cat out)" = '2026-01-31 00:00:00' ] || bad "nights: $(cat out)"
ask history 'SELECT suite, benchmark, round(ns) FROM v_level' >before
has before 'example.org/words Fields-2 441.0'
expect 0 "$BDRIVER" history rebuild
ask history 'SELECT suite, benchmark, round(ns) FROM v_level' | sort >after
sort before | diff - after || bad 'rebuild changed something'
expect 0 "$BDRIVER" history verify

# Containers have a new host each night: a warning says what to type, and a name is a name.
mkdir containers
for day in 01 02 03 04; do
	sed -e "s/\"host_name\": *\"[^\"]*\"/\"host_name\": \"runner-$day\"/" \
		-e "s/\"date\": *\"[^\"]*\"/\"date\": \"2026-02-${day}T02:00:00Z\"/" \
		"$formats/gbench.json" >containers/$day.json
done
expect 0 "$BDRIVER" history add --history lonely containers/0[12].json
hasnt err 'one night each'
expect 0 "$BDRIVER" history add --history lonely containers
has err '4 hosts have one night each'
has err 'bdriver history add --machine NAME --history NEWDIR LOG...'
expect 0 "$BDRIVER" history add --history named --machine runner containers
hasnt err 'one night each'
expect 0 "$BDRIVER" history --history named
has out 'runner, 4 nights'
hasnt out 'The machine is not as'
sed -e 's/runner-02/runner/' -e 's/2026-02-02T/2026-02-05T/' containers/02.json >unnamed.json
expect 0 "$BDRIVER" history add --history named unnamed.json
expect 0 "$BDRIVER" history --history named
has out 'The machine is not as'
has out '  before: history.machine=runner'
has out '  now: history.machine=; host=runner'

# A folder .benchmarks says commit, host and date.
mkdir -p .benchmarks/Linux-CPython-3.7-64bit
cp "$formats/pytest_benchmark.json" .benchmarks/Linux-CPython-3.7-64bit/0001_a.json
expect 0 "$BDRIVER" history add --history pytest .benchmarks
ask pytest 'SELECT DISTINCT night, revision, machine FROM v_level' >out
[ "$(cat out)" = '2019-11-17 02:22:16 9d55ab0434c9088746ae2d134702d782bf088644 Corgi.local' ] ||
	bad "pytest-benchmark: $(cat out)"

# A folder of asv: what is no result in it is left out, a commit has its date, and a benchmark of
# another version is another one.
mkdir -p results/night
echo '{"machine": "night"}' >results/night/machine.json
echo '{"sort.time_empty": {"type": "time"}}' >results/benchmarks.json
cp "$formats/asv.json" results/night/0f1e2d3c-virtualenv-py3.11.json
sed -e 's/0f1e2d3c/2f1e2d3c/; s/1769900400000/1769986800000/; s/"c3d4"/"c3d5"/' "$formats/asv.json" \
	>results/night/2f1e2d3c-virtualenv-py3.11.json
expect 0 "$BDRIVER" history add --history asv results
[ "$(grep -c ': new$' out)" = 2 ] || bad "asv: $(cat out)"
has err '0f1e2d3c-virtualenv-py3.11.json: 1 benchmark counts no time (mem_, peakmem_, track_): left out'
expect 0 "$BDRIVER" history add -q --history asv.quiet results
[ ! -s err ] || bad "asv -q: $(cat err)"
ask asv 'SELECT DISTINCT night, substr(revision, 1, 8), machine, suite, kernel FROM v_level ORDER BY 1' >out
[ "$(cat out)" = '2026-01-31 23:00:00 0f1e2d3c night virtualenv-py3.11 Linux 6.1
2026-02-01 23:00:00 2f1e2d3c night virtualenv-py3.11 Linux 6.1' ] || bad "asv: $(cat out)"
ask asv 'SELECT benchmark, count(DISTINCT definition) FROM v_level WHERE ns IS NOT NULL GROUP BY 1' >out
[ "$(cat out)" = "sort.Lists.time_sort(10, 'int') 1
sort.Lists.time_sort(10, 'str') 1
sort.time_empty 2" ] || bad "versions: $(cat out)"

# data.js has all nights in one file, and one more each night.
expect 2 "$BDRIVER" history add --history js --date 2026-01-31 "$formats/data.js"
has err 'data.js: holds many nights with a date and a commit each; leave out --date'
expect 0 "$BDRIVER" history add --history js "$formats/data.js"
has out 'data.js: 3 nights: 3 new'
has err "data.js:6: 1 value of 'Words' left out: the unit 'B/op' is no time"
ask js 'SELECT night, substr(revision, 1, 8), suite, benchmark, round(ns) FROM v_level ORDER BY 1, 3, 4' >before
[ "$(cat before)" = '2026-01-30 22:00:00 0f1e2d3c Words Fields 441.0
2026-01-31 22:00:00 1f1e2d3c Words Count 1500.0
2026-01-31 22:00:00 1f1e2d3c Words Fields 450.0
2026-01-31 22:00:05 1f1e2d3c Python test_words 40000.0' ] || bad "data.js: $(cat before)"
python3 - "$formats/data.js" <<'PY' >data.js
import copy, json, sys
start, data = open(sys.argv[1]).read().split("= ", 1)
data = json.loads(data)
nights = data["entries"]["Words"]
nights.append(copy.deepcopy(nights[-1]) | {"date": nights[-1]["date"] + 86400000})
print(start + "= " + json.dumps(data))
PY
expect 0 "$BDRIVER" history add --history js data.js
has out 'data.js: 4 nights: 1 new, 3 known already'
ask js 'SELECT night, substr(revision, 1, 8), suite, benchmark, round(ns) FROM v_level ORDER BY 1, 3, 4 LIMIT 4' | diff before - ||
	bad 'what was known changed'
expect 0 "$BDRIVER" history rebuild --history js
expect 0 "$BDRIVER" history verify --history js

# Values without a unit, as text, in two parts of one second; a time that cannot be has failed.
js() {
	python3 -c 'import json, sys; bench = lambda b: dict(zip(("name", "value", "unit"), b)); print("window.BENCHMARK_DATA =",
json.dumps({"entries": {"s": [{"commit": {"id": "c"}, "date": 86400000 * e[0], "benches": [bench(b) for b in e[1:]]} for e in json.loads(sys.argv[1])]}}))' "$1"
}
js '[[9, ["a", "5", ""]], [10, ["a", 6, ""]]]' >bare.js
expect 2 "$BDRIVER" history add --history bare bare.js
has err "the unit '' is no time; \`bdriver history add --unit\` gives one"
[ "$(grep -c 'left out' err)" = 1 ] || bad "not one warning a kind: $(cat err)"
has err '1 more warning of these kinds'
expect 0 "$BDRIVER" history add --history bare --unit us bare.js
ask bare 'SELECT round(ns) FROM v_level' >out
[ "$(tr '\n' ' ' <out)" = '5000.0 6000.0 ' ] || bad "units: $(cat out)"
js '[[9, ["a", 5, "ns"]], [9, ["b", 6, "ns"]], [10, ["a", -5, "ns"], ["b", 0, "ns"]]]' >odd.js
expect 0 "$BDRIVER" history add --history odd odd.js
has out 'odd.js: 3 nights: 3 new'
has err "the value -5 of 'a' is no time: it counts as failed"
has err "1 launch took no time above 0, as of 'b'"
expect 5 "$BDRIVER" history --history odd
has out ', 2 nights, the last one 1970-01-11 00:00: 0 benchmarks measured, 2 failed'
has out 'Nothing was measured in the last night.'
expect 0 "$BDRIVER" history add --history odd odd.js
has out 'odd.js: 3 nights: 3 known already'

# Several files of one commit, within half a day and without a benchmark in common, are one night.
mkdir parts
for day in 01 02 03; do
	for part in a b; do
		sed -e "s|\"executable\": *\"[^\"]*\"|\"executable\": \"./$part\"|" \
			-e "s/\"date\": *\"[^\"]*\"/\"date\": \"2026-02-${day}T0$((${#part} + 1)):0${day#0}:00Z\"/" \
			"$formats/gbench.json" >parts/$day$part.json
	done
done
sed 's/T02:/T04:/' parts/03a.json >parts/again.json
expect 0 "$BDRIVER" history add --history parts parts
[ "$(grep -c ': new$' out)" = 7 ] || bad "parts: $(cat out)"
expect 0 "$BDRIVER" history --history parts
has out ', 4 nights, the last one 2026-02-03 04:03: 4 benchmarks measured, 1 failed, 3 missing'
rm parts/again.json
expect 0 "$BDRIVER" history add --history whole parts
expect 0 "$BDRIVER" history --history whole
has out ', 3 nights, the last one 2026-02-03 02:03: 8 benchmarks measured, 2 failed, none missing'

# The date of a log itself, with any offset.
mkdir dated
sed 's/"date": *"[^"]*"/"date": "2026-01-31T02:00:00+02:00"/' "$formats/gbench.json" >dated/a.json
sed 's/"date": *"[^"]*"/"date": "2026-02-01T02:00:00.25+0200"/' "$formats/gbench.json" >dated/b.json
expect 0 "$BDRIVER" history add --history dated.history dated
ask dated.history "$nights" >out
[ "$(cut -d' ' -f1,2 out | tr '\n' ' ')" = '2026-01-31 00:00:00 2026-02-01 00:00:00 ' ] ||
	bad "nights: $(cat out)"
# One launch a night decides nothing between two of them.
expect 5 "$BDRIVER" history compare --history dated.history 2026-01-31 2026-02-01
# A suite that was renamed.
sed 's|"executable": *"[^"]*"|"executable": "./renamed"|; s/2026-02-01/2026-02-02/' dated/b.json >c.json
expect 0 "$BDRIVER" history add --history dated.history c.json
COLUMNS=300 expect 5 "$BDRIVER" history compare --history dated.history 2026-02-01 2026-02-02
has out 'Add --map-suite gb=renamed if that suite was renamed: both have '
COLUMNS=300 expect 5 "$BDRIVER" history compare --history dated.history 2026-02-01 2026-02-02 --map-suite gb=renamed
has out 'suite gb against renamed'

# A file that does not say it: the message shows what it could not read, and the way out.
expect 2 "$BDRIVER" history add --history none "$formats/go.txt"
has err 'go.txt: does not say when it was measured; give --date-from name, mtime or git, or --date'
sed 's/"date": *"[^"]*"/"date": "yesterday"/' "$formats/gbench.json" >wrong.json
expect 2 "$BDRIVER" history add --history none wrong.json
has err "wrong.json: 'yesterday' is no date"
expect 2 "$BDRIVER" history add --history none --date soon wrong.json
has err '--date soon: is no date; write 2026-01-31'
expect 2 "$BDRIVER" history add --history none --date-from name wrong.json
has err 'wrong.json: its name holds no date'
expect 2 "$BDRIVER" history add --history none --date-from git wrong.json
has err 'wrong.json: has no commit whose date could be taken; give --revision'
expect 2 "$BDRIVER" history add --history none --date-from git --date 2026-01-31 wrong.json
has err '--date and --date-from exclude each other'

cp "$formats/go.txt" go-2026-02-03.txt
touch -d 2026-02-04T05:06:07Z go-2026-02-03.txt
expect 0 "$BDRIVER" history add --history name --date-from name go-2026-02-03.txt
ask name "$nights" >out
has out '2026-02-03 00:00:00'
expect 0 "$BDRIVER" history add --history mtime --date-from mtime go-2026-02-03.txt
ask mtime "$nights" >out
has out '2026-02-04 05:06:07'

# Commits: of one run only; from the name, or from what the log says.
expect 2 "$BDRIVER" history add --history none --revision HEAD wrong.json dated/a.json
has err '--revision HEAD: is the commit of one run, not of 2 logs'
# A new.log makes a run of its own folder only.
mkdir run
cp wrong.json run/new.log
expect 2 "$BDRIVER" history add --history none --revision HEAD run/new.log dated/a.json
has err '--revision HEAD: is the commit of one run, not of 2 logs'
expect 2 "$BDRIVER" history add --history none --date 2026-01-31 --revision-from name wrong.json
has err 'wrong.json: its name holds no commit'
expect 2 "$BDRIVER" history add --history none --date 2026-01-31 --revision-from context wrong.json
has err 'wrong.json: names no commit; give --revision'
if command -v git >/dev/null; then
	export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
	git init -q repository
	for i in 1 2; do
		GIT_COMMITTER_DATE="2026-01-0${i}T00:00:00Z" git -C repository commit -q \
			--allow-empty -m "change $i"
	done
	hash=$(git -C repository rev-parse HEAD~1)
	cp "$formats/go.txt" "run_$hash.txt"
	expect 0 "$BDRIVER" history add --history git --repository repository \
		--revision-from name --date-from git "run_$hash.txt"
	sed "s/\"context\": {/&\"GIT_COMMIT\": \"$(git -C repository rev-parse HEAD)\",/" \
		"$formats/gbench.json" >context.json
	expect 0 "$BDRIVER" history add --history git --repository repository \
		--revision-from context --date-from git context.json
	ask git "$nights" >out
	[ "$(cut -d' ' -f1,3,4 out)" = "2026-01-01 $hash 1
2026-01-02 $(git -C repository rev-parse HEAD) 2" ] || bad "commits: $(cat out)"
	ask git 'SELECT suite, benchmark, ns FROM v_level ORDER BY night, suite, benchmark' >before
	expect 0 "$BDRIVER" history rebuild --history git
	ask git 'SELECT suite, benchmark, ns FROM v_level ORDER BY night, suite, benchmark' | diff before - || bad 'rebuild'
fi
finish
