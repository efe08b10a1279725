#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A comparison as one file: made, checked, run again elsewhere, pooled.
# slow: five runs
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code

export TMPDIR=$PWD/tmp
mkdir tmp
same=$BD_BUILD/tests/same
mkdir old new
cp "$same/same_O2_1" old/suite
cp "$same/same_O2_2" new/suite
printf '[compare]\nthreshold = 7%%\n' >bdriver.ini
expect 1 "$BDRIVER" run --old old --new new -r 5 --seed 9 -o out.d --no-wait DiffWork

expect 2 "$BDRIVER" bundle out.d
has err '-o FILE.tar.zst'
expect 0 "$BDRIVER" bundle out.d -o without.tar.zst
expect 0 "$BDRIVER" bundle out.d -o with.tar.zst --builds
expect 2 "$BDRIVER" bundle out.d -o with.tar.zst
has err 'with.tar.zst'
if command -v zstd >/dev/null; then
	mkdir plain
	tar --zstd -xf with.tar.zst -C plain
	(cd plain && sha256sum --quiet -c SHA256SUMS) || bad 'SHA256SUMS'
fi

# Verified where neither builds nor configuration are, and in a folder that has other ones.
mkdir elsewhere
printf '[compare]\nthreshold = 900%%\n' >elsewhere/bdriver.ini
mv old new elsewhere
(cd elsewhere && "$BDRIVER" verify ../with.tar.zst ../without.tar.zst) >out || bad 'verify'
has out 'with.tar.zst: the same, byte by byte'
has out 'regressed on 2 of 2'
has out 'only 1 machine'
mv elsewhere/old elsewhere/new .

# The same from other machines.
for host in other third; do
	cp -r out.d $host.d
	sed -i "s/^# host: .*/# host: $host/" $host.d/*.log
	grep -q "^# host: $host" $host.d/new.log || bad 'the log names no host'
	expect 0 "$BDRIVER" bundle $host.d -o $host.tar.zst
done
expect 0 "$BDRIVER" verify with.tar.zst other.tar.zst third.tar.zst
has out 'Over 3 bundles'
has out 'regressed on 3 of 3'
hasnt out 'only 1 machine'

testcase 'a bundle whose programs leave a trace is verified, and asked about, without one'
mkdir script_old
sed "2i : >'$PWD/trace'" "$BD_SOURCE/docs/suites/suite.sh" >script_old/traced
chmod +x script_old/traced
cp -r script_old script_new
"$BDRIVER" run --old script_old --new script_new -s traced -r 2 --launch-time 1ms -o traced.d --no-wait >out 2>err
[ -e trace ] || bad 'a run leaves no trace'
expect 0 "$BDRIVER" bundle traced.d -o traced.tar.zst --builds
rm trace
expect 0 "$BDRIVER" verify traced.tar.zst
script -qec "'$BDRIVER' replicate traced.tar.zst" /dev/null <<<n >out || true
has out 'bundle/builds/old/traced'
has out 'Execute them? [y/N]'
has out 'nothing was executed'
[ ! -e trace ] || bad 'it was executed'
"$BDRIVER" replicate traced.tar.zst --yes >out 2>err
[ -e trace ] || bad "its programs were not executed: $(cat out err)"
has out 'Holds here:'
rm -r replication
testcase ''

# A killed one ends its tar, and leaves its folder, which the next removes.
mkdir slow
cat >slow/tar <<EOF
#!/bin/sh
echo \$\$ >'$PWD/tar.pid'
exec sleep 600
EOF
chmod +x slow/tar
PATH=$PWD/slow:$PATH "$BDRIVER" verify with.tar.zst >/dev/null 2>&1 &
pid=$!
wait_for test -s tar.pid
kill -KILL $pid
wait $pid 2>/dev/null
gone() { ! grep -q . "/proc/$(cat tar.pid)/cmdline" 2>/dev/null; }
pid=$$
wait_for gone || bad 'a killed verify leaves its tar'
expect 0 "$BDRIVER" verify without.tar.zst
for _ in {1..50}; do
	"$BDRIVER" verify with.tar.zst >/dev/null 2>&1 &
	until compgen -G 'tmp/bdriver-bundle-*' >/dev/null || ! kill -0 $! 2>/dev/null; do :; done
	kill -KILL $! 2>/dev/null
	wait $! 2>/dev/null
	! compgen -G 'tmp/bdriver-bundle-*' >/dev/null || break
done
compgen -G 'tmp/bdriver-bundle-*' >/dev/null || bad 'no verify was killed in time'
expect 0 "$BDRIVER" verify without.tar.zst
! compgen -G 'tmp/bdriver-bundle-*' >left || bad "left: $(cat left)"
printf x >>with.tar.zst
expect 2 "$BDRIVER" verify with.tar.zst
has err 'with.tar.zst: is damaged or cut short'
truncate -s -1 with.tar.zst
expect 2 "$BDRIVER" verify out.d/old.log
has err 'is no bundle'

# Nothing is executed, and nothing left behind, until somebody says yes.
expect 2 "$BDRIVER" replicate with.tar.zst
has out 'bundle/builds/new/suite'
has out '--seed=9'
has err '--yes executes them'
[ ! -e replication ] || bad 'the folder was left'
expect 2 "$BDRIVER" replicate without.tar.zst --yes
has err 'has no executables'
[ ! -e replication ] || bad 'the folder was left'
expect 2 "$BDRIVER" replicate without.tar.zst --yes --old old
has err 'both --old DIR and --new DIR'

expect 0 "$BDRIVER" replicate with.tar.zst --yes
has out 'Holds here: yes; of 1 change 1 holds'
expect 2 "$BDRIVER" replicate with.tar.zst --yes
has err 'replication is there already; name a new folder with -o'
# The sides swapped: the opposite.
expect 1 "$BDRIVER" replicate without.tar.zst --yes --old new --new old -o swapped
has out 'Holds here: no; of 1 change 0 hold, 1 does not'
# Both the same: unchanged, with the same code.
expect 1 "$BDRIVER" replicate without.tar.zst --yes --old old --new old -o nothing -q
hasnt err ' launches, '
has out 'Holds here: no'

# All that would be executed is shown, wherever it hides.
mkdir -p hidden/sub
cp old/suite hidden/sub/.suite
expect 2 "$BDRIVER" replicate without.tar.zst --old hidden --new new -o shown
has out 'hidden/sub/.suite'

# Nothing changed there, but it does here.
expect 0 "$BDRIVER" run --old old --new old -r 5 --seed 9 -o same.d --no-wait DiffWork
expect 0 "$BDRIVER" bundle same.d -o same.tar.zst
expect 1 "$BDRIVER" replicate same.tar.zst --yes --old old --new new -o differs
has out 'Holds here: no; of 0 changes'
has out 'Of 1 that were unchanged there, 1 changed here'

# A suite that was rebuilt is not the one that was measured.
cp "$same/same_O2_1" new/suite
expect 2 "$BDRIVER" bundle out.d -o again.tar.zst --builds
has err 'was rebuilt after it was measured'
[ ! -e again.tar.zst ] || bad 'a half bundle was left'
if [ "$(id -u)" = 0 ]; then
	chown 65534 out.d/new.log
	expect 2 "$BDRIVER" bundle out.d -o again.tar.zst --builds
	has err 'new.log belongs to user 65534'
fi
[ -z "$(ls tmp)" ] || bad "left: $(ls tmp)"
finish
