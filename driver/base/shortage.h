/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_SHORTAGE_H
#define DRIVER_BASE_SHORTAGE_H

#include <stdbool.h>

/* Does this errno say that the driver itself lacks descriptors, processes or memory? That is no
 * fault of a benchmark. */
bool shortage(int error);
/* What to do against it. */
#define SHORTAGE_ADVICE                                                       \
	"bdriver lacks descriptors, processes or memory: raise `ulimit -n`, " \
	"`ulimit -u` or `ulimit -v`, or end other programs"

#endif
