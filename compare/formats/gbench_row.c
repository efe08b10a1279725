/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/gbench_row.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *gbench_name(const struct node *row)
{
	const char *name = node_text(row, "run_name");

	return name ? name : node_text(row, "name") ?: "";
}

double gbench_time(const struct node *row, const char *key)
{
	return node_number(row, key, NAN) * time_unit_ns(node_text(row, "time_unit"));
}

/* Rates are of CPU time, unless the name says otherwise. Such an amount is whole nearly always,
 * but a product of rounded numbers. */
double gbench_amount(const struct node *row, const char *rate, const char *name)
{
	bool real = strstr(name, "/real_time") || strstr(name, "/manual_time");
	double amount = node_number(row, rate, NAN) *
			gbench_time(row, real ? "real_time" : "cpu_time") / 1e9;
	double whole = round(amount);

	return fabs(amount - whole) <= 1e-6 * whole ? whole : amount;
}

char *gbench_counters(const struct node *row)
{
	const struct node *node = node_get(row, "time_unit");
	json_t *counters = NULL;
	char *text;

	for (node = node ? node->next : NULL; node; node = node->next) {
		if (node->kind != NODE_NUMBER || !isfinite(node->as.number) ||
			strcmp(node->key, "items_per_second") == 0 ||
			strcmp(node->key, "bytes_per_second") == 0)
			continue;
		counters = counters ? counters : json_object();
		json_put(counters, node->key, json_number(node->as.number));
	}
	if (!counters)
		return NULL;
	text = json_dumps(counters, JSON_COMPACT | JSON_REAL_PRECISION(15));
	json_decref(counters);
	if (!text)
		memory_fatal("jansson");
	return text;
}

bool gbench_failed(const struct node *row, enum outcome *outcome, const char **why)
{
	bool error = node_of_kind(row, "error_occurred", NODE_TRUE);

	*outcome = error ? OUTCOME_VERIFY : OUTCOME_SKIPPED;
	*why = node_text(row, error ? "error_message" : "skip_message") ?: "";
	return error || node_of_kind(row, "skipped", NODE_TRUE);
}

size_t gbench_threads(const char *name)
{
	static const char part[] = "/threads:";
	const char *end = strrchr(name, '/');
	size_t count = end && !strncmp(end, part, strlen(part))
			       ? strtoul(end + strlen(part), NULL, 10)
			       : 1;

	return count ? count : 1;
}
