/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/env_pool.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/engine/engine.h"
#include "driver/exec/scheduler.h"

#define ASKED 6
/* Properties of `bdriver env` that make machines unequal, and one that only tells. */
static const struct {
	const char *what;
	bool differs;
} asked[ASKED] = { { "cpu", true }, { "cores", true }, { "microcode", true },
	{ "governor", true }, { "kernel", true }, { "load", false } };

static const struct column columns[ASKED + 1] = { { "node", ALIGN_LEFT }, { "cpu", ALIGN_LEFT },
	{ "cores", ALIGN_LEFT }, { "microcode", ALIGN_LEFT }, { "governor", ALIGN_LEFT },
	{ "kernel", ALIGN_LEFT }, { "load", ALIGN_LEFT } };

struct pool {
	struct string_list nodes; /* that answered */
	char **values;            /* by node, then by property; "" where not known */
	size_t silent;
};

/* Takes the values of one machine from what its `bdriver env --format json` printed. */
static int take(const char *text, char *values[ASKED])
{
	json_auto_t *root = json_loads(text, JSON_DISABLE_EOF_CHECK, NULL);
	json_t *findings = json_object_get(root, "findings"), *item;
	size_t i;

	for (size_t k = 0; k < ASKED; k++) {
		free(values[k]);
		values[k] = NULL;
	}
	json_array_foreach(findings, i, item) {
		const char *what = json_string_value(json_object_get(item, "what"));
		const char *value = json_string_value(json_object_get(item, "value"));

		for (size_t k = 0; what && value && k < ASKED; k++)
			if (!strcmp(what, asked[k].what) && !values[k])
				values[k] = memory_text(value);
	}
	for (size_t k = 0; k < ASKED; k++)
		if (!values[k])
			values[k] = memory_text("");
	return findings ? 0 : -1;
}

static int ask(struct pool *pool, const struct engine *engine,
	const struct engine_options *options, const char *node, struct err *e)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	AUTO_FREE char *text = NULL;
	int rc = -1;

	string_list_split(&words, "env --format json", " ");
	text = engine->ask(options, node, &words, e);
	if (text && take(text, pool->values + pool->nodes.count * ASKED))
		bd_err(e, "%s: its bdriver does not answer as this one would", node);
	else if (text)
		rc = 0;
	if (!rc)
		string_list_add(&pool->nodes, node);
	return rc;
}

static const char *value_of(const struct pool *pool, size_t node, size_t property)
{
	return pool->values[node * ASKED + property];
}

static void print_table(const struct pool *pool, FILE *out)
{
	struct layout_size size = { .width = (size_t)terminal_width(out, 120) };
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, ASKED + 1);
	for (size_t i = 0; i < pool->nodes.count; i++) {
		layout_add(&layout, STYLE_PLAIN, pool->nodes.items[i]);
		for (size_t k = 0; k < ASKED; k++)
			layout_add(&layout, STYLE_PLAIN, value_of(pool, i, k));
	}
	layout_print(&layout, out, &size);
}

/* "kernel: 6.1 (n1, n2), 6.8 (n3)"; NULL where all are the same. The caller frees it. */
static char *difference(const struct pool *pool, size_t property)
{
	AUTO(string_list_release) struct string_list values = { 0 };
	struct string_list parts = { 0 };

	for (size_t i = 0; i < pool->nodes.count; i++)
		string_list_add_once(&values, value_of(pool, i, property));
	for (size_t v = 0; values.count > 1 && v < values.count; v++) {
		struct string_list nodes = { 0 };
		const char *value = values.items[v];
		AUTO_FREE char *names = NULL;

		for (size_t i = 0; i < pool->nodes.count; i++)
			if (!strcmp(value_of(pool, i, property), value))
				string_list_add(&nodes, pool->nodes.items[i]);
		names = string_list_take(&nodes, ", ");
		string_list_addf(&parts, "%s (%s)", *value ? value : "unknown", names);
	}
	return parts.count ? string_list_take(&parts, ", ") : NULL;
}

static void print_differences(const struct pool *pool, FILE *out)
{
	size_t count = 0;

	fputc('\n', out);
	for (size_t k = 0; k < ASKED; k++) {
		AUTO_FREE char *text = asked[k].differs ? difference(pool, k) : NULL;

		if (text)
			fprintf(out, "different %s: %s\n", asked[k].what, text);
		count += text != NULL;
	}
	if (count)
		fprintf(out, "These machines are not equal: compare runs of the same machines "
			     "only, or make them equal.\n");
	else
		fprintf(out, "%zu machine%s, equal in all of this\n", pool->nodes.count,
			pool->nodes.count == 1 ? "" : "s");
}

static int print_pool(const struct pool *pool, FILE *out)
{
	if (pool->nodes.count) {
		print_table(pool, out);
		print_differences(pool, out);
	}
	return pool->silent ? EXIT_UNMEASURED : EXIT_FINE;
}

int env_pool_print(const struct env_pool_options *o, FILE *out)
{
	const struct engine *engine = engine_find(o->engine);
	struct engine_options options = { .program = path_of_program(),
		.hosts = &o->hosts,
		.ssh_config = o->ssh_config,
		.partition = o->partition,
		.nodes = o->nodes > 0 ? (unsigned)o->nodes : 0 };
	AUTO(string_list_release) struct string_list nodes = { 0 };
	struct pool pool = { 0 };
	unsigned most;
	struct err e;
	int code;

	scheduler_hold_signals();
	if (engine->nodes(&options, &nodes, &most, &e)) {
		code = message_error(EXIT_USAGE, "%s", e.text);
	} else {
		pool.values = memory_zeroed(nodes.count * ASKED, sizeof(*pool.values));
		for (size_t i = 0; i < nodes.count; i++)
			if (ask(&pool, engine, &options, nodes.items[i], &e)) {
				message_warning("%s", e.text);
				pool.silent++;
			}
		code = print_pool(&pool, out);
	}
	scheduler_let_signals();
	for (size_t i = 0; i < nodes.count * ASKED && pool.values; i++)
		free(pool.values[i]);
	free(pool.values);
	string_list_release(&pool.nodes);
	return code;
}
