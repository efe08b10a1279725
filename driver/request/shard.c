/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/shard.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/request/builds.h"
#include "harness/base/hash.h"

/* A whole number without sign or blanks; what follows it, or NULL. A larger one than there is
 * room for is ULONG_MAX. */
static const char *take_number(const char *text, unsigned long *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return NULL;
	*number = strtoul(text, &end, 10);
	return end;
}

/* "K/N"; what follows it, or NULL. */
static const char *take_shard(struct shard *shard, const char *text)
{
	unsigned long number = 0, count = 0;

	text = take_number(text, &number);
	text = text && *text == '/' ? take_number(text + 1, &count) : NULL;
	if (!number || number > count || count > SHARD_COUNT_MAX)
		return NULL;
	shard->number = (unsigned)number;
	shard->count = (unsigned)count;
	return text;
}

int shard_parse(struct shard *shard, const char *text, struct err *e)
{
	const char *end = take_shard(shard, text);

	if (!end || *end)
		return bd_err(e,
			"--shard %s: give it as K/N, part K of N, as in 1/8 to 8/8 (at most %d "
			"parts)",
			text, SHARD_COUNT_MAX);
	return 0;
}

/* A benchmark has one place in the list, also where several builds have it. */
static bool takes(
	struct shard *shard, struct table *places, const char *suite, const char *name)
{
	int added;
	size_t place =
		*table_add_benchmark(places, suite, name, NULL, table_count(places), &added);

	if (added) {
		shard->list = bd_fnv1a(suite, strlen(suite) + 1, shard->list);
		shard->list = bd_fnv1a(name, strlen(name) + 1, shard->list);
	}
	return place % shard->count == shard->number - 1;
}

long shard_select(struct shard *shard, struct builds *builds)
{
	AUTO_TABLE struct table *places = table_new();
	long taken = 0;

	for (size_t b = 0; b < builds->count; b++)
		for (size_t i = 0; i < builds->items[b].suites.count; i++) {
			struct suite *suite = &builds->items[b].suites.items[i];

			for (size_t k = 0; k < suite->benchmark_count; k++) {
				struct suite_benchmark *one = &suite->benchmarks[k];

				if (one->selected)
					one->selected =
						takes(shard, places, suite->name, one->name);
				taken += one->selected;
			}
		}
	shard->benchmarks = table_count(places);
	shard->empty = !taken;
	return taken;
}

char *shard_text(const struct shard *shard)
{
	return memory_format("%u/%u of %zu, list %016" PRIx64, shard->number, shard->count,
		shard->benchmarks, shard->list);
}

int shard_read(struct shard *shard, const char *text)
{
	static const char of[] = " of ", list[] = ", list ";
	unsigned long benchmarks = 0;
	char *end;

	*shard = (struct shard){ 0 };
	text = take_shard(shard, text);
	text = text && !strncmp(text, of, strlen(of))
		       ? take_number(text + strlen(of), &benchmarks)
		       : NULL;
	if (!text || strncmp(text, list, strlen(list)) != 0)
		return -1;
	shard->benchmarks = benchmarks;
	shard->list = strtoull(text + strlen(list), &end, 16);
	return *end ? -1 : 0;
}
