#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/ci/shards.sbatch in a real Slurm of two nodes on this machine: four parts; a node dies in the
# middle of its part, which is requeued. The merged run is one in one piece: benchmarks, builds and the
# verdicts of changes that are ten times as large as any noise.
# long: measures, and waits for Slurm; run/shard has the same parts without it.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/slurm.sh
. "$BD_SOURCE/tests/pool/slurm.sh" || exit 1
pool_need
trap 'pool_down; cd / && rm -rf "$test_folder"' EXIT
pool_up 2 || { bad 'the pool did not come up'; finish; }

# While closed.ITERATIONS is there, no launch of the part that has it begins.
mkdir build-old build-new
cp "$BD_BUILD/suites/classic_O2" build-old/classic.real
cp "$BD_BUILD/suites/classic_O0" build-new/classic.real
for build in build-old build-new; do
	cat >$build/classic <<-GATE
		#!/bin/sh
		case "\$*" in *--list*) ;; *)
			while [ -e '$PWD/closed' ]; do : >'$PWD/waits.'"\$SLURM_ARRAY_TASK_ID"; sleep 0.05; done ;;
		esac
		exec '$PWD/$build/classic.real' "\$@"
	GATE
	chmod +x $build/classic
done
printf '[suite classic]\npath = classic\n' >bdriver.ini
options=(-r 6 --samples 5 --launch-time 1ms -q 'BitCount/*' 'HeapSort/*' 'Sieve/*')
# Of each benchmark, whether it takes more than half as long again.
verdicts() {
	"$BDRIVER" compare "$1" --format json --fail-on never |
		jq -r '.rows[] | "\(.benchmark) \(.time_ratio > 1.5)"' | sort
}
keys() {
	cells "$1" suite benchmark build stage round | sort
}
"$BDRIVER" run --old build-old --new build-new --force -o whole "${options[@]}" >out 2>err </dev/null || [ $? = 1 ] ||
	bad "whole: $(cat err)"

mkdir bin && ln -s "$BDRIVER" bin/bdriver && PATH=$PWD/bin:$PATH
: >closed
job=$(sbatch --parsable --mem=100 "$BD_SOURCE/docs/ci/shards.sbatch" "${options[@]}") || bad 'sbatch failed'
merge=$(sbatch --parsable --mem=100 --dependency=afterany:"$job" --wrap 'bdriver merge out.* -o merged')
two_wait() {
	[ "$(compgen -G 'waits.*' | wc -l)" -ge 2 ]
}
pool_until 1200 two_wait || bad "no two parts have begun: $(squeue; cat slurm-*.out)"
on_n1=$(squeue -h -t R -w n1 -o %K | head -n 1)
pool_kill_node n1
scontrol update nodename=n1 state=down reason=died
rm -f closed
is_requeued() {
	squeue -h -j "${job}_$on_n1" -o '%T %r' | grep -q PENDING || [ -e "out.$on_n1/new.log" ]
}
pool_until 600 is_requeued || bad "part $on_n1 was not requeued: $(squeue)"
ended() {
	[ -z "$(squeue -h -j "$merge" -o %i 2>/dev/null)" ]
}
pool_until 3000 ended || bad "the jobs do not end: $(squeue; cat slurm-*.out)"
[ -e merged/new.log ] || bad "not merged: $(cat slurm-*.out)"
for build in old new; do
	keys merged/$build.log >a
	keys whole/$build.log >b
	cmp -s a b || bad "$build: other rows: $(diff a b | head)"
done
[ "$(sed -n 's/^# suite.classic.hash: //p' merged/new.log)" = "$(sed -n 's/^# suite.classic.hash: //p' whole/new.log)" ] ||
	bad 'another build'
verdicts merged >a
verdicts whole >b
cmp -s a b || bad "other verdicts: $(diff a b)"
[ "$(grep -c true a)" -ge 4 ] || bad "few changes: $(cat a)"
# Nothing of n1 counts, which died.
[ "$(cells merged/new.log node | sort -u)" = n2 ] || bad "nodes: $(cells merged/new.log node | sort | uniq -c)"
[ "$(cells merged/new.log benchmark node | sort -u | cut -d' ' -f1 | uniq -d | wc -l)" = 0 ] ||
	bad 'a benchmark has rounds of two machines'
finish
