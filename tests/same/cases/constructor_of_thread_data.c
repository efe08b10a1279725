/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constructor writes thread-local data, which has no initial value, and other data. */
#include "tests/same/cases/case.h"
static __thread uint64_t mode;
static uint64_t own;
static __attribute__((constructor)) void begin(void)
{
	own = 1;
	mode = V * 10;
}
CASE(mode)
