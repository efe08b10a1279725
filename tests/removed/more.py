# SPDX-License-Identifier: GPL-3.0-or-later
"""More of both, for generate.py: `more-removed` and `more-good`. Each compiler leaves some of the
first as they are."""
COMMON = r"""
#include <unistd.h>
#include <time.h>
#include <ctype.h>
#include <sched.h>
#include <sys/syscall.h>
#include <emmintrin.h>
static const uint32_t primes[16] = {2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53};
static const double weights[16] = {1.5,2.5,.5,.25,1,2,3,4,5,6,7,8,9,10,11,12};
static const char digits[] = "1234567890123456789";
static OWN __attribute__((pure)) uint64_t pure_sum(const uint64_t *q) { uint64_t s = 0; for (int k = 0; k < 2000; k++) s += q[k]; return s; }
static OWN __attribute__((const)) double const_root(double v) { for (int k = 0; k < 500; k++) v = v * .99 + 1 / (v + 1); return v; }
static inline uint64_t parse(const char *t) { uint64_t v = 0; while (*t >= '0' && *t <= '9') v = v * 10 + (uint64_t)(*t++ - '0'); return v; }
static inline uint64_t gcd(uint64_t a, uint64_t c) { while (c) { uint64_t t = a % c; a = c; c = t; } return a; }
static inline uint64_t fnv(const char *t, int n) { uint64_t h = 14695981039346656037u; for (int k = 0; k < n; k++) h = (h ^ (unsigned char)t[k]) * 1099511628211u; return h; }
static inline uint64_t crc(uint64_t v) { for (int k = 0; k < 64; k++) v = v >> 1 ^ (v & 1 ? 0xC96C5795D7870F42u : 0); return v; }
static inline uint64_t reversed(uint64_t v) { uint64_t r = 0; for (int k = 0; k < 64; k++) { r = r << 1 | (v & 1); v >>= 1; } return r; }
static inline uint64_t power(uint64_t v, unsigned e) { uint64_t r = 1; while (e) { if (e & 1) r *= v; v *= v; e >>= 1; } return r; }
static inline uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
static inline uint64_t shifted(uint64_t s, int n) { for (int k = 0; k < n; k++) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; } return s; }
struct big { uint64_t v[128]; };
struct two { uint64_t a, c; };
static struct big bigs[4];
static volatile uint64_t vol = 7;
static volatile int voli = 7;
static uint64_t shared_value = 3;
static int compare_ints(const void *a, const void *c) { return *(const int *)a - *(const int *)c; }
"""

