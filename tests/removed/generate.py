#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates benchmarks whose work the optimiser removes, and good ones as small as these:
generate.py ours|gbench removed|good|more-removed|more-good >FILE

Work that is left takes at least 20 ns in those to be removed, so that their time tells whether
it is gone. x, y, m and d are numbers that the optimiser does not know, p points to 64 KiB that it
does not know.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import more  # noqa: E402

HEAD = r"""
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""
COMMON = r"""
#define HIDE(v) __asm__ volatile("" : "+r"(v) : : "memory")
#define OWN __attribute__((noinline))
static uint64_t memory[8192];
static const int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static inline uint64_t step(uint64_t v) { return v / 7 + (v ^ 0x9E3779B97F4A7C15u); }
static inline uint64_t four(uint64_t v) { return step(step(step(step(v)))); }
static inline uint64_t chain(uint64_t v) { return four(four(four(four(four(four(v)))))); }
static inline double divide(double v) { return 1 / (v + 1.5); }
static inline double divide4(double v) { return divide(divide(divide(divide(v)))); }
static inline double fractions(double v) { return divide4(divide4(divide4(divide4(v)))); }
static OWN __attribute__((const)) uint64_t heavy(uint64_t v)
{
	for (int k = 0; k < 10000; k++)
		v = v * 6364136223846793005u + 1442695040888963407u;
	return v;
}
static OWN void nothing(void) { __asm__ volatile(""); }
static OWN uint64_t plus_one(uint64_t v) { __asm__ volatile("" : "+r"(v)); return v + 1; }
static uint64_t (*volatile pointed)(uint64_t) = plus_one;
"""
OURS = HEAD + '#include "harness/bench.h"\n#define KEEP(v) bd_keep(v)\n#define CLOBBER() bd_clobber()\n' \
    '#define RESULT(v) bd_result(b, (uint64_t)(v))\n' + COMMON
GBENCH = HEAD.replace("<stdatomic.h>", "<atomic>") + """#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>
#include <benchmark/benchmark.h>
#define KEEP(v) benchmark::DoNotOptimize(v)
#define CLOBBER() benchmark::ClobberMemory()
#define RESULT(v) do { auto kept_ = (v); benchmark::DoNotOptimize(kept_); } while (0)
""" + COMMON
BEFORE = """	uint64_t x = 12345, y = 678, m = 10000;
	double d = 1.25;
	uint64_t *p = memory;
	HIDE(x); HIDE(y); HIDE(m); HIDE(p);
	__asm__ volatile("" : "+x"(d));
	(void)x, (void)y, (void)m, (void)d, (void)p;
