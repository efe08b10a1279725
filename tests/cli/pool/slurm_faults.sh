#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Faults in a real Slurm of six nodes on this machine: one node dies, one freezes and comes back, of
# one only the daemon freezes, the controller is restarted; a run is interrupted; a driver is killed,
# tasks are held and cancelled. Gated suites keep each shard where it is until the fault is there.
# Each time the logs are those of a local run in number and keys of their rows.
# BD_LONG=1, as in .ci/full: Slurm finds the lost nodes itself (SlurmdTimeout), the controller is
# away until the run notices, and Slurm's limit of time ends a shard.
# slow: measures, and waits for Slurm.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/slurm.sh
. "$BD_SOURCE/tests/pool/slurm.sh" || exit 1
# shellcheck source=tests/pool/runs.sh
. "$BD_SOURCE/tests/pool/runs.sh" || exit 1
pool_need
trap 'pool_down; cd / && rm -rf "$test_folder"' EXIT
pool_up 6 || { bad 'the pool did not come up'; finish; }
engine=(--engine slurm --shard-time 100ms)
gated_suites
locally

close() {
	touch closed.classic closed.csv
}
open() {
	rm -f closed.*
}
# attempt FOLDER NODE: the attempt that runs there
attempt() {
	compgen -G "$1/pool/part/*@$2@*.try" | head -1
}
# process_of ATTEMPT: its process id is in its name
process_of() {
	basename "$1" .try | sed 's/.*\.//'
}
is_gone() {
	case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in "" | Z*) ;; *) return 1 ;; esac
}
all_gone() {
	local process
	for process in "$@"; do
		is_gone "$process" || return
	done
}
# on FOLDER NODE...: has each a shard?
on() {
	local folder=$1 node
	shift
	for node in "$@"; do
		tries "$folder" "*@$node@*" || return
	done
}

# attempted FOLDER SHARD N: have N attempts at it begun?
attempted() {
	[ "$(compgen -G "$1/pool/part/$2@*.try" | wc -l)" -ge "$3" ]
}

# kept FOLDER SUMS: are these parts still there? A busy machine can make a node look off: its shards
# are measured on others then, and NAME.off is the part that was.
kept() {
	local sum name
	while read -r sum name; do
		sha256sum "$1/pool/done/${name%.log}".* | grep -q "^$sum " || bad "a shard was measured again: $name"
	done <<<"$2"
}

# Three shards wait on three nodes: the daemons of n1 freeze, and its shard lives on; n2 dies; n3
# freezes with its shard. All three begin again on other nodes, while the one of n1 still lives.
scontrol update nodename=n[4-6] state=drain reason=later
close
begin hard --shard-time 1h
wait_for on hard n1 n2 n3 || bad "not each node got a shard: $(squeue)"
split=$(attempt hard n1) frozen=$(attempt hard n3)
# shellcheck disable=SC2154
stopped="$pool_pid_n1 $pool_pid_n3 $(pool_steps n1 | tr '\n' ' ')
	$(for step in $(pool_steps n3); do pool_tree "$step"; done | tr '\n' ' ')"
# shellcheck disable=SC2086
kill -STOP $stopped 2>/dev/null
pool_kill_node n2
[ -n "${BD_LONG:-}" ] || scontrol update nodename=n[1-3] state=down reason=test
scontrol update nodename=n[4-6] state=resume
pool_stop_ctld
[ -z "${BD_LONG:-}" ] || wait_for says hard 'the queue cannot be asked' || bad "no word of the controller: $(cat err_hard)"
pool_ctld
wait_for on hard n4 n5 n6 || bad "not each shard began again: $(squeue; sinfo -N)"
is_gone "$(process_of "$split")" && bad 'the shard of n1 did not live on'
open
end hard 0 1
whole hard
[ -z "${BD_LONG:-}" ] || has err_hard 'the queue answers again'
[ "$(cd hard/pool/done && ls ./*.log)" = "$(printf './0000%s.log\n' 0 1 2)" ] || bad "parts: $(ls hard/pool/done)"
before=$(sha256sum hard/pool/done/*)
# shellcheck disable=SC2086
kill -CONT $stopped 2>/dev/null
pool_until 300 all_gone "$(process_of "$split")" "$(process_of "$frozen")" || bad 'a late attempt did not end'
[ "$before" = "$(sha256sum hard/pool/done/*)" ] || bad 'a late attempt changed a part'
pool_node n2
# A node that answered has come back by itself.
scontrol update nodename=n[1-3] state=resume 2>/dev/null
pool_until 300 pool_idle 6 || bad "nodes: $(sinfo -h -N)"

# Interrupted: the tasks are cancelled, and only the missing shards are measured later.
touch closed.csv
begin stopped --nodes 2 --shard-time 50ms
wait_for parts stopped 1 || bad 'no part came'
expect 4 "$BDRIVER" run --resume stopped
has err 'another bdriver'
kill -INT "$pid"
end stopped 130
has err_stopped 'bdriver run --resume stopped'
pool_until 300 pool_is_empty || bad "tasks are left: $(squeue)"
first=$(cd stopped/pool/done && sha256sum *.log)
open
again stopped
end stopped 0 1
whole stopped
kept stopped "$first"

# The driver is killed: the tasks go on, and the next driver takes them over. An operator holds
# one and cancels another.
touch closed.csv
begin killed --nodes 1 --shard-time 40ms
wait_for parts killed 1 || bad 'no part came'
kill -9 "$pid"
wait "$pid" 2>/dev/null
read -r job last <<<"$(squeue -h -r -t pd -o '%F %K' | sort -k 2n | tail -1)"
scontrol hold "${job}_$last"
again killed
wait_for says killed 'a task is held' || bad "held: $(cat err_killed)"
scancel "${job}_$((last - 1))"
scontrol release "${job}_$last"
open
end killed 0 1
whole killed
jobs=2
compgen -G 'killed/pool/done/*.off' >/dev/null && jobs=3
[ "$(basename -a killed/pool/engine/*.out | cut -d_ -f1 | sort -u | wc -l)" -le $jobs ] ||
	bad "tasks were submitted again: $(ls killed/pool/engine)"

# Slurm's own limit of time ends a shard that hangs: it is measured again, on another node.
if [ -n "${BD_LONG:-}" ]; then
	close
	begin late --nodes 1 --shard-time 1h
	wait_for attempted late 00000 1 || bad 'nothing began'
	scontrol update jobid="$(squeue -h -t r -o %A | head -1)" endtime=now
	wait_for attempted late 00000 2 || bad "not begun again: $(squeue)"
	has "$pool/log/slurmctld.log" 'Time limit exhausted'
	open
	end late 0 1
	whole late
fi
finish
