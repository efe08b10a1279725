/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_LOG_PROMISES_H
#define TESTS_FUZZ_LOG_PROMISES_H

#include "compare/base/utf8.h"
#include "compare/log/log.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What every reader promises, whatever it was given; asserted. */
static inline void promise_launch(const struct launch *launch)
{
	assert(launch->status < OUTCOME_COUNT);
	assert(launch->round >= 1 && launch->attempt >= 1);
	if (launch->status != OUTCOME_OK) {
		assert(isnan(launch->time.min));
		return;
	}
	assert(launch->time.min >= 0 && launch->time.min <= launch->time.median);
	assert(launch->time.median <= launch->time.max && isfinite(launch->time.max));
}

static inline void promise_log(const struct log *log)
{
	size_t rows = 0;

	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		assert(text_is_utf8(b->suite, strlen(b->suite)));
		assert(text_is_utf8(b->name, strlen(b->name)));
		assert(log_find(log, b->suite, b->name, b->build) == b);
		for (size_t k = 0; k < b->launch_count; k++)
			promise_launch(&b->launches[k]);
		rows += b->launch_count;
	}
	assert(rows == log->row_count);
}

#endif
