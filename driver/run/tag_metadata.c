/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/tag_metadata.h"

#include "compare/base/escape.h"
#include "compare/print/json.h"
#include "driver/suite/suite.h"

#include <string.h>

static void add(json_t *tags, const char *tag, const char *benchmark)
{
	json_t *names = json_object_get(tags, tag);

	if (!names) {
		names = json_array();
		json_put(tags, tag, names);
	}
	json_append(names, json_text(benchmark));
}

char *tag_metadata(const struct suite *suite)
{
	json_auto_t *tags = json_object();

	for (size_t i = 0; i < suite->benchmark_count; i++) {
		const struct suite_benchmark *one = &suite->benchmarks[i];

		for (size_t k = 0; one->selected && k < one->tags.count; k++) {
			const char *tag = one->tags.items[k];

			if (text_is_utf8(tag, strlen(tag)))
				add(tags, tag, one->name);
		}
	}
	return json_object_size(tags) ? json_dumps(tags, JSON_COMPACT | JSON_ENSURE_ASCII)
				      : NULL;
}
