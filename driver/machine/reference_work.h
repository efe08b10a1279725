/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_REFERENCE_WORK_H
#define DRIVER_MACHINE_REFERENCE_WORK_H

/*
 * Runs a small fixed piece of work on the CPU of the caller. One part uses registers only, one
 * the cache, one main memory. Takes about a quarter of a millisecond. Returns its time in ns.
 * If it is slower than its best time, the machine was slower. Several threads may run it at
 * once.
 */
double reference_work_run(void);

#endif
