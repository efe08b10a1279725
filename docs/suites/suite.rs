// SPDX-License-Identifier: MIT
// Sorts and joins, as a suite for bdriver: rustc -O suite.rs
use std::{env, fs::File, hint::black_box, io::Write, os::fd::FromRawFd, time::Instant};

const BENCHMARKS: [(&str, fn()); 2] = [("Sort", sort), ("Join", join)];

fn sort() {
    let mut numbers: Vec<u32> = (0..5000).rev().collect();
    black_box(&mut numbers).sort_by_key(|n| n % 1000);
}
fn join() {
    black_box((0..5000).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
}
fn main() {
    let args: Vec<String> = env::args().collect();
    let value = |name: &str| {
        args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)?.parse().ok())
    };
    if args.iter().any(|a| a == "--list") {
        let names: Vec<_> =
            BENCHMARKS.iter().map(|b| format!("{{\"name\": \"{}\"}}", b.0)).collect();
        let list = names.join(", ");
        println!("{{\"schema\": \"bdriver-list-1\", \"suites\": [{{\"benchmarks\": [{list}]}}]}}");
        return;
    }
    let (name, work) = BENCHMARKS.iter().find(|b| b.0 == args[1]).expect("no such benchmark");
    let iterations: i64 = value("--iterations").unwrap_or(20);
    let mut samples = Vec::new();
    for _ in 0..10 {
        let start = Instant::now();
        (0..iterations).for_each(|_| work());
        samples.push(format!("{:.1}", start.elapsed().as_nanos() as f64 / iterations as f64));
    }
    let mut out = unsafe { File::from_raw_fd(value("--out-fd").unwrap_or(1) as i32) };
    let samples = samples.join(" ");
    writeln!(out, "# bdriver-row: 1\nbenchmark,status,iterations,samples").unwrap();
    writeln!(out, "\"{name}\",ok,{iterations},\"{samples}\"\n# end: 1").unwrap();
}
