// SPDX-License-Identifier: GPL-3.0-or-later
// Made the file criterion_groups.csv: see ../README.md.
use criterion::{black_box, criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};
use std::time::Duration;
fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("sort, \"stable\"");
    for n in [100u64, 1000] {
        let numbers: Vec<u64> = (0..n).rev().collect();
        group.throughput(Throughput::Elements(n));
        group.bench_with_input(BenchmarkId::new("reversed", n), &numbers, |b, numbers| {
            b.iter(|| {
                let mut copy = numbers.clone();
                copy.sort();
                copy
            })
        });
    }
    group.finish();
    c.bench_function("join", |b| {
        b.iter(|| (0..black_box(100)).map(|n| n.to_string()).collect::<Vec<_>>().join(","))
    });
}
criterion_group! {
    name = all;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_millis(200))
        .warm_up_time(Duration::from_millis(100)).without_plots();
    targets = benches
}
criterion_main!(all);
