/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

struct slice {
	pthread_t thread;
	bool started;
	void (*work)(void *data, size_t part, size_t from, size_t to);
	void *data;
	size_t part, from, to;
};

static size_t parts_of(size_t count, size_t least)
{
	cpu_set_t cpus;
	size_t parts = sched_getaffinity(0, sizeof(cpus), &cpus) ? 1 : (size_t)CPU_COUNT(&cpus);

	parts = parts < PARALLEL_MOST ? parts : PARALLEL_MOST;
	parts = parts < count / least ? parts : count / least;
	return parts ? parts : 1;
}

static void *take(void *given)
{
	struct slice *slice = given;

	slice->work(slice->data, slice->part, slice->from, slice->to);
	return NULL;
}

void parallel_run(size_t count, size_t least,
	void (*work)(void *data, size_t part, size_t from, size_t to), void *data)
{
	struct slice slices[PARALLEL_MOST];
	size_t parts = parts_of(count, least);

	for (size_t i = 0; i < parts; i++)
		slices[i] = (struct slice){ .work = work,
			.data = data,
			.part = i,
			.from = count * i / parts,
			.to = count * (i + 1) / parts };
	for (size_t i = 1; i < parts; i++)
		slices[i].started = !pthread_create(&slices[i].thread, NULL, take, &slices[i]);
	/* The calling thread takes its own, and what no thread could be started for. */
	for (size_t i = 0; i < parts; i++)
		if (slices[i].started)
			pthread_join(slices[i].thread, NULL);
		else
			take(&slices[i]);
}
