/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/json.h"

/* JSON as hyperfine --export-json writes it, in seconds. */
static json_t *result_of(const char *name, const struct results *r)
{
	json_t *result = json_object(), *times = json_array(), *codes = json_array();

	json_put(result, "command", json_exact(name));
	json_put(result, "mean", json_number(r->time.mean / 1e9));
	json_put(result, "stddev", json_number(r->time.sd / 1e9));
	json_put(result, "median", json_number(r->time.median / 1e9));
	json_put(result, "min", json_number(r->time.min / 1e9));
	json_put(result, "max", json_number(r->time.max / 1e9));
	for (size_t i = 0; i < r->count; i++) {
		json_append(times, json_number(r->ns[i] / 1e9));
		json_append(codes, json_count(0));
	}
	json_put(result, "times", times);
	json_put(result, "exit_codes", codes);
	return result;
}

static void write_hyperfine(const struct log *log, FILE *out)
{
	fputs("{\n  \"results\": [", out);
	results_write(log, results_one_suite(log), out, "    ", result_of);
	fputs("\n  ]\n}\n", out);
}

const struct writer writer_hyperfine = {
	.name = "hyperfine",
	.write = write_hyperfine,
};
