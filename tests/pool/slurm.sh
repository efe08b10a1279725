# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A private Slurm on this machine: several nodes on loopback, without systemd, for any user.
#	pool_need               ends the test as skipped where Slurm is not installed
#	pool_up N               starts munged, slurmctld and the nodes n1 ... nN
#	pool_node NAME          starts one slurmd, also one that was killed
#	pool_kill_node NAME     as if its power failed: slurmd, step daemons and what they run
#	pool_ctld               starts the controller, again after it was stopped
#	pool_stop_ctld          stops it in order
#	pool_idle N             are N nodes idle?
#	pool_is_empty           has the queue nothing?
#	pool_down               stops all, each with a limit of time
# Nothing survives the test, even if it is killed: a watchdog in a session of its own ends every
# process that has this pool's SLURM_CONF in its environment.

pool_need() {
	local program
	for program in slurmctld slurmd squeue munged; do
		command -v $program >/dev/null ||
			skip "there is no $program here (packages slurmctld slurmd slurm-client munge)"
	done
}

pool_up() {
	local i base=$((20000 + ($$ * 37 + RANDOM) % 20000))
	pool=$test_folder/slurm pool_nodes=$1
	mkdir -p "$pool"/{etc,run,log,state,spool}
	chmod 755 "$test_folder" "$pool" "$pool/run"
	(umask 077 && head -c 128 /dev/urandom >"$pool/etc/munge.key")
	cat >"$pool/etc/slurm.conf" <<-CONF
		ClusterName=bdtest
		SlurmctldHost=localhost(127.0.0.1)
		SlurmctldPort=$base
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		AuthType=auth/munge
		AuthInfo=socket=$pool/run/munge.sock,cred_expire=5
		CredType=cred/munge
		CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
		StateSaveLocation=$pool/state
		SlurmdSpoolDir=$pool/spool/%n
		SlurmctldPidFile=$pool/run/slurmctld.pid
		SlurmdPidFile=$pool/run/slurmd.%n.pid
		SlurmctldLogFile=$pool/log/slurmctld.log
		SlurmdLogFile=$pool/log/slurmd.%n.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		MpiDefault=none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core_Memory
		DefMemPerNode=10
		SchedulerType=sched/backfill
		SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1
		AccountingStorageType=accounting_storage/none
		JobAcctGatherType=jobacct_gather/none
		JobCompType=jobcomp/none
		MaxArraySize=${POOL_ARRAY:-1001}
		ReturnToService=2
		SlurmdTimeout=5
		KillWait=2
		MailProg=/bin/true
		SlurmdParameters=config_overrides
	CONF
	for i in $(seq 1 "$pool_nodes"); do
		mkdir -p "$pool/spool/n$i"
		echo "NodeName=n$i NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((base + i)) CPUs=1 RealMemory=1000"
	done >>"$pool/etc/slurm.conf"
	echo "PartitionName=bench Nodes=n[1-$pool_nodes] Default=YES MaxTime=INFINITE" >>"$pool/etc/slurm.conf"
	export SLURM_CONF=$pool/etc/slurm.conf
	export BDRIVER_LOCK=''
	env -u SLURM_CONF setsid bash -c '
		while kill -0 "$1" 2>/dev/null; do sleep 0.3; done
		for try in 1 2 3; do
			for p in /proc/[0-9]*; do
				grep -qzxF "SLURM_CONF=$2" "$p/environ" 2>/dev/null && kill -9 "${p#/proc/}"
			done
			sleep 0.2
		done' pool-watchdog $$ "$SLURM_CONF" >/dev/null 2>&1 </dev/null &
	munged -F --force --key-file="$pool/etc/munge.key" --socket="$pool/run/munge.sock" \
		--pid-file="$pool/run/munged.pid" --log-file="$pool/log/munged.log" \
		--seed-file="$pool/run/munged.seed" >"$pool/log/munged.out" 2>&1 </dev/null &
	pool_munged=$!
	pool_until 100 test -S "$pool/run/munge.sock" || { cat "$pool/log/munged.out"; return 1; }
	pool_ctld -c
	for i in $(seq 1 "$pool_nodes"); do
		pool_node "n$i"
	done
	pool_until 300 pool_idle "$pool_nodes" && return
	tail -n 20 "$pool"/log/*
	return 1
}

# pool_until TENTHS COMMAND...
pool_until() {
	local n=$1
	shift
	for ((; n > 0; n--)); do
		"$@" 2>/dev/null && return
		sleep 0.1
	done
	return 1
}

pool_idle() {
	[ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = "$1" ]
}

pool_ctld() {
	slurmctld -D "$@" -f "$SLURM_CONF" >>"$pool/log/ctld.out" 2>&1 </dev/null &
	pool_ctld=$!
}

pool_stop_ctld() {
	kill "$pool_ctld"
	pool_ended 100 "$pool_ctld"
}

pool_node() {
	slurmd -D -N "$1" -f "$SLURM_CONF" >>"$pool/log/slurmd.$1.out" 2>&1 </dev/null &
	eval "pool_pid_$1=$!"
}

# Process ids of this pool's step daemons; of those on one node, if it is named. Never another
# pool's, which may have jobs with the same numbers.
pool_steps() {
	local p
	for p in $(pgrep -x slurmstepd); do
		grep -qzxF "SLURM_CONF=$SLURM_CONF" "/proc/$p/environ" 2>/dev/null || continue
		[ -z "${1:-}" ] || pool_below "$p" "$1" || continue
		echo "$p"
	done
}

# What the step daemon $1 runs knows its node.
pool_below() {
	local child
	for child in $(pgrep -P "$1"); do
		grep -qzxF "SLURMD_NODENAME=$2" "/proc/$child/environ" 2>/dev/null && return
	done
	return 1
}

# A process and all below it.
pool_tree() {
	local child
	echo "$1"
	for child in $(pgrep -P "$1"); do
		pool_tree "$child"
	done
}

pool_kill_node() {
	local variable=pool_pid_$1 step pids
	pids=${!variable}
	for step in $(pool_steps "$1"); do
		pids="$pids $(pool_tree "$step" | tr '\n' ' ')"
	done
	# shellcheck disable=SC2086
	kill -9 $pids 2>/dev/null
	wait "${!variable}" 2>/dev/null
	true
}

# Waits so many tenths of a second for the processes to end, then kills them.
pool_ended() {
	local n=$1 p left
	shift
	for ((; n > 0; n--)); do
		left=
		for p in "$@"; do
			case $(sed 's/.*) //' "/proc/$p/stat" 2>/dev/null) in "" | Z*) ;; *) left="$left $p" ;; esac
		done
		[ -n "$left" ] || break
		sleep 0.1
	done
	# shellcheck disable=SC2086
	[ -z "$left" ] || kill -9 $left 2>/dev/null
	wait "$@" 2>/dev/null
	true
}

# Jobs first and munged last: a step daemon that cannot reach the controller tries for ever.
pool_down() {
	local i variable pids=""
	[ -n "${pool_munged:-}" ] || return 0
	timeout 5 scancel -u "$(id -un)" 2>/dev/null
	pool_until 30 pool_is_empty
	for i in $(seq 1 "$pool_nodes"); do
		variable=pool_pid_n$i
		pids="$pids ${!variable}"
	done
	# shellcheck disable=SC2086
	kill -CONT $pids 2>/dev/null
	# shellcheck disable=SC2086
	kill $pids 2>/dev/null
	# shellcheck disable=SC2086
	pool_ended 20 $pids
	# shellcheck disable=SC2046
	kill -9 $(pool_steps) 2>/dev/null
	kill "$pool_ctld" 2>/dev/null
	pool_ended 50 "$pool_ctld"
	kill "$pool_munged" 2>/dev/null
	pool_ended 20 "$pool_munged"
	pool_munged=
}

pool_is_empty() {
	[ -z "$(timeout 5 squeue -h 2>/dev/null)" ]
}
