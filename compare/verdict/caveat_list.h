/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_CAVEAT_LIST_H
#define COMPARE_VERDICT_CAVEAT_LIST_H

#include "compare/verdict/compared.h"

/* How much a caveat weakens the result, the worst first. */
enum caveat_weight {
	CAVEAT_VOID, /* the verdicts do not hold */
	CAVEAT_WEAK, /* all rows are weaker than they look */
	CAVEAT_PART, /* some rows are */
	CAVEAT_FACT, /* what a reader should know of the logs */
};

struct caveat {
	enum caveat_weight weight;
	char *brief, *text;
};

struct caveat_list {
	struct caveat *items;
	size_t count, capacity;
};

/* Takes both texts. `brief` is one short line without a full stop; NULL: the text without its
 * own; "": what the report says anyway, so that only `text` is needed with -v. */
void caveat_add(struct caveat_list *list, enum caveat_weight weight, char *brief, char *text);
/* Adds the caveats to comparison->caveats and caveat_briefs, by weight and in the order they
 * were added; empties the list. */
void caveat_take(struct caveat_list *list, struct comparison *comparison);

#endif
