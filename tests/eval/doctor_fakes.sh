#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Does the doctor find every benchmark that is bad on purpose, and nothing in their good twins?
# [REPEATS]: default 5, at one and at two workers each. CSV: for each check how many bad benchmarks
# were found and missed, findings of it in the good twins, and benchmarks where it was not answered
# as no launch was quiet.
set -eu
repeats=${1:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$BDRIVER" list -s "$BD_BUILD/tests/fakes/sick" --format json >tags.json
for workers in 1 2; do
	for repeat in $(seq "$repeats"); do
		for suite in sick healthy; do
			echo "doctor_fakes: $workers worker(s), $repeat of $repeats, $suite" >&2
			"$BDRIVER" doctor -s "$BD_BUILD/tests/fakes/$suite" -j "$workers" -q --format json \
				-o "$suite-$workers-$repeat.log" >"$suite-$workers-$repeat.json" || [ $? = 1 ]
		done
	done
done
"$BDRIVER" doctor --list-checks | cut -d' ' -f1 >checks
python3 - "$repeats" <<'EOF'
import json
import sys

repeats = int(sys.argv[1])
meant = {}
for benchmark in json.load(open("tags.json"))["suites"][0]["benchmarks"]:
    for tag in benchmark["tags"]:
        meant.setdefault(tag, set()).add(benchmark["name"])
print("workers,check,bad,cases,found,missed,false,twins,unanswered")
for workers in 1, 2:
    runs = {suite: [json.load(open(f"{suite}-{workers}-{r + 1}.json")) for r in range(repeats)]
            for suite in ("sick", "healthy")}
    for check in open("checks").read().split():
        found = false = unanswered = 0
        # The build is said once a suite, at its first benchmark.
        bad = meant.get(check, set()) if check != "build" else {"(suite)"}
        for run in runs["sick"]:
            names = {f["benchmark"] for f in run["findings"] if f["check"] == check}
            found += bool(names) if check == "build" else len(names & bad)
        for run in runs["healthy"]:
            false += sum(f["check"] == check for f in run["findings"])
            unanswered += sum(u["benchmarks"] for u in run["unanswered"] if u["check"] == check)
        cases = len(bad) * repeats
        print(f"{workers},{check},{' '.join(sorted(bad))},{cases},{found},{cases - found},{false},"
              f"{sum(run['checked'] for run in runs['healthy'])},{unanswered}")
EOF
