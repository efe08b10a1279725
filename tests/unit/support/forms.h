/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_FORMS_H
#define TESTS_UNIT_SUPPORT_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All forms of logs that are read, to make texts of. */

/* How a form writes a name. */
enum coding { PLAIN, JSON, CSV, ESCAPED_CSV };

/*
 * A text is begin, rows with `between` them, and end. In a row `@` is the name and `$` the
 * time; in the end `~` is the number of rows. Each row is one benchmark, with more than one
 * value where that is possible.
 */
struct form {
	const char *what, *format, *suite;
	const char *begin, *row, *between, *end;
	enum coding coding;
	const char *group;  /* what stands before the name in the log */
	const char *cannot; /* bytes that no name in this form can hold */
	bool ends_unmarked; /* a file that is cut between two rows looks like a whole one */
	bool one_piece;     /* what is no JSON in it costs the whole file */
	size_t warnings;    /* of a file that is fine */
};

extern const struct form forms[];
extern const size_t form_count;
#define EACH_FORM(f) for (const struct form *f = forms; f < forms + form_count; f++)

/* Three rows, "First", the given one and "Last": the given one is [from, to). */
struct form_text {
	char *bytes; /* terminated; owned */
	size_t size, from, to;
};
struct form_text form_text(const struct form *form, const char *name, const char *time);
/* `count` rows of `names` benchmarks in turn, named "Bench/0" and so on. The caller frees it.
 */
void form_rows(FILE *out, const struct form *form, size_t count, size_t names);

/* Names that are commands, markup, other files, other cells or other lines elsewhere. Ends with
 * NULL. */
extern const char *const hostile_names[];
#define EACH_HOSTILE_NAME(name) for (const char *const *name = hostile_names; *name; name++)

#endif
