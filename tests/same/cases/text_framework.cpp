/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's function in a namespace of the framework reads its text beyond the NUL.
 * relocations: none, are kept by the link */
#include "tests/same/cases/framework.h"
#ifndef SECOND
#include "tests/same/cases/case.h"

namespace benchmark
{
namespace internal
{
NOINLINE uint64_t mine()
{
	return bd_hash(HIDE("abcdefghijklmnopq\0" WORD("first", "worst")), 23, 0);
}
} // namespace internal
} // namespace benchmark
CASE(benchmark::internal::mine())
#endif