REMOVED = {
    "VecDot": ("", "double s = 0; for (int k = 0; k < 16; k++) s += weights[k] * (k + 1); KEEP(s);", ""),
    "VecHoistSum": ("", "uint64_t a[32], s = 0; for (unsigned k = 0; k < 32; k++) a[k] = (x + k) / 7; for (unsigned k = 0; k < 32; k++) s += a[k]; KEEP(s);", ""),
    "VecDeadScale": ("", "float a[512]; for (int k = 0; k < 512; k++) a[k] = (float)(k * 3) * (float)d; (void)a; CLOBBER();", ""),
    "VecDeadPrimes": ("", "uint32_t s[16]; for (int r = 0; r < 64; r++) for (int k = 0; k < 16; k++) s[k] = primes[k] * (uint32_t)x; (void)s; CLOBBER();", ""),
    "Unrolled": ("", "uint64_t a = step(x), c = step(y), e = step(m), f = step(a ^ c); f = four(f); e = four(e); a = four(a); uint64_t r = a + c + e + f; KEEP(r);", ""),
    "UnrolledDead": ("", "uint64_t a = four(x), c = four(y), e = four(m), f = four(a ^ c); (void)a; (void)c; (void)e; (void)f; CLOBBER();", ""),
    "PureDead": ("", "uint64_t r = pure_sum(p); (void)r; CLOBBER();", ""),
    "ConstCall": ("", "double r = const_root(d); KEEP(r);", ""),
    "ConstCallTwo": ("", "double r = const_root(d) + const_root(d * 2); KEEP(r);", ""),
    "ConstCallDead": ("", "double r = const_root(d); (void)r; KEEP(x);", ""),
    "MemsetRead": ("", "char a[8192]; memset(a, 5, sizeof(a)); char r = a[77]; KEEP(r);", ""),
    "MemcpyLength": ("", 'char a[1024]; memset(a, 0, sizeof(a)); memcpy(a, "constant string", 16); size_t r = strlen("constant string"); (void)a; KEEP(r);', ""),
    "MemcmpFold": ("", f'int r = memcmp("{"b"*900}", "{"b"*900}", 900); KEEP(r);', ""),
    "StrchrFold": ("", f'const char *t = "{"c"*900}z"; long r = strchr(t, \'z\') - t; KEEP(r);', ""),
    "ParseLiteral": ("", 'uint64_t r = parse("12345678901234567"); KEEP(r);', ""),
    "ParseTable": ("", "uint64_t r = parse(digits); KEEP(r);", ""),
    "ParseDead": ("", "uint64_t r = 0; for (int k = 0; k < 20; k++) r += parse(digits + k % 8); (void)r; CLOBBER();", ""),
    "KeepConstant": ("", "int r = 42; KEEP(r);", ""),
    "KeepZero": ("", "uint64_t r = 0; KEEP(r);", ""),
    "KeepSame": ("", "KEEP(y);", ""),
    "KeepPi": ("", "double r = 3.14159; KEEP(r);", ""),
    "KeepPointer": ("", "uint64_t *q = p + 3; KEEP(q);", ""),
    "ClobberOnly": ("", "CLOBBER();", ""),
    "ClobberTwice": ("", "CLOBBER(); CLOBBER();", ""),
    "Nothing": ("", "", ""),
    "HoistPower": ("", "uint64_t r = power(x, 65535) / 7 + power(y, 65535) / 11; KEEP(r);", ""),
    "GcdFold": ("", "uint64_t r = gcd(1071 * 997, 462 * 991); KEEP(r);", ""),
    "GcdDead": ("", "uint64_t r = gcd(x * 31, y * 37); (void)r; CLOBBER();", ""),
    "FibFold": ("", "uint64_t a = 0, c = 1; for (int k = 0; k < 90; k++) { uint64_t t = a + c; a = c; c = t; } KEEP(a);", ""),
    "CollatzDead": ("", "uint64_t v = x; int r = 0; for (int k = 0; k < 500; k++) { v = v & 1 ? 3 * v + 1 : v / 2; r += (int)v & 1; } (void)r; CLOBBER();", ""),
    "RootsFold": ("", "double r = sqrt(2.0) + sqrt(3.0) + log(5.0) + exp(.5) + atan(2.) + cbrt(7.); KEEP(r);", ""),
    "BitsReversed": ("", "uint64_t r = reversed(x); KEEP(r);", ""),
    "CrcHoist": ("", "uint64_t r = crc(x); KEEP(r);", ""),
    "CrcDead": ("", "uint64_t r = crc(x) ^ crc(y); (void)r; CLOBBER();", ""),
    "HashLiteral": ("", 'uint64_t r = fnv("the quick brown f", 16); KEEP(r);', ""),
    "NetworkHoist": ("", "uint64_t a = x / 3, c = y / 5, e = m / 7, t; if (a > c) { t = a; a = c; c = t; } if (c > e) { t = c; c = e; e = t; } uint64_t r = chain(a + 2 * c + 3 * e); KEEP(r);", ""),
    "SwitchFold": ("", "uint64_t r; switch (17 % 5) { case 0: r = chain(1); break; case 2: r = chain(2); break; default: r = chain(3); } KEEP(r);", ""),
    "DeadStructCopy": ("", "struct big c = bigs[1]; bigs[2].v[0] += 0; (void)c; CLOBBER();", "") ,
    "DeadStruct": ("", "struct big c = *(struct big *)p; (void)c; CLOBBER();", ""),
    "DeadBranches": ("", "uint64_t s = x; int r = 0; for (int k = 0; k < 1000; k++) { s = s * 5 + 1; if (s & 4) r++; else if (s & 8) r--; } (void)r; CLOBBER();", ""),
    "DeadFloats": ("", "float s = 0; for (int k = 1; k < 1000; k++) s += 1.f / (float)k; (void)s; CLOBBER();", ""),
    "DeadLeibniz": ("", "double s = 0; for (int k = 0; k < 1000; k++) s += (k & 1 ? -4. : 4.) / (2 * k + 1); (void)s; KEEP(d);", ""),
    "RandomHoist": ("", "uint64_t r = shifted(x, 30); KEEP(r);", ""),
    "RandomDead": ("", "uint64_t r = shifted(x, 200); (void)r; CLOBBER();", ""),
    "FactorialFold": ("", "uint64_t r = chain(factorial(20)); KEEP(r);", ""),
    "CountedWhile": ("", "uint64_t k = 0; while (k < m) k++; KEEP(k);", ""),
    "SquaresDead": ("", "uint64_t s = 0; for (uint64_t k = 0; k < m; k++) s += k * k; (void)s; CLOBBER();", ""),
    "Overwritten": ("uint64_t r = 0;", "r = chain(x) ^ chain(y);", "RESULT(r);"),
    "OverwrittenDouble": ("double r = 0;", "r = fractions(d) + fractions(d + 2);", "RESULT(r);"),
    "AddedTwice": ("uint64_t r = 0, q = 0;", "r += chain(x); q += 2;", "RESULT(r + q);"),
    "Scaled": ("uint64_t r = 0;", "for (uint64_t k = 0; k < 1000; k++) r += 2;", "RESULT(r);"),
    "DeadFilled": ("", "char *q = (char *)malloc(64); q[0] = 1; free(q); CLOBBER();", ""),
    "DeadCalloc": ("", "void *q = calloc(16, 16); free(q); CLOBBER();", ""),
    "HoistVector": ("", "__m128i v = _mm_set1_epi32((int)x); for (int k = 0; k < 40; k++) v = _mm_add_epi32(_mm_xor_si128(v, _mm_slli_epi32(v, 3)), _mm_srli_epi32(v, 5)); int r = _mm_cvtsi128_si32(v); KEEP(r);", ""),
    "HoistVectorDouble": ("", "__m128d v = _mm_set1_pd(d); for (int k = 0; k < 20; k++) v = _mm_div_pd(_mm_set1_pd(1), _mm_add_pd(v, _mm_set1_pd(.5))); double r = _mm_cvtsd_f64(v); KEEP(r);", ""),
    "HoistShort": ("", "short r = (short)chain(x); KEEP(r);", ""),
    "HoistBool": ("", "_Bool r = chain(x) & 1; KEEP(r);", ""),
    "HoistThree": ("", "uint64_t r = chain(x), q = chain(y), o = chain(m); KEEP(r); KEEP(q); KEEP(o);", ""),
    "HoistFour": ("", "uint64_t r = four(x), q = four(y), o = four(m), w = four(x ^ y); KEEP(r); KEEP(q); KEEP(o); KEEP(w);", ""),
    "HoistDoubles": ("", "double r = fractions(d), q = fractions(d + 1); KEEP(r); KEEP(q);", ""),
    "LongDouble": ("", "long double r = fractions(d); double q = (double)r; KEEP(q);", ""),
    "Int128": ("", "unsigned __int128 r = (unsigned __int128)chain(x) * chain(y); uint64_t q = (uint64_t)(r >> 64); KEEP(q);", ""),
    "Ctype": ("", "int r = 0; for (int k = 0; k < 256; k++) r += (k >= 'a') & (k <= 'z'); KEEP(r);", ""),
}
CXX = r"""
#define _Bool bool
#include <array>
#include <numeric>
#include <string_view>
#include <optional>
#include <variant>
#include <functional>
#include <chrono>
#include <map>
#include <unordered_map>
#include <deque>
#include <list>
#include <sstream>
"""
REMOVED_CXX = r"""
template <class F> static void Lambda(benchmark::State &state, F f)
{
	uint64_t x = 5; HIDE(x);
	for (auto _ : state) { uint64_t r = f(x); (void)r; CLOBBER(); }
}
BENCHMARK_CAPTURE(Lambda, dead, [](uint64_t v) { return chain(v); });
BENCHMARK_CAPTURE(Lambda, crc, [](uint64_t v) { return crc(v) + 1; });
template <class F> static void LambdaKept(benchmark::State &state, F f)
{
	uint64_t x = 5; HIDE(x);
	for (auto _ : state) { auto r = f(x); KEEP(r); }
}
BENCHMARK_CAPTURE(LambdaKept, chain, [](uint64_t v) { return chain(v); });
BENCHMARK_CAPTURE(LambdaKept, part, [](uint64_t v) { return (double)chain(v) / 7; });
template <class T> static void Template(benchmark::State &state)
{
	T x = 5; KEEP(x);
	for (auto _ : state) { T s = 0; for (int k = 0; k < 1000; k++) s += x * (T)k; (void)s; CLOBBER(); }
}
BENCHMARK_TEMPLATE(Template, int);
BENCHMARK_TEMPLATE(Template, double);
BENCHMARK_TEMPLATE(Template, uint64_t);
template <int N> static void Sized(benchmark::State &state)
{
	for (auto _ : state) { std::array<int, N> a; a.fill(3); int s = std::accumulate(a.begin(), a.end(), 0); (void)s; CLOBBER(); }
}
BENCHMARK_TEMPLATE(Sized, 64);
BENCHMARK_TEMPLATE(Sized, 1024);
static void Ranged(benchmark::State &state)
{
	const long n = state.range(0);
	for (auto _ : state) { uint64_t s = 0; for (long k = 0; k < n; k++) s += (uint64_t)k * 3; (void)s; }
}
BENCHMARK(Ranged)->Range(64, 4096);
static void RangedPairs(benchmark::State &state)
{
	for (auto _ : state) { uint64_t s = 1; for (long k = 0; k < state.range(0); k++) for (long j = 0; j < state.range(1); j++) s = s * 5 + (uint64_t)(k ^ j); (void)s; }
}
BENCHMARK(RangedPairs)->Args({64, 32})->Args({8, 512});
struct Prepared : benchmark::Fixture {
	void SetUp(const benchmark::State &) override { v.assign(1000, 3); }
	std::vector<int> v;
};
BENCHMARK_DEFINE_F(Prepared, Dead)(benchmark::State &state)
{
	for (auto _ : state) { int s = 0; for (long k = 0; k < state.range(0); k++) s += v[(size_t)k]; (void)s; }
}
BENCHMARK_REGISTER_F(Prepared, Dead)->Arg(100)->Arg(500);
template <class T> struct Typed : benchmark::Fixture { T t = 3; };
BENCHMARK_TEMPLATE_F(Typed, Dead, int)(benchmark::State &state)
{
	for (auto _ : state) { int s = t; for (int k = 0; k < 100; k++) s = s * 7 + k; (void)s; CLOBBER(); }
}
static void Threaded(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	for (auto _ : state) { uint64_t r = chain(x); (void)r; CLOBBER(); }
}
BENCHMARK(Threaded)->Threads(2);
static void ThreadedHoist(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	for (auto _ : state) { uint64_t r = chain(x); KEEP(r); }
}
BENCHMARK(ThreadedHoist)->ThreadRange(1, 2);
static void RealTime(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	for (auto _ : state) { uint64_t r = crc(x); (void)r; CLOBBER(); }
}
BENCHMARK(RealTime)->UseRealTime()->Unit(benchmark::kMillisecond);
static void Batch(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	while (state.KeepRunningBatch(100)) { uint64_t r = 0; for (int k = 0; k < 100; k++) r = chain(x + r); (void)r; CLOBBER(); }
}
BENCHMARK(Batch);
static void WhileHoist(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	while (state.KeepRunning()) { uint64_t r = chain(x); KEEP(r); }
}
BENCHMARK(WhileHoist);
static void WhileFold(benchmark::State &state)
{
	while (state.KeepRunning()) { uint64_t r = chain(17); KEEP(r); }
}
BENCHMARK(WhileFold);
static void View(benchmark::State &state)
{
	std::string_view v = "the quick brown fox jumps over the lazy dog";
	for (auto _ : state) { size_t r = v.size() + (v[3] == ' ' ? chain(4) : chain(5)); KEEP(r); }
}
BENCHMARK(View);
static void ViewFind(benchmark::State &state)
{
	for (auto _ : state) { std::string_view v = "key=value;other=thing"; size_t at = 0; for (size_t k = 0; k < v.size(); k++) at += v[k] == '='; (void)at; CLOBBER(); }
}
BENCHMARK(ViewFind);
constexpr uint64_t made() { uint64_t s = 1; for (int k = 0; k < 1000; k++) s = s * 5 + 3; return s; }
static void Constexpr(benchmark::State &state)
{
	for (auto _ : state) { constexpr uint64_t r = made(); KEEP(r); }
}
BENCHMARK(Constexpr);
static void Optional(benchmark::State &state)
{
	uint64_t x = 9; HIDE(x);
	for (auto _ : state) { std::optional<uint64_t> o = chain(x); uint64_t r = o ? *o : 0; KEEP(r); }
}
BENCHMARK(Optional);
static void VariantVisit(benchmark::State &state)
{
	for (auto _ : state) { std::variant<int, double> v = 3; auto r = std::visit([](auto a) { return (double)chain((uint64_t)a); }, v); KEEP(r); }
}
BENCHMARK(VariantVisit);
static void Accumulate(benchmark::State &state)
{
	std::vector<int> v(500, 3);
	for (auto _ : state) { int r = std::accumulate(v.begin(), v.end(), 0); (void)r; }
}
BENCHMARK(Accumulate);
static void AccumulateHoist(benchmark::State &state)
{
	std::vector<int> v(500, 3);
	int r = 0;
	for (auto _ : state) r = std::accumulate(v.begin(), v.end(), 0);
	RESULT(r);
}
BENCHMARK(AccumulateHoist);
static void StringDead(benchmark::State &state)
{
	for (auto _ : state) { std::string s("short"); s += "er"; (void)s; }
}
BENCHMARK(StringDead);
static void VectorDead(benchmark::State &state)
{
	for (auto _ : state) { std::vector<int> v(100); (void)v; }
}
BENCHMARK(VectorDead);
static void Items(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	for (auto _ : state) { uint64_t r = crc(x); KEEP(r); }
	state.SetItemsProcessed((int64_t)state.iterations());
	state.SetBytesProcessed((int64_t)state.iterations() * 8);
	state.counters["c"] = 3;
}
BENCHMARK(Items);
static void Skips(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	if (x == 4) state.SkipWithError("no");
	for (auto _ : state) { uint64_t r = chain(x); KEEP(r); }
}
BENCHMARK(Skips);
static void TwoLoops(benchmark::State &state)
{
	uint64_t x = 3; HIDE(x);
	uint64_t w[64]; for (int k = 0; k < 64; k++) w[k] = x ^ (uint64_t)k;
	KEEP(w);
	for (auto _ : state) { uint64_t r = 0; for (int k = 0; k < 64; k++) r += w[k] * 3; (void)r; }
	for (int k = 0; k < 64; k++) w[k] ^= x;
	KEEP(w);
}
BENCHMARK(TwoLoops);
"""
GOOD = {}
for n, order in ("Relaxed", "RELAXED"), ("AcqRel", "ACQ_REL"):
    GOOD["FetchAdd"+n] = ("", f"__atomic_fetch_add(p, 1, __ATOMIC_{order});", "")
    GOOD["FetchOr"+n] = ("", f"uint64_t r = __atomic_fetch_or(p, 4, __ATOMIC_{order}); KEEP(r);", "")
    GOOD["FetchXor"+n] = ("", f"__atomic_fetch_xor(&shared_value, y, __ATOMIC_{order});", "")
