/* SPDX-License-Identifier: GPL-3.0-or-later */
/* snprintf() reads a wide text, which has a NUL in each character.
 * relocations: none, are kept by the link */
#include "tests/same/cases/case.h"
#include <stdio.h>
#include <wchar.h>

static NOINLINE uint64_t printed(void)
{
	char out[64] = { 0 };

	snprintf(out, sizeof(out), "%ls", WORD(L"abcfirst", L"abcworst"));
	return bd_hash(out, sizeof(out), 0);
}
CASE(printed())
const wchar_t *also(void);
const wchar_t *also(void)
{
	return HIDE(0) ? WORD(L"abcfirst", L"abcworst") + 1 : L"other";
}
