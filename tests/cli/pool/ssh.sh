#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --engine ssh over sshd of this machine, with keys of their own: a dead host, one with another
# host key and those that write without end get nothing, an interrupted run is resumed, a host that is slower than the others
# is named and avoided, and the rows are those of a local run.
# slow: measures.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
# shellcheck source=tests/pool/runs.sh
. "$BD_SOURCE/tests/pool/runs.sh" || exit 1
sshd=$(PATH=$PATH:/usr/sbin command -v sshd) || skip 'there is no sshd here (package openssh-server)'
command -v ssh-keygen >/dev/null || skip 'there is no ssh-keygen here (package openssh-client)'
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
chmod 755 "$test_folder"
mkdir ssh
ssh-keygen -q -t ed25519 -N '' -f ssh/host
ssh-keygen -q -t ed25519 -N '' -f ssh/user
cp ssh/user.pub ssh/authorized

# serve NAME PORT [VARIABLE]...: a server that ends with this script, however that ends
serve() {
	cat >"ssh/$1.conf" <<-CONF
		ListenAddress 127.0.0.1
		Port $2
		HostKey $PWD/ssh/host
		PidFile $PWD/ssh/$1.pid
		AuthorizedKeysFile $PWD/ssh/authorized
		UsePAM no
		StrictModes no
		PasswordAuthentication no
		SetEnv BDRIVER_LOCK=$1.$$ HOME=$PWD/ssh ${*:3}
	CONF
	setpriv --pdeathsig KILL "$sshd" -D -e -f "$PWD/ssh/$1.conf" >"ssh/$1.log" 2>&1 </dev/null &
	servers="${servers:-} $!"
}
port=$((40000 + ($$ * 31 + RANDOM) % 20000))
# On b3 all takes ten times as long, by its clock.
cat >slow.c <<'C'
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *t)
{
	long rc = syscall(SYS_clock_gettime, id, t), ns;

	if (rc || id != CLOCK_MONOTONIC)
		return (int)rc;
	ns = t->tv_nsec * 10;
	t->tv_sec = t->tv_sec * 10 + ns / 1000000000;
	t->tv_nsec = ns % 1000000000;
	return 0;
}
C
cc -shared -fPIC slow.c -o slow.so || skip 'there is no cc here'
serve b1 $port
serve b2 $((port + 1))
flood=$'\n\tForceCommand yes'
serve flooding $((port + 3)) "$flood"
serve shouting $((port + 4)) "$flood >&2"
serve b3 $((port + 2)) "LD_PRELOAD=$PWD/slow.so" ASAN_OPTIONS=verify_asan_link_order=0
for host in 'b1 0 host' 'b2 1 host' 'b3 2 host' 'flooding 3 host' 'shouting 4 host' 'dead 7 host' 'stranger 0 user'; do
	read -r name offset key <<<"$host"
	echo "[127.0.0.1]:$((port + offset)) $(cut -d' ' -f1,2 ssh/$key.pub)" >"ssh/known_$name"
	printf 'Host %s\n HostName 127.0.0.1\n Port %s\n IdentityFile %s\n IdentitiesOnly yes\n UserKnownHostsFile %s\n GlobalKnownHostsFile /dev/null\n' \
		"$name" $((port + offset)) "$PWD/ssh/user" "$PWD/ssh/known_$name"
done >ssh/config
trap 'kill $servers; cd / && rm -rf "$test_folder"' EXIT
pid=$$
wait_for ssh -n -F ssh/config -o BatchMode=yes b1 true 2>/dev/null &&
	wait_for ssh -n -F ssh/config -o BatchMode=yes b2 true 2>/dev/null &&
	wait_for ssh -n -F ssh/config -o BatchMode=yes b3 true 2>/dev/null || { bad "$(cat ssh/*.log)"; finish; }

gated_suites
engine=(--engine ssh --ssh-config ssh/config --shard-time 100ms)
locally

begin all --hosts dead,b1,stranger,b2
end all 0 1
whole all
[ "$(cells all/old.log node | sort -u | tr '\n' ' ')" = 'b1 b2 ' ] || bad "nodes: $(cells all/old.log node | sort -u)"
has err_all 'dead: the connection failed'
has err_all 'stranger: the connection failed'

# Hosts that write without end are left long before the limit of a task, which is an hour.
begin floods --hosts flooding,b1,shouting
end floods 0 1
whole floods
[ "$(cells floods/old.log node | sort -u)" = b1 ] || bad "nodes: $(cells floods/old.log node | sort -u)"
has err_floods 'flooding: it wrote without end: it gets no more tasks'
has err_floods 'shouting: it wrote without end: it gets no more tasks'

# The slow host is named, and what it measured is measured again on the others.
begin slow --hosts b1,b2,b3
end slow 0 1
whole slow
grep -qE 'node b3 is off: its reference work takes [0-9]+ % longer' err_slow || bad "b3 is not named: $(cat err_slow)"
[ "$(cells slow/old.log node | sort -u | tr '\n' ' ')" = 'b1 b2 ' ] || bad "nodes: $(cells slow/old.log node | sort -u)"
has slow/old.log '# node.b3.off: its reference work takes'
compgen -G 'slow/pool/part/*@b3@*.log' >/dev/null || bad 'b3 measured nothing'

# Interrupted, then resumed on the other host.
touch closed.csv
begin stopped --hosts b1
wait_for parts stopped 1 || bad 'no part came'
kill -INT "$pid"
end stopped 130
pid=$$
is_still() { ! pgrep -f "shard --run=$PWD/stopped/pool" >/dev/null; }
wait_for is_still || bad 'a shard of the interrupted run goes on'
first=$(cd stopped/pool/done && sha256sum ./*.log)
rm closed.csv
again stopped
end stopped 0 1
whole stopped
(cd stopped/pool/done && sha256sum --quiet -c <<<"$first") || bad 'a shard was measured again'

# A frozen machine keeps nobody who wants to stop.
touch closed.classic closed.csv
BDRIVER_POOL_POLL_MS=200 begin frozen --hosts b1
is_frozen() { kill -STOP $(pgrep -f "shard --run=$PWD/frozen/pool") 2>/dev/null; }
wait_for is_frozen || bad 'no shard began'
kill -INT "$pid"
end frozen 130
kill -KILL $(pgrep -f "shard --run=$PWD/frozen/pool")
rm closed.*

expect 3 "$BDRIVER" env --engine ssh --ssh-config ssh/config --hosts b1,dead,b2
grep -q "^b2 .*$(uname -r)" out || bad "env: $(cat out)"
has out '2 machines, equal in all of this'
has err 'dead does not answer'

expect 2 "$BDRIVER" run "${trees[@]}" --engine ssh -o none "${words[@]}"
has err '--hosts'
expect 3 "$BDRIVER" run "${trees[@]}" "${engine[@]}" --hosts dead -o dead "${words[@]}"
has err 'no node is left'
finish
