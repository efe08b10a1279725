#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A real Slurm of four nodes on this machine: a node dies, a node freezes and comes back, the
# controller is restarted, tasks are held and cancelled, the driver is killed, the folder is full.
# Each time the logs are those of a local run in number and keys of their rows, or the run says
# what is missing and can be resumed.
# slow: measures, and waits for Slurm.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
for program in slurmctld slurmd squeue munged; do
	command -v $program >/dev/null || skip "there is no $program here (packages slurmctld slurmd slurm-client munge)"
done
# shellcheck source=tests/pool/slurm.sh
. "$BD_SOURCE/tests/pool/slurm.sh" || exit 1
trap 'pool_down; cd / && rm -rf "$test_folder"' EXIT
pool_up 4 || { bad 'the pool did not come up'; finish; }
# The nodes are one machine; a query of the queue costs little here.
export BDRIVER_LOCK='' BDRIVER_POOL_POLL_MS=300

mkdir old new
cp "$BD_BUILD/suites/classic_O2" old/classic
cp "$BD_BUILD/suites/classic_Os" new/classic
cp "$BD_BUILD/suites/csv_O2" old/csv
cp "$BD_BUILD/suites/csv_Os" new/csv
words=('Sieve/*' 'HeapSort/*' 'ParseChunks/1*')
trees=(--old old --new new -r 2 --samples 3 --seed 5 --launch-time 1ms
	--repeat-disturbed 0% --repeat-alone 0%)
slurm=(--engine slurm --shard-time 100ms)

keys() {
	cells "$1" suite benchmark build stage round attempt position | cut -d' ' -f1-6 | sort
}
# whole FOLDER: both logs have the rows of a local run
whole() {
	local log
	for log in old new; do
		diff <(keys "local/$log.log") <(keys "$1/$log.log") >differ ||
			bad "$1/$log.log differs from a local run: $(head -5 differ)"
	done
	"$BDRIVER" compare "$1/old.log" "$1/new.log" >compared 2>&1
	has compared 'rule  paired'
}
# begin FOLDER OPTION...: a run in the background, with its own err_FOLDER
begin() {
	local folder=$1
	shift
	set -m
	"$BDRIVER" run "${trees[@]}" "${slurm[@]}" "$@" -o "$folder" "${words[@]}" >"printed_$folder" 2>"err_$folder" </dev/null &
	pid=$!
	set +m
}
# end FOLDER CODE...: its exit code is one of these
end() {
	local folder=$1 code=0
	shift
	wait "$pid" || code=$?
	[[ " $* " == *" $code "* ]] || bad "$folder: exit code $code: $(tail -20 "err_$folder")"
}
# tries FOLDER PATTERN: is there an attempt that runs?
tries() {
	compgen -G "$1/pool/part/$2.try" >/dev/null
}
parts() {
	[ "$(find "$1/pool/done" -name '*.log' 2>/dev/null | wc -l)" -ge "$2" ]
}
says() {
	grep -qF -- "$2" "err_$1"
}

code=0
"$BDRIVER" run "${trees[@]}" -o local -q "${words[@]}" >printed 2>err || code=$?
[ "$code" -le 1 ] || bad "local: exit code $code: $(cat err)"

expect 0 "$BDRIVER" env --engine slurm
grep -q "^n4 .*$(uname -r)" out || bad "env: $(cat out)"
has out '4 machines, equal in all of this'

begin plain
end plain 0 1
whole plain

