/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_GBENCH_ROOTS_H
#define DRIVER_CODE_GBENCH_ROOTS_H

#include "driver/code/registrations.h"

/* What Google Benchmark's functions do that BENCHMARK() and its relatives call. */
enum emulated_call gbench_call(struct registrations *all, struct emulator *emulator,
	const char *name, uint64_t *result);
/* A constructor has ended that made the registrations from `first` on. */
void gbench_end(struct registrations *all, struct emulator *emulator, size_t first);

#endif
