/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_SUGGESTION_H
#define DRIVER_BASE_SUGGESTION_H

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
