/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4d: -Wl,-init gives the loader one more function to call.
 * link: -Wl,-init=first */
#include "tests/same/cases/case.h"

int mode;
void first(void);
void first(void)
{
	mode = V;
}
CASE((uint64_t)mode)
