/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_RUN_DELAY_H
#define DRIVER_EXEC_RUN_DELAY_H

#include <sys/types.h>

/* The time that a process was ready to run while others ran; it runs, or has ended and is not
 * reaped. Of its main thread. 0: not known. */
double run_delay_ns(pid_t pid);
/* The CPU time of its other threads, in steps of 10 ms; 0: not known. */
double other_threads_ns(pid_t pid);

#endif
