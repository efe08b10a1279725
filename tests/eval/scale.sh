#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A tenth of 10,000 benchmarks x 20 rounds of a fake of 1 ms: what the driver costs, how its memory and
# its descriptors grow, how large the log is, and how good the remaining time was. Judges nothing.
#	tests/eval/scale.sh [--full] [BUILD-FOLDER]      (--full: 200,000 launches)
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
rounds=2
if [ "${1:-}" = --full ]; then
	rounds=20
	shift
fi
build=$(cd "${1:-$source/build}" && pwd)
bdriver=$build/bdriver
export BDRIVER_LOCK=scale$$
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A program of its own, as a shell script takes longer than a millisecond to start.
cat >fake.c <<'EOC'
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv)
{
	struct timespec ms = { .tv_nsec = 1000000 };

	if (argc > 1 && !strcmp(argv[1], "--list")) {
		printf("{\"schema\":\"bdriver-list-1\",\"suites\":[{\"benchmarks\":[{\"name\":\"Fake/0\"}");
		for (int i = 1; i < 10000; i++)
			printf(",{\"name\":\"Fake/%d\"}", i);
		puts("]}]}");
		return 0;
	}
	nanosleep(&ms, NULL);
	dprintf(3, "# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"
		   "\"%s\",ok,1,1,\"1.5 1.6 1.7 1.4 1.6 1.5 1.9 1.6 1.5 1.6\"\n# end: 1\n", argv[1]);
	return 0;
}
EOC
cc -O2 -o fake fake.c

cat >watch.py <<'EOF2'
import os, re, subprocess, sys, time
launches = int(sys.argv[1])
err = open("err", "wb")
begin = time.time()
p = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=err)
tick = os.sysconf("SC_CLK_TCK")
seen, cpu, peak = [], 0.0, 0
while p.poll() is None:
    try:
        status = open(f"/proc/{p.pid}/status").read()
        kib = lambda key: int(re.search(key + r":\s+(\d+)", status)[1])
        fields = open(f"/proc/{p.pid}/stat").read().rsplit(")", 1)[1].split()
        cpu = (int(fields[11]) + int(fields[12])) / tick
        peak = kib("VmHWM")
        size = os.path.getsize("x.log.part")
        seen.append((size, kib("VmRSS"), len(os.listdir(f"/proc/{p.pid}/fd")), time.time()))
    except (OSError, TypeError, IndexError):
        pass
    time.sleep(0.1)
wall = time.time() - begin
size = os.path.getsize("x.log")
rows = sum(line[:1] == b'"' for line in open("x.log", "rb"))
at = lambda share: next(s for s in seen if s[0] >= size * share)
print(f"{launches} launches planned, {rows} rows, exit code {p.returncode}, {wall:.1f} s")
print(f"driver: {cpu:.1f} s of CPU = {1000 * cpu / launches:.3f} ms a launch, peak {peak / 1024:.1f} MiB")
print(f"log: {size / 1048576:.1f} MiB = {size / rows:.0f} bytes a row")
for share in (0.05, 0.5, 0.95):
    s = at(share)
    print(f"at {100 * share:.0f} % of the log: {s[1]} KiB resident, {s[2]} descriptors")
# A line each tenth: "DONE/TOTAL launches, ELAPSED, LEFT left".
for m in re.finditer(rb"(\d+)/(\d+) launches, [^,]*, ([^,\n]*) left", open("err", "rb").read()):
    if int(m[1]) * 10 >= int(m[2]):
        left = begin + wall - at(0.1)[3]
        print(f"after a tenth the driver said {m[3].decode()} left; it took {left:.1f} s")
        break
EOF2
python3 watch.py $((rounds * 10000)) "$bdriver" run -s ./fake -r "$rounds" -j 2 -o x.log
