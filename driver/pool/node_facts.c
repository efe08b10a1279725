/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/node_facts.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* Metadata of a log that are about its machine. */
static const char *const keys[] = { "host", "cpu_model", "microcode", "cores", "kernel",
	"governor", "turbo", "virtualisation", "load", "workers", "cpus", "driver_cpu",
	"process_start_ns" };
#define KEYS (ARRAY_SIZE(keys))

static char **values_of(struct node_facts *facts, const char *node)
{
	struct string_list *nodes = &facts->nodes;
	size_t i = 0, before;

	while (i < nodes->count && strcmp(nodes->items[i], node) != 0)
		i++;
	if (i == nodes->count) {
		string_list_add(nodes, node);
		before = facts->capacity;
		facts->values = memory_grow(facts->values, &facts->capacity,
			nodes->count * KEYS, sizeof(*facts->values));
		if (facts->capacity > before)
			memset(facts->values + before, 0,
				(facts->capacity - before) * sizeof(*facts->values));
	}
	return facts->values + i * KEYS;
}

static void take_line(char **values, const char *line, size_t size)
{
	for (size_t k = 0; k < KEYS; k++) {
		size_t length = strlen(keys[k]);

		if (size > length + 4 && !memcmp(line + 2, keys[k], length) &&
			!memcmp(line + 2 + length, ": ", 2) && !values[k])
			values[k] = memory_format(
				"%.*s", (int)(size - length - 4), line + length + 4);
	}
}

void node_facts_take(struct node_facts *facts, const char *node, const char *log, size_t size)
{
	char **values = values_of(facts, node);
	const char *end = log + size;

	for (const char *p = log; p < end && *p == '#';) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		if (!newline)
			return;
		take_line(values, p, (size_t)(newline - p));
		p = newline + 1;
	}
}

/* The value that all nodes have, or NULL. */
static const char *common(const struct node_facts *facts, size_t key)
{
	const char *first = facts->nodes.count ? facts->values[key] : NULL;

	for (size_t i = 0; first && i < facts->nodes.count; i++) {
		const char *value = facts->values[i * KEYS + key];

		if (!value || strcmp(value, first) != 0)
			first = NULL;
	}
	return first;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(**(char **const *)a, **(char **const *)b);
}

static int write_node(
	const struct node_facts *facts, size_t i, struct log_writer *writer, struct err *e)
{
	int rc = 0;

	for (size_t k = 0; !rc && k < KEYS; k++) {
		const char *value = facts->values[i * KEYS + k];
		AUTO_FREE char *key =
			memory_format("node.%s.%s", facts->nodes.items[i], keys[k]);

		if (value)
			rc = log_writer_meta(writer, key, value, e);
	}
	return rc;
}

/* Each host once, in the order of the nodes. */
static char *hosts(const struct node_facts *facts, char **const *order)
{
	struct string_list list = { 0 };

	for (size_t i = 0; i < facts->nodes.count; i++) {
		const char *host =
			facts->values[(size_t)(order[i] - facts->nodes.items) * KEYS];

		string_list_add_once(&list, host ? host : *order[i]);
	}
	return string_list_take(&list, ", ");
}

int node_facts_write(const struct node_facts *facts, struct log_writer *writer, struct err *e)
{
	size_t count = facts->nodes.count;
	AUTO_FREE char ***order = memory_zeroed(count, sizeof(*order)), *names = NULL;
	int rc = 0;

	for (size_t i = 0; i < count; i++)
		order[i] = &facts->nodes.items[i];
	qsort(order, count, sizeof(*order), by_name);
	for (size_t i = 0; !rc && i < count; i++)
		rc = write_node(facts, (size_t)(order[i] - facts->nodes.items), writer, e);
	names = hosts(facts, order);
	if (!rc && *names)
		rc = log_writer_meta(writer, keys[0], names, e);
	for (size_t k = 1; !rc && k < KEYS; k++)
		if (common(facts, k))
			rc = log_writer_meta(writer, keys[k], common(facts, k), e);
	return rc;
}

void node_facts_release(struct node_facts *facts)
{
	for (size_t i = 0; i < facts->nodes.count * KEYS; i++)
		free(facts->values[i]);
	free(facts->values);
	string_list_release(&facts->nodes);
	*facts = (struct node_facts){ 0 };
}
