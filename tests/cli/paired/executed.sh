#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A benchmark that reaches code that differs, but does not execute it, is not measured.
# slow: six launches of each such benchmark
. "$BD_SOURCE/tests/cli/lib.sh"
need_same_code
same=$BD_BUILD/tests/same
mkdir old new
cp "$same/executed_1" old/suite
cp "$same/executed_2" new/suite
found='NotAfterLongjmp NotByEnvironment NotByPointer NotBySignal NotCalled NotData NotHanging/1 NotHanging/2 NotHanging/3 NotHanging/4 NotUnsure '
nm "$same/executed_1" | grep -q ' divided.cold$' && found="InColdPart $found"
quick=(--launch-time 1ms --samples 3 --no-wait -r 5)
run() {
	code=0
	"$BDRIVER" run "${quick[@]}" "$@" >out 2>err || code=$?
	[[ $code = [0135] ]] || bad "exit code $code: $(cat err)"
}
not_executed() { sed -n 's|^# not_executed.suite/\(.*\): yes$|\1|p' "$1" | sort | tr '\n' ' '; }

testcase 'exactly those that do not execute what changed are found, in none of their launches'
export LAUNCHES=$PWD/launches
: >launches
# Long enough that no control ends early because the machine is busy.
run --old old --new new -o a --changed --controls 30 --launch-time 30ms -r 3 --interleave no
for log in a/old.log a/new.log; do
	[ "$(not_executed $log)" = "$found" ] ||
		bad "$log: $(not_executed $log)"
done
n=$(wc -w <<<"$found")
has err "with changed code, $n that do not execute it, 0 with the same ($n measured as controls)"

testcase 'the verdict is not executed, in every format'
has out "$n that do not execute what changed: not judged"
expect 0 "$BDRIVER" compare a -v --fail-on never
[ "$(sed -n '/^[0-9]* not executed$/,/^[0-9]* that/p' out | grep -c '^  [A-Z]')" = "$n" ] || bad "table: $(cat out)"
expect 0 "$BDRIVER" compare a --format json --fail-on never
has out "\"not_executed\":$n"
expect 0 "$BDRIVER" compare a --judge-same-code --fail-on never -v
hasnt out 'do not execute'
expect 0 "$BDRIVER" report a -o page.html
has page.html "$n that do not execute what changed"

testcase 'logs of two runs do not use the proof of one'
run --old old --new new -o b --changed --controls 30 NotCalled
expect 0 "$BDRIVER" compare a/old.log b/new.log --fail-on never
hasnt out 'not execute'

testcase 'a resumed run keeps what was found'
"$BDRIVER" run --resume a -r 4 -q >out 2>err
[ "$(not_executed a/new.log)" = "$found" ] ||
	bad "resumed: $(not_executed a/new.log); $(cat err)"

testcase 'the plan of a dry run leaves them out'
run --old old --new new -o none --changed --controls 0 --dry-run
has err ", $n that do not execute it, 0 with the same (0 measured as controls)"
grep -q 'suite/Called$' out || bad "the plan: $(cat out)"
! grep 'suite/Not' out || bad 'the plan has what does not execute a change'

testcase 'if none executes a change, one line says so'
run --old old --new new -o c --profile smoke Not*
has err '11 benchmarks, none executes changed code: 11 measured as controls'

testcase 'where the kernel allows no traps all are measured'
cat >refused.py <<'EOF'
import ctypes, os, struct, sys
# Loads the number of the system call; ptrace() fails with EPERM.
code = b''.join(struct.pack('HBBI', *i) for i in (
    (0x20, 0, 0, 0), (0x15, 0, 1, 101), (6, 0, 0, 0x50001), (6, 0, 0, 0x7fff0000)))
text = ctypes.create_string_buffer(code)
program = ctypes.create_string_buffer(struct.pack('HxxxxxxP', 4, ctypes.addressof(text)))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program):
    sys.exit('no filter')
os.execv(sys.argv[1], sys.argv[1:])
EOF
python3 refused.py "$BDRIVER" run --old old --new new -o none --changed --dry-run "${quick[@]}" NotCalled Called >out 2>err
has err '2 benchmarks: 2 with changed code, 0 with the same'

testcase 'a trap leaves no core'
(ulimit -S -c unlimited 2>/dev/null; run --old old --new new -o none --changed --dry-run Called)
[ -z "$(find . -name 'core*')" ] || bad "left: $(ls)"

testcase 'a constructor that differs is executed by all'
cp "$same/executed_3" new/suite
run --old old --new new -o d --changed Not*
has err '11 benchmarks: 11 with changed code, 0 with the same'
[ -z "$(not_executed d/new.log)" ] || bad "constructor: $(not_executed d/new.log)"

testcase 'inputs that differ are no matter of code'
cp "$same/executed_2" new/suite
mkdir old/data new/data
echo 1 >old/data/a
echo 2 >new/data/a
printf '[suite suite]\npath = suite\ninputs = data/*\n' >bdriver.ini
run -c bdriver.ini --old old --new new -o e --changed NotCalled
has err '1 benchmark: 1 with changed code'
finish
