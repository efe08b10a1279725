/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who reads a text beyond its NUL: what a search returns leads there, a function of the program
 * has the name of one in C, and a cold part gives a greater number of bytes.
 * relocations: none, are kept by the link */
#include "tests/same/cases/case.h"

#define LONG "abcdefghijklmnopq\0" WORD("first", "worst")

static uint64_t hash;
/* Of C, but for what it does. */
int puts(const char *text)
{
	for (; *text; text += strlen(text) + 1)
		hash = bd_hash(text, strlen(text), hash);
	return 0;
}

static NOINLINE __attribute__((cold)) void seldom(void)
{
	__asm__ volatile("");
}

static NOINLINE uint64_t copied(long all)
{
	char copy[64] = { 0 };
	size_t count = 17;

	if (__builtin_expect(all != 0, 0)) {
		seldom();
		count = sizeof(LONG);
	}
	((void *(*volatile)(void *, const void *, size_t))memcpy)(copy, LONG, count);
	return bd_hash(copy, sizeof(copy), 0);
}

static NOINLINE uint64_t read_all(void)
{
	const char *behind = strchr(LONG, (int)hide(0)) + 1;

	hash = 0;
	puts(LONG "\0");
	return bd_hash(behind, 5, hash) + copied(hide(1));
}
CASE(read_all())
const char *also(void);
const char *also(void)
{
	return HIDE(0) ? LONG + 18 : (LONG "\0") + 18;
}
