/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_REDEFINED_H
#define COMPARE_VERDICT_REDEFINED_H

#include "compare/verdict/compared.h"

/* What shows that the sides of a row are not the same benchmark, so that their times say
 * nothing of the code: "another checksum", "mode avgt, ss". The caller frees it; NULL: nothing.
 */
char *redefined_text(const struct comparison *comparison, const struct row *row);

/* Names the first of these rows. NULL: there is none. The caller frees it. */
char *redefined_line(const struct comparison *comparison);

/* The first of them and how many more there are: "a, b, c, 2 more". The caller frees it. */
char *names_first(const struct string_list *names);

#endif
