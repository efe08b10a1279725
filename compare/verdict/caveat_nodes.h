/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_CAVEAT_NODES_H
#define COMPARE_VERDICT_CAVEAT_NODES_H

#include "compare/verdict/caveat_list.h"

/* What several machines mean for the verdicts: benchmarks of two logs that ran on
 * different ones, verdicts that hold for one machine only, machines that are off. */
void caveat_nodes(const struct comparison *comparison, struct caveat_list *found);

#endif
