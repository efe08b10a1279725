/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 13: a pointer to what stands before an array, which is then counted from 1. */
#include "tests/same/cases/case.h"

static const int other[4] = { 1, 2, 3, 4 };
static const int table[4] = { 1, 2, 3, V };
static const int *volatile from_one = table - 1;

CASE((uint64_t)(from_one[hide(4)] + other[hide(2)]))
