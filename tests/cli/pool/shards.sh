#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shards without any engine: in any order, twice, at the same time, damaged. The logs are those of
# a local run in number and keys of their rows, and the same bytes whatever came first.
# slow: measures.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/runs.sh
. "$BD_SOURCE/tests/pool/runs.sh" || exit 1
export BDRIVER_LOCK=
suites
quick=(--launch-time 1ms --samples 3 --seed 5 -q --repeat-disturbed 0% --repeat-alone 0%)

shard() {
	"$BDRIVER" shard --run "$1/pool" --task "$2" --node "$3" >shard_out 2>shard_err
}

locally

testcase 'the plan; then the shards in a random order, some twice'
expect 0 "$BDRIVER" run "${trees[@]}" -o plain --engine external --nodes 5 "${words[@]}"
has err 'shards have no part: 0-4'
expect 2 "$BDRIVER" run "${trees[@]}" -o plain --engine external --nodes 5 "${words[@]}"
for task in $(printf '%s\n' 0 1 2 3 4 2 0 | shuf); do
	shard plain "$task" "n$((task % 3))" || bad "shard $task: $(cat shard_err)"
done
[ "$(ls plain/pool/part | wc -l)" = 5 ] || bad "parts: $(ls plain/pool/part)"
expect 2 "$BDRIVER" shard --run plain/pool --task 5
has err 'has the shards 0 to 4'

testcase 'two attempts at once: one part is taken, the other is left where it is'
cp -a plain twice
rm twice/pool/done/00001.log twice/pool/part/00001@*
shard twice 1 n1 &
one=$!
"$BDRIVER" shard --run twice/pool --task 1 --node n2 >out2 2>err2 || bad "second attempt: $(cat err2)"
wait $one || bad 'first attempt'
[ -e twice/pool/done/00001.log ] || bad 'two attempts at once brought nothing'
[ -z "$(find twice/pool/part -name '*.try')" ] || bad 'an attempt is left'

