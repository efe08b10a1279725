/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with at most 15 digits and a power of ten up to 22 is exact in one operation, as
 * both operands are exact doubles. */
#define EXACT_DIGITS 15
#define EXACT_POWER  22

static const double powers_of_ten[EXACT_POWER + 1] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
	1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
	1e22 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The slow path, for long or large numbers. strtod() needs a terminated text. */
static bool scan_slowly(const char *text, size_t size, double *value)
{
	char copy[512];
	char *end;

	if (size >= sizeof(copy))
		return false;
	memcpy(copy, text, size);
	copy[size] = '\0';
	*value = strtod(copy, &end);
	return end == copy + size && isfinite(*value);
}

static bool scan_exponent(const char **text, const char *end, int *exponent)
{
	const char *p = *text + 1;
	bool negative = p < end && *p == '-';
	int e = 0;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	if (p >= end || !is_digit(*p))
		return false;
	for (; p < end && is_digit(*p); p++)
		if (e < 100000)
			e = 10 * e + (*p - '0');
	*exponent += negative ? -e : e;
	*text = p;
	return true;
}

static const char *scan_digits(const char *p, const char *end, uint64_t *mantissa)
{
	uint64_t sum = *mantissa;
	unsigned digit;

	for (; p < end && (digit = (unsigned char)(*p - '0')) <= 9; p++)
		sum = 10 * sum + digit;
	*mantissa = sum;
	return p;
}

bool number_scan(const char **text, const char *end, double *value)
{
	const char *start = *text, *p = start, *first;
	bool negative = p < end && *p == '-';
	uint64_t mantissa = 0;
	int digits, exponent = 0;
	double v;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	first = p;
	p = scan_digits(p, end, &mantissa);
	digits = (int)(p - first);
	if (p < end && *p == '.') {
		first = ++p;
		p = scan_digits(p, end, &mantissa);
		exponent = -(int)(p - first);
		digits += (int)(p - first);
	}
	*text = p;
	if (!digits)
		return false;
	if (p < end && (*p == 'e' || *p == 'E') && !scan_exponent(text, end, &exponent))
		return false;
	if (digits > EXACT_DIGITS || exponent > EXACT_POWER || exponent < -EXACT_POWER)
		return scan_slowly(start, (size_t)(*text - start), value);
	v = (double)mantissa;
	v = exponent < 0 ? v / powers_of_ten[-exponent] : v * powers_of_ten[exponent];
	*value = negative ? -v : v;
	return true;
}

/* Only digits, at most 18 of them. */
static bool parse_digits(const char *text, size_t size, uint64_t *value)
{
	uint64_t sum = 0;

	if (size < 1 || size > 18)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!is_digit(text[i]))
			return false;
		sum = 10 * sum + (uint64_t)(text[i] - '0');
	}
	*value = sum;
	return true;
}

bool number_parse(const char *text, size_t size, double *value)
{
	const char *end = text + size;

	return number_scan(&text, end, value) && text == end;
}

bool number_parse_integer(const char *text, size_t size, int64_t *value)
{
	bool negative = size > 0 && text[0] == '-';
	uint64_t digits;
	double real;

	if (parse_digits(text + negative, size - negative, &digits)) {
		*value = negative ? -(int64_t)digits : (int64_t)digits;
		return true;
	}
	if (!number_parse(text, size, &real) || real != floor(real) || fabs(real) > 9e15)
		return false;
	*value = (int64_t)real;
	return true;
}

bool number_parse_hex(const char *text, size_t size, uint64_t *value)
{
	uint64_t sum = 0;

	if (size < 1 || size > 16)
		return false;
	for (size_t i = 0; i < size; i++) {
		char c = (char)(text[i] | 0x20);

		if (is_digit(text[i]))
			sum = sum << 4 | (uint64_t)(text[i] - '0');
		else if (c >= 'a' && c <= 'f')
			sum = sum << 4 | (uint64_t)(c - 'a' + 10);
		else
			return false;
	}
	*value = sum;
	return true;
}

int number_print(char text[NUMBER_TEXT_MAX], double value)
{
	double back;
	int n = snprintf(text, NUMBER_TEXT_MAX, "%.15g", value);

	if (!number_parse(text, (size_t)n, &back) || back != value)
		n = snprintf(text, NUMBER_TEXT_MAX, "%.17g", value);
	return n;
}
