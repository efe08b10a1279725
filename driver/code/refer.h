/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REFER_H
#define DRIVER_CODE_REFER_H

#include <stdbool.h>
#include <stdint.h>

struct parse;
struct place;

/* Adds references to all that the place may mean. */
void refer(struct parse *p, const struct place *place);
/* To so many bytes without a symbol. */
void refer_to_bytes(struct parse *p, uint64_t address, uint64_t width, bool called);
/* To constants of an assembler between functions: an address near them may have been moved. */
void refer_to_data_in_code(struct parse *p, uint64_t address);

#endif
