# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits of our suites that studies make: code that no benchmark runs, and slow-downs."""
import random
import re

BENCHMARK = """#include "harness/bench.h"
#include <time.h>
static const unsigned table[75] = { 3, 1, 4, 1, 5 };
static char buffer[1000] = "a", zeroed[3000];
static void run(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++)
		bd_keep(sum += table[i % 75] + (unsigned char)buffer[i % 1000] +
			(unsigned char)zeroed[i % 3000]);
	bd_result(b, (uint64_t)clock() < 1);
}
BD_BENCHMARK("AaNew", run, .tags = "new")
"""
HELPER = """
static __attribute__((used, noinline)) int bd_helper(const char *text)
{
	int sum = 4711;
	while (*text)
		sum = sum * 33 + *text++;
	return sum;
}
"""
SIGNATURE = "static void run(struct bd *b, uint64_t n)\n{"
REGISTRATION = re.compile(r"^BD_(BENCHMARK|FAMILY)\(", re.M)


def read(path):
    return path.read_text(encoding="utf-8")


def slower(text, permille):
    """run() waits for so much of the time that it took."""
    text = text.replace(SIGNATURE, SIGNATURE.replace(
        "static void run(", "static __attribute__((noinline, noclone)) void run_once("))
    first = REGISTRATION.search(text).start()
    return (text[:first] + SIGNATURE + """
	uint64_t start = __builtin_ia32_rdtsc(), took;

	run_once(b, n);
	took = __builtin_ia32_rdtsc() - start;
	while (__builtin_ia32_rdtsc() - start < took + took * %d / 1000)
		;
}

""" % permille + text[first:])


def planted_files(folder, count, seed):
    able = [path for path in sorted(folder.glob("*.c"))
            if SIGNATURE in read(path) and REGISTRATION.search(read(path)) and
            len(re.findall(r"\brun\(", read(path))) == 1]
    return random.Random(seed).sample(able, min(count, len(able)))
