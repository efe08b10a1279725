/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/svg.h"

#include "compare/base/memory.h"
#include "compare/page/asset.h"
#include "compare/page/page.h"

#include <duktape.h>
#include <stdlib.h>
#include <string.h>

/* Of the script that runs: the job, and what its `write` returned last. */
struct drawing {
	const struct svg_job *job;
	int result;
};

static void out_of_memory(void *ctx, const char *why)
{
	(void)ctx;
	memory_fatal(why);
}

static struct drawing *drawing_of(duk_context *js)
{
	duk_memory_functions functions;

	duk_get_memory_functions(js, &functions);
	return functions.udata;
}

/* given.block("launches-12") */
static duk_ret_t give_block(duk_context *js)
{
	const struct svg_job *job = drawing_of(js)->job;
	const char *id = duk_require_string(js, 0), *dash = strrchr(id, '-');
	char *text;

	if (!dash)
		return 0;
	text = job->block(job->ctx, strtoul(dash + 1, NULL, 10), *id == 's');
	duk_push_string(js, text);
	free(text);
	return 1;
}

/* given.write(name, svg); nothing more is written after a failure. */
static duk_ret_t take_file(duk_context *js)
{
	struct drawing *drawing = drawing_of(js);
	const char *name = duk_require_string(js, 0);
	duk_size_t size;
	const char *text = duk_require_lstring(js, 1, &size);

	if (!drawing->result)
		drawing->result = drawing->job->write(drawing->job->ctx, name, text, size);
	return 0;
}

static void give(duk_context *js, const struct svg_job *job)
{
	struct asset css = asset_find("plot.css");
	char *data = page_json(job->data);

	duk_push_object(js);
	duk_push_string(js, data);
	duk_put_prop_string(js, -2, "data");
	duk_push_lstring(js, css.text, css.size);
	duk_put_prop_string(js, -2, "css");
	duk_push_c_function(js, give_block, 1);
	duk_put_prop_string(js, -2, "block");
	duk_push_c_function(js, take_file, 2);
	duk_put_prop_string(js, -2, "write");
	duk_put_global_string(js, "given");
	free(data);
}

static int run_scripts(duk_context *js, struct err *e)
{
	static const char *const scripts[] = { "document.js", "d3.js", "numbers.js", "plot.js",
		"suite_plots.js", "bench_plots.js", "launches.js", "timeline.js", "bench.js",
		"svg.js" };

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct asset script = asset_find(scripts[i]);

		if (duk_peval_lstring(js, script.text, script.size) != 0)
			return bd_err(e, "the plots cannot be drawn: %s: %s", script.name,
				duk_safe_to_string(js, -1));
		duk_pop(js);
	}
	return 0;
}

int svg_draw(const struct svg_job *job, struct err *e)
{
	struct drawing drawing = { .job = job };
	duk_context *js = duk_create_heap(NULL, NULL, NULL, &drawing, out_of_memory);
	int rc;

	if (!js)
		memory_fatal("duktape");
	give(js, job);
	rc = run_scripts(js, e);
	duk_destroy_heap(js);
	return rc ? rc : drawing.result;
}
