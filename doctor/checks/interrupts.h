/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_INTERRUPTS_H
#define DOCTOR_CHECKS_INTERRUPTS_H

#include <math.h>

/*
 * The machine's own interrupts (its timer, and in a virtual machine the host's) are no run
 * delay, and every launch has them. They delay some samples of every benchmark by up to some
 * tens of microseconds each. A guest with 250 ticks a second on a host with 1,000 has 1,250.
 */
#define INTERRUPT_EVERY_NS 8e5
/* The default of the limits named `interrupt`. */
#define INTERRUPT_NS 50e3

/* The largest share of samples of this length that interrupts can delay by `late_ns`, if one
 * interrupt costs up to max_ns. 0: late_ns is larger than that. */
static inline double interrupts_share(double sample_ns, double late_ns, double max_ns)
{
	return late_ns > max_ns ? 0 : fmin(sample_ns / INTERRUPT_EVERY_NS, 1);
}

#endif
