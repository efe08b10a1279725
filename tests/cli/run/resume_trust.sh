#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --resume executes nothing that a log of somebody else says: owner, folder and configuration are
# those of the caller, or the caller gives --trust-log. --force is never taken from a log.
. "$BD_SOURCE/tests/cli/lib.sh"
cat >asked <<'EOF'
#!/bin/sh
touch "$BD_MARK"
case "$*" in
*--list*) echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}' ;;
*) printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"A",ok,4,4,"1 2 3"\n# end: 1\n' >&3 ;;
esac
EOF
chmod +x asked
export BD_MARK=$PWD/mark
printf '[suite asked]\npath = asked\n' >bdriver.ini
printf '[suite asked]\npath = asked\nargs = -x\n' >other.ini

# part NAME OPTION...: NAME.part is the log of a run that was killed before its second launch.
part() {
	local name=$1
	shift
	expect 0 "$BDRIVER" run -r 2 -j 1 -o "$name" "$@"
	sed -n '/^# end/d; p' "$name" | awk '/^#/ || !rows++ || rows < 3' >"$name.part"
	rm "$name" mark
}
refused() {
	local name=$1 why=$2
	shift 2
	rm -f mark
	expect 2 "$BDRIVER" run --resume "$name" "$@"
	has err "$why"
	has err '-r 2 -j 1 -o'
	has err --trust-log
	[ ! -e mark ] || bad "$name: its suite was executed"
	expect 2 "$BDRIVER" run --resume "$name" "$@" --dry-run
	[ ! -e mark ] || bad "$name: its suite was executed by --dry-run"
}

# The usual case; what is resumed is shown.
part own.log
expect 0 "$BDRIVER" run --resume own.log
has err '-r 2 -j 1 -o own.log'
has err "$PWD"
has err 'bdriver.ini'

# Another folder.
part folder.log
mkdir elsewhere
cd elsewhere || exit 1
cp ../bdriver.ini ../asked .
refused ../folder.log "not from this one"
cd ..
(cd elsewhere && "$BDRIVER" run --resume ../folder.log --trust-log >out 2>err) || bad '--trust-log'
[ -e folder.log ] || bad '--trust-log: no log'

# The configuration: named by the log alone, another one, or changed since.
part named.log -c other.ini
refused named.log 'give -c other.ini'
refused named.log 'give -c other.ini' -c bdriver.ini
expect 0 "$BDRIVER" run --resume named.log -c other.ini
part plain.log
refused plain.log 'give no -c' -c other.ini
cp bdriver.ini kept.ini
echo 'timeout = 50s' >>bdriver.ini
refused plain.log 'has changed'
mv kept.ini bdriver.ini
sed '/^# config_hash/d' plain.log.part >hashless.log.part
refused hashless.log 'does not say'
expect 0 "$BDRIVER" run --resume plain.log

# A suite that has no build id and was changed.
part changed.log
echo '# changed' >>asked
expect 2 "$BDRIVER" run --resume changed.log
has err 'was rebuilt'

# A log that others may write.
part open.log
chmod o+w open.log.part
refused open.log 'others may write'
chmod o-w open.log.part
expect 0 "$BDRIVER" run --resume open.log

# --force within a log replaces nothing; that of the caller does.
part forced.log --force
echo precious >forced.log
expect 4 "$BDRIVER" run --resume forced.log
[ "$(cat forced.log)" = precious ] || bad 'a log brought its own --force'
expect 0 "$BDRIVER" run --resume forced.log --force
has forced.log '# end: 2'

# What is not UTF-8 cannot stand in a log: said at the start.
odd=$(printf 'odd\303')
cp asked "$odd"
expect 0 "$BDRIVER" run -s "./$odd" -r 1 -o odd.log
has err 'it cannot be resumed'

# A folder whose name is not UTF-8: its logs are read, compared and resumed.
odd=$PWD/$(printf 'folder\303')
mkdir "$odd"
cp asked "$odd/asked"
cd "$odd" || exit 1
expect 0 "$BDRIVER" run -s ./asked -r 2 -o whole.log
hasnt err 'cannot be resumed'
grep -v '^# end' whole.log | sed '$d' >half.log.part
sed -i 's/"whole.log"/"half.log"/' half.log.part
expect 0 "$BDRIVER" run --resume half.log
[ "$(launches_in half.log)" = 2 ] || bad "resumed: $(rows half.log)"
cd .. || exit 1
expect 0 "$BDRIVER" compare "$odd/whole.log" "$odd/half.log" -o "$odd/result"
[ -s "$odd/result" ] || bad 'compare -o into that folder'

# A log of the doctor.
expect 0 "$BDRIVER" doctor -q --check fails -j 1 -o doctor.log
sed '/^# end/d' doctor.log >killed.log.part
expect 2 "$BDRIVER" run --resume killed.log
has err 'bdriver doctor --from'

expect 2 "$BDRIVER" run --trust-log
has err '--trust-log is for --resume'

# Another user's log.
if [ "$(id -u)" = 0 ]; then
	part owned.log
	chown 65534 owned.log.part
	refused owned.log 'user'
	expect 0 "$BDRIVER" run --resume owned.log --trust-log
fi
finish
