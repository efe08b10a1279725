/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLANATION_SENTENCE_H
#define DRIVER_EXPLAIN_EXPLANATION_SENTENCE_H

#include "driver/explain/explanation.h"

/* Why it changed, in one line; the caller frees it. */
char *explanation_sentence(const struct explanation *x);

#endif
