/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATOR_H
#define DRIVER_CODE_EMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/code/emulated_operand.h"

struct image;

/* What a function that is called by name does. */
enum emulated_call {
	CALL_UNKNOWN, /* it is carried out like any code; of a shared library: it cannot */
	CALL_DONE,    /* *result is what it returns */
	CALL_TAIL,    /* calls the function *result with the argument in DI, which it returns */
	CALL_FAILED,
};

struct emulator {
	const struct image *image;
	struct emulated_cpu cpu;
	enum emulated_call (*call)(
		void *ctx, struct emulator *emulator, const char *name, uint64_t *result);
	void *ctx;
};

/*
 * Carries out a function of the program that takes nothing, without executing anything: a part
 * of x86-64 that compilers use outside of loops over vectors. Returns true if it has come to
 * its end, and each value was known.
 */
bool emulate(struct emulator *emulator, uint64_t address);

/* Of a call: the argument by its number from 0, which must be known. */
uint64_t emulated_argument(struct emulator *emulator, unsigned number);

#endif
