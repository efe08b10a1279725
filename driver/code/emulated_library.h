/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATED_LIBRARY_H
#define DRIVER_CODE_EMULATED_LIBRARY_H

#include "driver/code/emulator.h"

/* Functions of the C and C++ libraries that constructors of static objects call, and that
 * change nothing but memory of their own. */
enum emulated_call library_call(struct emulator *emulator, const char *name, uint64_t *result);

#endif
