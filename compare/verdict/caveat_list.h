/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_CAVEAT_LIST_H
#define COMPARE_VERDICT_CAVEAT_LIST_H

#include "compare/verdict/compared.h"

/*
 * Adds to comparison->caveats and caveat_briefs, behind those of its weight: a sentence, and a
 * brief form of it in one line without a full stop. A tab in the format ends what of it is the
 * brief form: none if the format begins with it, as the report says it anyway. A newline stands
 * between a brief form in other words, with arguments of its own, and the sentence. Neither:
 * the brief form lacks the full stop alone.
 */
void caveat_add(struct comparison *comparison, enum caveat_weight weight, const char *format,
	...) __attribute__((format(printf, 3, 4)));

#endif