testcase 'merged in another order of arrival: the same bytes'
cp -a plain other
rm other/pool/done/*
for task in $(seq 0 4 | shuf); do
	ln other/pool/part/0000"$task"@*.log other/pool/done/0000"$task".log
done
for folder in plain other twice; do
	code=0
	"$BDRIVER" run --resume $folder >printed 2>err || code=$?
	[ "$code" -le 1 ] || bad "$folder: exit code $code: $(cat err)"
	has printed 'rule  paired'
	whole $folder
done
for log in old new; do
	diff <(grep -v '^# ended' plain/$log.log) <(grep -v '^# ended' other/$log.log) >differ ||
		bad "$log: the order of arrival shows: $(head -5 differ)"
done
has plain/old.log '# node.n1.cpu_model: '
[ "$(cells plain/old.log node | sort -u | tr '\n' ' ')" = 'n0 n1 n2 ' ] || bad 'column node'
expect 2 "$BDRIVER" run --resume plain
has err complete
expect 2 "$BDRIVER" run --resume plain --rounds 9
has err 'a pool of machines'

testcase 'killed before it had a plan, the resumed run plans what the run was started with'
expect 0 "$BDRIVER" run "${trees[@]}" -o early --engine external --nodes 1 "${words[@]}"
rm -r early/pool
expect 3 "$BDRIVER" run --resume early
shard early 0 n1 || bad "shard: $(cat shard_err)"
"$BDRIVER" run --resume early >printed 2>err || [ $? = 1 ] || bad "$(cat err)"
whole early

testcase 'killed between the headers of its logs, it is started again'
expect 0 "$BDRIVER" run "${trees[@]}" -o between --engine external --nodes 1 "${words[@]}"
rm -r between/pool
: >between/new.log.part
expect 0 "$BDRIVER" run "${trees[@]}" -o between --engine external --nodes 1 "${words[@]}"

# damaged NAME COMMAND...: a part that COMMAND changed is not taken; measured again, all is well.
damaged() {
	local name=$1
	shift
	rm -rf "$name"
	"$BDRIVER" run "${trees[@]}" -o "$name" --engine external --nodes 3 "${words[0]}" >printed 2>err ||
		bad "$name: plan"
	for task in 0 1 2; do shard "$name" $task n1; done
	"$@"
	expect 3 "$BDRIVER" run --resume "$name"
	has err 'it is measured again'
	has err '1 of 2 shards have no part: 1'
	shard "$name" 1 n2 || bad "$name: $(cat shard_err)"
	"$BDRIVER" run --resume "$name" -q >printed 2>err
	[ -e "$name/new.log" ] || bad "$name: $(cat err)"
}
damaged cut truncate -s -100 cut/pool/done/00001.log
damaged short truncate -s 0 short/pool/done/00001.log
damaged vast truncate -s 256G vast/pool/done/00001.log
flip() {
	sed -i '0,/,ok,/s//,OK,/' "$1"
}
damaged flipped flip flipped/pool/done/00001.log
damaged strange cp plain/pool/done/00001.log strange/pool/done/00001.log

testcase "the commands that are told can be pasted into a shell, whatever the folder's name"
expect 0 "$BDRIVER" run "${trees[@]}" -o 'a $(touch pwned)' --engine external --nodes 2 "${words[0]}"
way=$(sed -n 's/^  \(.* shard --run .*\) --task N$/\1/p' err)
(eval "$way --task 0") >shard_out 2>&1 || bad "'$way' fails: $(cat shard_out)"
[ ! -e pwned ] || bad "the name of a folder was interpreted: $way"

testcase 'the program is replaced while it plans: what is told names the one that stands there now'
cp "$BDRIVER" own
mkdir itself
cat >itself/renews <<EOF
#!/bin/sh
[ "\$1" != --list ] || { cp '$BDRIVER' next; mv next own; }
exec '$BD_BUILD/suites/classic_O2' "\$@"
EOF
chmod +x itself/renews
expect 0 ./own run -s itself/renews -r 1 "${quick[@]}" -o own.log --engine external 'Sieve/*'
has err "$PWD/own shard --run"

testcase 'the command that goes on names the configuration, without which it would be refused'
printf '[profile few]\nrounds = 2\n' >rare.ini
expect 0 "$BDRIVER" run -c rare.ini "${trees[@]}" -o rare --engine external --profile few "${words[0]}"
has err 'rare -c rare.ini'

testcase 'binaries that were rebuilt after the plan are refused, on the node and by the driver'
"$BDRIVER" run "${trees[@]}" -o rebuilt --engine external --nodes 2 "${words[0]}" >printed 2>err
cp "$BD_BUILD/suites/classic_O0" new/classic
shard rebuilt 0 n1 && bad 'a shard of other binaries'
has shard_err 'is not the file that the run was planned with'
expect 2 "$BDRIVER" run --resume rebuilt
has err rebuilt
cp "$BD_BUILD/suites/classic_Os" new/classic
sed -i 's/"rounds"/"Rounds"/;s/Sieve/Siege/' rebuilt/pool/plan.json
shard rebuilt 0 n1 && bad 'a changed plan'
has shard_err 'its hash differs'

testcase 'all by this machine; of one build too; two replicas are on two nodes, with rounds of their own'
code=0
"$BDRIVER" run "${trees[@]}" -o shards --engine local-shards --nodes 2 "${words[@]}" >printed 2>err || code=$?
[ "$code" -le 1 ] || bad "local-shards: exit code $code: $(cat err)"
whole shards
expect 0 "$BDRIVER" run -s old/classic -r 2 "${quick[@]}" -o one.log --engine local-shards 'Sieve/*'
[ "$(rows one.log | wc -l)" = 4 ] || bad 'rows of one build'
code=0
"$BDRIVER" run "${trees[@]}" -o replicas --engine local-shards --nodes 3 --replicas 2 "${words[@]}" >printed 2>err || code=$?
[ "$code" -le 1 ] || bad "replicas: exit code $code: $(cat err)"
[ -z "$(cells replicas/old.log suite benchmark node round | awk '{ k = $1 " " $2; h = $4 > 2
	if ((k, $3) in at && at[k, $3] != h) print; at[k, $3] = h }')" ] || bad 'two replicas on one node'
[ "$(cells replicas/old.log round | sort -u | tr '\n' ' ')" = '1 2 3 4 ' ] || bad 'rounds of replicas'
expect 2 "$BDRIVER" run "${trees[@]}" -o few --engine local-shards --replicas 2
has err 'each replica needs one'
expect 2 "$BDRIVER" run "${trees[@]}" -o few --nodes 2
has err 'are for --engine'

testcase 'what machines tune is remembered, and what is remembered holds on all machines'
rm bdriver.tuned
tunes=("${trees[@]}" --engine local-shards --nodes 2 'Sieve/*')
"$BDRIVER" run "${tunes[@]}" -o tunes >printed 2>err
[ "$(cells tunes/old.log iterations suite benchmark | sort -u)" = "$(grep -v '^#\|^turns' bdriver.tuned | cut -f 1,3,4 | tr '\t' ' ' | sort)" ] ||
	bad "bdriver.tuned: $(cat bdriver.tuned)"
[ "$(cells tunes/old.log turn_ns suite benchmark | sort -u)" = "$(sed -nE 's/^turns ([0-9]+) [0-9]+/\1000/p' bdriver.tuned | cut -f 1,3,4 | tr '\t' ' ' | sort)" ] ||
	bad "turns: $(cat bdriver.tuned)"
sed -i 's/^[0-9][0-9]*/7/' bdriver.tuned
"$BDRIVER" run "${tunes[@]}" -o tuned >printed 2>err
[ "$(cells tuned/old.log node iterations | sort -u | tr '\n' ' ')" = 'local1 7 local2 7 ' ] ||
	bad "iterations: $(cells tuned/old.log node iterations)"

