// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of a library of the user's, with names of C or alike, read behind the NUL.
// relocations: none, are kept by the link
// flags: -fno-builtin
// library: -shared -fPIC -fno-builtin
#include "tests/same/cases/case.h"

#define LONG "abcdefghijklmnopq\0" WORD("first", "worst")

int puts(const char *text);
int str_block_cmp(const char *text);
#ifdef LIBRARY
int puts(const char *text)
{
	return (int)bd_hash(text, 23, 0);
}
int str_block_cmp(const char *text)
{
	return (int)bd_hash(text, 23, 1);
}
#else
CASE((uint64_t)puts(LONG) + (uint64_t)str_block_cmp(LONG))
const char *also(void);
const char *also(void)
{
	return HIDE(0) ? LONG + 18 : LONG + 19;
}
#endif
