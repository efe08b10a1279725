/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define ENTRIES 300
#define NAME    32

struct entry {
	char name[NAME], value[NAME];
};

struct table {
	struct entry entry[ENTRIES];
	size_t count;
	unsigned made[ENTRIES]; /* the value of each, as it was written */
};

static int take(void *data, const char *section, const char *name, const char *value)
{
	struct table *t = data;
	struct entry *e;

	(void)section;
	if (t->count == ENTRIES)
		return 0;
	e = &t->entry[t->count++];
	snprintf(e->name, NAME, "%s", name);
	snprintf(e->value, NAME, "%s", value);
	return 1;
}

static int order(const void *x, const void *y)
{
	return strcmp(((const struct entry *)x)->name, ((const struct entry *)y)->name);
}

/* Reads 300 entries into a table, sorts it, and asks for every third. */
static void run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct table *t = c->other;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		t->count = 0;
		ini_parse_string(c->text, take, t);
		qsort(t->entry, t->count, sizeof(t->entry[0]), order);
		sum = 0;
		for (unsigned k = 0; k < ENTRIES; k += 3) {
			struct entry key;
			const struct entry *e;

			snprintf(key.name, NAME, "key%u", k);
			e = bsearch(&key, t->entry, t->count, sizeof(key), order);
			if (e)
				sum += strtoul(e->value, NULL, 10);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)ENTRIES * 40);
	struct table *t = c->other = bd_alloc(sizeof(*t));
	uint64_t seed = 89;

	config_section(c, "table", 1);
	for (unsigned k = 0; k < ENTRIES; k++) {
		char name[NAME];

		t->made[k] = (unsigned)(bd_random(&seed) % 100000);
		snprintf(name, sizeof(name), "key%u", k);
		config_number(c, name, t->made[k]);
	}
	b->items = ENTRIES;
	b->bytes = (double)c->size;
	return 0;
}

static int verify(struct bd *b)
{
	struct config *c = b->state;
	const struct table *t = c->other;
	uint64_t sum = 0;

	for (unsigned k = 0; k < ENTRIES; k += 3)
		sum += t->made[k];
	return bd_expect(b, sum);
}

BD_BENCHMARK("LoadAndLookUp", run, .tags = "parse,search", .setup = setup,
	.teardown = config_teardown, .verify = verify)
