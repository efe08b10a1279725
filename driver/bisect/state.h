/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_STATE_H
#define DRIVER_BISECT_STATE_H

#include "driver/bisect/search.h"

/*
 * The folder of a search: `search` (what is searched for), builds/, measured/, tree/. The same
 * search goes on with what is there: all decisions follow from builds and logs. Makes it or
 * opens it, waits up to 10 s for what a killed search left running there, and opens the
 * history. 0, or -1 with *e set.
 */
int state_open(struct bisect *bisect, struct err *e);

#endif
