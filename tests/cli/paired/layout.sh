#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The launches of a round have the same addresses, whatever the lengths of their paths; those of
# another round have a stack elsewhere. Real processes, by what the kernel says of them.
# shellcheck source=tests/cli/lib.sh
. "$BD_SOURCE/tests/cli/lib.sh" || exit 1
setarch -R true 2>/dev/null || skip 'the machine forbids to switch address randomisation off'
mkdir old a_longer_name
cat >old/places <<'EOF2'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}'
	exit ;;
esac
read -r line </proc/self/stat
set -- ${line##*) }
echo "${26} ${24} ${45}" >>"$NOTES/addresses" # stack, code, heap
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\nA,ok,4,4,"1 2 3"\n# end: 1\n' >&3
EOF2
chmod +x old/places
cp old/places a_longer_name
printf '[suite places]\npath = places\n' >bdriver.ini
export NOTES=$PWD

# addresses OPTION...: of 12 launches, two a line
addresses() {
	rm -f addresses
	expect 0 "$BDRIVER" run --old old --new a_longer_name -o out.d --force -r 6 -j 1 --all "$@"
	paste -d ' ' - - <addresses
}
addresses >same
[ "$(wc -l <same)" -ge 6 ] || bad "launches: $(cat same)"
awk '$1 != $4 || $2 != $5 || $3 != $6' same >odd
[ ! -s odd ] || bad "two layouts in a round: $(cat odd)"
[ "$(cut -d' ' -f1 same | sort -u | wc -l)" -ge 4 ] || bad "the stack stays: $(cat same)"
for build in old new; do has out.d/$build.log '# layout: same'; done

addresses --layout random >random
[ "$(tr ' ' '\n' <random | sort -u | wc -l)" -ge 30 ] || bad "not random: $(cat random)"
for build in old new; do has out.d/$build.log '# layout: random'; done
finish
