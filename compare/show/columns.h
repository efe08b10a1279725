/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_COLUMNS_H
#define COMPARE_SHOW_COLUMNS_H

#include "compare/print/columns.h"
#include "compare/show/show.h"

/* What the regress part has beside names and notes. */
enum { SHOW_FITTED = SHOW_REGRESS + 1 };

/* The columns of `show`, whose rows are lines; of a part or SHOW_FITTED. */
struct columns show_columns(unsigned part);

#endif
