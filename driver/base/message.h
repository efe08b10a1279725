/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_MESSAGE_H
#define DRIVER_BASE_MESSAGE_H

#include <stdio.h>

struct log;

/* Exit codes of the contract. */
enum exit_code {
	EXIT_FINE = 0,
	EXIT_FOUND = 1,      /* a regression (compare) or an error (doctor) */
	EXIT_USAGE = 2,      /* usage, configuration or log that cannot be read */
	EXIT_UNMEASURED = 3, /* some benchmarks could not be measured, or the same code moved */
	EXIT_WRITE = 4,      /* the log or the output could not be written; internal error */
	EXIT_BLIND = 5,      /* could not decide: one launch a side, a shift of the suite ... */
};

/* "bdriver: SENTENCE" on standard error, control characters escaped. Returns `code`. */
int message_error(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with "warning: " before the sentence. */
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A line of a report, for names of files and other text from outside: control characters
 * escaped, those of `format` as well. */
void message_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the reader's warnings about the log. */
void message_log_warnings(const struct log *log);

struct string_list;

/* By value, for the arguments of a message: suggestion(&names, word).text */
struct suggestion {
	char text[1100];
};

/* "; did you mean 'NAME'?" with the nearest of the names, or "" if none is near. */
struct suggestion suggestion(const struct string_list *names, const char *word);
/* The same with this name; NULL: "". */
struct suggestion suggestion_of(const char *name);

#endif
