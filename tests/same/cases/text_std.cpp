/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's function in namespace std reads its text beyond the NUL.
 * relocations: none, are kept by the link */
#include "tests/same/cases/framework.h"
#ifndef SECOND
#include "tests/same/cases/case.h"

namespace std
{
NOINLINE uint64_t mine()
{
	return bd_hash(HIDE("abcdefghijklmnopq\0" WORD("first", "worst")), 23, 0);
}
} // namespace std
CASE(std::mine())
#endif
