/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_RANGES_H
#define DRIVER_BASE_RANGES_H

#include <stddef.h>

/* "0-3,7,9-12" of rising numbers; "" for none. The caller frees it. */
char *ranges_text(const unsigned *numbers, size_t count);

#endif
