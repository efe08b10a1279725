#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the driver costs in time and memory: driver_cost [BUILD-FOLDER]. Prints figures, judges nothing.
# For figures to believe the machine must be idle.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-${BD_BUILD:-$source/build}}" && pwd)
bdriver=$build/bdriver
fake=$build/tests/fakes/dies
export BDRIVER_LOCK=
# As many launches as posix_spawn makes.
export BDRIVER_REPEAT_DISTURBED=0 BDRIVER_REPEAT_ALONE=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cc -O2 -D_GNU_SOURCE -o spawn_loop "$source/tests/eval/spawn_loop.c"

# seconds COMMAND...: wall time. To ./usage: its own CPU time, its peak memory, its exit code, and
# the CPU time of all that it started and of itself.
seconds() {
	local a b
	a=$(date +%s.%N)
	/usr/bin/env python3 - "$@" <<'EOF'
import os, resource, subprocess, sys, time
# The child is a process of its own, so its peak memory is not that of its launches: VmHWM.
p = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
peak = 0
while not os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
    for line in open(f"/proc/{p.pid}/status"):
        if line.startswith("VmHWM"):
            peak = max(peak, int(line.split()[1]))
    time.sleep(0.05)
# Ended and not waited for yet: its times are complete, and in nanoseconds.
cpu = int(open(f"/proc/{p.pid}/schedstat").read().split()[0]) / 1e9
code = p.wait()
u = resource.getrusage(resource.RUSAGE_CHILDREN)
open("usage", "w").write(f"{cpu:.4f} {peak} {code} {u.ru_utime + u.ru_stime:.4f}\n")
EOF
	b=$(date +%s.%N)
	awk "BEGIN { printf \"%.3f\", $b - $a }"
}

echo "what,measured,unit,goal"
# 3,000 launches of an empty benchmark, two side by side, five times each
export BD_DRIVER_PID=
for i in 1 2 3 4 5; do
	seconds ./spawn_loop 3000 2 "$fake" Fine --iterations 1 --samples 1 --launch-time 1ns \
		--out-fd 3
	echo
	awk '{ print $4 }' usage >>bare_cpu
done | sort -n >bare
for i in 1 2 3 4 5; do
	rm -f x.log*
	seconds "$bdriver" run -q -s "$fake" Fine -r 3000 -j 2 --iterations 1 --samples 1 \
		--launch-time 1ns -o x.log
	echo
	awk '{ print $4 }' usage >>our_cpu
done | sort -n >ours
awk 'NR == FNR { a[NR] = $1; next } { b[FNR] = $1 }
	END {
		print "3000 empty launches by posix_spawn alone (median of 5)," a[3] ",s,"
		print "3000 empty launches by bdriver (median of 5)," b[3] ",s,"
		printf "their ratio,%.2f,,1.6\n", b[3] / a[3] }' bare ours
awk 'NR == FNR { a += $1; next } { b += $1 }
	END { printf "the ratio of their CPU times with all launches,%.2f,,\n", b / a }' bare_cpu our_cpu

# the driver itself, launches of 30 ms on two workers
rm -f x.log*
wall=$(seconds "$bdriver" run -q -s "$build/suites/classic_O2" Sieve/100000 HeapSort/5000 -r 200 -j 2 \
	--iterations 5 --launch-time 27ms -o x.log)
read -r cpu peak code _ <usage
[ "$code" = 0 ] || echo "the run of launches of 30 ms ended with $code" >&2
awk "BEGIN {
	print \"launches of 30 ms on two workers,$(($(grep -vc '^#' x.log) - 1)),,\"
	print \"time they took,$wall,s,\"
	printf \"the driver beside them,%.2f,%% of a core,2\\n\", 100 * $cpu / $wall
	printf \"its peak memory,%.1f,MiB,15\\n\", $peak / 1024 }"

# 10,000 launches planned and logged
cat >many <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Fine"}'
	i=1; while [ $i -lt 1000 ]; do echo ',{"name":"Fine/'$i'"}'; i=$((i + 1)); done
	echo ']}]}' ;;
*) echo "# bdriver-row: 1
benchmark,status,iterations,tuned_iterations,samples
\"$1\",ok,1,1,\"1.5 1.6 1.7\"
# end: 1" >&3 ;;
esac
EOF
chmod +x many
rm -f x.log*
wall=$(seconds "$bdriver" run -q -s ./many -r 10 -j 2 -o x.log)
read -r cpu peak code _ <usage
[ "$code" = 0 ] || echo "the run of 10,000 launches ended with $code" >&2
awk "BEGIN {
	print \"launches planned and logged,$(($(grep -vc '^#' x.log) - 1)),,\"
	print \"time they took,$wall,s,\"
	print \"CPU time of the driver,$cpu,s,\"
	printf \"its peak memory,%.1f,MiB,50\\n\", $peak / 1024
	printf \"the log,%d,KiB,\\n\", $(stat -c %s x.log) / 1024 }"

for i in $(seq 20); do
	a=$(date +%s%N)
	"$bdriver" --version >/dev/null
	b=$(date +%s%N)
	echo $(((b - a) / 1000))
done | sort -n | awk '{ t[NR] = $1 } END { printf "start: bdriver --version (median of 20),%.1f,ms,10\n", t[10] / 1000 }'
