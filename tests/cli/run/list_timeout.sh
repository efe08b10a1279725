#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: waits for suites that do not list their benchmarks.
# A suite that is too slow with its list is left out: the limit is an option and a key, and the
# last lines of the run say so.
. "$BD_SOURCE/tests/cli/lib.sh"

cat >good <<'EOT'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"A"}]}]}'
	exit ;;
esac
printf '# bdriver-row: 1\nbenchmark,status,iterations,tuned_iterations,samples\n"%s",ok,4,4,"1 2 3"\n# end: 1\n' "$1" >&3
EOT
cat >asleep <<'EOT'
#!/bin/sh
echo asked >>asked
exec sleep 1000
EOT
printf '#!/bin/sh\necho no data >&2\nexit 9\n' >fails
chmod +x good asleep fails

last_lines() { # STREAM: three, the first without its number
	[ "$(tail -n 3 "$1" | head -n 1)" = '2 suites were left out, so not all was measured:' ] ||
		bad "the third line from the end: $(tail -n 3 "$1" | head -n 1)"
	tail -n 2 "$1" | grep -q 'asleep did not list its benchmarks within 5 s; .*--list-timeout' ||
		bad 'the last lines do not name the suite that is slow'
	tail -n 2 "$1" | grep -q 'fails, asked for its list, ended with exit code 9; it said: no data' ||
		bad 'the last lines do not name the suite that fails'
}

# The key alone. Google Benchmark has two ways to ask: one is enough to see that it is slow.
printf '[driver]\nlist_timeout = 100ms\n[suite asleep]\npath = asleep\nadapter = gbench\n' >key.ini
expect 2 "$BDRIVER" run -c key.ini -o key.log
has err 'within 0.1 s; if its start takes that long, give --list-timeout, or list_timeout in [driver]'
[ "$(wc -l <asked)" = 1 ] || bad 'it was asked again'
expect 2 "$BDRIVER" list --list-timeout 0 -s asleep
has err '--list-timeout: must be longer than 0'
expect 2 "$BDRIVER" init --list-timeout 100ms asleep
has err 'within 0.1 s; if its start takes that long, give --list-timeout'

# The option wins. What is left out is said first and last, in a run of one build and of two.
printf '[driver]\nlist_timeout = 1h\n' >bdriver.ini
printf '[suite %s]\npath = %s\n' asleep asleep fails fails good good >>bdriver.ini
expect 3 "$BDRIVER" run --list-timeout 5s -r 2 -j 1 -o x.log
has err 'of bdriver.ini; it is left out'
last_lines out
mkdir old new
cp good fails asleep old
cp good fails new
cp good new/asleep
expect 3 "$BDRIVER" run --list-timeout 5s --old old --new new -r 3 -j 1 -o xy
[ "$(tail -n 4 err | head -n 1)" = '3 suites were left out, so not all was measured:' ] ||
	bad "the last lines of two builds: $(tail -n 4 err)"
expect 3 "$BDRIVER" doctor --list-timeout 5s --check name-length -j 1 -o doctor.log
last_lines err
finish
