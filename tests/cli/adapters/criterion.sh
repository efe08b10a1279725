#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# slow: compiles Criterion.rs once in a build folder.
# Executables of `cargo bench --no-run` with Criterion.rs are suites if they are named.
. "$BD_SOURCE/tests/cli/lib.sh"
registry=/usr/share/cargo/registry
command -v cargo >/dev/null || skip 'there is no cargo'
ls -d $registry/criterion-0* >/dev/null 2>&1 ||
	skip 'Criterion.rs is not here (librust-criterion-dev)'

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
build() { # FOLDER TIMES
	mkdir "$1"
	printf 'pub fn sum(n: u64) -> u64 { (0..n * %s).fold(0, |a, x| a.wrapping_mul(31) ^ x) }\n' \
		"$2" >src/lib.rs
	CARGO_TARGET_DIR=$BD_BUILD/tests/cargo cargo bench --offline --no-run >log 2>&1 || {
		tail log
		skip 'cargo does not build Criterion.rs'
	}
	cp "$(sed -n 's/.*Executable benches.words.rs (\(.*\))/\1/p' log)" "$1/words"
}
build old 1
build new 9
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
finish
