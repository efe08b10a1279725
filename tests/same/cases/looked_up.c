/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What dlsym() finds is not followed: nothing is known of who calls it.
 * word: unknown
 */
#define _GNU_SOURCE
#include "tests/same/cases/case.h"
#include <dlfcn.h>

static uint64_t call(const char *name)
{
	long (*function)(const char *) = (long (*)(const char *))dlsym(RTLD_DEFAULT, name);

	return function ? (uint64_t)function("12x") : 0;
}
CASE(call(WORD("atol", "strlen")))
