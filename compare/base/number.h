/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_NUMBER_H
#define COMPARE_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decimal numbers in logs: digits with an optional sign, fraction and exponent, nothing else
 * (no "inf", "nan", hexadecimal or blanks). The value is the double nearest to the text.
 */

/* The whole of the `size` bytes must be one finite number. */
bool number_parse(const char *text, size_t size, double *value);
/* A whole number; "3.0" is one too, as spreadsheets and pandas write it. */
bool number_parse_integer(const char *text, size_t size, int64_t *value);
/* 1 to 16 hexadecimal digits. */
bool number_parse_hex(const char *text, size_t size, uint64_t *value);
/*
 * Scans one number at *text, stops at the first byte that cannot belong to it or at `end`, and
 * moves *text there.
 */
bool number_scan(const char **text, const char *end, double *value);

/* Room for any number that number_print() writes. */
#define NUMBER_TEXT_MAX 32
/* The shortest of 15 and 17 digits that reads back as the same double. Returns its length. */
int number_print(char text[NUMBER_TEXT_MAX], double value);

#endif
