/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_MARKUP_H
#define COMPARE_PRINT_MARKUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Text from logs (names, reasons), escaped for the format. Bytes that are not UTF-8 become
 * U+FFFD (terminal: \xHH), control characters as listed.
 */
void markup_terminal(FILE *out, const char *text); /* \n, \t, \xHH, \uHHHH */
void markup_markdown(FILE *out, const char *text); /* one cell of a table */
void markup_csv(FILE *out, const char *text);      /* with its quotes; control: \xHH */
/* The same; an apostrophe comes before what a spreadsheet would take for a formula. */
void markup_csv_guarded(FILE *out, const char *text);
void markup_xml(FILE *out, const char *text);    /* element or attribute; control: \xHH */
void markup_github(FILE *out, const char *text); /* message of a workflow command */
void markup_github_property(FILE *out, const char *text);
/* UTF-8 that jansson accepts, in fresh memory: bad bytes become U+FFFD. */
char *markup_utf8(const char *text);
/* markup_terminal() into fresh memory: text from outside cannot steer the terminal. */
char *terminal_clean(const char *text);
/* Does the character steer the terminal, or reorder or hide text: C0, C1, marks of direction,
 * characters without width? */
bool markup_is_control(uint32_t code);

#endif
