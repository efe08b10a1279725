/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_FORMAT_H
#define COMPARE_PRINT_FORMAT_H

#include <stddef.h>

/* Large enough for every format_ function below. */
#define FORMAT_SIZE 40
/* From this factor up, and its inverse down, a change is written as a factor. */
#define FORMAT_FACTOR_FROM 3.0

/* The ends of "%zu benchmark%s" and of "%zu launch%s". */
#define PLURAL(n)    ((n) == 1 ? "" : "s")
#define PLURAL_ES(n) ((n) == 1 ? "" : "es")

/*
 * Numbers with units, written to `out` (FORMAT_SIZE bytes), which is returned. A number that is
 * not finite becomes "-".
 */

/* "12.3 ns", "1.23 us", "123 ms", "12.3 s": at least three significant digits. */
char *format_time(char *out, double ns);
/* A ratio new/old as a change: "+12.3 %", "-0.41 %", "x4.20" from a factor of 3 up and
 * "/4.20" for its inverse. */
char *format_change(char *out, double ratio);
/* "-0.4..+1.2 %" or "x2.1..x4.3"; "-" unless both are finite. */
char *format_interval(char *out, double low, double high);
/* A change and its interval, both as factors or both in per cent. */
struct format_row {
	char change[FORMAT_SIZE], interval[FORMAT_SIZE];
};
struct format_row format_row(double ratio, double low, double high);
/* KiB as "820 KiB", "12.3 MiB", "1.20 GiB". */
char *format_kib(char *out, double kib);
/* A plain number: "12", "0.5333". */
char *format_count(char *out, double value);
/* A fraction as a percentage without a sign: 0.05 is "5 %", 0.013 "1.3 %". */
char *format_percent(char *out, double fraction);

/* ns of a unit: "ns", "us" (or with a mu), "ms", "s"; NAN for any other, and for NULL. */
double time_unit_ns(const char *unit);

#endif
