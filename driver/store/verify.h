/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_VERIFY_H
#define DRIVER_STORE_VERIFY_H

#include "driver/store/store.h"

/*
 * Is the database sound, and does it belong to the kept logs? Adds a sentence for each fault.
 * Returns the number of kept logs that were read, or -1 with *e set if that cannot be found
 * out.
 */
int64_t store_verify(struct store *store, struct string_list *faults, struct err *e);

#endif
