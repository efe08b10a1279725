/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PARSE_DATA_H
#define DRIVER_CODE_PARSE_DATA_H

#include <stddef.h>

struct image_relocation;
struct parse;

void parse_data(struct parse *p);
/* A relocation of data. Returns the bytes of its field. */
size_t parse_relocation(struct parse *p, const struct image_relocation *r);
/* To thread-local data: all of it, as addresses are offsets from its end. */
void refer_to_tls(struct parse *p);
/* A relocation of thread-local data, in code. */
void parse_tls(struct parse *p, const struct image_relocation *r);

#endif
