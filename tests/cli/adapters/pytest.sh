#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# long: starts pytest many times.
# Tests of pytest-benchmark are suites if the program that starts them is named.
. "$BD_SOURCE/tests/cli/lib.sh"
for python in python3 /usr/bin/python3; do
	"$python" -c 'import pytest, pytest_benchmark' 2>/dev/null && break
done || skip 'pytest-benchmark is not here (python3-pytest-benchmark)'

tree() { # FOLDER WORK
	mkdir "$1"
	cat >"$1/bench" <<-TXT
		#!/bin/sh
		cd "\$(dirname "\$0")" && exec $python -B -m pytest "\$@"
	TXT
	chmod +x "$1/bench"
	printf '[pytest]\npython_files = bench_*.py\n' >"$1/pytest.ini"
	printf 'def work(n):\n    return sum(range(n * %s))\n' "$2" >"$1/words.py"
	cat >"$1/bench_words.py" <<-'TXT'
		import os, pytest, words

		@pytest.mark.parametrize("n", [10, 100])
		def test_work(benchmark, n):
		    benchmark(words.work, n)

		class TestMore:
		    def test_twice(self, benchmark):
		        benchmark.pedantic(words.work, (10,), rounds=7, iterations=2)

		def test_plain():
		    raise Exception("this is no benchmark")

		def test_fails(benchmark):
		    benchmark(words.work, 1)
		    assert words.work(1) == 1

		def test_skipped(benchmark):
		    pytest.skip("not here")

		def test_dies(benchmark):
		    os.kill(os.getpid(), 9)
	TXT
}
tree old 1
tree new 40
expect 0 "$BDRIVER" list -q --adapter pytest -s old/bench
xargs <out | grep -qx 'bench_words.py::test_work\[10\] bench_words.py::test_work\[100\] bench_words.py::TestMore::test_twice bench_words.py::test_fails bench_words.py::test_skipped bench_words.py::test_dies' ||
	bad "the list: $(cat out)"

# Whether so few launches show a regression is not the question here.
"$BDRIVER" run -q --adapter pytest --old old --new new -s bench -f '100|twice' -r 1 --launch-time 10ms \
	-o cmp >out 2>err || [[ $? = [15] ]] || bad "a run of two trees: $(cat err)"
[ "$(cells cmp/new.log status | sort -u)" = ok ] || bad "rows: $(cat cmp/new.log)"
[ "$(cells cmp/old.log benchmark iterations | grep twice | sort -u)" = 'bench_words.py::TestMore::test_twice 2' ] ||
	bad 'iterations'
[ "$(cells cmp/old.log benchmark samples | grep -m 1 twice | wc -w)" = 8 ] || bad 'rounds'
# 40 times the work, on any machine.
least() { cells "$1" benchmark samples | sed -n 's/.*100\] //p' | tr ' ' '\n' | sort -g | head -n 1; }
slower() { # FOLDER
	awk -v old="$(least "$1/old.log")" -v new="$(least "$1/new.log")" \
		'BEGIN { exit !(old > 10 && old < 1e9 && new > 5 * old) }' || bad 'the times'
}
slower cmp

expect 3 "$BDRIVER" run -q --adapter pytest -s old/bench -f 'fails|skipped|dies' -r 1 -o bad.log
cells bad.log benchmark status | sort >got
diff got - <<'TXT' || bad 'failures'
bench_words.py::test_dies signal
bench_words.py::test_fails verify
bench_words.py::test_skipped skipped
TXT
has bad.log 'the test failed: run pytest with its name to see why'

testcase 'two virtual environments, whose packages differ'
mkdir env
for build in old new; do
	"$python" -m venv --system-site-packages --without-pip env/$build || skip 'there is no venv'
	cp $build/words.py "$(env/$build/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
	# What pip would write.
	printf '#!%s/bin/python\nimport pytest\nraise SystemExit(pytest.console_main())\n' "$PWD/env/$build" \
		>env/$build/bin/pytest
	chmod +x env/$build/bin/pytest
done
mkdir env/tests
cp old/bench_words.py old/pytest.ini env/tests
(cd env/tests && "$BDRIVER" run -q --adapter pytest --old ../old --new ../new -s bin/pytest -f 100 \
	-r 1 --launch-time 10ms -o cmp >out 2>err || [[ $? = [15] ]]) ||
	bad "a run of two environments: $(cat env/tests/err)"
slower env/tests/cmp

testcase 'a list that cannot be had says why'
says() { # MESSAGE: of the list
	expect 2 "$BDRIVER" list --adapter pytest -s old/bench
	has err "$1"
}
echo 'import nothing_of_this_name' >old/bench_words.py
says "pytest, asked for its list, ended with exit code 1: ModuleNotFoundError: No module named 'nothing_of_this_name'"
echo 'def test_a(benchmark, other): pass' >old/bench_words.py
says "ended with exit code 1: fixture 'other' not found"
echo 'def test_a(): pass' >old/bench_words.py
says 'suite bench: its list has no benchmark of pytest; it begins with'
hasnt err fixtures
echo >old/bench_words.py
says 'ended with exit code 5: it found no tests'
sed -i '1s,.*,#!/none/of/this/name,' old/bench
says 'old/bench cannot be started: the interpreter that it names is not there'
printf '#!/bin/sh\n' >old/bench
says 'its list has no benchmark of pytest; it is empty'
finish
