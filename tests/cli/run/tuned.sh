#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Iterations in bdriver.tuned that take too long for their benchmark are tuned again.
# slow: a launch that times out.
. "$BD_SOURCE/tests/cli/lib.sh"
# Tunes to 4. With 900 a sample of Slow takes 0.9 s; a launch of Hangs does not end.
cat >suite <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Slow"},{"name":"Hangs"}]}]}'
	exit ;;
*Hangs*) name=Hangs ;;
*) name=Slow ;;
esac
case "$*" in
*"--iterations 900"*) n=900 tuned= ;;
*"--iterations 4"*) n=4 tuned= ;;
*) n=4 tuned=4 ;;
esac
[ $name$n != Hangs900 ] || exec sleep 1000
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,%s,%s,"1000000 1000000"\n# end: 1\n' \
	$name $n "$tuned" >&3
EOF
chmod +x suite
run() {
	expect "$1" "$BDRIVER" run -s ./suite -r 2 -j 1 --timeout 5s -o "$2"
}
run 0 first.log
hasnt err 'tuned again'
grep -cq '^4	' bdriver.tuned || bad "tuned: $(cat bdriver.tuned)"
run 0 second.log
hasnt err 'tuned again'
[ "$(cells second.log iterations | sort -u)" = 4 ] || bad "remembered: $(cells second.log iterations)"
sed -i -E 's/^4\t/900\t/' bdriver.tuned
run 0 third.log
has err '900 iterations of suite/Slow take too long'
has err '900 iterations of suite/Hangs take too long'
[ "$(cells third.log benchmark status iterations | sort | tr '\n' ' ')" = \
	'Hangs ok 4 Hangs timeout  Slow ok 4 Slow ok 900 ' ] ||
	bad "third: $(cells third.log benchmark status iterations)"
[ "$(sed 1d bdriver.tuned | cut -f1 | sort -u)" = 4 ] || bad "not replaced: $(cat bdriver.tuned)"
run 0 fourth.log
hasnt err 'tuned again'
finish
