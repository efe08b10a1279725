/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_ALL_CPUS_H
#define COMPARE_LOG_ALL_CPUS_H

#include <stdbool.h>

struct log;
struct log_benchmark;

/* Were its launches on all CPUs, instead of on that of their worker? False for commands, which
 * always are, unless their configuration says otherwise. */
bool log_on_all_cpus(const struct log *log, const struct log_benchmark *benchmark);

#endif
