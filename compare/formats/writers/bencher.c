/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/json.h"

/* Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format): the median
 * in ns, and the smallest and largest value. */
static json_t *measures_of(const struct results *r)
{
	json_t *measures = json_object(), *latency = json_object();

	json_put(latency, "value", json_number(r->time.median));
	json_put(latency, "lower_value", json_number(r->time.min));
	json_put(latency, "upper_value", json_number(r->time.max));
	json_put(measures, "latency", latency);
	return measures;
}

static void write_bencher(const struct log *log, FILE *out)
{
	json_t *all = json_object();

	for (size_t i = 0; i < log->benchmark_count; i++) {
		AUTO_FREE char *name = results_name(&log->benchmarks[i], false);
		AUTO(results_release) struct results results = { 0 };

		results_of(&results, &log->benchmarks[i]);
		if (results.count)
			json_put(all, name, measures_of(&results));
	}
	json_write(out, all, 17);
	fputc('\n', out);
}

const struct writer writer_bencher = {
	.name = "bencher",
	.write = write_bencher,
};
