/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PARSE_CODE_H
#define DRIVER_CODE_PARSE_CODE_H

struct parse;

void parse_code(struct parse *p);

#endif
