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

/*
 * A sentence, and a brief form of it in one line without a full stop. A tab in the format ends
 * what of it is the brief form: none if the format begins with it, as the report says it
 * anyway. A newline stands between a brief form in other words, with arguments of its own, and
 * the sentence. Neither: the brief form lacks the full stop alone.
 */
void caveat_add(struct caveat_list *list, enum caveat_weight weight, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Adds the caveats to comparison->caveats and caveat_briefs, by weight and in the order they
 * were added; empties the list. */
void caveat_take(struct caveat_list *list, struct comparison *comparison);

#endif
