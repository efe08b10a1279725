/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CATCH2_ROOTS_H
#define DRIVER_CODE_CATCH2_ROOTS_H

#include "driver/code/registrations.h"

/* What Catch2's constructor does that each TEST_CASE() calls. */
enum emulated_call catch2_call(struct registrations *all, struct emulator *emulator,
	const char *name, uint64_t *result);

#endif
