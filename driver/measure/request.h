/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_REQUEST_H
#define DRIVER_MEASURE_REQUEST_H

#include "driver/suite/launch.h"

struct measure;
struct worker;

/* What the next launch of this build is asked for in the slot or trial of the worker. */
struct launch_request measure_request(
	const struct measure *m, const struct worker *worker, unsigned build);

#endif
