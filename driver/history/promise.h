/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_PROMISE_H
#define DRIVER_HISTORY_PROMISE_H

#include "driver/history/changes.h"

/*
 * How many false alarms the noise of these tracks gives. Nights are drawn anew from them, the
 * same for all tracks, after what changed is taken out; each is judged as a morning would. So
 * all that is reported is false. Benchmarks that move together in one direction are one alarm,
 * as on the screen. Always the same draws; time O(tracks nights^3), which is bounded.
 */
enum promise_draw { PROMISE_NIGHTS, PROMISE_BLOCKS, PROMISE_DRAWS };

/* Of PROMISE_BLOCKS: successive nights, which may resemble each other. */
#define PROMISE_BLOCK 5
/* A history of fewer nights says too little. */
#define PROMISE_NIGHTS_MIN 30
/* What counts is given for so many. */
#define PROMISE_PER 300

struct promise {
	size_t nights; /* judged, in each draw; 0: the history has too few */
	size_t alarms[PROMISE_DRAWS];
	size_t *by_track; /* in both; owned */
	double aim;       /* false alarms in PROMISE_PER nights */
	bool kept;        /* neither draw gives more than half above the aim */
};

void promise_measure(struct promise *promise, const struct tracks *tracks,
	const struct changes *changes, const struct change_settings *settings);
/* False alarms in PROMISE_PER nights. */
double promise_given(const struct promise *promise, enum promise_draw draw);
void promise_release(struct promise *promise);

#endif
