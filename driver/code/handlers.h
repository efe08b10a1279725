/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_HANDLERS_H
#define DRIVER_CODE_HANDLERS_H

#include <stdbool.h>

struct parse;

/* One function's table of handlers, whose relocations are not known. False: it is for
 * parse_data(), as it has no distances to types. */
bool handlers_parse(struct parse *p);

#endif
