/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates for the benchmarks of time functions, with a calendar that does not use libc. */
#ifndef LIBC_DAYS_H
#define LIBC_DAYS_H

#include "suites/libc/data.h"

#include <time.h>

#define DATES 512

struct date {
	int year, month, day, hour, minute, second; /* month and day count from 1 */
};

static inline int days_in_month(int year, int month)
{
	int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	if (month == 2)
		return 28 + leap;
	return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* Seconds since 1970, counted month by month. */
static inline int64_t date_seconds(const struct date *d)
{
	int64_t days = d->day - 1;

	for (int y = 1970; y <= d->year; y++)
		for (int m = 1; m <= (y == d->year ? d->month - 1 : 12); m++)
			days += days_in_month(y, m);
	return ((days * 24 + d->hour) * 60 + d->minute) * 60 + d->second;
}

/* Any second between 1970 and 2099. */
static inline struct date date_random(uint64_t *seed)
{
	struct date d = { 0, 0, 0, 0, 0, 0 };

	d.year = 1970 + (int)(bd_random(seed) % 130);
	d.month = 1 + (int)(bd_random(seed) % 12);
	d.day = 1 + (int)(bd_random(seed) % (unsigned)days_in_month(d.year, d.month));
	d.hour = (int)(bd_random(seed) % 24);
	d.minute = (int)(bd_random(seed) % 60);
	d.second = (int)(bd_random(seed) % 60);
	return d;
}

#endif
