/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_MARKUP_H
#define COMPARE_PRINT_MARKUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Text from logs (names, reasons), escaped for a format. Bytes that are not UTF-8 become U+FFFD
 * (terminal: \xHH), control characters \n, \t, \xHH and \uHHHH but as listed.
 */
enum markup {
	MARKUP_TERMINAL,
	MARKUP_MARKDOWN, /* one cell of a table */
	MARKUP_CSV,      /* between quotes */
	MARKUP_XML,      /* element or attribute */
	MARKUP_GITHUB,   /* message of a workflow command; ends of lines as it has them */
	MARKUP_GITHUB_PROPERTY,
	MARKUP_UTF8, /* control characters of ASCII stay */
};

void markup_put(FILE *out, enum markup format, const char *text);
/* UTF-8 that jansson accepts, in fresh memory: bad bytes become U+FFFD. */
char *markup_utf8(const char *text);
/* MARKUP_TERMINAL into fresh memory: text from outside cannot steer the terminal. */
char *terminal_clean(const char *text);
/* Does the character steer the terminal, or reorder or hide text: C0, C1, marks of direction,
 * characters without width? */
bool markup_is_control(uint32_t code);

#endif