GOOD |= {
    "LoadRelaxed": ("", "uint64_t r = __atomic_load_n(&shared_value, __ATOMIC_RELAXED); KEEP(r);", ""),
    "StoreRelaxed": ("", "__atomic_store_n(&shared_value, x, __ATOMIC_RELAXED);", ""),
    "StoreRelaxedConst": ("", "__atomic_store_n(&shared_value, 1, __ATOMIC_RELAXED);", ""),
    "StoreSeq": ("", "__atomic_store_n(&shared_value, 1, __ATOMIC_SEQ_CST);", ""),
    "Cas": ("", "uint64_t e = 3; __atomic_compare_exchange_n(&shared_value, &e, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); KEEP(e);", ""),
    "CasLocal": ("uint64_t o = 3; uint64_t *op = &o; HIDE(op);", "uint64_t e = 3; __atomic_compare_exchange_n(op, &e, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);", ""),
    "TestSet": ("static char f;", "__atomic_test_and_set(&f, __ATOMIC_ACQUIRE); __atomic_clear(&f, __ATOMIC_RELEASE);", ""),
    "VolatileRead": ("", "uint64_t r = vol; KEEP(r);", ""),
    "VolatileReadOnly": ("", "(void)vol;", ""),
    "VolatileWrite": ("", "vol = x;", ""),
    "VolatileWriteConst": ("", "vol = 1;", ""),
    "VolatileAdd": ("", "vol += 1;", ""),
    "VolatileInt": ("", "voli = voli + 1;", ""),
    "VolatileLocal": ("volatile int v = 0;", "v = v + 1;", ""),
    "VolatileLocalRead": ("volatile int v = 0;", "(void)v;", ""),
    "VolatileLocalSum": ("volatile int v = 5; int s = 0;", "s += v;", "RESULT(s);"),
    "VolatileArray": ("volatile uint64_t v[8]; for (int k = 0; k < 8; k++) v[k] = x;", "v[x & 7] = y;", ""),
    "VolatilePointer": ("volatile uint64_t *v = p;", "*v = 1;", ""),
    "VolatileByte": ("volatile char *v = (volatile char *)p;", "*v;", ""),
    "AsmNops": ("", '__asm__ volatile("nop; nop; nop");', ""),
    "AsmAdd": ("", '__asm__ volatile("add $1, %0" : "+r"(x));', ""),
    "AsmLea": ("", '__asm__ volatile("lea 1(%0), %0" : "+r"(x));', ""),
    "AsmXchg": ("", '__asm__ volatile("xchg %0, %1" : "+r"(x), "+r"(y));', ""),
    "AsmBswap": ("", '__asm__ volatile("bswap %0" : "+r"(x));', ""),
    "AsmLfence": ("", '__asm__ volatile("lfence" : : : "memory");', ""),
    "AsmSfence": ("", '__asm__ volatile("sfence" : : : "memory");', ""),
    "AsmPause": ("", '__asm__ volatile("pause");', ""),
    "AsmRdtscp": ("", 'unsigned a, c, e; __asm__ volatile("rdtscp" : "=a"(a), "=d"(c), "=c"(e)); KEEP(a);', ""),
    "AsmCpuid": ("", 'unsigned a = 0, c, e = 0, f; __asm__ volatile("cpuid" : "+a"(a), "=b"(c), "+c"(e), "=d"(f)); KEEP(a);', ""),
    "AsmJump": ("", '__asm__ volatile("jmp 1f; nop; 1:");', ""),
    "AsmTest": ("", 'int r; __asm__ volatile("test %1, %1; sete %b0" : "=q"(r) : "r"(x) : "cc"); KEEP(r);', ""),
    "AsmPrefetch": ("", '__asm__ volatile("prefetcht0 (%0)" : : "r"(p));', ""),
    "AsmClflush": ("", '__asm__ volatile("clflush (%0)" : : "r"(p) : "memory");', ""),
    "Getpid": ("", "long r = syscall(SYS_getpid); KEEP(r);", ""),
    "Getppid": ("", "int r = getppid(); KEEP(r);", ""),
    "ClockGettime": ("", "struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); long r = t.tv_nsec; KEEP(r);", ""),
    "Yield": ("", "sched_yield();", ""),
    "CloseBad": ("", "close(-1);", ""),
    "Time": ("", "time_t t = time(NULL); KEEP(t);", ""),
    "Malloc8": ("", "void *q = malloc(8); KEEP(q); free(q);", ""),
    "CallocKept": ("", "void *q = calloc(1, 32); KEEP(q); free(q);", ""),
    "Realloc": ("void *q = malloc(16);", "q = realloc(q, 24); KEEP(q);", "free(q);"),
    "FreeNull": ("void *q = NULL; HIDE(q);", "free(q);", ""),
    "Alloca": ("", "char *q = (char *)__builtin_alloca(64); q[0] = 1; KEEP(q);", ""),
    "PointerTable": ("uint64_t (*f[2])(uint64_t) = { plus_one, heavy }; uint64_t (**fp)(uint64_t) = f; HIDE(fp);", "x = fp[0](x); KEEP(x);", ""),
    "Recursion": ("", "nothing(); nothing();", ""),
    "Qsort": ("int a[4] = { 4, 2, 3, 1 };", "qsort(a, 4, sizeof(*a), compare_ints); CLOBBER();", ""),
    "Toupper": ("", "HIDE(x); int r = toupper((int)(x & 127)); KEEP(r);", ""),
    "Rotate": ("", "x = x << 5 | x >> 59; KEEP(x);", ""),
    "Swap8": ("", "x = __builtin_bswap64(x); KEEP(x);", ""),
    "Not": ("", "x = ~x; KEEP(x);", ""),
    "And": ("", "HIDE(x); uint64_t r = x & y; KEEP(r);", ""),
    "Or": ("", "HIDE(x); uint64_t r = x | 5; KEEP(r);", ""),
    "AndNot": ("", "HIDE(x); uint64_t r = x & ~y; KEEP(r);", ""),
    "SignWiden": ("", "HIDE(x); int64_t r = (int32_t)x; KEEP(r);", ""),
    "Abs": ("", "HIDE(x); int64_t r = (int64_t)x < 0 ? -(int64_t)x : (int64_t)x; KEEP(r);", ""),
    "Sign": ("", "HIDE(x); int r = (int64_t)x < 0; KEEP(r);", ""),
    "IsZero": ("", "HIDE(x); _Bool r = x == 0; KEEP(r);", ""),
    "Select": ("", "HIDE(x); uint64_t r = x & 1 ? y : m; KEEP(r);", ""),
    "Lea": ("", "HIDE(x); uint64_t r = x + 4 * y + 7; KEEP(r);", ""),
    "AddConst": ("", "HIDE(x); uint64_t r = x + 7; KEEP(r);", ""),
    "SubConst": ("", "HIDE(x); x -= 7; KEEP(x);", ""),
    "AddInt": ("int v = 3;", "v += 2; KEEP(v);", ""),
    "AddByte": ("unsigned char v = 3;", "v = (unsigned char)(v + 1); KEEP(v);", ""),
    "AddFloat": ("float v = 1;", "v += 1; KEEP(v);", ""),
    "DoubleNeg": ("", "d = -d; KEEP(d);", ""),
    "LoadTwo": ("", "uint64_t r = p[0] + p[9]; KEEP(r);", ""),
    "StoreByte": ("", "((char *)p)[3] = 1; CLOBBER();", ""),
    "StoreTwo": ("", "p[3] = x; p[4] = y; CLOBBER();", ""),
    "StoreVector": ("", "_mm_store_si128((__m128i *)memory, _mm_setzero_si128()); CLOBBER();", ""),
    "StoreFloat": ("", "((float *)p)[3] = 1.5f; CLOBBER();", ""),
    "StoreGlobalConst": ("", "shared_value = 9; CLOBBER();", ""),
    "LocalArray": ("uint64_t a[8] = { 1, 2 }; uint64_t *q = a; HIDE(q);", "q[1] = q[0]; CLOBBER();", ""),
    "LocalStore": ("uint64_t a[64]; uint64_t *q = a; KEEP(q);", "a[x & 63] = y; CLOBBER();", ""),
    "LocalIncrement": ("uint64_t a[64]; memset(a, 0, sizeof(a)); uint64_t *q = a; KEEP(q);", "a[3]++; CLOBBER();", ""),
    "LocalMove": ("uint64_t a[64]; memset(a, 0, sizeof(a)); uint64_t *q = a; KEEP(q);", "a[3] = a[4]; CLOBBER();", ""),
    "ListWalk": ("for (int k = 0; k < 64; k++) memory[k] = (uint64_t)(k + 1) & 63;", "x = memory[x & 63]; KEEP(x);", ""),
    "CounterUse": ("", "p[x & 63] += y; CLOBBER();", ""),
    "StringCompare": ('const char *t = "a", *u = "b"; HIDE(t); HIDE(u);', "int r = strcmp(t, u); KEEP(r);", ""),
    "MemcpyOne": ("", "memcpy(p, p + 8, 1); CLOBBER();", ""),
    "Parity": ("", "HIDE(x); int r = __builtin_parityll(x); KEEP(r);", ""),
    "Dependency": ("uint64_t s = 1;", "s = s * 3 + 1;", "RESULT(s);"),
    "DependencyFloat": ("double s = 1;", "s = s * .5 + 1;", "RESULT(s);"),
    "AddMemory": ("uint64_t s = 0;", "s += p[3]; CLOBBER();", "RESULT(s);"),
    "Shifts": ("uint64_t s = 1;", "s = s << 1 | s >> 63;", "RESULT(s);"),
    "Alternate": ("uint64_t s = 0;", "s = !s; KEEP(s);", ""),
    "Ring": ("unsigned s = 0;", "s = s + 1 == 1000 ? 0 : s + 1; KEEP(s);", ""),
    "Hist": ("", "memory[x++ & 255]++; CLOBBER();", ""),
}
GOOD_CXX = r"""
struct Shape { virtual ~Shape() {} virtual int area() const = 0; };
struct Square : Shape { int area() const override { return 4; } };
struct Disc : Shape { int area() const override { return 3; } };
static Shape *shape_of(int k) { return k ? (Shape *)new Square : new Disc; }
static void Virtual(benchmark::State &state) { std::unique_ptr<Shape> s(shape_of((int)state.range(0))); Shape *q = s.get(); for (auto _ : state) { KEEP(q); int r = q->area(); KEEP(r); } }
BENCHMARK(Virtual)->Arg(0)->Arg(1);
static void VirtualPlain(benchmark::State &state) { std::unique_ptr<Shape> s(shape_of((int)state.range(0))); for (auto _ : state) s->area(); }
BENCHMARK(VirtualPlain)->Arg(0)->Arg(1);
static void Function(benchmark::State &state) { std::function<int(int)> f = [](int a) { return a + 1; }; int v = 0; for (auto _ : state) { v = f(v); KEEP(v); } }
BENCHMARK(Function);
static void Member(benchmark::State &state) { Square s; int (Shape::*f)() const = &Shape::area; KEEP(f); Shape *q = &s; for (auto _ : state) { int r = (q->*f)(); KEEP(r); } }
BENCHMARK(Member);
static void Throw(benchmark::State &state) { for (auto _ : state) { try { throw 3; } catch (int e) { KEEP(e); } } }
BENCHMARK(Throw);
static void NewInt(benchmark::State &state) { for (auto _ : state) { int *q = new int(3); KEEP(q); delete q; } }
BENCHMARK(NewInt);
static void Manual(benchmark::State &state) { uint64_t x = 3; for (auto _ : state) { auto a = std::chrono::steady_clock::now(); x += 3; KEEP(x); auto c = std::chrono::steady_clock::now(); state.SetIterationTime(std::chrono::duration<double>(c - a).count()); } }
BENCHMARK(Manual)->UseManualTime();
static void Pause(benchmark::State &state) { uint64_t x = 3; for (auto _ : state) { state.PauseTiming(); HIDE(x); state.ResumeTiming(); x += 1; KEEP(x); } }
BENCHMARK(Pause);
static void PauseRare(benchmark::State &state) { uint64_t x = 3; for (auto _ : state) { if (__builtin_expect(++x % 4096 == 0, 0)) { state.PauseTiming(); state.ResumeTiming(); } } KEEP(x); }
BENCHMARK(PauseRare);
template <class T> static void Small(benchmark::State &state) { T x = 3, y = 2; KEEP(x); KEEP(y); for (auto _ : state) { x = x + y; KEEP(x); } }
BENCHMARK_TEMPLATE(Small, int); BENCHMARK_TEMPLATE(Small, double); BENCHMARK_TEMPLATE(Small, char); BENCHMARK_TEMPLATE(Small, float);
template <class F> static void LambdaGood(benchmark::State &state, F f) { uint64_t x = 3; for (auto _ : state) { KEEP(x); x = f(x); } KEEP(x); }
BENCHMARK_CAPTURE(LambdaGood, add, [](uint64_t v) { return v + 1; });
BENCHMARK_CAPTURE(LambdaGood, shift, [](uint64_t v) { return v << 1; });
BENCHMARK_CAPTURE(LambdaGood, same, [](uint64_t v) { return v; });
struct Fix : benchmark::Fixture { void SetUp(const benchmark::State &) override { v.assign(64, 3); at = 0; } std::vector<int> v; size_t at; };
BENCHMARK_F(Fix, Read)(benchmark::State &state) { for (auto _ : state) { int r = v[at]; KEEP(r); CLOBBER(); } }
BENCHMARK_F(Fix, Step)(benchmark::State &state) { for (auto _ : state) { at = (at + 1) & 63; CLOBBER(); } }
BENCHMARK_DEFINE_F(Fix, Write)(benchmark::State &state) { for (auto _ : state) { v[0] = 1; CLOBBER(); } }
BENCHMARK_REGISTER_F(Fix, Write)->Arg(3);
static void Threads(benchmark::State &state) { for (auto _ : state) __atomic_fetch_add(&shared_value, 1, __ATOMIC_RELAXED); }
BENCHMARK(Threads)->Threads(2);
static void ThreadIndex(benchmark::State &state) { uint64_t x = (uint64_t)state.thread_index(); for (auto _ : state) { x = x * 3; KEEP(x); } }
BENCHMARK(ThreadIndex)->Threads(2);
static void WhileGood(benchmark::State &state) { uint64_t x = 3; while (state.KeepRunning()) { x += 3; KEEP(x); } }
BENCHMARK(WhileGood);
static void WhileStore(benchmark::State &state) { while (state.KeepRunning()) { memory[5] = 1; CLOBBER(); } }
BENCHMARK(WhileStore);
static void BatchGood(benchmark::State &state) { uint64_t x = 3; while (state.KeepRunningBatch(4)) { x += 3; KEEP(x); x ^= 5; KEEP(x); } }
BENCHMARK(BatchGood);
static void RangeFor(benchmark::State &state) { std::vector<int> v((size_t)state.range(0), 1); for (auto _ : state) { int s = 0; for (int i : v) s += i; KEEP(s); CLOBBER(); } }
BENCHMARK(RangeFor)->Range(1, 64);
static void MapFind(benchmark::State &state) { std::map<int, int> m{{1, 2}, {3, 4}}; int k = 3; for (auto _ : state) { KEEP(k); auto i = m.find(k); KEEP(i); } }
BENCHMARK(MapFind);
static void DequePush(benchmark::State &state) { std::deque<int> q; for (auto _ : state) { q.push_back(1); q.pop_front(); } }
BENCHMARK(DequePush);
static void ListPush(benchmark::State &state) { std::list<int> q; for (auto _ : state) { q.push_back(1); q.pop_front(); } }
BENCHMARK(ListPush);
static void EmptyString(benchmark::State &state) { for (auto _ : state) { std::string s; KEEP(s); } }
BENCHMARK(EmptyString);
static void EmptyUnique(benchmark::State &state) { for (auto _ : state) { std::unique_ptr<int> s; KEEP(s); } }
BENCHMARK(EmptyUnique);
static void MoveString(benchmark::State &state) { std::string a(50, 'x'); for (auto _ : state) { std::string c(std::move(a)); KEEP(c); a = std::move(c); } }
BENCHMARK(MoveString);
static void SharedCopy(benchmark::State &state) { auto a = std::make_shared<int>(3); for (auto _ : state) { auto c = a; KEEP(c); } }
BENCHMARK(SharedCopy);
static void AtomicStd(benchmark::State &state) { std::atomic<int> a{0}; for (auto _ : state) a.fetch_add(1); }
BENCHMARK(AtomicStd);
static void AtomicFlag(benchmark::State &state) { std::atomic_flag f = ATOMIC_FLAG_INIT; for (auto _ : state) { f.test_and_set(); f.clear(); } }
BENCHMARK(AtomicFlag);
static void Thread_local(benchmark::State &state) { static thread_local uint64_t t = 0; for (auto _ : state) { t++; CLOBBER(); } }
BENCHMARK(Thread_local);
static void StaticGuard(benchmark::State &state) { for (auto _ : state) { static std::string s(40, 'y'); KEEP(s); } }
BENCHMARK(StaticGuard);
static void DynCast(benchmark::State &state) { std::unique_ptr<Shape> s(shape_of(1)); for (auto _ : state) { auto *q = dynamic_cast<Square *>(s.get()); KEEP(q); } }
BENCHMARK(DynCast);
static void Stream(benchmark::State &state) { for (auto _ : state) { std::ostringstream o; o << 3; KEEP(o); } }
BENCHMARK(Stream);
static void Counters(benchmark::State &state) { uint64_t hits = 0; for (auto _ : state) { hits += memory[hits & 7] == 0; } state.counters["hits"] = (double)hits; }
BENCHMARK(Counters);
static void IterationsUse(benchmark::State &state) { uint64_t x = 0; for (auto _ : state) { x ^= (uint64_t)state.iterations(); KEEP(x); } }
BENCHMARK(IterationsUse);
static void SkipInside(benchmark::State &state) { uint64_t x = 1; for (auto _ : state) { x = x * 3 + 1; if (x == 0) { state.SkipWithError("x"); break; } } KEEP(x); }
BENCHMARK(SkipInside);
"""