# Faults at a moment that a fast or busy machine may miss: by .ci/full, or by hand.
if [ -n "${BD_POOL_FAULTS:-}" ]; then
	# One node dies, one freezes, and the controller is restarted. The frozen one comes back when its
	# shard was measured again elsewhere: first finisher wins.
	# freeze: the shard that runs on n3, by the process id in the name of its attempt
	freeze() {
		frozen=$(compgen -G 'hard/pool/part/*@n3@*.try' | head -1)
		process=$(basename "$frozen" .try)
		process=${process##*.}
		[ -n "$process" ] && kill -STOP "$process" 2>/dev/null || return
		[ -e "$frozen" ] && return
		kill -CONT "$process"
		return 1
	}
	begin hard --launch-time 200ms
	wait_for freeze || bad 'n3 got no shard'
	# shellcheck disable=SC2154
	stopped="$pool_pid_n3 $(for step in $(pool_steps n3); do pool_tree "$step"; done | tr '\n' ' ')"
	# shellcheck disable=SC2086
	kill -STOP $stopped 2>/dev/null
	wait_for tries hard '*@n2@*' || bad 'n2 got no shard'
	pool_kill_node n2
	scontrol update nodename=n2,n3 state=down reason=test
	pool_stop_ctld
	pool_ctld
	end hard 0 1
	whole hard
	[ -e "hard/pool/done/$(basename "$frozen" | cut -d@ -f1).log" ] || bad 'the frozen shard was not measured again'
	before=$(sha256sum hard/pool/done/*)
	# shellcheck disable=SC2086
	kill -CONT $stopped 2>/dev/null
	is_gone() {
		case $(sed 's/.*) //' "/proc/$process/stat" 2>/dev/null) in "" | Z*) ;; *) return 1 ;; esac
	}
	pool_until 200 is_gone || bad 'the frozen attempt did not end'
	[ "$before" = "$(sha256sum hard/pool/done/*)" ] || bad 'a late attempt changed a part'
	pool_node n2
	# A node that answered has come back by itself.
	scontrol update nodename=n2,n3 state=resume 2>/dev/null
	pool_until 200 pool_idle 4 || bad "nodes: $(sinfo -h -N)"

	# Interrupted: the tasks are cancelled, and only the missing shards are measured later.
	begin stopped --nodes 2 --launch-time 50ms
	wait_for parts stopped 1 || bad 'no part came'
	expect 4 "$BDRIVER" run --resume stopped
	has err 'another bdriver'
	kill -INT "$pid"
	end stopped 130
	has err_stopped 'bdriver run --resume stopped'
	pool_until 50 pool_is_empty || bad "tasks are left: $(squeue)"
	first=$(cd stopped/pool/done && sha256sum *.log)
	"$BDRIVER" run --resume stopped >printed 2>err_stopped </dev/null &
	pid=$!
	end stopped 0 1
	whole stopped
	(cd stopped/pool/done && sha256sum --quiet -c <<<"$first") || bad 'a shard was measured again'

	# The driver is killed: the tasks go on, and the next driver takes them over. An operator holds
	# one and cancels another.
	begin killed --nodes 1 --launch-time 200ms
	wait_for parts killed 1 || bad 'no part came'
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	job=$(squeue -h -o %F | head -1)
	last=$(squeue -h -r -o %K | sort -n | tail -1)
	scontrol hold "${job}_$last"
	"$BDRIVER" run --resume killed >printed_killed 2>err_killed </dev/null &
	pid=$!
	wait_for says killed 'a task is held' || bad "held: $(cat err_killed)"
	scancel "${job}_$((last - 1))"
	scontrol release "${job}_$last"
	end killed 0 1
	whole killed
	[ "$(basename -a killed/pool/engine/*.out | cut -d_ -f1 | sort -u | wc -l)" -le 2 ] ||
		bad "tasks were submitted again: $(ls killed/pool/engine)"

	# Binaries that are not those of the plan: lost on two nodes, then given up.
	begin poison --nodes 2 --launch-time 200ms
	wait_for tries poison '*' || bad 'nothing began'
	cp "$BD_BUILD/suites/csv_O0" new/csv
	end poison 3
	has err_poison 'is not the file that the run was planned with'
	grep -qE 'was lost on n[1-4] and n[1-4]' err_poison || bad "not given up: $(cat err_poison)"
	has err_poison 'missing: csv/'
	[ "$(find poison/pool/part -name '00*@*.try' | cut -d@ -f1 | sort | uniq -c | awk '$1 > 2' | wc -l)" = 0 ] ||
		bad 'a shard was tried for ever'
	cp "$BD_BUILD/suites/csv_Os" new/csv
	"$BDRIVER" run --resume poison >printed 2>err_poison </dev/null &
	pid=$!
	end poison 0 1
	whole poison
fi

# A full folder.
mkdir full
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=32k none full 2>/dev/null; then
	trap 'pool_down; cd / && umount "$test_folder/full"; rm -rf "$test_folder"' EXIT
	begin full --samples 200
	end full 3 4
	mount -o remount,size=50m full
	"$BDRIVER" run --resume full >printed 2>err_full </dev/null &
	pid=$!
	end full 0 1
	whole full
else
	echo 'no tmpfs can be mounted here: a full folder was not tested'
fi

# No node is up.
scontrol update nodename=n[1-4] state=drain reason=test
expect 2 timeout 60 "$BDRIVER" run "${trees[@]}" "${slurm[@]}" -o drained "${words[@]}"
has err 'no node that is up'
pool_down
pool_until 50 eval '! grep -qzxF "SLURM_CONF=$SLURM_CONF" $(pgrep -f "slurm|munge" | sed "s#.*#/proc/&/environ#") /dev/null' ||
	bad 'a daemon is left'
finish
