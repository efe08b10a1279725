#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 10,000 benchmarks of 1 ms in 2 rounds (--full: 20): the driver's CPU time, memory and descriptors, the size of the log, and how good the remaining time was.
set -eu
: "${BDRIVER:?}"
rounds=2
[ "${1:-}" != --full ] || rounds=20
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
import csv, os, re, subprocess, sys, time
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
# A line each tenth: "DONE/TOTAL launches, ELAPSED, LEFT left". The first is the one that counts.
units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}
said = took = ""
for m in re.finditer(r"(\d+)/(\d+) launches, ([^,]*), ([^,\n]*) left", open("err").read()):
    if int(m[1]) * 10 >= int(m[2]):
        seconds = lambda text: sum(float(n) * units[u] for n, u in re.findall(r"([\d.]+)(ns|us|ms|s|m|h)", text))
        said = seconds(m[4])
        took = wall - seconds(m[3])
        break
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow("launches rows exit seconds cpu_seconds cpu_ms_each peak_kib rss_kib_5 rss_kib_50 rss_kib_95 fds_5 fds_50 "
             "fds_95 log_bytes bytes_row left_said left_took left_error".split())
out.writerow([launches, rows, p.returncode, f"{wall:.1f}", f"{cpu:.1f}", f"{1000 * cpu / launches:.3f}", peak,
              *(at(x)[1] for x in (0.05, 0.5, 0.95)), *(at(x)[2] for x in (0.05, 0.5, 0.95)), size, f"{size / rows:.0f}",
              f"{said:.1f}", f"{took:.1f}", f"{said / took - 1:.3f}"])
EOF2
python3 watch.py $((rounds * 10000)) "$BDRIVER" run -s ./fake -r "$rounds" -j 2 -o x.log