# By the configuration, too.
printf '[engine]\nuse = local-shards\nnodes = 2\n' >pool.ini
code=0
"$BDRIVER" run -c pool.ini "${trees[@]}" -o configured 'Sieve/*' >printed 2>err || code=$?
[ "$code" -le 1 ] || bad "[engine]: exit code $code: $(cat err)"
[ "$(cells configured/old.log node | sort -u | tr '\n' ' ')" = 'local1 local2 ' ] || bad '[engine]: nodes'
expect 2 "$BDRIVER" run --resume configured -c pool.ini --rounds 9
has err 'a pool of machines'
expect 2 "$BDRIVER" run --resume configured --trust-log --rounds 9
has err 'a pool of machines'
expect 0 "$BDRIVER" run -s old/classic -r 2 "${quick[@]}" -o here.log 'Sieve/*'
mv pool.ini bdriver.ini
expect 2 "$BDRIVER" run --resume here.log --trust-log --rounds 4
has err 'only without an engine'
rm bdriver.ini
printf '[engine]\nuse = slrum\n' >wrong.ini
expect 2 "$BDRIVER" run -c wrong.ini "${trees[@]}" -o few
has err "no engine 'slrum'"
expect 2 "$BDRIVER" run "${trees[@]}" -o few --engine local-shards --budget 1m
has err 'no --budget'

testcase 'what failed launches wrote is beside the logs, as in a local run'
expect 3 "$BDRIVER" run -s "$BD_BUILD/tests/fakes/dies" -r 1 "${quick[@]}" --timeout 1s -o dies.log --engine local-shards 'Signal/1' 'Signal/2'
[ -s dies.log.err ] || bad "dies.log.err: $(ls)"
has out 'see dies.log.err'

testcase 'lost for good: listed, exit code 3, and resumed once the cause is gone'
chmod 700 .
TMPDIR=/nowhere expect 3 "$BDRIVER" run "${trees[@]}" -o lost --engine local-shards --nodes 3 "${words[@]}"
has err 'missing: classic/Sieve/10000'
has err '/nowhere'
has out skipped
code=0
"$BDRIVER" run --resume lost >printed 2>err || code=$?
[ "$code" -le 1 ] || bad "resumed: exit code $code: $(cat err)"
[ "$(rows lost/old.log | wc -l)" = "$(rows lost/new.log | wc -l)" ] || bad 'rows after the resumption'
finish
