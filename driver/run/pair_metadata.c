/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/pair_metadata.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/run/run.h"

/* As measure_times_cpu() decides it. */
static bool may_time_cpu(const struct subject *s)
{
	const struct adapter *adapter = s->builds[0].path ? s->builds[0].adapter : NULL;

	return adapter && adapter->times_cpu && !s->group &&
	       adapter->times_cpu(s->name, s->settings);
}

const char *pair_without_turns(const struct run *run, size_t *i, const char **way)
{
	for (; *i < run->subject_count; ++*i) {
		const struct subject *s = &run->subjects[*i];

		if (!s->builds[0].path || !s->builds[1].path ||
			(s->builds[0].turns && s->builds[1].turns))
			continue;
		*way = "no";
		for (; *i < run->subject_count && !strcmp(run->subjects[*i].suite, s->suite);
			++*i)
			if (may_time_cpu(&run->subjects[*i]))
				*way = LOG_CPU_TIME;
		return s->suite;
	}
	return NULL;
}

static int put_interleave(const struct run *run, struct log_writer *writer, struct err *e)
{
	const char *suite, *way;
	size_t i = 0;
	int rc;

	rc = log_writer_meta(
		writer, "interleave", run->settings.turns.short_turns ? "short" : "long", e);
	while (!rc && (suite = pair_without_turns(run, &i, &way))) {
		AUTO_FREE char *key = memory_format("interleave.%s", suite);

		rc = log_writer_meta(writer, key, way, e);
	}
	return rc;
}

/* Also of those that are not measured: a run that is resumed tries none again. */
static int put_not_executed(const struct run *run, struct log_writer *writer, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < run->changed.not_executed.count && !rc; i++)
		rc = log_writer_meta(writer, run->changed.not_executed.items[i], "yes", e);
	return rc;
}

static int put_left_out(const struct run *run, struct log_writer *writer, struct err *e)
{
	AUTO_FREE char *count = memory_format("%zu", run->changed.same - run->changed.controls);

	if (!run->changed.changed || run->changed.same == run->changed.controls)
		return 0;
	return log_writer_meta(writer, LOG_LEFT_OUT, count, e);
}

int pair_metadata_put(const struct run *run, struct build *build, struct err *e)
{
	if (log_writer_meta(&build->writer, "layout",
		    run->settings.turns.same_layout ? "same" : "random", e) ||
		put_not_executed(run, &build->writer, e) ||
		put_left_out(run, &build->writer, e))
		return -1;
	return run->settings.turns.interleave ? put_interleave(run, &build->writer, e) : 0;
}
