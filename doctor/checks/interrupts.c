/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/interrupts.h"

#include <math.h>

double interrupts_share(double sample_ns, double late_ns, double max_ns)
{
	return late_ns > max_ns ? 0 : fmin(sample_ns / INTERRUPT_EVERY_NS, 1);
}
