/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_ASK_H
#define DRIVER_SUITE_ASK_H

#include <stdint.h>

struct err;
struct suite;

/* Asks one suite. Returns 0; -1; SUITE_SHORTAGE if the driver itself could not ask; SUITE_SLOW
 * if the time limit was over, which another way of asking does not change. */
#define SUITE_SHORTAGE (-2)
#define SUITE_SLOW     (-3)
int suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e);

#endif
