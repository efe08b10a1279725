// SPDX-License-Identifier: MIT
// Benchmarks with the harness of bdriver: rustc -O suite.rs -L DIR -l static=bdharness -l m
#![no_main]
use std::{hint::black_box, os::raw::c_char, ptr::null};

#[repr(C)] // As in bench.h, from here to Build.
struct Bd { arg: i64, name: *const c_char, state: *mut u8, items: f64, bytes: f64, result: u64,
    has_result: i32 }
type Run = extern "C" fn(&mut Bd, u64);
type Step = Option<extern "C" fn(&mut Bd) -> i32>;
#[repr(C)]
struct Benchmark { name: *const c_char, run: Run, tags: *const c_char, setup: Step, verify: Step,
    teardown: Step, before_sample: Option<Run>, items: f64, bytes: f64, file: *const c_char,
    line: u32, args: *const i64, arg_count: usize }
unsafe impl Sync for Benchmark {}
#[repr(C)]
struct Build { compiler: *const c_char, flags: *const c_char, optimized: i32, for_size: i32,
    assertions: i32, sanitized: i32 }
extern "C" { fn bd_main(argc: i32, argv: *mut *mut c_char, build: &Build) -> i32; }

macro_rules! text { ($($text:expr),*) => { concat!($($text,)* "\0").as_ptr().cast() } }
macro_rules! benchmark { ($name:literal, $work:path) => { const _: () = {
    extern "C" fn run(b: &mut Bd, n: u64) {
        (0..n).for_each(|_| b.result = black_box($work()));
        b.has_result = 1;
    }
    static ENTRY: Benchmark = Benchmark { name: text!($name), run, tags: null(), setup: None,
        verify: None, teardown: None, before_sample: None, items: 0.0, bytes: 0.0,
        file: text!(file!()), line: line!(), args: null(), arg_count: 0 };
    #[used]
    #[link_section = "bd_benchmarks"]
    static POINTER: &Benchmark = &ENTRY;
}; } }

#[no_mangle]
extern "C" fn main(argc: i32, argv: *mut *mut c_char) -> i32 {
    let build = Build { compiler: text!("rustc"), flags: text!("-O"), optimized: 1, for_size: 0,
        assertions: cfg!(debug_assertions).into(), sanitized: 0 };
    unsafe { bd_main(argc, argv, &build) }
}

fn sort() -> u64 {
    let mut numbers: Vec<u64> = (0..black_box(5000)).rev().collect();
    numbers.sort_by_key(|n| n % 1000);
    numbers[1234]
}
fn hash() -> u64 {
    (0..black_box(5000)).fold(5381, |hash: u64, n| (hash << 5).wrapping_add(hash) ^ n)
}
benchmark!("Sort", sort);
benchmark!("Hash", hash);
