/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4b: a flag of the link adds a constructor that changes how numbers are rounded.
 * link2: -ffast-math
 * compilers: gcc */
#include "tests/same/cases/case.h"

CASE(bits(1e-310 * (double)hide(1)))
