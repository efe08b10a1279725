/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/days.h"

#include <stdio.h>

#define WIDTH 32

struct state {
	struct date date[DATES];
	time_t seconds[DATES];
	char text[DATES][WIDTH];
};

/* Breaks 512 times down into UTC dates and prints them as ISO 8601 has it. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < DATES; k++) {
			struct tm tm;

			gmtime_r(&s->seconds[k], &tm);
			sum += strftime(s->text[k], WIDTH, "%Y-%m-%dT%H:%M:%SZ", &tm);
			sum += (uint64_t)s->text[k][18];
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 31;

	for (size_t k = 0; k < DATES; k++) {
		s->date[k] = date_random(&seed);
		s->seconds[k] = (time_t)date_seconds(&s->date[k]);
	}
	b->items = DATES;
	return 0;
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < DATES; k++) {
		const struct date *d = &s->date[k];
		char expected[80];

		snprintf(expected, sizeof(expected), "%04d-%02d-%02dT%02d:%02d:%02dZ", d->year,
			d->month, d->day, d->hour, d->minute, d->second);
		if (strcmp(expected, s->text[k]) != 0)
			return bd_wrong(b, "%s, not %s", s->text[k], expected);
		sum += 20 + '0' + (uint64_t)d->second % 10;
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("StrftimeDates", run, .tags = "time,format", .setup = setup,
	.teardown = free_state, .verify = verify)
