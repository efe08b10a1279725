/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_CHANGE_LIST_H
#define DRIVER_SCREENS_CHANGE_LIST_H

#include "compare/base/string_list.h"
#include "compare/print/layout.h"
#include "driver/screens/words.h"

/* Which changes are listed. */
struct change_filter {
	const char *state, *kind; /* NULL: any */
	double least;             /* of the effect, as a ratio minus 1 */
	int64_t since;            /* seconds since 1970, or -1 */
	bool all;                 /* else text has SCREEN_ROWS at most */
};

/* One row a change; in the form that `format` names. Begins, adds the changes of one class of
 * machines, ends. */
struct change_list;
struct change_list *change_list_new(const char *format, const struct change_filter *filter);
void change_list_add(struct change_list *list, const struct screen *screen);
/* Prints, and frees the list. Returns the number of rows. */
size_t change_list_end(struct change_list *list, const struct layout_size *size, FILE *out);

#endif
