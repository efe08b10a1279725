/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLANATION_WORDS_H
#define DRIVER_EXPLAIN_EXPLANATION_WORDS_H

#include <jansson.h>
#include <stdio.h>

#include "driver/explain/explanation.h"

/* An explanation for a person, and for a program. */

/* Why it changed, in one line; the caller frees it. */
char *explanation_sentence(const struct explanation *x);
/* name: of the benchmark. */
void explanation_print(const struct explanation *x, const char *name, FILE *out);
/* A JSON object. */
json_t *explanation_json(const struct explanation *x);

#endif
