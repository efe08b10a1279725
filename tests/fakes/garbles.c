/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that write something else than a row on the row channel, which is descriptor 3. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/bench.h"

#define ROW_FD 3

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

static void put(const char *text, size_t size)
{
	while (size > 0) {
		ssize_t n = write(ROW_FD, text, size);

		if (n <= 0)
			return;
		text += n;
		size -= (size_t)n;
	}
}

static int end_with(const char *text, size_t size)
{
	put(text, size);
	_exit(0);
}

static int nothing(struct bd *b)
{
	(void)b;
	_exit(0);
}

static int garbage(struct bd *b)
{
	static const char text[] = "\x7f"
				   "ELF\xff\xfe\x80 garbage, \"unfinished\n\n,,,\r\r\n";

	(void)b;
	return end_with(text, sizeof(text) - 1);
}

static int nul_bytes(struct bd *b)
{
	char zeros[4096] = { 0 };

	(void)b;
	return end_with(zeros, sizeof(zeros));
}

static int half_row(struct bd *b)
{
	static const char text[] = "# bdriver-row: 1\n"
				   "benchmark,status,iterations,samples\n"
				   "\"HalfRow\",ok,1,\"12.5 13";

	(void)b;
	return end_with(text, sizeof(text) - 1);
}

static int other_name(struct bd *b)
{
	static const char text[] = "# bdriver-row: 1\n"
				   "benchmark,status,iterations,tuned_iterations,samples\n"
				   "\"Somebody\",ok,1,1,\"12.5 13\"\n"
				   "# end: 1\n";

	(void)b;
	return end_with(text, sizeof(text) - 1);
}

static int huge(struct bd *b)
{
	static char text[1 << 20];

	(void)b;
	memset(text, '1', sizeof(text));
	for (int i = 0; i < 1024; i++)
		put(text, sizeof(text));
	_exit(0);
}

/* A whole row follows, but not as the first thing. */
static int noise_before(struct bd *b)
{
	(void)b;
	put("hello\n", 6);
	return 0;
}

static int noise_after(struct bd *b)
{
	(void)b;
	put("more\n", 5);
	return 0;
}

static int close_all(struct bd *b)
{
	(void)b;
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
	return 0;
}

static void end_late(struct bd *b)
{
	(void)b;
	lseek(ROW_FD, 0, SEEK_SET);
	put("late\n", 5);
}

BD_BENCHMARK("Nothing", fine, .setup = nothing)
BD_BENCHMARK("Garbage", fine, .setup = garbage)
BD_BENCHMARK("NulBytes", fine, .setup = nul_bytes)
BD_BENCHMARK("HalfRow", fine, .setup = half_row)
BD_BENCHMARK("OtherName", fine, .setup = other_name)
BD_BENCHMARK("Huge", fine, .setup = huge)
BD_BENCHMARK("NoiseBefore", fine, .setup = noise_before)
BD_BENCHMARK("NoiseAfter", fine, .verify = noise_after)
BD_BENCHMARK("NoiseLate", fine, .teardown = end_late)
BD_BENCHMARK("ClosesAll", fine, .setup = close_all)
