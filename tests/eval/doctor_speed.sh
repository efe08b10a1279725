#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How long do the checks take on a log of 500 benchmarks x 20 launches x 200 samples? CSV: CPU time.
# The launches are of 1, 2, 4 and 8 iterations, then (the dearest case) all of one iteration count.
set -eu
bdriver=$BDRIVER
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for counts in 1,2,4,8 8; do
python3 - "$folder/$counts.log" "$counts" <<'EOF'
import random, sys
random.seed(1)
counts = [int(n) for n in sys.argv[2].split(",")]
with open(sys.argv[1], "w") as out:
    out.write("# bdriver-log: 1\n# suite.s.flags: -O2 -DNDEBUG\n")
    out.write("suite,benchmark,round,status,iterations,clock_step_ns,checksum,setup_ns,cpu_ns,"
              "wall_ns,peak_kib,run_delay_ns,samples\n")
    rows = 0
    for b in range(500):
        level = random.uniform(5e3, 8e5)
        for launch in range(20):
            n = counts[launch % len(counts)]
            base = level * random.gauss(1, .004)
            # Every fifth benchmark drifts, every seventh has two modes: the dear paths.
            samples = [base * random.gauss(1, .003) * (1 + (k / 4000 if b % 5 == 0 else 0))
                       * (1.1 if b % 7 == 0 and random.random() < .4 else 1) for k in range(200)]
            wall = sum(samples) * n
            out.write(f's,"Bench{b}",{launch // len(counts) + 1},ok,{n},1,0000000000000007,1000,'
                      f'{wall:.0f},{wall:.0f},1500,0,"{" ".join(f"{s:.1f}" for s in samples)}"\n')
            rows += 1
    out.write(f"# end: {rows}\n")
EOF
done
cd "$folder"
# CPU time, so that a busy machine changes it little.
seconds() {
	local best=999 used
	for _ in 1 2 3; do
		used=$({ TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1 || true; } 2>&1)
		best=$(awk -v a="$best" '{ s = $1 + $2; print s < a ? s : a }' <<<"$used")
	done
	printf '%.2f' "$best"
}
echo what,iterations,seconds
for counts in 1,2,4,8 8; do
	words=${counts//,/ }
	echo "reading the log,$words,$(seconds "$bdriver" doctor --from "$counts.log" --check name-length)"
	echo "reading and all checks,$words,$(seconds "$bdriver" doctor --from "$counts.log")"
	for check in modes drift dependence outliers; do
		echo "reading and $check,$words,$(seconds "$bdriver" doctor --from "$counts.log" --check "$check")"
	done
done
