/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_PINNED_THREAD_H
#define DRIVER_EXEC_PINNED_THREAD_H

#include <pthread.h>

/* A thread with a small stack on this CPU. Signals are for the main thread. 0 or an errno. */
int pinned_thread_start(pthread_t *thread, int cpu, void *(*run)(void *), void *given);

#endif
