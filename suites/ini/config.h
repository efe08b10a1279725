/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A configuration that is written line by line while what a reader must find in it is counted,
 * and a handler for inih that counts the same.
 */
#ifndef INI_CONFIG_H
#define INI_CONFIG_H

#include "harness/bench.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
	uint64_t entries;
	uint64_t digest; /* of sections, names and values, in order */
};

struct config {
	char *text; /* ended by '\0' */
	size_t size, room;
	char section[64];
	struct reading expected;
	void *other; /* a benchmark's own */
};

static inline void reading_add(
	struct reading *r, const char *section, const char *name, const char *value)
{
	uint64_t first = (uint64_t)(unsigned char)section[0] << 16 |
			 (uint64_t)(unsigned char)name[0] << 8 | (unsigned char)value[0];

	r->entries++;
	r->digest = r->digest * 31 + strlen(value) + (first << 16);
}

static inline uint64_t reading_result(const struct reading *r)
{
	return r->digest ^ r->entries;
}

static inline int on_entry(void *data, const char *section, const char *name, const char *value)
{
	reading_add(data, section, name, value);
	return 1;
}

static inline struct config *config_make(struct bd *b, size_t room)
{
	struct config *c = b->state = bd_alloc(sizeof(*c));

	c->text = bd_alloc(room);
	c->room = room;
	return c;
}

static inline void config_teardown(struct bd *b)
{
	struct config *c = b->state;

	if (!c)
		return;
	free(c->text);
	free(c->other);
	free(c);
}

/* Text as it is: it does not count as an entry. */
static inline void config_put(struct config *c, const char *text)
{
	size_t length = strlen(text);

	if (c->size + length >= c->room)
		abort();
	memcpy(c->text + c->size, text, length + 1);
	c->size += length;
}

static inline void config_section(struct config *c, const char *kind, unsigned number)
{
	snprintf(c->section, sizeof(c->section), "%s-%u", kind, number);
	config_put(c, "[");
	config_put(c, c->section);
	config_put(c, "]\n");
}

/* An entry without the end of its line, so that a comment may follow. */
static inline void config_entry(struct config *c, const char *name, const char *value)
{
	config_put(c, name);
	config_put(c, " = ");
	config_put(c, value);
	reading_add(&c->expected, c->section, name, value);
}

static inline void config_line(struct config *c, const char *name, const char *value)
{
	config_entry(c, name, value);
	config_put(c, "\n");
}

static inline void config_number(struct config *c, const char *name, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
	config_line(c, name, digits);
}

/* Reads the configuration n times from memory. */
static inline void config_run(struct bd *b, uint64_t n)
{
	struct config *c = b->state;
	struct reading r = { 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		r.entries = r.digest = 0;
		if (ini_parse_string(c->text, on_entry, &r) != 0)
			r.digest = 0;
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static inline int config_verify(struct bd *b)
{
	struct config *c = b->state;

	return bd_expect(b, reading_result(&c->expected));
}

/* An entry as services have them; the same for the same state of seed. */
static inline void config_some_entry(struct config *c, uint64_t *seed)
{
	static const char *const values[][2] = { { "user", "www-data" }, { "enabled", "yes" },
		{ "path", "/usr/lib/x86_64-linux-gnu/service/bin" },
		{ "restart", "on-failure" }, { "host", "db-3.example.org" },
		{ "title", "Nightly report for the whole team" }, { "log", "" },
		{ "options", "--verbose --threads=4 --colour=never" } };

	switch (bd_random(seed) % 3) {
	case 0:
		config_number(c, "timeout", bd_random(seed) % 10000);
		break;
	case 1:
		config_number(c, "memory_limit", bd_random(seed) >> 30);
		break;
	default: {
		const char *const *pair = values[bd_random(seed) % 8];

		config_line(c, pair[0], pair[1]);
	}
	}
}

#endif
