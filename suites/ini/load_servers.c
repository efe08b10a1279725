/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/ini/config.h"

#define SERVERS 60

struct server {
	char name[32], host[32];
	unsigned port, workers, timeout;
	double weight;
	int enabled;
};

struct servers {
	struct server made[SERVERS], read[SERVERS];
	size_t count;
};

/* A new section begins a new server; its values are converted by name. */
static int take(void *data, const char *section, const char *name, const char *value)
{
	struct servers *all = data;
	struct server *s = all->count ? &all->read[all->count - 1] : NULL;

	if (!s || strcmp(s->name, section) != 0) {
		if (all->count == SERVERS)
			return 0;
		s = &all->read[all->count++];
		snprintf(s->name, sizeof(s->name), "%s", section);
	}
	if (strcmp(name, "host") == 0)
		snprintf(s->host, sizeof(s->host), "%s", value);
	else if (strcmp(name, "port") == 0)
		s->port = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(name, "workers") == 0)
		s->workers = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(name, "timeout") == 0)
		s->timeout = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(name, "weight") == 0)
		s->weight = strtod(value, NULL);
	else if (strcmp(name, "enabled") == 0)
		s->enabled = strcmp(value, "yes") == 0;
	else
		return 0;
	return 1;
}

/* Reads 60 sections of six entries into an array of structs. */
static void run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct servers *all = c->other;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		all->count = 0;
		if (ini_parse_string(c->text, take, all) != 0)
			all->count = 0;
		digest = all->count;
		for (size_t k = 0; k < all->count; k++)
			digest = digest * 31 + all->read[k].port;
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct config *c = config_make(b, (size_t)SERVERS * 200);
	struct servers *all = c->other = bd_alloc(sizeof(*all));
	uint64_t seed = 87;

	for (unsigned k = 0; k < SERVERS; k++) {
		struct server *s = &all->made[k];
		char weight[16];

		config_section(c, "server", k);
		memcpy(s->name, c->section, sizeof(s->name));
		snprintf(s->host, sizeof(s->host), "10.0.%u.%u", k / 8, k);
		config_line(c, "host", s->host);
		config_number(c, "port", s->port = (unsigned)(bd_random(&seed) % 65536));
		config_number(c, "workers", s->workers = (unsigned)(bd_random(&seed) % 64));
		config_number(c, "timeout", s->timeout = (unsigned)(bd_random(&seed) % 3600));
		s->weight = k / 4.0;
		snprintf(weight, sizeof(weight), "%.2f", s->weight);
		config_line(c, "weight", weight);
		s->enabled = k % 3 != 0;
		config_line(c, "enabled", s->enabled ? "yes" : "no");
	}
	b->items = SERVERS;
	b->bytes = (double)c->size;
	return 0;
}

static int same(const struct server *x, const struct server *y)
{
	return strcmp(x->name, y->name) == 0 && strcmp(x->host, y->host) == 0 &&
	       x->port == y->port && x->workers == y->workers && x->timeout == y->timeout &&
	       x->weight == y->weight && x->enabled == y->enabled;
}

static int verify(struct bd *b)
{
	struct config *c = b->state;
	struct servers *all = c->other;
	uint64_t digest = SERVERS;

	for (size_t k = 0; k < SERVERS; k++) {
		if (!same(&all->made[k], &all->read[k]))
			return bd_wrong(
				b, "%s was not read as it was written", all->made[k].name);
		digest = digest * 31 + all->made[k].port;
	}
	return bd_expect(b, digest);
}

BD_BENCHMARK("LoadServers", run, .tags = "parse", .setup = setup, .teardown = config_teardown,
	.verify = verify)
