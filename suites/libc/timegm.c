/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/days.h"

/* Turns 512 UTC dates into seconds since 1970. */
static void run(struct bd *b, uint64_t n)
{
	const struct date *dates = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < DATES; k++) {
			const struct date *d = &dates[k];
			struct tm tm;

			memset(&tm, 0, sizeof(tm));
			tm.tm_year = d->year - 1900;
			tm.tm_mon = d->month - 1;
			tm.tm_mday = d->day;
			tm.tm_hour = d->hour;
			tm.tm_min = d->minute;
			tm.tm_sec = d->second;
			sum = sum * 3 + (uint64_t)timegm(&tm);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct date *dates = b->state = bd_alloc(DATES * sizeof(*dates));
	uint64_t seed = 32;

	for (size_t k = 0; k < DATES; k++)
		dates[k] = date_random(&seed);
	b->items = DATES;
	return 0;
}

static int verify(struct bd *b)
{
	const struct date *dates = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < DATES; k++)
		sum = sum * 3 + (uint64_t)date_seconds(&dates[k]);
	return bd_expect(b, sum);
}

BD_BENCHMARK("TimegmDates", run, .tags = "time", .setup = setup, .teardown = free_state,
	.verify = verify)
