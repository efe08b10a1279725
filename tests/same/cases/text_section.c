/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text in a section of nothing but texts, read from a pointer to its end.
 * script: ../../../harness/package/bdriver-align.ld */
#include "tests/same/cases/case.h"

static const char *volatile const end = WORD("word", "ward") + 4;
static const char *volatile const others[] = { "next", "further", "wrd" };

static NOINLINE uint64_t backwards(const char *p)
{
	uint64_t h = strlen(others[1]);

	for (int i = 0; i < 4; i++)
		h = h * 31 + (unsigned char)*--p;
	return h;
}
CASE(backwards(end))
