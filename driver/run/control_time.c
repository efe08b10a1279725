/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/control_time.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/run/run.h"
#include "driver/run/slot_time.h"

/* What all rounds of a control may take, as a multiple of what is usual. A busy machine makes
 * them several times as long. */
#define TIMES 6

static double most_ns(const struct run *run, size_t subject)
{
	return TIMES * run->changed.control_rounds * slot_time_usual_ns(run, subject);
}

void control_time_begin(struct run *run)
{
	run->changed.control_ns =
		memory_zeroed(run->subject_count + 1, sizeof(*run->changed.control_ns));
	for (size_t i = 0; i < run->subject_count; i++)
		if (changed_is_control(run, i))
			run->subjects[i].most_ns = (int64_t)most_ns(run, i);
}

void control_time_release(struct run *run)
{
	free(run->changed.control_ns);
}

bool control_time_is_over(const struct run *run, size_t subject)
{
	double spent = changed_is_control(run, subject) ? run->changed.control_ns[subject] : 0;

	return spent > 0 && spent + slot_time_ns(run, subject) > most_ns(run, subject);
}

double control_time_left_ns(const struct run *run, size_t subject)
{
	if (!run->changed.control_ns || !changed_is_control(run, subject))
		return INFINITY;
	return fmax(0, most_ns(run, subject) - run->changed.control_ns[subject]);
}

void control_time_add(struct run *run, size_t subject, double ns)
{
	if (changed_is_control(run, subject))
		run->changed.control_ns[subject] += ns;
	if (!run->estimate.left[subject] || !control_time_is_over(run, subject))
		return;
	run->changed.controls_ended++;
	while (run->estimate.left[subject]) {
		estimate_drop(&run->estimate, subject);
		run->progress.total--;
	}
}
