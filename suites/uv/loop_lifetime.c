/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define LOOPS 4

static void on_timer(uv_timer_t *timer)
{
	uint64_t *fired = timer->data;

	++*fired;
	uv_close((uv_handle_t *)timer, NULL);
}

/* Four loops from the cradle to the grave, each with one timer that is due at once. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t fired = 0, clean = 0;

	for (uint64_t i = 0; i < n; i++) {
		fired = clean = 0;
		for (unsigned k = 0; k < LOOPS; k++) {
			uv_loop_t loop;
			uv_timer_t timer;

			must(uv_loop_init(&loop));
			must(uv_timer_init(&loop, &timer));
			timer.data = &fired;
			must(uv_timer_start(&timer, on_timer, 0, 0));
			uv_run(&loop, UV_RUN_DEFAULT);
			clean += uv_loop_close(&loop) == 0;
		}
		bd_keep(fired);
	}
	bd_result(b, fired << 32 | clean);
}

static int verify(struct bd *b)
{
	return bd_expect(b, (uint64_t)LOOPS << 32 | LOOPS);
}

BD_BENCHMARK("LoopLifetime", run, .tags = "loop", .verify = verify, .items = LOOPS)
