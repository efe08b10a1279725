/* SPDX-License-Identifier: MIT */
#ifndef BD_LIST_H
#define BD_LIST_H

#include <stdio.h>

#include "harness/registry.h"

/* One name a line, escaped as in a log. */
void bd_list_text(FILE *out, const struct bd_registry *registry);
/* The schema bdriver-list-1 with this executable as its one suite. */
void bd_list_json(FILE *out, const struct bd_registry *registry, const struct bd_build *build);

#endif
