/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all benchmarks of this suite share: a loop that must be closed without leftovers. */
#ifndef UV_LOOP_H
#define UV_LOOP_H

#include "harness/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

/* For calls that fail only if the benchmark itself is wrong. */
static inline void must(int status)
{
	if (status < 0) {
		fprintf(stderr, "libuv: %s\n", uv_strerror(status));
		abort();
	}
}

static inline void loop_close_handle(uv_handle_t *handle, void *unused)
{
	(void)unused;
	if (!uv_is_closing(handle))
		uv_close(handle, NULL);
}

/* Closes all handles, lets their callbacks run, and closes the loop. */
static inline void loop_end(uv_loop_t *loop)
{
	uv_walk(loop, loop_close_handle, NULL);
	uv_run(loop, UV_RUN_DEFAULT);
	must(uv_loop_close(loop));
}

#endif
