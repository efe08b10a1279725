#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A real Slurm of four nodes on this machine: a run that nothing disturbs, binaries that changed, a
# full folder, no node. The logs are those of a local run in number and keys of their rows, or the
# run says what is missing and can be resumed.
# slow: measures, and waits for Slurm.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/slurm.sh
. "$BD_SOURCE/tests/pool/slurm.sh" || exit 1
# shellcheck source=tests/pool/runs.sh
. "$BD_SOURCE/tests/pool/runs.sh" || exit 1
pool_need
trap 'pool_down; cd / && rm -rf "$test_folder"' EXIT
pool_up 4 || { bad 'the pool did not come up'; finish; }
engine=(--engine slurm --shard-time 100ms)
suites
locally

expect 0 "$BDRIVER" env --engine slurm
grep -q "^n4 .*$(uname -r)" out || bad "env: $(cat out)"
has out '4 machines, equal in all of this'

# The partition allows less time than the run would ask for. Neither Slurm nor a shell interprets
# the name of the folder.
scontrol update partitionname=bench maxtime=30
plain='plain %j;$(touch pwned)'
begin "$plain"
end "$plain" 0 1
whole "$plain"
[ ! -e pwned ] || bad 'the name of a folder was interpreted'
compgen -G "$plain/pool/engine/*_*.out" >/dev/null || bad "engine: $(ls "$plain/pool/engine")"

# Binaries that are not those of the plan: lost on two nodes, then given up.
scontrol update partitionname=bench state=down
begin poison
wait_for says poison 'tasks wait in the queue: PartitionDown' || bad "it does not say why it waits: $(cat err_poison)"
cp "$BD_BUILD/suites/csv_O0" new/csv
scontrol update partitionname=bench state=up
end poison 3
has err_poison 'is not the file that the run was planned with'
grep -qE 'was lost on n[1-4] and n[1-4]' err_poison || bad "not given up: $(cat err_poison)"
has err_poison 'missing: csv/'
[ "$(find poison/pool/part -name '00*@*.try' | cut -d@ -f1 | sort | uniq -c | awk '$1 > 2' | wc -l)" = 0 ] ||
	bad 'a shard was tried for ever'
cp "$BD_BUILD/suites/csv_Os" new/csv
again poison
end poison 0 1
whole poison

# A full folder.
mkdir full
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=32k none full 2>/dev/null; then
	trap 'pool_down; cd / && umount "$test_folder/full"; rm -rf "$test_folder"' EXIT
	begin full --samples 200
	end full 3 4
	has err_full 'No space left'
	mount -o remount,size=50m full
	again full
	end full 0 1
	whole full
else
	echo 'no tmpfs can be mounted here: a full folder was not tested'
fi

# No node is up.
scontrol update nodename=n[1-4] state=drain reason=test
expect 2 timeout 60 "$BDRIVER" run "${trees[@]}" "${engine[@]}" -o drained "${words[@]}"
has err 'no node that is up'
pool_down
pool_until 50 eval '! grep -qzxF "SLURM_CONF=$SLURM_CONF" $(pgrep -f "slurm|munge" | sed "s#.*#/proc/&/environ#") /dev/null' ||
	bad 'a daemon is left'
finish