"""
LCG = "s * 6364136223846793005u + x"
LONG = "a" * 1000

# Name: (before the loop, body, behind the loop)
REMOVED = {
    "HoistChain": ("", "uint64_t r = chain(x); KEEP(r);", ""),
    "HoistSum": ("", "uint64_t r = chain(x) + chain(y); KEEP(r);", ""),
    "HoistFractions": ("", "double r = fractions(d); KEEP(r);", ""),
    "HoistFloat": ("", "float r = (float)fractions(d); KEEP(r);", ""),
    "HoistByte": ("", "unsigned char r = (unsigned char)chain(x); KEEP(r);", ""),
    "HoistInt": ("", "int r = (int)chain(x); KEEP(r);", ""),
    "HoistBranch": ("", "int r = chain(x) > y; KEEP(r);", ""),
    "HoistCall": ("", "uint64_t r = heavy(x); KEEP(r);", ""),
    "HoistTwo": ("", "uint64_t r = chain(x), q = chain(y); KEEP(r); KEEP(q);", ""),
    "HoistResult": ("uint64_t r = 0;", "r = chain(x); CLOBBER();", "RESULT(r);"),
    "HoistPast": ("uint64_t r = 0;", "r = chain(x);", "RESULT(r);"),
    "HoistArgument": ("", "uint64_t r = chain(y * 3 + m); KEEP(r);", ""),
    "FoldChain": ("", "uint64_t r = chain(42); KEEP(r);", ""),
    "FoldFractions": ("", "double r = fractions(42); KEEP(r);", ""),
    "FoldLength": ("", f'size_t r = strlen("{LONG}"); KEEP(r);', ""),
    "FoldCompare": ("", f'int r = strcmp("{LONG}b", "{LONG}c"); KEEP(r);', ""),
    "FoldMath": ("", "double r = sin(1.5) + cos(2.5) + pow(3.1, 4.7) + exp(1.2); KEEP(r);", ""),
    "FoldSum": ("", "uint64_t s = 0; for (unsigned k = 0; k < 100000; k++) s += k; KEEP(s);", ""),
    "FoldMultiples": ("", "long s = 0; for (long k = 0; k < 100000; k++) s += 7 * k + 3; KEEP(s);", ""),
    "FoldTable": ("", "uint64_t s = 1; for (int k = 0; k < 8; k++) s = four(s + (uint64_t)table[k]); KEEP(s);", ""),
    "FoldLocals": ("", "int a[4] = { 1, 2, 3, 4 }; uint64_t r = four(four((uint64_t)(a[0] * a[1] + a[2] * a[3]))); KEEP(r);", ""),
    "DeadLoop": ("", f"uint64_t s = 0; for (int k = 0; k < 10000; k++) s = {LCG}; (void)s; CLOBBER();", ""),
    "DeadNested": ("", "uint64_t s = 0; for (int j = 0; j < 100; j++) for (int k = 0; k < 100; k++) s ^= s * (uint64_t)(j + k) + x; (void)s; CLOBBER();", ""),
    "DeadButInput": ("", f"uint64_t s = 0; for (int k = 0; k < 10000; k++) s = {LCG}; (void)s; KEEP(x);", ""),
    "DeadChain": ("", "uint64_t r = chain(x); (void)r; CLOBBER();", ""),
    "DeadFractions": ("", "double r = fractions(d); (void)r; KEEP(d);", ""),
    "DeadUnkept": ("", f"uint64_t s = 0; for (int k = 0; k < 10000; k++) s = {LCG}; (void)s;", ""),
    "DeadArray": ("", "uint64_t a[256]; for (unsigned k = 0; k < 256; k++) a[k] = k * x; (void)a; CLOBBER();", ""),
    "DeadFill": ("", "char a[4096]; memset(a, 7, sizeof(a)); (void)a; CLOBBER();", ""),
    "DeadCopy": ("", "char a[2048]; memcpy(a, p, sizeof(a)); (void)a; CLOBBER();", ""),
    "DeadMemory": ("", "void *q = malloc(100); free(q); CLOBBER();", ""),
    "DeadCall": ("", "uint64_t r = heavy(x); (void)r; CLOBBER();", ""),
    "DeadVectors": ("", "float a[256], s[256]; for (int k = 0; k < 256; k++) a[k] = (float)k * (float)d; for (int k = 0; k < 256; k++) s[k] = a[k] + 2; (void)s; CLOBBER();", ""),
    "DeadChecked": ("", "int ok = 1; for (int k = 1; k < 4096; k++) ok &= p[k] >= p[k - 1]; (void)ok; CLOBBER();", ""),
    "ClosedSum": ("", "uint64_t s = 0; for (uint64_t k = 0; k < m; k++) s += k; KEEP(s);", ""),
    "ClosedStep": ("", "uint64_t s = x; for (uint64_t k = 0; k < 10000; k++) s += y; KEEP(s);", ""),
    "ClosedLast": ("", "uint64_t r = 0; for (uint64_t k = 0; k < 10000; k++) r = k + x; KEEP(r);", ""),
    "ClosedAll": ("uint64_t s = 0;", "s += 3;", "RESULT(s);"),
    "ClosedChain": ("uint64_t s = 0;", "s += chain(x);", "RESULT(s);"),
    "ClosedCount": ("int s = 0;", "for (int k = 0; k < 1000; k++) s++;", "RESULT(s);"),
    "VectorXor": ("uint64_t s = 0;", "s ^= chain(x);", "RESULT(s);"),
    "VectorMost": ("uint64_t s = 0;", "uint64_t r = chain(x); s = s > r ? s : r;", "RESULT(s);"),
}
REMOVED_CXX = {
    "StringCreation": ("", "std::string empty;", ""),
    "NewDead": ("", "auto *q = new int[100]; delete[] q; CLOBBER();", ""),
    "SortedDead": ("", "int a[64]; for (int k = 0; k < 64; k++) a[k] = (int)x ^ k; int s = 0; for (int k = 0; k < 64; k++) s = std::max(s, a[k]); (void)s; CLOBBER();", ""),
    "PointerDead": ("", "auto q = std::make_unique<int>((int)x); CLOBBER();", ""),
}
GOOD = {
    "Add": ("", "x += y; KEEP(x);", ""),
    "AddHidden": ("", "HIDE(x); uint64_t r = x + y; KEEP(r);", ""),
    "AddOne": ("", "HIDE(x); x += 1; KEEP(x);", ""),
    "Subtract": ("", "x = y - x; KEEP(x);", ""),
    "Shift": ("", "HIDE(x); uint64_t r = x << 3; KEEP(r);", ""),
    "Xor": ("", "x ^= y + x; KEEP(x);", ""),
    "Negate": ("", "x = -x; KEEP(x);", ""),
    "Multiply": ("", "x *= y; KEEP(x);", ""),
    "Divide": ("", "HIDE(x); uint64_t r = x / y; KEEP(r);", ""),
    "Remainder": ("", "HIDE(x); uint64_t r = x % 10; KEEP(r);", ""),
    "Bits": ("", "HIDE(x); int r = __builtin_popcountll(x); KEEP(r);", ""),
    "Leading": ("", "HIDE(x); int r = __builtin_clzll(x | 1); KEEP(r);", ""),
    "Compare": ("", "HIDE(x); int r = x > y; KEEP(r);", ""),
    "AddFive": ("", "x += 5; KEEP(x);", ""),
    "Nop": ("", '__asm__ volatile("nop");', ""),
    "Least": ("", "HIDE(x); uint64_t r = x < y ? x : y; KEEP(r);", ""),
    "Branch": ("", "HIDE(x); if (x & 1) CLOBBER(); else KEEP(y);", ""),
    "AddDouble": ("", "d += 1.5; KEEP(d);", ""),
    "MultiplyDouble": ("", "d *= 0.999; KEEP(d);", ""),
    "DivideDouble": ("", "d = 1 / (d + 0.5); KEEP(d);", ""),
    "Root": ("", "d = __builtin_sqrt(d < 0 ? 0 : d) + 1; KEEP(d);", ""),
    "Convert": ("", "HIDE(x); double r = (double)(int64_t)x; KEEP(r);", ""),
    "Load": ("", "uint64_t r = p[0]; HIDE(r);", ""),
    "LoadIndexed": ("", "HIDE(x); uint64_t r = p[x & 4095]; KEEP(r);", ""),
    "LoadByte": ("", "uint64_t r = ((unsigned char *)p)[5]; HIDE(r);", ""),
    "LoadDouble": ("", 'double r = ((double *)p)[5]; __asm__ volatile("" : "+x"(r) : : "memory");', ""),
    "Chase": ("", "x = p[x & 4095]; KEEP(x);", ""),
    "Store": ("", "p[3] = x; CLOBBER();", ""),
    "StoreConstant": ("", "p[3] = 42; CLOBBER();", ""),
    "StoreGlobal": ("", "memory[77] = y; CLOBBER();", ""),
    "Increment": ("", "p[3]++; CLOBBER();", ""),
    "Copy8": ("", "memcpy(p, p + 100, 8); CLOBBER();", ""),
    "Copy64": ("", "memcpy(p, p + 100, 64); CLOBBER();", ""),
    "Copy4096": ("", "memcpy(p, p + 1000, 4096); CLOBBER();", ""),
    "Fill64": ("", "memset(p, 0, 64); CLOBBER();", ""),
    "FillLocal": ("", "char a[64]; memset(a, 0, sizeof(a)); char *q = a; KEEP(q); CLOBBER();", ""),
    "FillLocalValue": ("", "char a[64]; memset(a, (int)x, sizeof(a)); char *q = a; KEEP(q); CLOBBER();", ""),
    "CopyLocal": ("", "char a[32]; memcpy(a, p, sizeof(a)); char *q = a; KEEP(q); CLOBBER();", ""),
    "Atomic": ("", "__atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST);", ""),
    "AtomicLoad": ("", "uint64_t r = __atomic_load_n(p, __ATOMIC_ACQUIRE); KEEP(r);", ""),
    "AtomicStore": ("", "__atomic_store_n(p, x, __ATOMIC_RELEASE);", ""),
    "Exchange": ("", "uint64_t r = __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST); KEEP(r);", ""),
    "Fence": ("", '__asm__ volatile("mfence" : : : "memory");', ""),
    "Pause": ("", "__builtin_ia32_pause();", ""),
    "Cycles": ("", "uint64_t r = __builtin_ia32_rdtsc(); KEEP(r);", ""),
    "Prefetch": ("", "__builtin_prefetch(p + 64); CLOBBER();", ""),
    "Call": ("", "nothing();", ""),
    "CallWith": ("", "x = plus_one(x); KEEP(x);", ""),
    "CallPointed": ("", "x = pointed(x); KEEP(x);", ""),
    "CallLibrary": ("", "int r = abs(rand()); KEEP(r);", ""),
    "Length": ("", 'const char *t = "some text"; HIDE(t); size_t r = strlen(t); KEEP(r);', ""),
    "Malloc": ("", "void *q = malloc(64); KEEP(q); free(q);", ""),
    "Chain": ("", "x = chain(x); KEEP(x);", ""),
    "Fractions": ("", "d = fractions(d); KEEP(d);", ""),
    "Sum": ("", "uint64_t s = 0; for (int k = 0; k < 16; k++) s += p[k]; KEEP(s); CLOBBER();", ""),
    "SumLong": ("", "uint64_t s = 0; for (int k = 0; k < 1024; k++) s += p[k]; KEEP(s); CLOBBER();", ""),
    "Random": ("", f"uint64_t s = x; s = {LCG}; x = s ^ s >> 33; KEEP(x);", ""),
    "Spin": ("", "for (uint64_t k = 0; k < 100; k++) HIDE(k);", ""),
    "Print": ("", 'char a[32]; snprintf(a, sizeof(a), "%d", (int)x); CLOBBER();', ""),
    "Float": ("", 'float f = (float)d; f = f * 1.01f; d = f; KEEP(d);', ""),
    "Swap": ("", "uint64_t t = p[0]; p[0] = p[1]; p[1] = t; CLOBBER();", ""),
    "Index": ("", "p[x & 63] = x; x += 3; KEEP(x);", ""),
}
GOOD_CXX = {
    "EmptyVector": ("", "std::vector<int> v; KEEP(v);", ""),
    "PushBack": ("std::vector<int> v; v.reserve(1 << 20);", "v.push_back(7); if (v.size() > 1000) v.clear(); KEEP(v);", ""),
    "StringLong": ("", "std::string s(100, 'x'); KEEP(s);", ""),
    "StringShort": ("", 'std::string s("short"); KEEP(s);', ""),
    "Shared": ("auto q = std::make_shared<int>(5);", "auto r = q; KEEP(r);", ""),
    "Mutex": ("std::mutex lock;", "lock.lock(); lock.unlock();", ""),
    "Sort": ("", "int a[8]; for (int k = 0; k < 8; k++) a[k] = (int)p[k]; std::sort(a, a + 8); KEEP(a); CLOBBER();", ""),
    "Paused": ("", "state.PauseTiming(); state.ResumeTiming();", ""),
}

WHILE = f"""static void KeepRunning(benchmark::State &state)
{{
	uint64_t s = 0, x = 5;
	KEEP(x);
	while (state.KeepRunning()) {{
		for (int k = 0; k < 10000; k++)
			s = {LCG};
		CLOBBER();
	}}
}}
BENCHMARK(KeepRunning);
static void Family(benchmark::State &state)
{{
	for (auto _ : state)
		for (long k = 0, s = 0; k < state.range(0); k++)
			s += k * k;
}}
BENCHMARK(Family)->Arg(8)->Arg(64);
struct Fixture : benchmark::Fixture {{
	void SetUp(const benchmark::State &) override {{ v.assign(1000, 3); }}
	std::vector<int> v;
}};
BENCHMARK_F(Fixture, Dead)(benchmark::State &state)
{{
	for (auto _ : state) {{
		int s = 0;
		for (int item : v)
			s += item;
	}}
}}
"""


def main():
    gbench, kind = sys.argv[1] == "gbench", sys.argv[2]
    extra = kind.startswith("more-")
    if extra:
        items = more.REMOVED if kind == "more-removed" else more.GOOD
    else:
        items = dict(REMOVED if kind == "removed" else GOOD)
    if gbench and not extra:
        items.update(REMOVED_CXX if kind == "removed" else GOOD_CXX)
    print(GBENCH if gbench else OURS)
    if extra:
        print(more.COMMON + more.CXX * gbench)
    for name, (before, body, after) in items.items():
        head = f"static void {name}(benchmark::State &state)" if gbench else \
            f"static void {name}(struct bd *b, uint64_t n)"
        loop = "for (auto _ : state)" if gbench else "for (uint64_t i = 0; i < n; i++)"
        own = "" if gbench else "	(void)b;\n"
        end = f"BENCHMARK({name});" if gbench else f'BD_BENCHMARK("{name}", {name})'
        print(f"{head}\n{{\n{own}{BEFORE}	{before}\n	{loop} {{\n		{body}\n	}}\n	{after}\n}}\n{end}\n")
    if gbench and kind == "removed":
        print(WHILE)
    if gbench and extra:
        print(more.REMOVED_CXX if kind == "more-removed" else more.GOOD_CXX)
    if not gbench:
        print("BD_MAIN")


if __name__ == "__main__":
    main()
