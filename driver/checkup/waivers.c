/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/waivers.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/log/log.h"
#include "doctor/base/settings.h"
#include "doctor/checks.h"
#include "driver/base/message.h"
#include "driver/request/builds.h"

/* Metadata: CHECK:SUITE/BENCH. */
#define WAIVER_META "doctor.waiver"
#define WAIVER_TAG  "doctor-ignore-"

static void put_tags(
	struct log_writer *writer, const struct suite *suite, const struct suite_benchmark *b)
{
	static const char tag[] = WAIVER_TAG;

	for (size_t i = 0; b->selected && i < b->tags.count; i++)
		if (!strncmp(b->tags.items[i], tag, sizeof(tag) - 1))
			log_writer_put(writer, WAIVER_META, "%s:%s/%s",
				b->tags.items[i] + sizeof(tag) - 1, suite->name, b->name);
}

void waivers_put(struct build *build)
{
	const struct suites *suites = &build->suites;

	for (size_t i = 0; i < suites->count; i++)
		for (size_t k = 0; k < suites->items[i].benchmark_count; k++)
			put_tags(&build->writer, &suites->items[i],
				&suites->items[i].benchmarks[k]);
}

void waivers_take(struct settings *settings, const struct log *log, bool warns)
{
	for (size_t i = 0; i < log->meta_count; i++) {
		const char *value = log->meta[i].value;
		const char *colon = strchr(value, ':');
		AUTO_FREE char *origin = NULL;
		struct err e;

		if (strcmp(log->meta[i].key, WAIVER_META) != 0)
			continue;
		origin = memory_format("tag " WAIVER_TAG "%.*s of %s",
			colon ? (int)(colon - value) : 0, value, colon ? colon + 1 : value);
		if (!settings_has_waiver(settings, origin) &&
			settings_waive(settings, value, origin, &e) && warns)
			message_warning("%s: %s", origin, e.text);
	}
}
