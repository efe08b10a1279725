#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where workers and driver go on 2 nodes with 2 cores of 2 threads each, as CPUs come and go.
. "${BD_SOURCE:?}/tests/machine/lib.sh" || exit 1
suite=$BD_BUILD/suites/classic_O2
run=("$BDRIVER" run -s "$suite" NBody -r 3 --launch-time 1ms --force -o a.log)

# placed WORKERS DRIVER COMMAND...: "CPU:core:node" of each worker
placed() {
	local workers=$1 driver=$2
	shift 2
	expect 0 "$@"
	[ "$(meta a.log worker_cpus)" = "$workers" ] || bad "$*: workers on $(meta a.log worker_cpus), not $workers"
	[ "$(meta a.log driver_cpu)" = "$driver" ] || bad "$*: driver on $(meta a.log driver_cpu), not $driver"
}

# One worker a core, from the last one down; the driver on a core of its own.
placed '6:3:1 4:2:1 2:1:0' 0 "${run[@]}"
hasnt err SMT
# Siblings only where they are asked for, and with a warning.
placed '6:3:1 4:2:1 2:1:0 0:0:0' 1 "${run[@]}" -j 4
hasnt err SMT
placed '6:3:1 4:2:1 2:1:0 0:0:0 7:3:1' 1 "${run[@]}" -j 5
has err 'some launches share a core with another one (SMT)'
placed '6:3:1' 4 taskset -c 4-7 "${run[@]}"
placed '2:1:0 3:1:0' -1 taskset -c 2,3 "${run[@]}" -j 2
hasnt err 'no such'
# A serial suite has the machine to itself.
printf '[suite s]\npath = %s\nserial = yes\n' "$suite" >serial.ini
expect 0 "$BDRIVER" run -c serial.ini 'Sieve/*' NBody -r 2 --launch-time 1ms -o serial.log
[ "$(cells serial.log worker | sort -u | wc -l)" = 1 ] || bad 'a serial suite on several workers'

# A CPU that is offline is nobody's; its sibling takes over.
echo 0 >$cpu/cpu6/online
placed '7:3:1 4:2:1 2:1:0' 0 "${run[@]}"
echo 1 >$cpu/cpu6/online
placed '6:3:1 4:2:1 2:1:0' 0 "${run[@]}"
echo off >$cpu/smt/control
placed '6:3:1 4:2:1 2:1:0' 0 "${run[@]}"
expect 0 "$BDRIVER" env
has out '4 cores, 4 threads'
"$BDRIVER" env | grep -q '^smt  *off  *fine' || bad 'env: SMT is off'
echo on >$cpu/smt/control
expect 0 "$BDRIVER" env
has out '4 cores, 8 threads'

# A CPU goes while it is measured on, and comes back: the run ends with all its rows.
"$BDRIVER" run -s "$suite" 'Sieve/*' NBody -r 10 --launch-time 20ms -o gone.log >out 2>err </dev/null &
pid=$!
wait_for has_rows gone.log.part 3
for n in 6 4 2; do echo 0 >$cpu/cpu$n/online; done
seen=$(launches_in gone.log.part)
wait_for has_rows gone.log.part $((seen + 5))
for n in 2 4 6; do echo 1 >$cpu/cpu$n/online; done
wait $pid || bad "a CPU went: $? $(cat err)"
[ "$(cells gone.log status | sort -u)" = ok ] || bad "a CPU went: $(cells gone.log status | sort | uniq -c)"
finish
