/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_GBENCH_THREADS_H
#define COMPARE_FORMATS_GBENCH_THREADS_H

#include <stddef.h>

/* Of a benchmark of Google Benchmark, which ends its name with them: "Find/8/threads:4". */
size_t gbench_threads(const char *name);

#endif
