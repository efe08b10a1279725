#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of `bdriver report` in a browser: sorts, filters, opens a benchmark, draws, at three sizes.
# long: starts Chromium
. "$BD_SOURCE/tests/cli/lib.sh"
command -v chromium >/dev/null || skip 'there is no chromium: apt-get install chromium'

python3 "$BD_SOURCE/tests/browser/logs.py" run 60 6 30
# As `bdriver explain` writes it; of other measurements it is not shown.
"$BDRIVER" compare run --format json >compared
jq '{ schema: "bdriver-explain-1", benchmarks: [.rows[] | select(.suite == "suite2" and .time_ratio) |
	{ suite, benchmark, ratio: .time_ratio, sentence: "likely: </script><b>work</b>", function: "f",
	time: { old: 1000, new: 1200, functions: [{ name: "f", old: 500, new: 700, differs: true },
		{ name: "", old: 500, new: 500, differs: false }] },
	place: { placements: 16, answer: "code", code: 0.034, code_low: 0.021, code_high: 0.047, place_sd: 0.012 },
	work: { old: null, new: null, functions: [], unknown: "valgrind is not there" },
	code_old: ["mov a, b", ""], code_new: ["mov a, b", "ret"] }] } | .benchmarks[0].ratio *= 2' compared >run/explain.json
expect 0 "$BDRIVER" report run
expect 0 "$BDRIVER" report run/new.log -o one.html
expect 1 "$BDRIVER" doctor --from "$BD_SOURCE/tests/data/doctor/sick.log" --format html
mv out doctor.html
rm -r run
python3 "$BD_SOURCE/tests/browser/logs.py" run 450 2 3
expect 0 "$BDRIVER" report run -o long.html
expect 0 python3 "$BD_SOURCE/tests/browser/page.py" report.html 60 one.html doctor.html long.html
cat out
finish
