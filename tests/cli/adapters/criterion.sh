#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles Criterion.rs once in a build folder.
# Executables of `cargo bench --no-run` with Criterion.rs are suites if they are named.
. "$BD_SOURCE/tests/cli/lib.sh"
registry=/usr/share/cargo/registry
command -v cargo >/dev/null || skip 'there is no cargo'
ls -d $registry/criterion-0* >/dev/null 2>&1 ||
	skip 'Criterion.rs is not here (librust-criterion-dev)'
command -v ld.lld >/dev/null || skip 'there is no lld'
# Debian's rustc links with GNU ld: then none has a fingerprint.
export RUSTFLAGS='-C link-arg=-fuse-ld=lld'

mkdir -p src benches .cargo
printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' \
	$registry >.cargo/config.toml
cat >Cargo.toml <<'TXT'
[package]
name = "words"
version = "0.1.0"
edition = "2021"
[dev-dependencies]
criterion = { version = "0.3", default-features = false, features = ["cargo_bench_support"] }
[[bench]]
name = "words"
harness = false
[profile.bench]
opt-level = 1
[profile.release.package."*"]
opt-level = 1
TXT
cat >benches/words.rs <<'TXT'
use criterion::{black_box, criterion_group, criterion_main, BenchmarkId, Criterion};

fn sum(c: &mut Criterion) {
    c.bench_function("sum", |b| b.iter(|| words::sum(black_box(1000))));
    c.bench_function("sum (more)", |b| b.iter(|| words::sum(black_box(2000))));
    c.bench_function("panics", |_| panic!("not today"));
    c.bench_function("aborts", |_| std::process::abort());
}

fn sort(c: &mut Criterion) {
    let mut group = c.benchmark_group("sort");
    for n in [10, 100] {
        group.bench_with_input(BenchmarkId::new("n", n), &n, |b, &n| b.iter(|| words::sum(black_box(n))));
    }
    group.finish();
}

criterion_group!(benches, sum, sort);
criterion_main!(benches);
TXT
build() { # FOLDER TIMES [CODE]: CODE runs as well
	mkdir "$1"
	printf 'pub fn sum(n: u64) -> u64 { %s (0..n * %s).fold(0, |a, x| a.wrapping_mul(31) ^ x) }\n' \
		"${3-}" "$2" >src/lib.rs
	CARGO_TARGET_DIR=$BD_BUILD/tests/cargo cargo bench --offline --no-run --bench words >log 2>&1 || {
		tail log
		skip 'cargo does not build Criterion.rs'
	}
	cp "$(sed -n 's/.*Executable benches.words.rs (\(.*\))/\1/p' log)" "$1/words"
}
build old 1
build new 9
build starts 1 'std::process::Command::new("true").status().unwrap();'
mkdir elsewhere
cp -r Cargo.* .cargo benches src elsewhere
(cd elsewhere && build again 1 >../skipped) || skip "$(cat skipped)"
expect 0 "$BDRIVER" list -q -s old/words
sed 's/^  //' out | diff - <(printf '%s\n' sum 'sum (more)' panics aborts sort/n/10 sort/n/100) ||
	bad 'the list'

mkdir tmp
export TMPDIR=$PWD/tmp
# Whether one launch shows a regression is not the question here.
"$BDRIVER" run -q --adapter criterion --old old --new new -s words -f '^sum|n/10$' -r 1 --samples 10 \
	-o cmp >out 2>err || [ $? = 1 ] || bad "a run of two builds: $(cat err)"
[ "$(cells cmp/new.log status | sort | uniq -c | xargs)" = '3 ok' ] || bad "rows: $(cat cmp/new.log)"
awk -F, '!/^#/ && /"sum"/ { n = split($NF, s, " "); gsub(/"/, "", s[1]); count[FILENAME] = n; min[FILENAME] = s[2] }
	END { exit !(count["cmp/old.log"] == 10 && min["cmp/new.log"] > 3 * min["cmp/old.log"]) }' \
	cmp/old.log cmp/new.log || bad 'samples'
expect 3 "$BDRIVER" run -q --adapter criterion -s old/words -f 'panics|aborts' -r 1 -o bad.log
cells bad.log benchmark status | sort | diff - <(printf '%s\n' 'aborts signal' 'panics exit') ||
	bad 'failures'
has bad.log.err 'not today'
[ -z "$(ls tmp)" ] || bad "left behind: $(ls tmp)"

testcase 'the same source in another folder is the same code; an edit and a program that starts are not'
says() { # OLD NEW LINE: what would be measured of all benchmarks
	expect 0 "$BDRIVER" run --adapter criterion --old "$1" --new "$2" -s words --changed --dry-run
	has err "$3"
}
mkdir stripped
objcopy --strip-all old/words stripped/words
cp -r starts starts2
! cmp -s old/words new/words || bad 'the edit changed nothing'
says old elsewhere/again '6 benchmarks, all with the same code'
says old new '6 benchmarks: 6 with changed code, 0 with the same'
says starts starts2 '6 with changed code, 0 with the same'
says stripped stripped '6 with changed code, 0 with the same'

testcase 'the first estimate knows that a launch warms up'
expect 0 "$BDRIVER" run -q --adapter criterion -s old/words -f '^sum$' -r 100 --dry-run
grep -qE '; [0-9]+ m ' out || bad "$(cat out)"
finish
