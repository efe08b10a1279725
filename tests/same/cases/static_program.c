/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A static program has system() itself; what that starts is not known.
 * compilers: clang
 * link: -static
 * differs: always
 * word: unknown
 */
#include "tests/same/cases/case.h"
#include <stdlib.h>

CASE((uint64_t)system("true"))
