/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/json.h"

#include <math.h>

/* The tool customSmallerIsBetter of github-action-benchmark: a list of {name, unit, value,
 * range, extra}, with the median and the SD of the values. */
static json_t *entry_of(const char *name, const struct results *r)
{
	AUTO_FREE char *extra = memory_format("%zu %s", r->count,
		r->of_launches  ? r->count == 1 ? "launch" : "launches"
		: r->count == 1 ? "sample"
				: "samples");
	json_t *entry = json_object();

	json_put(entry, "name", json_exact(name));
	json_put(entry, "unit", json_text("ns"));
	json_put(entry, "value", json_number(r->time.median));
	if (isfinite(r->time.sd)) {
		AUTO_FREE char *range = memory_format("\xC2\xB1 %.4g", r->time.sd);

		json_put(entry, "range", json_text(range));
	}
	json_put(entry, "extra", json_text(extra));
	return entry;
}

static void write_custom_smaller(const struct log *log, FILE *out)
{
	fputc('[', out);
	results_write(log, false, out, "  ", entry_of);
	fputs("\n]\n", out);
}

const struct writer writer_custom_smaller = {
	.name = "customSmallerIsBetter",
	.write = write_custom_smaller,
};
