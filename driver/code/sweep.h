/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_SWEEP_H
#define DRIVER_CODE_SWEEP_H

#include <stdint.h>

#include "driver/code/decode.h"

struct image;

typedef void sweep_visit(
	void *ctx, const struct decode_instruction *instruction, uint64_t address);
/* Calls `visit` for each instruction of an image. From one symbol to the next the sweep is in
 * step again, wherever data stand between code. */
void sweep_code(const struct image *image, sweep_visit *visit, void *ctx);
/* Where constants may begin in code that has no symbols: behind what the start files have
 * there, and not if all is padding. `end`: there are none. */
uint64_t sweep_gap(const struct image *image, uint64_t start, uint64_t end);

#endif
