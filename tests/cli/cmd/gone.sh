#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What is gone is refused with one sentence that says what to do instead.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1

mapfile -t names < <(sed -nE 's/^\t\{ "([^"]+)",.*/\1/p' "$BD_SOURCE/driver/cli/gone.c")
[ "${#names[@]}" -ge 3 ] || bad "the table has only ${names[*]}"
for name in "${names[@]}"; do
	testcase "$name is gone"
	case $name in
	\[*)
		printf '%s\n' "$name" >gone.ini
		expect 2 "$BDRIVER" list -c gone.ini
		;;
	*) expect 2 "$BDRIVER" ${name/#--/run --} ;;
	esac
	has err "'${name#--*=}' is gone: "
	[ "$(wc -l <err)" = 1 ] || bad "not one line: $(cat err)"
	! grep -qF '. ' err || bad "not one sentence: $(cat err)"
done
expect 2 "$BDRIVER" help "${names[0]}"
has err "'${names[0]}' is gone: "

testcase 'logs that have what is gone are read'
# log NODE TIME: of a pool, isolated, on a machine with a grade, with columns of batches.
log() {
	cat <<-END
		# bdriver-log: 1
		# session: one
		# method: regress
		# engine: slurm
		# isolate: cgroup v2 /x, cpus 6, partition isolated; kept from all others
		# quiet_grade: A
		# interleave.s: at once
		# command: ["bdriver","run","--engine","slurm","--isolate","--require-quiet","A"]
		suite,benchmark,build,round,status,iterations,samples,batch_iterations,batch_ns,batch_allocations,node
		s,A,,1,ok,,$1 $2 $1,0 1 2,3 $1 $2,0 1 2,n1
		s,A,,2,ok,,$1 $2 $2,0 1 2,3 $1 $2,0 1 2,n2
		# end: 2
	END
}
log 100 101 >old.log
log 110 111 >new.log
expect 0 "$BDRIVER" show old.log
has out 's/A'
expect 0 "$BDRIVER" show --fit old.log
expect 0 "$BDRIVER" compare old.log new.log --fail-on never
has out 'geometric mean of new / old +10.0 %'
expect 0 "$BDRIVER" convert -q old.log again.log
has again.log '# isolate: '
expect 2 "$BDRIVER" run --resume old.log
finish
