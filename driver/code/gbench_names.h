/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_GBENCH_NAMES_H
#define DRIVER_CODE_GBENCH_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_map;
struct image;

/* A benchmark of Google Benchmark, or a family NAME/..., as a constructor registers it. */
struct gbench_name {
	char *name;
	uint64_t *roots; /* all functions of this name, or the virtual table of a fixture */
	size_t count;    /* 0: whatever the program has may be meant */
};

/* What may be registered: a function that takes a benchmark::State &, or a virtual table. */
struct gbench_body {
	uint64_t address;
	char *last; /* its name without its scope and the arguments of a template */
};

struct gbench_names {
	const struct image *image; /* borrowed */
	struct gbench_body *bodies;
	size_t body_count, body_capacity;
	struct gbench_name *items;
	size_t count, capacity;
};

/* What one constructor registers. */
struct gbench_registered {
	uint32_t *regions; /* that are cut from it: only its registrations refer to them */
	size_t count, capacity;
	bool any;
	bool unsure; /* also something by a name that is not seen */
};

void gbench_names_init(struct gbench_names *names, const struct image *image);
/* Adds the names that the constructor gives, and cuts the references to what it gives them to:
 * see code_reference. */
void gbench_names_read(struct gbench_names *names, struct code_map *map, uint64_t constructor,
	struct gbench_registered *registered);
/* The functions whose name is that of the benchmark, before its arguments; none: count 0. The
 * caller frees the roots. */
void gbench_names_find(
	const struct gbench_names *names, const char *benchmark, struct gbench_name *item);
void gbench_names_release(struct gbench_names *names);
void gbench_registered_release(struct gbench_registered *registered);

#endif
